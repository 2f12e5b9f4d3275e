import { RowEntry } from "./rowBlocks.js";

/** @typedef {import("./rowBlocks.js").RowBlocks} RowBlocks */

/**
 * The row that the person is in. It has an entry of its own, so that it stays where it is on screen whatever becomes of its label:
 * labels that come or go above shift it, but moves of others, of its own label, and a reverse do not.
 */
export class HeldRow {
  /** The label's place when it was last in the list, from 1. */
  position = 0;
  isRemoved = false;
  entry;

  /** @param {import("../../model/label.js").Label} label */
  constructor(label) {
    this.id = label.id;
    this.entry = new RowEntry(label, false);
    this.entry.isShown = true;
  }

  /**
   * Puts the entry where so many rows are above it.
   * @param {RowBlocks} blocks that do not hold it
   * @param {boolean} isReversed whether the screen shows the labels in reverse
   * @param {number} index
   */
  place(blocks, isReversed, index) {
    const count = blocks.shownCount;
    const rank = Math.max(0, Math.min(count, isReversed ? count - index : index));
    const next = blocks.shownAt(rank);
    blocks.insert(this.entry, next ? blocks.previous(next) : blocks.last);
  }

  /**
   * @param {RowBlocks} blocks
   * @param {RowEntry | null} entry
   */
  placeBehind(blocks, entry) {
    blocks.takeOut(this.entry);
    blocks.insert(this.entry, entry);
  }
}
