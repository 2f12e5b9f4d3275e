import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** @typedef {import("../model/label.js").Label} Label */

/** Names written out; how many more there are is said as a number. */
const readoutLimit = 2_000;
const separator = " · ";

/** The whole list in its order, whatever the filter shows. */
export class Readout {
  #element = byId("readout", HTMLElement);
  #more = byId("readout-more", HTMLElement);
  /** @type {HTMLElement[]} */
  #names = [];
  /**
   * What the names were written from; labels are values, so the same one needs no writing.
   * @type {readonly Label[]}
   */
  #written = [];

  /**
   * O(names written out).
   * @param {import("../model/labelList.js").LabelList} list
   */
  render(list) {
    const labels = list.shown(readoutLimit);
    const count = labels.length;
    while (this.#names.length > count) this.#shorten();
    while (this.#names.length < count) this.#lengthen();
    this.#names.forEach((element, index) => {
      const label = labels[index];
      if (label === this.#written[index]) return;
      const isUnnamed = label.name.trim() === "";
      setText(element, isUnnamed ? catalogue.text("unnamed") : label.name);
      element.classList.toggle("is-unnamed", isUnnamed);
      element.classList.toggle("is-excluded", !label.isIncluded);
    });
    this.#written = labels;
    const rest = list.count - count;
    setText(this.#more, rest > 0 ? catalogue.text("moreInReadout", { count: rest }) : "");
  }

  #lengthen() {
    if (this.#names.length > 0) this.#element.append(separator);
    const name = document.createElement("bdi");
    this.#element.append(name);
    this.#names.push(name);
  }

  #shorten() {
    this.#names.pop();
    this.#element.lastChild?.remove();
    if (this.#names.length > 0) this.#element.lastChild?.remove();
  }
}
