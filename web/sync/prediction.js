import { label } from "../model/label.js";
import { mergedName } from "../model/nameMerge.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("../model/labelList.js").LabelList} LabelList */
/** @typedef {import("../model/labelList.js").Inverse} Inverse */

/**
 * Does to the list what the server would do with the edit now, short of its limits. An edit that the server would refuse
 * changes nothing, nor do an undo and a sort, which only the server can resolve, nor what a newer version of this page left behind,
 * which only the server can judge. O(labels named).
 * @param {LabelList} list
 * @param {Edit} edit
 * @returns {Inverse[]} to be run last first
 */
export function predict(list, edit) {
  switch (edit.kind) {
    case "insert": return predictInsert(list, edit);
    case "rename": return forEachLive(list, edit.ids, (found) => {
      const { name } = mergedName(edit.base, found.name, edit.name);
      return name === found.name ? undefined : list.replace(label({ ...found, name }));
    });
    case "include": return forEachLive(list, edit.ids, (found) =>
      found.isIncluded === edit.isIncluded ? undefined : list.replace(label({ ...found, isIncluded: edit.isIncluded })));
    case "remove": return forEachLive(list, edit.ids, (found) => list.remove(found.id));
    case "move": return predictMove(list, edit);
    case "reverse": return list.orientation === edit.orientation ? [list.reverse()] : [];
    case "restore": return edit.ids.filter((id) => list.isRemoved(id)).map((id) => list.restore(id));
    case "sort":
    case "undo":
    case "withdraw":
    default: return [];
  }
}

/**
 * Shows an undo as what it is expected to do. The server refuses one that would touch a later text, so that shows nothing.
 * @param {LabelList} list
 * @param {Edit} effect
 * @returns {Inverse[]} to be run last first
 */
export function predictUndo(list, effect) {
  const current = effect.kind === "rename" ? list.get(effect.ids[0])?.name : undefined;
  const isRefused = effect.kind === "rename" && current !== undefined && mergedName(effect.base, current, effect.name).isConflict;
  return isRefused ? [] : predict(list, effect);
}

/**
 * @param {LabelList} list
 * @param {readonly string[]} ids
 * @param {(found: import("../model/label.js").Label) => Inverse | undefined} change
 */
function forEachLive(list, ids, change) {
  /** @type {Inverse[]} */
  const inverses = [];
  for (const id of ids) {
    const found = list.get(id);
    const inverse = found && change(found);
    if (inverse) inverses.push(inverse);
  }
  return inverses;
}

/**
 * A label whose neighbour is unknown here goes to the end: it must be seen until the server has judged it.
 * @param {LabelList} list
 * @param {Extract<Edit, { kind: "insert" }>} edit
 */
function predictInsert(list, edit) {
  const [id] = edit.ids;
  if (list.slot(id)) return [];
  let after = list.spot(edit.place, edit.orientation);
  if (after === undefined) after = list.spot(["last"], edit.orientation) ?? null;
  return [list.insert(label({ id, name: edit.name, isIncluded: edit.isIncluded }), after)];
}

/**
 * @param {LabelList} list
 * @param {Extract<Edit, { kind: "move" }>} edit
 */
function predictMove(list, edit) {
  let after = list.spot(edit.place, edit.orientation, new Set(edit.ids));
  if (after === undefined) return [];
  /** @type {Inverse[]} */
  const inverses = [];
  for (const id of edit.orientation === 0 ? edit.ids : [...edit.ids].reverse()) {
    if (!list.get(id)) continue;
    inverses.push(list.move(id, after));
    after = list.slot(id) ?? null;
  }
  return inverses;
}
