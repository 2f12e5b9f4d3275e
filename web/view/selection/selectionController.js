import { byId, inside } from "../element.js";
import { RowSelector } from "./rowSelector.js";
import { Selection } from "./selection.js";

/**
 * The parts of the page that choosing labels works on.
 * @typedef {{
 *   session: import("../../sync/session.js").Session,
 *   visible: import("../rows/visibleRows.js").VisibleRows,
 *   gate: import("../renderGate.js").RenderGate,
 *   rows: import("../rows/rowController.js").RowController,
 *   window(): import("../rows/rowWindow.js").RowWindow,
 * }} SelectionSurroundings
 */

/** Lets the person choose labels: by their boxes, with Shift for ranges, all shown, and by the same from the keyboard. */
export class SelectionController {
  selection = new Selection();
  #labels = byId("labels", HTMLElement);
  #head = byId("list-head", HTMLElement);
  #all = byId("select-all", HTMLInputElement);
  #surroundings;

  /** @param {SelectionSurroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
    this.#all.addEventListener("change", () => this.#chooseAll(this.#all.checked));
    this.#labels.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @type {import("../rows/labelRow.js").RowPartMaker} */
  makeRowPart = (row) => new RowSelector(row, {
    isSelected: (id) => this.selection.has(id),
    toggled: (id, isSelected, isRange) => this.#toggle(id, isSelected, isRange),
    moved: (id, step, isRange) => this.#move(id, step, isRange),
  });

  /** The labels of the rows, in order; rows of removed labels are none to choose. */
  get shown() {
    return this.#surroundings.visible.labels.map(({ id }) => id);
  }

  /** What is chosen now, for good. */
  get frozen() {
    return this.selection.frozen(this.#surroundings.session.replica.list.shown());
  }

  clear() {
    const hadFocus = byId("bulk-bar", HTMLElement).contains(document.activeElement);
    this.selection.clear();
    this.#surroundings.gate.now();
    if (hadFocus) this.#labels.focus({ preventScroll: true });
  }

  render() {
    const { list } = this.#surroundings.session.replica;
    this.#head.hidden = list.count === 0;
    if (this.selection.count === 0) {
      this.#all.checked = this.#all.indeterminate = false;
      return;
    }
    const { visible } = this.#surroundings;
    let count = 0;
    for (const id of this.selection) if (visible.shows(id)) count += 1;
    this.#all.checked = count > 0 && count === visible.labelCount;
    this.#all.indeterminate = count > 0 && count < visible.labelCount;
  }

  /**
   * @param {string} id
   * @param {boolean} isSelected
   * @param {boolean} isRange
   */
  #toggle(id, isSelected, isRange) {
    if (isRange) this.selection.setRange(this.shown, id, isSelected);
    else this.selection.set(id, isSelected);
    this.#surroundings.gate.now();
  }

  /** @param {boolean} isSelected */
  #chooseAll(isSelected) {
    const shown = this.shown;
    if (isSelected) this.selection.addAll(shown);
    else for (const id of shown) this.selection.set(id, false);
    this.#surroundings.gate.now();
  }

  /**
   * Goes to the box above or below; a range grows with it.
   * @param {string} id
   * @param {1 | -1} step
   * @param {boolean} isRange
   */
  #move(id, step, isRange) {
    const { visible, rows, window } = this.#surroundings;
    const next = visible.at(visible.indexOf(id) + step)?.label.id;
    if (next === undefined) return;
    if (isRange) {
      this.selection.set(id, true);
      this.selection.setRange(this.shown, next, true);
    }
    rows.reveal(next);
    const row = window().row(next);
    if (row) inside(row.element, ".row-select", HTMLInputElement).focus();
    this.#surroundings.gate.now();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || event.isComposing || isTextField(event.target)) return;
    const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "a";
    if (isAll) {
      event.preventDefault();
      this.#chooseAll(true);
    } else if (event.key === "Escape" && this.selection.count > 0) {
      event.preventDefault();
      this.clear();
    }
  }
}

/** @param {EventTarget | null} target */
function isTextField(target) {
  return target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type);
}
