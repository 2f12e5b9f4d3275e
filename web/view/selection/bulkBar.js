import { catalogue } from "../../messages/localize.js";
import { byId, setText } from "../element.js";

/**
 * What the bar asks for.
 * @typedef {{ include(isIncluded: boolean): void, remove(): void, rename(): void, move(): void, clear(): void }} BulkBarActions
 *
 * @typedef {{ count: number, hidden: number, removed: number }} SelectionCounts
 */

/** The bar that is there while labels are chosen: how many, and what can be done to them. */
export class BulkBar {
  #bar = byId("bulk-bar", HTMLElement);
  #count = byId("bulk-count", HTMLElement);

  /** @param {BulkBarActions} actions */
  constructor(actions) {
    /** @type {[string, () => void][]} */
    const buttons = [["bulk-include", () => actions.include(true)], ["bulk-exclude", () => actions.include(false)],
      ["bulk-rename", () => actions.rename()], ["bulk-move", () => actions.move()], ["bulk-remove", () => actions.remove()],
      ["bulk-clear", () => actions.clear()]];
    for (const [id, act] of buttons) byId(id, HTMLButtonElement).addEventListener("click", act);
    this.#bar.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      actions.clear();
    });
  }

  /** @param {SelectionCounts} counts */
  render(counts) {
    this.#bar.hidden = counts.count === 0;
    setText(this.#count, counts.count === 0 ? "" : countsText(counts));
  }
}

/** @param {SelectionCounts} counts */
function countsText({ count, hidden, removed }) {
  const parts = [catalogue.text("selected", { count })];
  if (hidden > 0) parts.push(catalogue.text("selectedHidden", { count: hidden }));
  if (removed > 0) parts.push(catalogue.text("selectedRemoved", { count: removed }));
  return parts.join(catalogue.text("listSeparator"));
}
