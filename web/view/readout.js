import { catalogue } from "../messages/localize.js";
import { longestIncreasing } from "../model/longestIncreasing.js";
import { byId, setText } from "./element.js";
import { restDelay } from "./restDelay.js";

/** @typedef {import("../model/label.js").Label} Label */
/**
 * A label's name and what stands in front of it.
 * @typedef {{ id: string, label: Label | null, before: string, separator: Text, name: HTMLElement }} Written
 */

/** Names written out; how many more there are is said as a number. */
const readoutLimit = 2_000;
/** Names written with a list's first rows, as many as the readout shows where it stands above them: all take longer than the rows. */
const firstNames = 30;
const separator = " · ";

/** The whole list in its order, whatever the filter shows. */
export class Readout {
  #element = byId("readout", HTMLElement);
  #more = byId("readout-more", HTMLElement);
  /**
   * What is written, in order.
   * @type {readonly Written[]}
   */
  #written = [];
  /** @type {import("../model/labelList.js").LabelList | null} */
  #list = null;
  #unfollow = () => {};
  #isStale = true;
  #orientation = 0;
  #limit = firstNames;
  #awaitsRest = false;

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
    if (this.#limit === readoutLimit || list.count <= this.#limit || this.#awaitsRest) return;
    this.#awaitsRest = true;
    setTimeout(() => this.#writeOut(), restDelay);
  }

  #writeOut() {
    this.#limit = readoutLimit;
    if (this.#list) this.#write(this.#list);
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
    const labels = list.shown(this.#limit);
    const former = this.#written;
    const start = equalAtFront(former, labels);
    const end = equalAtEnd(former, labels, start);
    const between = this.#arrange(former.slice(start, former.length - end), labels.slice(start, labels.length - end),
      former[former.length - end]?.separator ?? null);
    this.#written = [...former.slice(0, start), ...between, ...former.slice(former.length - end)];
    for (let place = 0; place < labels.length; place += 1) write(labels[place], this.#written[place], place === 0 ? "" : separator);
    const rest = this.#limit === readoutLimit ? list.count - labels.length : 0;
    setText(this.#more, rest > 0 ? catalogue.text("moreInReadout", { count: rest }) : "");
  }

  /**
   * Puts names in front of what follows them, those that are there already moved as little as can be.
   * @param {readonly Written[]} former
   * @param {readonly Label[]} labels
   * @param {ChildNode | null} following
   */
  #arrange(former, labels, following) {
    const known = new Map(former.map((written) => [written.id, written]));
    const staying = takeOutMoved(former, labels);
    const written = labels.map(({ id }) => known.get(id) ?? newlyWritten(id));
    let next = following;
    for (let index = written.length - 1; index >= 0; index -= 1) {
      const { separator: space, name, id } = written[index];
      if (!staying.has(id)) this.#element.insertBefore(space, next).after(name);
      next = space;
    }
    return written;
  }
}

/**
 * How many labels are written at the same place from the front.
 * @param {readonly Written[]} written
 * @param {readonly Label[]} labels
 */
function equalAtFront(written, labels) {
  let count = 0;
  while (count < Math.min(written.length, labels.length) && written[count].id === labels[count].id) count += 1;
  return count;
}

/**
 * How many labels are written at the same place from the end, those at the front not counted.
 * @param {readonly Written[]} written
 * @param {readonly Label[]} labels
 * @param {number} front
 */
function equalAtEnd(written, labels, front) {
  let count = 0;
  const most = Math.min(written.length, labels.length) - front;
  while (count < most && written[written.length - 1 - count].id === labels[labels.length - 1 - count].id) count += 1;
  return count;
}

/**
 * Takes out of the document what is not shown any more, and as little as can be of what stands in another order.
 * @param {readonly Written[]} former
 * @param {readonly Label[]} labels
 * @returns {Set<string>} the labels of what stays
 */
function takeOutMoved(former, labels) {
  const places = new Map(labels.map(({ id }, place) => [id, place]));
  const kept = former.filter(({ id }) => places.has(id));
  const inOrder = longestIncreasing(kept.map(({ id }) => places.get(id) ?? 0));
  const staying = new Set(kept.filter((_, index) => inOrder.has(index)).map(({ id }) => id));
  for (const { id, separator: space, name } of former) {
    if (staying.has(id)) continue;
    space.remove();
    name.remove();
  }
  return staying;
}

/**
 * @param {string} id
 * @returns {Written}
 */
function newlyWritten(id) {
  return { id, label: null, before: "", separator: document.createTextNode(""), name: document.createElement("bdi") };
}

/**
 * Labels are values: the same one needs no writing.
 * @param {Label} label
 * @param {Written} written
 * @param {string} before what stands in front of it
 */
function write(label, written, before) {
  if (written.before !== before) written.separator.data = written.before = before;
  if (written.label === label) return;
  written.label = label;
  const isUnnamed = label.name.trim() === "";
  setText(written.name, isUnnamed ? catalogue.text("unnamed") : label.name);
  written.name.classList.toggle("is-unnamed", isUnnamed);
  written.name.classList.toggle("is-excluded", !label.isIncluded);
}
