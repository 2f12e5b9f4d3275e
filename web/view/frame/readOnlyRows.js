import { byId } from "../element.js";

/** The rows of a list that can only be read: names can be looked at and copied, and nothing in a row does anything. */
export class ReadOnlyRows {
  #rows = byId("rows", HTMLElement);
  #isReadOnly = false;

  constructor() {
    this.#rows.addEventListener("click", (event) => {
      if (!this.#isReadOnly || !(event.target instanceof HTMLInputElement) || event.target.type !== "checkbox") return;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true });
  }

  /**
   * Keeps a row as it is when it comes into the window.
   * @type {import("../rows/labelRow.js").RowPartMaker}
   */
  makeRowPart = (row) => {
    row.name.readOnly = this.#isReadOnly;
    return {
      update: () => {
        if (this.#isReadOnly) row.toggle.ariaDisabled = "true";
      },
    };
  };

  /** @param {boolean} isReadOnly */
  set(isReadOnly) {
    if (isReadOnly === this.#isReadOnly) return;
    this.#isReadOnly = isReadOnly;
    document.body.classList.toggle("is-read-only", isReadOnly);
    for (const row of this.#rows.children) {
      for (const name of row.querySelectorAll("input.name")) name.toggleAttribute("readonly", isReadOnly);
      for (const toggle of row.querySelectorAll(".toggle")) toggle.ariaDisabled = String(isReadOnly);
    }
  }
}
