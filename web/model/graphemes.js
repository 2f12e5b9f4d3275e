/**
 * Made when it is first needed: that takes longer than all else that a page does before it shows a list.
 * @type {Intl.Segmenter | null}
 */
let segmenter = null;

/**
 * What a reader takes for the characters of a text.
 * @param {string} text
 */
export function graphemesIn(text) {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
}
