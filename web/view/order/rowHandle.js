import { catalogue } from "../../messages/localize.js";
import { icon, make } from "../frame/make.js";
import { MenuButton } from "../frame/menuButton.js";

/** @typedef {import("../rows/labelRow.js").LabelRow} LabelRow */

/** What a row has for order and history: a handle to drag it by, and a menu. */
export class RowHandle {
  #handle = make("span", { className: "row-handle", title: catalogue.text("dragHint"), ariaHidden: "true" }, icon("handle"));

  /**
   * @param {LabelRow} row
   * @param {{ pressed(id: string, event: PointerEvent): void, menuOf(id: string): readonly import("../frame/menuButton.js").MenuItem[] }} actions
   */
  constructor(row, actions) {
    row.element.dataset.label = row.id;
    this.#handle.addEventListener("pointerdown", (event) => {
      if (event.isPrimary && event.button === 0 && !row.element.classList.contains("is-removed")) actions.pressed(row.id, event);
    });
    row.before.prepend(this.#handle);
    const button = make("button", { type: "button", className: "row-menu", ariaLabel: catalogue.text("labelMenu") }, icon("more"));
    row.extras.append(button);
    new MenuButton(button, () => actions.menuOf(row.id));
  }

  /** @param {import("../rows/visibleRows.js").VisibleRow} shown */
  update({ isRemoved }) {
    this.#handle.hidden = isRemoved;
  }
}
