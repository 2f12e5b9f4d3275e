/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../filter.js").LabelFilter} LabelFilter */

/**
 * A label to be shown and its place in the whole list as it is on screen, from 1; `isRemoved` when it is shown only
 * because the person is still in its row.
 * @typedef {Readonly<{ label: Label, position: number, isRemoved: boolean }>} VisibleRow
 */

/** Decides which labels have a row: those that the filter shows, and the one whose row the person is in. */
export class VisibleRows {
  /** @type {VisibleRow[]} */
  rows = [];
  /** @type {string | null} */
  #held = null;
  /** Where the held row was last, so that it stays there when its label is removed. */
  #heldIndex = 0;

  /**
   * Where a label's row is, or -1.
   * @param {string} id
   */
  indexOf(id) {
    return this.rows.findIndex(({ label }) => label.id === id);
  }

  /**
   * Keeps a label's row until `release`, whatever becomes of the label.
   * @param {string} id
   */
  hold(id) {
    this.#held = id;
  }

  /**
   * Lets a label's row go, if it is the one that is held.
   * @param {string} id
   */
  release(id) {
    if (this.#held === id) this.#held = null;
  }

  /**
   * Whether a label is in the list and has no row.
   * @param {Label | undefined} label
   * @param {LabelFilter} filter
   */
  hides(label, filter) {
    return label !== undefined && label.id !== this.#held && !filter.matches(label);
  }

  /**
   * O(n).
   * @param {readonly Label[]} labels the whole list as it is on screen
   * @param {LabelFilter} filter
   */
  update(labels, filter) {
    const held = this.rows.find(({ label }) => label.id === this.#held);
    /** @type {VisibleRow[]} */
    const rows = [];
    let position = 0;
    let isHeldInList = false;
    for (const label of labels) {
      position += 1;
      const isHeld = label.id === this.#held;
      isHeldInList ||= isHeld;
      if (isHeld) this.#heldIndex = rows.length;
      if (isHeld || filter.matches(label)) rows.push({ label, position, isRemoved: false });
    }
    if (held && !isHeldInList) rows.splice(this.#heldIndex, 0, { ...held, isRemoved: true });
    this.rows = rows;
  }
}
