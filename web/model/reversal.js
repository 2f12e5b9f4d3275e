/** @typedef {import("./edit.js").Edit} Edit */

/**
 * The edit that takes another one's effect back, as far as it can be told from the edit alone: to show an undo before the server
 * has resolved it. Null where only the server knows, as which of several labels were switched, or where a label was before.
 * @param {Edit} edit
 * @returns {Edit | null}
 */
export function reversed(edit) {
  switch (edit.kind) {
    case "insert":
    case "restore": return { kind: "remove", ids: edit.ids };
    case "remove": return { kind: "restore", ids: edit.ids };
    case "rename": return { ...edit, name: edit.base, base: edit.name };
    case "include": return edit.ids.length === 1 ? { ...edit, isIncluded: !edit.isIncluded } : null;
    case "reverse": return { ...edit, orientation: edit.orientation === 0 ? 1 : 0 };
    case "move":
    case "sort":
    case "undo":
    case "withdraw": return null;
  }
}
