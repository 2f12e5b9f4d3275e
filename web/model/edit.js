/** @typedef {import("./placement.js").Place} Place */
/** @typedef {import("./placement.js").Orientation} Orientation */

/**
 * What a client asks for. It names labels by id, never by position. `base` is what the editor held when typing began to
 * build on it, `seen` the confirmed revision when the editor last took the name in. `target` is the sequence of an earlier
 * edit of the same client. `collation` is the BCP 47 tag of the language in whose order names are sorted. `group` is the same on all edits of one larger action.
 * @typedef {Readonly<{ group?: string } & (
 *   | { kind: "insert", ids: readonly [string], name: string, isIncluded: boolean, place: Place, orientation: Orientation }
 *   | { kind: "rename", ids: readonly [string], name: string, base: string, seen: number }
 *   | { kind: "include", ids: readonly string[], isIncluded: boolean }
 *   | { kind: "remove", ids: readonly string[] }
 *   | { kind: "move", ids: readonly string[], place: Place, orientation: Orientation }
 *   | { kind: "reverse", orientation: Orientation }
 *   | { kind: "sort", collation: string, orientation: Orientation }
 *   | { kind: "restore", ids: readonly string[] }
 *   | { kind: "undo", target: number }
 *   | { kind: "withdraw" }
 * )>} Edit
 */

/**
 * The labels that an edit names.
 * @param {Edit} edit
 * @returns {readonly string[]}
 */
export function labelsOf(edit) {
  return "ids" in edit ? edit.ids : [];
}

/**
 * The text that a person typed for an edit, or undefined if the edit carries none.
 * @param {Edit} edit
 */
export function textOf(edit) {
  return edit.kind === "insert" || edit.kind === "rename" ? edit.name : undefined;
}

/**
 * One edit in the place of two consecutive unsent ones on the same field of the same labels, or undefined if they must
 * stay apart. The first base is kept: it is what the editor built on.
 * @param {Edit} first
 * @param {Edit} second
 * @returns {Edit | undefined}
 */
export function combined(first, second) {
  const sameLabels = labelsOf(first).join() === labelsOf(second).join();
  if (!sameLabels) return undefined;
  if (first.kind === "rename" && second.kind === "rename") return { ...second, base: first.base, seen: first.seen };
  if (first.kind === "include" && second.kind === "include") return second;
  return undefined;
}

/**
 * The edit as it is whenever its revision means nothing any more: it has seen nothing of the new history.
 * @param {Edit} edit
 * @returns {Edit}
 */
export function forgettingSeen(edit) {
  return edit.kind === "rename" && edit.seen !== 0 ? { ...edit, seen: 0 } : edit;
}
