/**
 * The one matching rule of the product, the same as the server's: a name matches when it contains the query after both
 * are fully case-folded (ß = SS, ﬁ = fi, σ = ς) and decomposed (composed é = decomposed é), with Turkish and Azeri keeping
 * dotted and dotless i apart, and the match begins and ends between graphemes of the name ("café" does not contain "e").
 * An empty query matches everything.
 */

import { graphemesIn } from "./model/graphemes.js";

/** @typedef {import("./model/label.js").Label} Label */

/**
 * Letters, and what stands between them, that are graphemes of their own in composed text, first and last of each run. In the
 * decomposition of text of nothing else graphemes begin exactly where a character is no mark, so that the segmenter, which takes
 * some 30 µs a name, isn't needed.
 */
const singleCharacterGraphemes = [[0x20, 0x7e], [0xc0, 0x24f], [0x386, 0x3ff], [0x400, 0x482], [0x48a, 0x52f], [0x5d0, 0x5ea],
  [0x620, 0x64a], [0x66e, 0x66f], [0x671, 0x6d3], [0x1e00, 0x1eff], [0x2010, 0x2027], [0x3000, 0x3002], [0x3041, 0x3096],
  [0x30a1, 0x30fa], [0x3400, 0x4dbf], [0x4e00, 0x9fff]];

/** @param {string} composed */
function hasOnlySingleCharacterGraphemes(composed) {
  for (let index = 0; index < composed.length; index += 1) {
    const code = composed.charCodeAt(index);
    if (!singleCharacterGraphemes.some(([first, last]) => code >= first && code <= last)) return false;
  }
  return true;
}

const startsWithMark = /^\p{Mark}/u;

/**
 * No character below U+0300 is a mark.
 * @param {string} text
 * @param {number} offset
 */
function isMarkAt(text, offset) {
  return text.charCodeAt(offset) >= 0x300 && startsWithMark.test(text.charAt(offset));
}

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

/** @param {string} text */
function isPlain(text) {
  return /^[ -~]*$/.test(text);
}

/** What is compared: a text case-folded and decomposed. */
export class Folded {
  /** @type {boolean | null} */
  #marksTellBoundaries = null;
  /** @type {number[] | null} */
  #boundaries = null;
  #composed;

  /**
   * @param {string} text
   * @param {string | null} composed what was folded, composed; null: ASCII
   * @param {boolean} expands whether folding made more characters of it
   */
  constructor(text, composed, expands) {
    this.text = text;
    this.#composed = composed;
    if (expands) this.#marksTellBoundaries = false;
  }

  /** Whether it is ASCII: every character is a grapheme. */
  get isPlain() {
    return this.#composed === null;
  }

  /** Whether graphemes begin exactly where a character is no mark. O(length), the first time. */
  get marksTellBoundaries() {
    this.#marksTellBoundaries ??= this.#composed === null || hasOnlySingleCharacterGraphemes(this.#composed);
    return this.#marksTellBoundaries;
  }

  /**
   * Whether a grapheme begins or ends at an offset. The first time it may take some 30 µs.
   * @param {number} offset
   * @param {string} original what was folded
   * @param {string} language by which
   */
  isBoundary(offset, original, language) {
    if (this.marksTellBoundaries) return !isMarkAt(this.text, offset);
    this.#boundaries ??= graphemeBoundaries(original, language).inFolded;
    return this.#boundaries.includes(offset);
  }
}

/**
 * O(length).
 * @param {string} text
 * @param {string} language
 */
export function folded(text, language) {
  const dotlessI = keepsDotlessI(language);
  if (isPlain(text) && !(dotlessI && text.includes("I"))) return new Folded(text.toLowerCase(), null, false);
  const composed = text.normalize("NFC");
  const result = caseFolded(composed, dotlessI);
  return new Folded(result.normalize("NFD"), composed, result.length > composed.length);
}

