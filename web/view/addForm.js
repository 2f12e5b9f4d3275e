import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** The field and button that add a label. The field keeps the focus, so that several can be added in a row. */
export class AddForm {
  #field = byId("new-label", HTMLInputElement);
  #hint = byId("add-hint", HTMLElement);

  #hintOn;

  /**
   * @param {(name: string) => { error?: string, hint?: string }} add
   * @param {(name: string) => string} hintOn what there is to say about a name that is being typed
   */
  constructor(add, hintOn) {
    this.#hintOn = hintOn;
    byId("add-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const { error, hint } = this.#field.value.trim() ? add(this.#field.value) : { error: catalogue.text("nameMissing"), hint: "" };
      this.#say(error ?? hint ?? "", error !== undefined);
      if (error === undefined) this.#field.value = "";
      this.#field.focus();
    });
    this.#field.addEventListener("input", () => this.clearHint());
  }

  /** Whether somebody typed a name and has not added it. */
  get hasText() {
    return this.#field.value.trim() !== "";
  }

  /** What was said about the name before holds no longer. */
  clearHint() {
    this.#say(this.#hintOn(this.#field.value), false);
  }

  /**
   * @param {string} text
   * @param {boolean} isError
   */
  #say(text, isError) {
    setText(this.#hint, text);
    this.#hint.classList.toggle("is-error", isError);
    if (isError) this.#field.setAttribute("aria-invalid", "true");
    else this.#field.removeAttribute("aria-invalid");
  }
}
