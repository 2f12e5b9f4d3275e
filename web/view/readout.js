import { catalogue } from "../messages/localize.js";
import { longestIncreasing } from "../model/longestIncreasing.js";
import { byId, setText } from "./element.js";

/** @typedef {import("../model/label.js").Label} Label */
/** @typedef {{ label: Label | null, separator: Text, name: HTMLElement }} Written a label's name and what stands in front of it */

/** Names written out; how many more there are is said as a number. */
const readoutLimit = 2_000;
const separator = " · ";

/** The whole list in its order, whatever the filter shows. */
export class Readout {
  #element = byId("readout", HTMLElement);
  #more = byId("readout-more", HTMLElement);
  /**
   * What is written, by label, in order.
   * @type {Map<string, Written>}
   */
  #written = new Map();
  /** @type {import("../model/labelList.js").LabelList | null} */
  #list = null;
  #unfollow = () => {};
  #isStale = true;
  #orientation = 0;

  /**
   * Touches only the names of labels that are others now. O(names written out), and nothing while the list is the same.
   * @param {import("../model/labelList.js").LabelList} list
   */
  render(list) {
    this.#follow(list);
    if (!this.#isStale && list.orientation === this.#orientation) return;
    this.#isStale = false;
    this.#orientation = list.orientation;
    this.#write(list);
  }

  /** @param {import("../model/labelList.js").LabelList} list */
  #follow(list) {
    if (list === this.#list) return;
    this.#unfollow();
    this.#list = list;
    this.#isStale = true;
    this.#unfollow = list.observe(() => { this.#isStale = true; });
  }

  /** @param {import("../model/labelList.js").LabelList} list */
  #write(list) {
    const labels = list.shown(readoutLimit);
    const former = this.#written;
    const staying = this.#takeOutMoved(labels);
    this.#written = new Map(labels.map((label) => [label.id, staying.get(label.id) ?? former.get(label.id) ?? newlyWritten()]));
    /** @type {ChildNode | null} */
    let next = this.#element.firstChild;
    let before = "";
    for (const label of labels) {
      const written = /** @type {Written} */ (this.#written.get(label.id));
      if (written.separator !== next) this.#element.insertBefore(written.separator, next).after(written.name);
      next = written.name.nextSibling;
      setText(written.separator, before);
      write(label, written);
      before = separator;
    }
    const rest = list.count - labels.length;
    setText(this.#more, rest > 0 ? catalogue.text("moreInReadout", { count: rest }) : "");
  }

  /**
   * Takes out of the document what is not shown any more, and as little as can be of what stands in another order.
   * @param {readonly Label[]} labels
   * @returns {Map<string, Written>} what stays
   */
  #takeOutMoved(labels) {
    const places = new Map(labels.map(({ id }, place) => [id, place]));
    const kept = [...this.#written].filter(([id]) => places.has(id));
    const staying = longestIncreasing(kept.map(([id]) => places.get(id) ?? 0));
    const stays = new Map(kept.filter((_, index) => staying.has(index)));
    for (const [id, { separator: space, name }] of this.#written) {
      if (stays.has(id)) continue;
      space.remove();
      name.remove();
    }
    return stays;
  }
}

/** @returns {Written} */
function newlyWritten() {
  return { label: null, separator: document.createTextNode(""), name: document.createElement("bdi") };
}

/**
 * Labels are values: the same one needs no writing.
 * @param {Label} label
 * @param {Written} written
 */
function write(label, written) {
  if (written.label === label) return;
  written.label = label;
  const isUnnamed = label.name.trim() === "";
  setText(written.name, isUnnamed ? catalogue.text("unnamed") : label.name);
  written.name.classList.toggle("is-unnamed", isUnnamed);
  written.name.classList.toggle("is-excluded", !label.isIncluded);
}
