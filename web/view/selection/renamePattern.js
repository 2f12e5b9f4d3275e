import { folded } from "../../filter.js";
import { graphemesOf } from "../../model/nameMerge.js";

/** The longest text to find, to put in its place, or to put around a name, in UTF-16 units. */
export const patternLimit = 500;

/**
 * What becomes of names: what is found is replaced wherever it stands, then the name gets a beginning and an end. With nothing to
 * find, only these. `find` is plain text, or a regular expression; then `replace` may name its groups as `$1` and `$<name>`.
 * @typedef {Readonly<{ find: string, replace: string, isExpression: boolean, matchesCase: boolean, prefix: string,
 *   suffix: string }>} RenamePattern
 *
 * @typedef {(name: string) => string} Renaming
 */

/** The person's pattern means nothing; `code` says why. */
export class PatternError extends Error {
  /**
   * @param {"patternTooLong" | "patternInvalid"} code
   * @param {string} [detail] what the browser says about it
   */
  constructor(code, detail = "") {
    super(detail || code);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * The function that a pattern stands for. One of plain text takes O(length of the name). One of an expression may take for ever: run it
 * where it can be stopped.
 * @param {RenamePattern} pattern
 * @param {string} language a BCP 47 tag, for what differs in case
 * @returns {Renaming}
 * @throws {PatternError}
 */
export function renaming(pattern, language) {
  const { find, replace, isExpression, prefix, suffix } = pattern;
  if ([find, replace, prefix, suffix].some(({ length }) => length > patternLimit)) throw new PatternError("patternTooLong");
  if (find === "") return (name) => prefix + name + suffix;
  const replaced = isExpression ? byExpression(pattern) : byText(pattern, language);
  return (name) => prefix + replaced(name, replace) + suffix;
}

/**
 * @param {RenamePattern} pattern
 * @returns {(name: string, replacement: string) => string}
 */
function byExpression({ find, matchesCase }) {
  try {
    const expression = new RegExp(find, matchesCase ? "gu" : "giu");
    return (name, replacement) => name.replace(expression, replacement);
  } catch (error) {
    throw new PatternError("patternInvalid", error instanceof Error ? error.message.split(": ").at(-1) : "");
  }
}

/**
 * Text is found grapheme by grapheme: "e" is not in "café", nor one flag in two others.
 * @param {RenamePattern} pattern
 * @param {string} language
 * @returns {(name: string, replacement: string) => string}
 */
function byText({ find, matchesCase }, language) {
  /** @param {string} grapheme */
  const key = (grapheme) => matchesCase ? grapheme.normalize("NFD") : folded(grapheme, language).text;
  const wanted = graphemesOf(find).map(key);
  return (name, replacement) => {
    const graphemes = graphemesOf(name);
    const keys = graphemes.map(key);
    let result = "";
    for (let index = 0; index < graphemes.length;) {
      const isFound = wanted.every((each, offset) => keys[index + offset] === each);
      result += isFound ? replacement : graphemes[index];
      index += isFound ? wanted.length : 1;
    }
    return result;
  };
}
