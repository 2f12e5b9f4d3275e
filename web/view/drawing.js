import { byId } from "./element.js";

/**
 * A part of the page that shows something of the list.
 * @typedef {{ render(): void }} View
 */

/** Draws the page: each view in the order in which they were added. */
export class Drawing {
  #labels = byId("labels", HTMLElement);
  /** @type {View[]} */
  #views = [];

  /** @param {...View} views */
  add(...views) {
    this.#views.push(...views);
  }

  render() {
    const focused = document.activeElement;
    for (const view of this.#views) view.render();
    this.#keepFocus(focused);
  }

  /**
   * The focus is never lost with the control that had it: it goes to the labels then.
   * @param {Element | null} focused what had it before the page was drawn
   */
  #keepFocus(focused) {
    const isElsewhere = document.activeElement !== focused && document.activeElement !== document.body;
    if (isElsewhere || focused === document.body || focused?.getClientRects().length) return;
    this.#labels.focus({ preventScroll: true });
  }
}
