/**
 * The one matching rule of the product, the same as the server's: a name matches when it contains the query after both
 * are fully case-folded (ß = SS, ﬁ = fi, σ = ς) and decomposed (composed é = decomposed é), with Turkish and Azeri keeping
 * dotted and dotless i apart, and the match begins and ends between graphemes of the name ("café" does not contain "e").
 * An empty query matches everything.
 */

/** @typedef {import("./model/label.js").Label} Label */

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Composed text in which every character is a grapheme, so that in its decomposition graphemes begin exactly where a
 * character is no mark: then the segmenter, which takes some 30 µs a name, isn't needed.
 */
const singleCharacterGraphemes = new RegExp(
  "^(?:[ -~\\u2010-\\u2027\\u3000-\\u3002]|(?=\\p{L})[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}"
  + "\\p{Script=Hebrew}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])*$", "u");
const startsWithMark = /^\p{Mark}/u;

/** @param {string} language a BCP 47 tag */
function keepsDotlessI(language) {
  return /^(tr|az)(-|$)/i.test(language);
}

/**
 * Full case folding. Lower-casing first reaches ẞ, upper-casing expands ß and ligatures; ı is kept from becoming i.
 * @param {string} text
 * @param {boolean} dotlessI
 */
function caseFolded(text, dotlessI) {
  const dotted = dotlessI ? text.replaceAll("I", "ı").replaceAll("İ", "i") : text;
  return dotted.split("ı").map((part) => part.toLowerCase().toUpperCase().toLowerCase()).join("ı").replaceAll("ς", "σ");
}

/**
 * What is compared: the text case-folded and decomposed, and whether marks alone tell its grapheme boundaries.
 * @typedef {{ text: string, marksTellBoundaries: boolean }} Folded
 */

/**
 * O(length).
 * @param {string} text
 * @param {string} language
 * @returns {Folded}
 */
export function folded(text, language) {
  const dotlessI = keepsDotlessI(language);
  if (!dotlessI && /^[ -~]*$/.test(text)) return { text: text.toLowerCase(), marksTellBoundaries: true };
  const composed = text.normalize("NFC");
  const result = caseFolded(composed, dotlessI);
  const expands = result.length > composed.length;
  return { text: result.normalize("NFD"), marksTellBoundaries: !expands && singleCharacterGraphemes.test(composed) };
}

/**
 * The offsets into the folded name at which a grapheme of the name begins or ends.
 * @param {string} name
 * @param {string} language
 */
function graphemeBoundaries(name, language) {
  const boundaries = new Set([0]);
  let offset = 0;
  for (const { segment } of graphemes.segment(name)) {
    offset += folded(segment, language).text.length;
    boundaries.add(offset);
  }
  return boundaries;
}

/** A query and an inclusion, in a language. A value: change it by making another. */
export class LabelFilter {
  /** @type {string} */
  #foldedQuery;
  /**
   * Folded names by label; a label is an immutable value, so an entry never goes stale.
   * @type {WeakMap<Label, Folded>}
   */
  #foldedNames;

  /**
   * @param {{ query?: string, includedOnly?: boolean, language: string }} options
   * @param {LabelFilter} [previous] whose folded names are taken over when the language is the same
   */
  constructor({ query = "", includedOnly = false, language }, previous) {
    this.query = query;
    this.includedOnly = includedOnly;
    this.language = language;
    this.#foldedQuery = folded(query, language).text;
    this.#foldedNames = previous?.language === language ? previous.#foldedNames : new WeakMap();
  }

  /** Whether every label matches. */
  get isEmpty() {
    return this.query === "" && !this.includedOnly;
  }

  /** @param {Label} label */
  matches(label) {
    if (this.includedOnly && !label.isIncluded) return false;
    if (this.#foldedQuery === "") return true;
    let name = this.#foldedNames.get(label);
    if (name === undefined) this.#foldedNames.set(label, (name = folded(label.name, this.language)));
    return this.#isFound(name, label.name);
  }

  /**
   * @param {Folded} name
   * @param {string} original
   */
  #isFound(name, original) {
    const query = this.#foldedQuery;
    let start = name.text.indexOf(query);
    if (start < 0) return false;
    const boundaries = name.marksTellBoundaries ? undefined : graphemeBoundaries(original, this.language);
    /** @param {number} offset */
    const isBoundary = (offset) => boundaries ? boundaries.has(offset) : !startsWithMark.test(name.text.charAt(offset));
    const startsAnywhere = startsWithMark.test(query);
    for (; start >= 0; start = name.text.indexOf(query, start + 1)) {
      if ((startsAnywhere || isBoundary(start)) && isBoundary(start + query.length)) return true;
    }
    return false;
  }
}
