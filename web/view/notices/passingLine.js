import { byId, setText } from "../element.js";

/** How long a line stands, in milliseconds. */
const standing = 8_000;

/** A line that says something in passing, politely, and takes it back after a while. Its place is there all the time. */
export class PassingLine {
  #element;
  #timer = 0;

  /** @param {string} id */
  constructor(id) {
    this.#element = byId(id, HTMLElement);
  }

  /** @param {string} text */
  say(text) {
    clearTimeout(this.#timer);
    setText(this.#element, text);
    this.#timer = setTimeout(() => setText(this.#element, ""), standing);
  }
}
