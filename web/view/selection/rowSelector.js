import { inside } from "../element.js";

/** @typedef {import("../rows/labelRow.js").LabelRow} LabelRow */
/** @typedef {import("../rows/visibleRows.js").VisibleRow} VisibleRow */

/**
 * What the box in a row asks for.
 * @typedef {{ isSelected(id: string): boolean, toggled(id: string, isSelected: boolean, isRange: boolean): void,
 *   moved(id: string, step: 1 | -1, isRange: boolean): void }} SelectorActions
 */

/** The box in front of a row's name, by which its label is chosen. */
export class RowSelector {
  #box;
  #row;
  #actions;

  /**
   * @param {LabelRow} row
   * @param {SelectorActions} actions
   */
  constructor(row, actions) {
    this.#row = row;
    this.#actions = actions;
    this.#box = inside(row.element, ".row-select", HTMLInputElement);
    this.#box.addEventListener("click", ({ shiftKey }) => actions.toggled(row.id, this.#box.checked, shiftKey));
    this.#box.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    this.#actions.moved(this.#row.id, event.key === "ArrowDown" ? 1 : -1, event.shiftKey);
  }

  /** @param {VisibleRow} shown */
  update({ isRemoved }) {
    const isSelected = this.#actions.isSelected(this.#row.id);
    if (this.#box.checked !== isSelected) this.#box.checked = isSelected;
    this.#box.ariaDisabled = String(isRemoved);
    this.#row.element.classList.toggle("is-selected", isSelected);
  }
}
