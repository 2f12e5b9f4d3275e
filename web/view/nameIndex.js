import { folded } from "../filter.js";

/** @typedef {import("../model/label.js").Label} Label */
/** @typedef {import("../model/labelList.js").LabelList} LabelList */

/**
 * How many labels of a list have which name, names that differ only in case or in how accents are composed being one, as for the
 * filter. The first question about a list is O(n), each change of the list from then on O(length of the name).
 */
export class NameIndex {
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** @type {LabelList | null} */
  #list = null;
  #unfollow = () => {};
  #isCounted = false;
  #language;

  /** @param {string} language a BCP 47 tag */
  constructor(language) {
    this.#language = language;
  }

  /** @param {LabelList} list */
  follow(list) {
    if (this.#list === list) return;
    this.#unfollow();
    this.#list = list;
    this.#isCounted = false;
  }

  /** @param {LabelList} list */
  #countAll(list) {
    this.#isCounted = true;
    this.#counts.clear();
    for (const label of list) this.#count(label, 1);
    this.#unfollow = list.observe((before, after) => {
      if (before?.name === after?.name) return;
      if (before) this.#count(before, -1);
      if (after) this.#count(after, 1);
    });
  }

  /**
   * Whether another label has this name. Labels without a name have none in common.
   * @param {string} name
   * @param {string} [id] the label that is to have the name
   */
  isTaken(name, id) {
    if (name.trim() === "" || !this.#list) return false;
    if (!this.#isCounted) this.#countAll(this.#list);
    const key = this.#fold(name);
    const own = id === undefined ? undefined : this.#list.get(id);
    return (this.#counts.get(key) ?? 0) > (own && this.#fold(own.name) === key ? 1 : 0);
  }

  /**
   * @param {Label} label
   * @param {1 | -1} step
   */
  #count({ name }, step) {
    const key = this.#fold(name);
    const count = (this.#counts.get(key) ?? 0) + step;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  /** @param {string} name */
  #fold(name) {
    return folded(name, this.#language).text;
  }
}
