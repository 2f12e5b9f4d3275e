import { graphemesIn } from "./graphemes.js";

/** @param {string} text */
export function graphemesOf(text) {
  return Array.from(graphemesIn(text), ({ segment }) => segment);
}

/**
 * The one region that differs: after the longest common prefix, before the longest common suffix of what remains.
 * @param {string[]} base
 * @param {string[]} other
 */
function changedRegion(base, other) {
  const shorter = Math.min(base.length, other.length);
  let start = 0;
  while (start < shorter && base[start] === other[start]) start += 1;
  let suffix = 0;
  while (suffix < shorter - start && base[base.length - 1 - suffix] === other[other.length - 1 - suffix]) suffix += 1;
  return { start, end: base.length - suffix, text: other.slice(start, other.length - suffix) };
}

/**
 * Merges two renamings of one name, by grapheme. Regions that overlap or touch conflict: then the later name wins whole.
 * @param {string} base what the editor built on
 * @param {string} current what the list holds now
 * @param {string} wanted what the editor wants
 * @returns {{ name: string, isConflict: boolean }}
 */
export function mergedName(base, current, wanted) {
  if (current === base || current === wanted) return { name: wanted, isConflict: false };
  if (wanted === base) return { name: current, isConflict: false };
  const original = graphemesOf(base);
  const ours = changedRegion(original, graphemesOf(wanted));
  const theirs = changedRegion(original, graphemesOf(current));
  const [first, second] = ours.start <= theirs.start ? [ours, theirs] : [theirs, ours];
  if (first.end >= second.start) return { name: wanted, isConflict: true };
  const parts = [original.slice(0, first.start), first.text, original.slice(first.end, second.start), second.text,
    original.slice(second.end)];
  return { name: parts.flat().join(""), isConflict: false };
}
