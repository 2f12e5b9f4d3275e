import { LabelRow } from "./labelRow.js";

/** @typedef {import("./visibleRows.js").VisibleRow} VisibleRow */

/** Rows kept ready above and below what the screen shows. */
const overscan = 12;
/** What the bars above and below the rows may cover, in CSS pixels. */
const barHeight = 80;
/** A row's height until one could be measured, in CSS pixels. */
const guessedHeight = 56;

/**
 * Elements for those rows that are on or near the screen, keyed by label. The row with the focus has its element
 * wherever it is, and that element is never moved in the document: moving would take the focus away.
 */
export class RowWindow {
  /** @type {Map<string, LabelRow>} */
  #elements = new Map();
  /** @type {readonly VisibleRow[]} */
  #rows = [];
  #list;
  #actions;
  #remarks;
  #partMakers;

  /**
   * @param {HTMLElement} list
   * @param {import("./labelRow.js").RowActions} actions
   * @param {import("./labelRow.js").RowRemarks} remarks
   * @param {readonly import("./labelRow.js").RowPartMaker[]} [partMakers] what other parts of the page put into each row
   */
  constructor(list, actions, remarks, partMakers = []) {
    this.#list = list;
    this.#actions = actions;
    this.#remarks = remarks;
    this.#partMakers = partMakers;
  }

  /** @param {readonly VisibleRow[]} rows */
  show(rows) {
    this.#rows = rows;
    this.#list.style.setProperty("--row-count", String(rows.length));
    this.render();
  }

  /**
   * The element of a label's row, if the row is near the screen.
   * @param {string} id
   */
  row(id) {
    return this.#elements.get(id);
  }

  /** The row that has the focus. */
  get focusedRow() {
    return [...this.#elements.values()].find(({ element }) => element.contains(document.activeElement));
  }

  /**
   * Brings a row near the screen.
   * @param {number} index
   */
  scrollTo(index) {
    const top = this.#list.getBoundingClientRect().top + index * this.#rowHeight();
    const isVisible = top >= barHeight && top + this.#rowHeight() <= innerHeight - barHeight;
    if (!isVisible) scrollBy({ top: top - innerHeight / 2 });
    this.render();
  }

  /** Makes, updates, places and takes away elements. O(rows on screen). */
  render() {
    const [first, end] = this.#range();
    const focused = this.#rows.findIndex(({ label }) => this.#hasFocus(label.id));
    const indexes = [];
    if (focused >= 0 && focused < first) indexes.push(focused);
    for (let index = first; index < end; index += 1) indexes.push(index);
    if (focused >= end) indexes.push(focused);
    const wanted = new Map(indexes.map((index) => [this.#rows[index].label.id, index]));
    for (const [id, row] of this.#elements) {
      if (wanted.has(id)) continue;
      this.#elements.delete(id);
      row.element.remove();
    }
    for (const [id, index] of wanted) this.#update(id, index);
    this.#place([...wanted.keys()]);
  }

  /** The rows on or near the screen, from the first up to the end. */
  #range() {
    const height = this.#rowHeight();
    const top = -this.#list.getBoundingClientRect().top;
    const first = Math.floor(top / height) - overscan;
    const end = Math.ceil((top + innerHeight) / height) + overscan;
    return [clamp(first, this.#rows.length), clamp(end, this.#rows.length)];
  }

  #rowHeight() {
    for (const row of this.#elements.values()) return row.element.offsetHeight || guessedHeight;
    return guessedHeight;
  }

  /** @param {string} id */
  #hasFocus(id) {
    return this.#elements.get(id)?.element.contains(document.activeElement) ?? false;
  }

  /**
   * @param {string} id
   * @param {number} index
   */
  #update(id, index) {
    let row = this.#elements.get(id);
    if (!row) this.#elements.set(id, (row = new LabelRow(id, this.#actions, this.#remarks, this.#partMakers)));
    row.element.style.setProperty("--row-index", String(index));
    row.element.setAttribute("aria-posinset", String(index + 1));
    row.element.setAttribute("aria-setsize", String(this.#rows.length));
    row.update(this.#rows[index]);
  }

  /**
   * Puts the elements into the order of their rows, around the one with the focus.
   * @param {string[]} ids
   */
  #place(ids) {
    const elements = ids.map((id) => /** @type {LabelRow} */ (this.#elements.get(id)).element);
    const fixed = elements.findIndex((element) => element.contains(document.activeElement));
    for (let index = fixed - 1; index >= 0; index -= 1) {
      if (elements[index].nextSibling !== elements[index + 1]) elements[index + 1].before(elements[index]);
    }
    for (let index = fixed + 1; index < elements.length; index += 1) {
      const before = elements[index - 1] ?? null;
      if (elements[index].parentNode === this.#list && elements[index].previousSibling === before) continue;
      if (before) before.after(elements[index]); else this.#list.prepend(elements[index]);
    }
  }
}

/**
 * @param {number} index
 * @param {number} end
 */
function clamp(index, end) {
  return Math.min(Math.max(index, 0), end);
}
