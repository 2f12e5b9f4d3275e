import { label } from "../model/label.js";

/** @typedef {import("../model/labelList.js").LabelList} LabelList */
/** @typedef {import("../model/label.js").Label} Label */
/** @typedef {import("../model/placement.js").Orientation} Orientation */
/** @typedef {import("./messages.js").SnapshotLabel} SnapshotLabel */
/** @typedef {{ author: number, sequence: number }} Naming */

/**
 * What a change did, as the protocol sends it.
 * @typedef {(
 *   | { effect: "inserted", label: Label, after: string | null }
 *   | { effect: "renamed", id: string, value: string, overwrote?: Naming[] }
 *   | { effect: "included", id: string, value: boolean }
 *   | { effect: "moved", id: string, after: string | null }
 *   | { effect: "reversed", value: Orientation }
 *   | { effect: "removed", id: string }
 *   | { effect: "restored", label: SnapshotLabel, after: string | null }
 * )} Effect
 *
 * @typedef {{ revision: number, hash: string, author: number, sequence: number, time: number, partial?: boolean,
 *   effects: Effect[] }} Change
 */

/** The server's messages do not fit this replica: it needs a snapshot. */
export class ReplicaFault extends Error {}

/**
 * @param {LabelList} list
 * @param {string} id
 */
function live(list, id) {
  const found = list.get(id);
  if (!found) throw new ReplicaFault(`The change names ${id}, which is not in the list.`);
  return found;
}

/**
 * The slot of the live label that another follows.
 * @param {LabelList} list
 * @param {string | null} id
 */
function slotAfter(list, id) {
  if (id === null) return null;
  live(list, id);
  return list.slot(id) ?? null;
}

/**
 * Applies one effect to the confirmed list. O(1).
 * @param {LabelList} list
 * @param {Effect} effect
 * @throws {ReplicaFault} if the effect does not fit the list
 */
export function applyEffect(list, effect) {
  switch (effect.effect) {
    case "inserted":
      if (list.slot(effect.label.id)) throw new ReplicaFault(`The label ${effect.label.id} is there already.`);
      list.insert(label(effect.label), slotAfter(list, effect.after));
      return;
    case "renamed":
      list.replace(label({ ...live(list, effect.id), name: effect.value }));
      return;
    case "included":
      list.replace(label({ ...live(list, effect.id), isIncluded: effect.value }));
      return;
    case "moved":
      live(list, effect.id);
      if (effect.after !== effect.id) list.move(effect.id, slotAfter(list, effect.after));
      return;
    case "reversed":
      list.orientation = effect.value;
      return;
    case "removed":
      live(list, effect.id);
      list.remove(effect.id);
      list.forgetOldPlaces();
      return;
    case "restored":
      restore(list, label(effect.label), effect.after);
      return;
    default:
      throw new ReplicaFault("The change has an effect that this page does not know.");
  }
}

/**
 * @param {LabelList} list
 * @param {Label} restored
 * @param {string | null} after
 */
function restore(list, restored, after) {
  if (list.get(restored.id)) throw new ReplicaFault(`The label ${restored.id} was not removed.`);
  if (!list.isRemoved(restored.id)) {
    list.insert(restored, slotAfter(list, after));
    return;
  }
  list.restore(restored.id);
  list.replace(restored);
  list.move(restored.id, slotAfter(list, after));
}
