import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** The field and button that add a label. The field keeps the focus, so that several can be added in a row. */
export class AddForm {
  #field = byId("new-label", HTMLInputElement);
  #hint = byId("add-hint", HTMLElement);

  /** @param {(name: string) => { error?: string, hint?: string }} add */
  constructor(add) {
    byId("add-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const { error, hint } = this.#field.value.trim() ? add(this.#field.value) : { error: catalogue.text("nameMissing"), hint: "" };
      setText(this.#hint, error ?? hint ?? "");
      this.#field.setAttribute("aria-invalid", String(error !== undefined));
      if (error === undefined) this.#field.value = "";
      this.#field.focus();
    });
    this.#field.addEventListener("input", () => this.clearHint());
  }

  /** Whether somebody typed a name and has not added it. */
  get hasText() {
    return this.#field.value.trim() !== "";
  }

  clearHint() {
    setText(this.#hint, "");
    this.#field.removeAttribute("aria-invalid");
  }
}
