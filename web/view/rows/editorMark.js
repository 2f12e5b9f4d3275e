import { catalogue } from "../../messages/localize.js";
import { inside, setText } from "../element.js";
import { carefulNameOf, nameOf, paint } from "../people.js";

/** @typedef {import("../../sync/presence.js").Present} Present */

/**
 * The mark on a row in whose name somebody else is. It lies over the row and takes no room, so that nothing moves when it comes and
 * goes, least of all the field.
 */
export class EditorMark {
  element;
  #row;
  #text = document.createElement("bdi");
  #unseen = document.createElement("span");
  /** @type {readonly Present[]} */
  #shown = [];

  /** @param {HTMLElement} row */
  constructor(row) {
    this.#row = row;
    this.element = inside(row, ".row-editors", HTMLElement);
    this.#text.ariaHidden = "true";
    this.#unseen.className = "unseen";
    this.element.append(this.#text, this.#unseen);
  }

  /** @param {readonly Present[]} editors */
  render(editors) {
    if (editors === this.#shown) return;
    this.#shown = editors;
    this.element.hidden = editors.length === 0;
    const [first] = editors;
    if (!first) return;
    paint(this.#row, first);
    const more = editors.length - 1;
    setText(this.#text, more === 0 ? nameOf(first) : catalogue.text("personAndMore", { name: nameOf(first), count: more }));
    const names = catalogue.list(editors.map(carefulNameOf));
    setText(this.#unseen, catalogue.text("editingLabel", { names, count: editors.length }));
  }
}
