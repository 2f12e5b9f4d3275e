/** @typedef {import("../../model/edit.js").Edit} Edit */
/** @typedef {import("../../model/placement.js").Place} Place */
/** @typedef {import("../../model/placement.js").Orientation} Orientation */

/**
 * What is to be done to labels that were chosen together.
 * @typedef {Readonly<
 *   | { kind: "include", ids: readonly string[], isIncluded: boolean }
 *   | { kind: "remove", ids: readonly string[] }
 *   | { kind: "restore", ids: readonly string[] }
 *   | { kind: "rename", changes: readonly import("./renamePlan.js").NameChange[], seen: number }
 *   | { kind: "move", ids: readonly string[], place: Place, orientation: Orientation }
 * >} BulkAction
 */

/**
 * The edits of an action: as few as the server's limit of labels allows, in one group.
 * @param {BulkAction} action
 * @param {{ labelsPerEdit: number, group: string }} options
 * @returns {Edit[]}
 */
export function editsOf(action, { labelsPerEdit, group }) {
  return plainEdits(action, labelsPerEdit).map((edit) => ({ ...edit, group }));
}

/**
 * @param {BulkAction} action
 * @param {number} size
 * @returns {Edit[]}
 */
function plainEdits(action, size) {
  switch (action.kind) {
    case "include": return chunks(action.ids, size).map((ids) => ({ kind: "include", ids, isIncluded: action.isIncluded }));
    case "remove": return chunks(action.ids, size).map((ids) => ({ kind: "remove", ids }));
    case "restore": return chunks(action.ids, size).map((ids) => ({ kind: "restore", ids }));
    case "rename": return action.changes.map(({ id, from, to }) =>
      ({ kind: "rename", ids: [id], name: to, base: from, seen: action.seen }));
    case "move": return chunks(action.ids, size).map((ids, index) => ({ kind: "move", ids, orientation: action.orientation,
      place: index === 0 ? action.place : ["after", action.ids[index * size - 1]] }));
  }
}

/**
 * @template T
 * @param {readonly T[]} values
 * @param {number} size
 * @returns {T[][]}
 */
export function chunks(values, size) {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));
}
