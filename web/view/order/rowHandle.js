import { inside } from "../element.js";
import { MenuButton } from "../frame/menuButton.js";

/** @typedef {import("../rows/labelRow.js").LabelRow} LabelRow */

/** What a row has for order and history: a handle to drag it by, and a menu. */
export class RowHandle {
  /**
   * @param {LabelRow} row
   * @param {{ pressed(id: string, event: PointerEvent): void, menuOf(id: string): readonly import("../frame/menuButton.js").MenuItem[] }} actions
   */
  constructor(row, actions) {
    row.element.dataset.label = row.id;
    inside(row.element, ".row-handle", HTMLElement).addEventListener("pointerdown", (event) => {
      if (event.isPrimary && event.button === 0 && !row.element.classList.contains("is-removed")) actions.pressed(row.id, event);
    });
    new MenuButton(inside(row.element, ".row-menu", HTMLButtonElement), () => actions.menuOf(row.id));
  }
}