/**
 * Where graphemes of the name begin or end: the offsets into the folded name, and those into the name itself.
 * @param {string} name
 * @param {string} language
 */
function graphemeBoundaries(name, language) {
  const inFolded = [0];
  const inName = [0];
  for (const { segment, index } of graphemesIn(name)) {
    inFolded.push(inFolded[inFolded.length - 1] + folded(segment, language).text.length);
    inName.push(index + segment.length);
  }
  return { inFolded, inName };
}

/** A query and an inclusion, in a language. A value: change it by making another. */
export class LabelFilter {
  /** The query as it is looked for in folded names. */
  foldedQuery;
  /** Whether it is ASCII: then it is in a plain name wherever it is in its text. */
  isPlain;

  /** @param {{ query?: string, includedOnly?: boolean, excludedOnly?: boolean, language: string }} options */
  constructor({ query = "", includedOnly = false, excludedOnly = false, language }) {
    this.query = query;
    this.includedOnly = includedOnly;
    this.excludedOnly = excludedOnly;
    this.language = language;
    this.foldedQuery = folded(query, language).text;
    this.isPlain = isPlain(this.foldedQuery);
  }

  /** Whether every label matches. */
  get isEmpty() {
    return this.query === "" && !this.includedOnly && !this.excludedOnly;
  }

  /**
   * Whether a label's name matches, and its inclusion.
   * @param {Label} label
   * @param {Folded} [name] its name as `folded` gives it in this language, where that is known
   */
  matches(label, name) {
    if (!this.allows(label)) return false;
    if (this.foldedQuery === "") return true;
    if (this.isPlain && name?.isPlain) return name.text.includes(this.foldedQuery);
    return this.#find(name ?? folded(label.name, this.language), label.name) >= 0;
  }

  /**
   * Whether a label's inclusion matches.
   * @param {Label} label
   */
  allows({ isIncluded }) {
    return isIncluded ? !this.excludedOnly : !this.includedOnly;
  }

  /**
   * Where the query stands in a name: starts and ends, from the front, none overlapping another. A query that begins with a mark
   * is found with the grapheme that it is in.
   * @param {string} name
   * @returns {(readonly [start: number, end: number])[]}
   */
  found(name) {
    if (this.foldedQuery === "") return [];
    const foldedName = folded(name, this.language);
    if (foldedName.isPlain) return this.#foundIn(foldedName.text);
    const { inFolded, inName } = graphemeBoundaries(name, this.language);
    /** @type {(readonly [start: number, end: number])[]} */
    const found = [];
    for (let at = this.#find(foldedName, name); at >= 0; at = this.#find(foldedName, name, at + this.foldedQuery.length)) {
      const end = inFolded.indexOf(at + this.foldedQuery.length);
      found.push([inName[inFolded.filter((boundary) => boundary <= at).length - 1], inName[end]]);
    }
    return found;
  }

  /**
   * The same in a plain name: every character is a grapheme of its own.
   * @param {string} text
   */
  #foundIn(text) {
    /** @type {(readonly [start: number, end: number])[]} */
    const found = [];
    const { length } = this.foldedQuery;
    for (let at = text.indexOf(this.foldedQuery); at >= 0; at = text.indexOf(this.foldedQuery, at + length)) found.push([at, at + length]);
    return found;
  }

  /**
   * The offset into the folded name at which the query is found, or -1.
   * @param {Folded} name
   * @param {string} original
   * @param {number} [from] offset from which on to look
   */
  #find(name, original, from = 0) {
    const query = this.foldedQuery;
    let start = name.text.indexOf(query, from);
    if (start < 0) return -1;
    /** @param {number} offset */
    const isBoundary = (offset) => name.isBoundary(offset, original, this.language);
    const startsAnywhere = startsWithMark.test(query);
    for (; start >= 0; start = name.text.indexOf(query, start + 1)) {
      if ((startsAnywhere || isBoundary(start)) && isBoundary(start + query.length)) return start;
    }
    return -1;
  }
}
