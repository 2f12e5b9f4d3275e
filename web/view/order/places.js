/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../model/placement.js").Place} Place */

/**
 * One row up or down, among the rows that are shown: labels that the filter hides are passed over. Labels that stand apart come
 * together beside the first (or last) of them.
 * @param {readonly string[]} shown the rows' labels, in order
 * @param {ReadonlySet<string>} moving
 * @param {"up" | "down"} direction
 * @returns {Place | null} null: they are there already
 */
export function stepPlace(shown, moving, direction) {
  const isUp = direction === "up";
  const rows = isUp ? shown : [...shown].reverse();
  const first = rows.findIndex((id) => moving.has(id));
  if (first < 0) return null;
  const passed = first > 0 ? rows[first - 1] : rows.slice(moving.size).some((id) => moving.has(id)) && rows.find((id) => !moving.has(id));
  return passed ? [isUp ? "before" : "after", passed] : null;
}

/**
 * Beside a row, on the side that was pointed at.
 * @param {ReadonlySet<string>} moving
 * @param {string} id the row's label
 * @param {"before" | "after"} side
 * @returns {Place | null} null: beside itself
 */
export function besidePlace(moving, id, side) {
  return moving.has(id) ? null : [side, id];
}

/**
 * The labels of the whole list that something put at a place comes to stand between. O(labels).
 * @param {readonly Label[]} labels the whole list as it is on screen
 * @param {Place} place
 * @param {ReadonlySet<string>} moving those that are put there
 * @returns {{ above: Label | null, below: Label | null } | undefined} undefined: the neighbour is not in the list
 */
export function neighboursAt(labels, place, moving) {
  const others = labels.filter(({ id }) => !moving.has(id));
  const index = indexOf(others, place);
  return index === undefined ? undefined : { above: others[index - 1] ?? null, below: others[index] ?? null };
}

/**
 * @param {readonly Label[]} labels
 * @param {Place} place
 */
function indexOf(labels, place) {
  if (place[0] === "first") return 0;
  if (place[0] === "last") return labels.length;
  const anchor = labels.findIndex(({ id }) => id === place[1]);
  if (anchor < 0) return undefined;
  return place[0] === "before" ? anchor : anchor + 1;
}

/**
 * Whether labels stand at a place already, in this order. O(labels).
 * @param {readonly Label[]} labels the whole list as it is on screen
 * @param {Place} place
 * @param {readonly string[]} ids
 */
export function isThere(labels, place, ids) {
  const moving = new Set(ids);
  const others = labels.filter(({ id }) => !moving.has(id));
  const index = indexOf(others, place);
  return index !== undefined && ids.every((id, offset) => labels[index + offset]?.id === id);
}
