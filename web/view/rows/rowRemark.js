import { describe, setText } from "../element.js";

/** What a row says beside its name. Most rows never say anything: its element is made when it is needed. */
export class RowRemark {
  /** @type {HTMLElement | null} */
  #element = null;
  #name;

  /** @param {HTMLInputElement} name the field that it describes */
  constructor(name) {
    this.#name = name;
  }

  /** Makes ready for what may be said: what comes into a live region that is there already is read out. */
  prepare() {
    if (this.#element) return this.#element;
    const element = document.createElement("span");
    element.className = "row-remark";
    element.ariaLive = "polite";
    describe(this.#name, element);
    this.#name.parentElement?.after(element);
    return (this.#element = element);
  }

  /**
   * @param {string} text nothing: there is nothing to say
   * @param {boolean} isHint whether it is good to know, and no more
   */
  render(text, isHint) {
    if (text === "" && !this.#element) return;
    const element = this.prepare();
    setText(element, text);
    element.classList.toggle("is-hint", isHint);
  }
}
