/**
 * A spot as its author saw it on the screen.
 * @typedef {readonly ["first"] | readonly ["last"] | readonly ["before", string] | readonly ["after", string]} Place
 */

/**
 * Which end of the canonical order is shown first: 0 its front, 1 its back.
 * @typedef {0 | 1} Orientation
 */

/**
 * The same spot in canonical order: under a reversed screen before ↔ after and first ↔ last.
 * @param {Place} place
 * @param {Orientation} orientation the author's
 * @returns {Place}
 */
export function canonicalPlace(place, orientation) {
  if (orientation === 0) return place;
  switch (place[0]) {
    case "first": return ["last"];
    case "last": return ["first"];
    case "before": return ["after", place[1]];
    case "after": return ["before", place[1]];
  }
}
