import { matches, refilter } from "./blockFilter.js";
import { HeldRow } from "./heldRow.js";
import { LabelOrder } from "./labelOrder.js";
import { shifted } from "./shifted.js";

/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../model/labelList.js").LabelList} LabelList */
/** @typedef {import("../../filter.js").LabelFilter} LabelFilter */
/** @typedef {import("./rowBlocks.js").RowEntry} RowEntry */

/**
 * A label to be shown and its place in the whole list as it is on screen, from 1; `isRemoved` when it is shown only
 * because the person is still in its row.
 * @typedef {Readonly<{ label: Label, position: number, isRemoved: boolean }>} VisibleRow
 */

/**
 * Decides which labels have a row: those that the filter shows, and the one whose row the person is in. An update costs
 * O(changed labels). Another filter costs O(n) when something is asked of all rows; the first ones are found before.
 */
export class VisibleRows {
  #order = new LabelOrder();
  /** @type {LabelFilter | null} */
  #filter = null;
  /** Whether all labels were looked at with the filter. */
  #isWhole = true;
  #isReversed = false;
  /** @type {HeldRow | null} */
  #held = null;
  /** @type {string | null} */
  #toHold = null;

  /** How many rows there are. */
  get count() {
    return this.#blocks.shownCount;
  }

  /** How many labels of the list have a row. */
  get labelCount() {
    return this.count - (this.#held?.isRemoved ? 1 : 0);
  }

  get #blocks() {
    this.#finish();
    return this.#order.blocks;
  }

