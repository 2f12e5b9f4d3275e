import { catalogue } from "../../messages/localize.js";
import { inside } from "../element.js";
import { MenuButton } from "../frame/menuButton.js";

/** @typedef {import("../rows/labelRow.js").LabelRow} LabelRow */

/** What a row has for order and history: a handle to drag it by, and a menu. */
export class RowHandle {
  #handle;

  /**
   * @param {LabelRow} row
   * @param {{ pressed(id: string, event: PointerEvent): void, menuOf(id: string): readonly import("../frame/menuButton.js").MenuItem[] }} actions
   */
  constructor(row, actions) {
    row.element.dataset.label = row.id;
    this.#handle = inside(row.before, ".row-handle", HTMLElement);
    this.#handle.title = catalogue.text("dragHint");
    this.#handle.addEventListener("pointerdown", (event) => {
      if (event.isPrimary && event.button === 0 && !row.element.classList.contains("is-removed")) actions.pressed(row.id, event);
    });
    new MenuButton(inside(row.extras, ".row-menu", HTMLButtonElement), () => actions.menuOf(row.id));
  }

  /** @param {import("../rows/visibleRows.js").VisibleRow} shown */
  update({ isRemoved }) {
    this.#handle.hidden = isRemoved;
  }
}
