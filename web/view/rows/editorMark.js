import { catalogue } from "../../messages/localize.js";
import { describe, setText } from "../element.js";
import { carefulNameOf, nameOf, paint } from "../people.js";

/** @typedef {import("../../sync/presence.js").Present} Present */

/**
 * The mark on a row in whose name somebody else is. It lies over the row and takes no room, so that nothing moves when it comes and
 * goes, least of all the field.
 */
export class EditorMark {
  #element = document.createElement("span");
  #text = document.createElement("bdi");
  #unseen = document.createElement("span");
  /** @type {readonly Present[]} */
  #shown = [];
  #row;
  #name;

  /**
   * @param {HTMLElement} row
   * @param {HTMLInputElement} name its field
   */
  constructor(row, name) {
    this.#row = row;
    this.#name = name;
  }

  /** @param {readonly Present[]} editors */
  render(editors) {
    if (editors === this.#shown) return;
    this.#shown = editors;
    const [first] = editors;
    this.#row.classList.toggle("is-edited", first !== undefined);
    this.#element.hidden = !first;
    if (!first) return;
    if (!this.#element.isConnected) this.#place();
    paint(this.#row, first);
    const more = editors.length - 1;
    setText(this.#text, more === 0 ? nameOf(first) : catalogue.text("personAndMore", { name: nameOf(first), count: more }));
    const names = catalogue.list(editors.map(carefulNameOf));
    setText(this.#unseen, catalogue.text("editingLabel", { names, count: editors.length }));
  }

  #place() {
    this.#element.className = "row-editors";
    this.#text.ariaHidden = "true";
    this.#unseen.className = "unseen";
    this.#element.append(this.#text, this.#unseen);
    describe(this.#name, this.#element);
    this.#row.append(this.#element);
  }
}
