import { RowBlocks, RowEntry } from "./rowBlocks.js";

/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../model/labelList.js").LabelList} LabelList */

/**
 * The labels of a list in blocks, kept in step with it: what changed since the last `update` is put right there, however often it
 * changed. Following another list is O(n).
 */
export class LabelOrder {
  blocks = new RowBlocks();
  /** @type {LabelList | null} */
  #list = null;
  #unfollow = () => {};
  /** @type {Map<string, RowEntry>} */
  #entries = new Map();
  /**
   * Labels that have other values now.
   * @type {Set<string>}
   */
  #replaced = new Set();
  /**
   * Labels that came, went or moved.
   * @type {Set<string>}
   */
  #displaced = new Set();

  /** @param {string} id */
  entry(id) {
    return this.#entries.get(id);
  }

  /**
   * @param {LabelList} list
   * @returns {boolean} whether it is another list than before, or its first
   */
  follow(list) {
    if (list === this.#list) return false;
    this.#unfollow();
    this.#list = list;
    this.#replaced.clear();
    this.#displaced.clear();
    this.#entries = new Map();
    for (const label of list) this.#entries.set(label.id, new RowEntry(label));
    this.blocks = new RowBlocks([...this.#entries.values()]);
    this.#unfollow = list.observe((before, after) => {
      const id = (before ?? after)?.id ?? "";
      if (before && after && before !== after) this.#replaced.add(id);
      else this.#displaced.add(id);
    });
    return true;
  }

  /** The labels that `update` will look at. */
  get changed() {
    return new Set([...this.#displaced, ...this.#replaced]);
  }

  /** O(changed labels). */
  update() {
    const list = this.#list;
    if (!list) return;
    for (const id of this.#displaced) this.#takeOut(id);
    for (const id of this.#displaced) if (list.get(id)) this.#place(list, id);
    this.#displaced.clear();
    for (const id of this.#replaced) {
      const label = list.get(id);
      const entry = this.#entries.get(id);
      if (label && entry) entry.label = label;
    }
    this.#replaced.clear();
  }

  /** @param {string} id */
  #takeOut(id) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.blocks.takeOut(entry);
    if (!this.#list?.get(id)) this.#entries.delete(id);
  }

  /**
   * Puts a label behind the one that it follows in the list, and that one before it if it has no place yet either.
   * @param {LabelList} list
   * @param {string} id
   */
  #place(list, id) {
    const waiting = [];
    let slot = list.slot(id) ?? null;
    for (; slot && (!slot.isLive || this.#displaced.has(slot.label.id)); slot = slot.previous) {
      if (slot.isLive) waiting.push(slot.label);
    }
    let after = slot ? this.#entries.get(slot.label.id) ?? null : null;
    for (const label of waiting.reverse()) {
      this.#displaced.delete(label.id);
      const entry = this.#entries.get(label.id) ?? new RowEntry(label);
      entry.label = label;
      this.#entries.set(label.id, entry);
      this.blocks.insert(entry, after);
      after = entry;
    }
  }
}