  /** Looks at the labels that were not looked at yet with the filter. */
  #finish() {
    if (this.#isWhole || !this.#filter) return;
    this.#isWhole = true;
    for (const block of this.#order.blocks.blocks) refilter(block, this.#filter, this.#held === null);
  }

  /**
   * The first rows, so many at most. Only the labels up to there are looked at.
   * @param {number} count
   */
  first(count) {
    /** @type {VisibleRow[]} */
    const rows = [];
    for (const { entries } of this.#lookedThrough()) {
      const shown = entries.filter(({ isShown }) => isShown);
      if (this.#isReversed) shown.reverse();
      for (const entry of shown.slice(0, count - rows.length)) rows.push(this.#rowOf(entry));
      if (rows.length === count) break;
    }
    return rows;
  }

  /** The blocks as they are on screen, each looked at with the filter once it is reached. */
  *#lookedThrough() {
    const { blocks } = this.#order.blocks;
    for (let index = 0; index < blocks.length; index += 1) {
      const block = blocks[this.#isReversed ? blocks.length - 1 - index : index];
      if (!this.#isWhole && this.#filter) refilter(block, this.#filter, this.#held === null);
      yield block;
    }
  }

  /**
   * The row with so many rows above it.
   * @param {number} index
   * @returns {VisibleRow | undefined}
   */
  at(index) {
    const entry = this.#blocks.shownAt(this.#isReversed ? this.count - 1 - index : index);
    return entry && this.#rowOf(entry);
  }

  /**
   * @param {RowEntry} entry
   * @returns {VisibleRow}
   */
  #rowOf(entry) {
    if (entry === this.#held?.entry) return { label: entry.label, position: this.#held.position, isRemoved: this.#held.isRemoved };
    return { label: entry.label, position: this.#positionOf(entry), isRemoved: false };
  }

  /** @param {RowEntry} entry */
  #positionOf(entry) {
    const { blocks } = this.#order;
    const position = blocks.positionOf(entry);
    return this.#isReversed ? blocks.labelCount - position : position + 1;
  }

  /**
   * Where a label's row is, or -1.
   * @param {string} id
   */
  indexOf(id) {
    const blocks = this.#blocks;
    const entry = this.#held?.id === id ? this.#held.entry : this.#order.entry(id);
    if (!entry?.isShown) return -1;
    const rank = blocks.rankOf(entry);
    return this.#isReversed ? this.count - 1 - rank : rank;
  }

  /** The labels of the list that have a row, in the order on screen. O(n). */
  get labels() {
    /** @type {Label[]} */
    const labels = [];
    for (const { entries, shownCount } of this.#blocks.blocks) {
      if (shownCount === 0) continue;
      for (const entry of entries) if (entry.isShown && !(entry === this.#held?.entry && this.#held.isRemoved)) labels.push(entry.label);
    }
    return this.#isReversed ? labels.reverse() : labels;
  }

  /**
   * Whether a label is in the list and has a row. O(1).
   * @param {string} id
   */
  shows(id) {
    return this.#order.entry(id) !== undefined && !this.hides(id);
  }

  /**
   * Keeps a label's row where it is until `release`, whatever becomes of the label.
   * @param {string} id
   */
  hold(id) {
    if (this.#held?.id === id) return;
    this.#letGo();
    this.#toHold = id;
    this.#holdNow();
  }

  #holdNow() {
    if (this.#toHold === null) return;
    this.#finish();
    const entry = this.#order.entry(this.#toHold);
    if (!entry?.isShown) return;
    this.#toHold = null;
    this.#held = new HeldRow(entry.label);
    this.#held.position = this.#positionOf(entry);
    this.#blocks.insert(this.#held.entry, entry);
    this.#blocks.show(entry, false);
  }

  /**
   * Lets a label's row go, if it is the one that is held.
   * @param {string} id
   */
  release(id) {
    if (this.#toHold === id) this.#toHold = null;
    if (this.#held?.id === id) this.#letGo();
  }

  #letGo() {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    this.#blocks.takeOut(held.entry);
    const entry = this.#order.entry(held.id);
    if (entry && this.#filter) this.#blocks.show(entry, matches(entry, this.#filter));
  }

  /**
   * Whether a label is in the list and has no row.
   * @param {string} id
   */
  hides(id) {
    this.#finish();
    return this.#order.entry(id)?.isShown === false && this.#held?.id !== id;
  }

  /**
   * Those of some labels that are in the list and have no row.
   * @param {Iterable<string>} ids
   */
  hiddenAmong(ids) {
    const hidden = [];
    for (const id of ids) if (this.hides(id)) hidden.push(id);
    return hidden;
  }

  /**
   * Does beforehand what the next query would have to do first.
   * @param {() => boolean} isLate whether to leave off
   * @returns {boolean} whether all is done
   */
  prepare(isLate) {
    if (!this.#filter) return true;
    for (const block of this.#order.blocks.blocks) {
      if (isLate()) return false;
      block.text(this.#filter.language);
    }
    return true;
  }

  /**
   * @param {LabelList} list
   * @param {LabelFilter} filter
   */
  update(list, filter) {
    const held = this.#held;
    const index = held ? this.indexOf(held.id) : 0;
    const isTurned = (list.orientation === 1) !== this.#isReversed;
    const isOther = this.#order.follow(list);
    const changed = isOther ? null : this.#order.changed;
    const before = held && changed ? this.#indexesOf(changed) : new Map();
    if (changed?.size) this.#finish();
    this.#order.update();
    this.#isReversed = list.orientation === 1;
    const isFilterOther = filter !== this.#filter;
    if (isOther || isFilterOther) this.#refilter(filter, Boolean(changed?.size));
    else if (changed) this.#showMatching(changed, filter);
    if (!held) {
      this.#holdNow();
      return;
    }
    this.#followLabel(held);
    if (isFilterOther && !held.isRemoved) held.placeBehind(this.#blocks, this.#order.entry(held.id) ?? null);
    else if (isOther || isTurned || changed?.size) {
      this.#blocks.takeOut(held.entry);
      const after = changed ? this.#indexesOf(changed) : before;
      held.place(this.#blocks, this.#isReversed, shifted(index, before, after, (id) => this.#isAbove(id, held.id)));
    }
  }

  /**
   * Where those of some labels are that have a row, but for the held one.
   * @param {ReadonlySet<string>} ids
   * @returns {Map<string, number>}
   */
  #indexesOf(ids) {
    const indexes = new Map();
    for (const id of ids) {
      const index = id === this.#held?.id ? -1 : this.indexOf(id);
      if (index >= 0) indexes.set(id, index);
    }
    return indexes;
  }

  /**
   * Whether one label stands above another in the list as it is on screen.
   * @param {string} id
   * @param {string} other
   */
  #isAbove(id, other) {
    const entry = this.#order.entry(id);
    const otherEntry = this.#order.entry(other);
    return entry !== undefined && otherEntry !== undefined && this.#positionOf(entry) < this.#positionOf(otherEntry);
  }

  /**
   * @param {LabelFilter} filter
   * @param {boolean} isChanged whether labels are others than when the former filter was used
   */
  #refilter(filter, isChanged) {
    if (isChanged) for (const block of this.#order.blocks.blocks) block.shownBy = null;
    this.#filter = filter;
    this.#isWhole = false;
  }

  /**
   * @param {ReadonlySet<string>} ids
   * @param {LabelFilter} filter
   */
  #showMatching(ids, filter) {
    for (const id of ids) {
      const entry = this.#order.entry(id);
      if (entry) this.#blocks.show(entry, matches(entry, filter));
    }
  }

  /** @param {HeldRow} held */
  #followLabel(held) {
    const own = this.#order.entry(held.id);
    held.isRemoved = own === undefined;
    if (!own) return;
    held.entry.label = own.label;
    held.position = this.#positionOf(own);
    this.#blocks.show(own, false);
  }
}
