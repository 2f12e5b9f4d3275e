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
 * Whether a text is ASCII, in which every character is a grapheme but for CR LF, which is no name's.
 * @param {string} text
 */
export function isPlain(text) {
  return /^[\n -~]*$/.test(text);
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
  if (/^[ -~]*$/.test(text) && !(dotlessI && text.includes("I"))) return { text: text.toLowerCase(), marksTellBoundaries: true };
  const composed = text.normalize("NFC");
  const result = caseFolded(composed, dotlessI);
  const expands = result.length > composed.length;
  return { text: result.normalize("NFD"), marksTellBoundaries: !expands && singleCharacterGraphemes.test(composed) };
}

/**
 * Where graphemes of the name begin or end: the offset into the folded name, and that into the name itself.
 * @param {string} name
 * @param {string} language
 * @returns {Map<number, number>}
 */
function graphemeBoundaries(name, language) {
  const boundaries = new Map([[0, 0]]);
  let offset = 0;
  for (const { segment, index } of graphemes.segment(name)) {
    offset += folded(segment, language).text.length;
    boundaries.set(offset, index + segment.length);
  }
  return boundaries;
}

/** A query and an inclusion, in a language. A value: change it by making another. */
export class LabelFilter {
  /** The query as it is looked for in folded names. */
  foldedQuery;
  /** Whether marks and graphemes play no part as long as the name is plain, too. */
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
    const inName = folded(name, this.language);
    const boundaries = graphemeBoundaries(name, this.language);
    /** @type {(readonly [start: number, end: number])[]} */
    const found = [];
    for (let at = this.#find(inName, name); at >= 0; at = this.#find(inName, name, at + this.foldedQuery.length)) {
      let begin = at;
      while (!boundaries.has(begin)) begin -= 1;
      found.push([boundaries.get(begin) ?? 0, boundaries.get(at + this.foldedQuery.length) ?? name.length]);
    }
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
    const boundaries = name.marksTellBoundaries ? undefined : graphemeBoundaries(original, this.language);
    /** @param {number} offset */
    const isBoundary = (offset) => boundaries ? boundaries.has(offset) : !startsWithMark.test(name.text.charAt(offset));
    const startsAnywhere = startsWithMark.test(query);
    for (; start >= 0; start = name.text.indexOf(query, start + 1)) {
      if ((startsAnywhere || isBoundary(start)) && isBoundary(start + query.length)) return start;
    }
    return -1;
  }
}
