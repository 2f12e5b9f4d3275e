/**
 * Which labels the person has chosen, by id. A choice survives filters, reorders and the removal of a label: it names labels, not
 * rows, so an action never reaches a label that was not chosen.
 */
export class Selection {
  /** @type {Set<string>} */
  #ids = new Set();
  /**
   * Where a range begins: the label that was chosen or let go last.
   * @type {string | null}
   */
  #anchor = null;

  get count() {
    return this.#ids.size;
  }

  /** @param {string} id */
  has(id) {
    return this.#ids.has(id);
  }

  /**
   * @param {string} id
   * @param {boolean} isSelected
   */
  set(id, isSelected) {
    if (isSelected) this.#ids.add(id);
    else this.#ids.delete(id);
    this.#anchor = id;
  }

  /**
   * Gives every row between the anchor and a label what that label gets, both ends included. Without an anchor on screen it is
   * the label alone. O(rows).
   * @param {readonly string[]} shown the rows' labels, in order
   * @param {string} id
   * @param {boolean} isSelected
   */
  setRange(shown, id, isSelected) {
    const anchor = this.#anchor === null ? -1 : shown.indexOf(this.#anchor);
    const end = shown.indexOf(id);
    if (anchor < 0 || end < 0) {
      this.set(id, isSelected);
      return;
    }
    for (const each of shown.slice(Math.min(anchor, end), Math.max(anchor, end) + 1)) {
      if (isSelected) this.#ids.add(each);
      else this.#ids.delete(each);
    }
    this.#anchor = id;
  }

  /**
   * Chooses every row, beside what is chosen already.
   * @param {readonly string[]} shown the rows' labels
   */
  addAll(shown) {
    for (const id of shown) this.#ids.add(id);
  }

  clear() {
    this.#ids.clear();
    this.#anchor = null;
  }

  /**
   * What is chosen now, for good: in the order of the whole list as it is on screen, those that are no longer in it last.
   * O(labels).
   * @param {readonly import("../../model/label.js").Label[]} labels the whole list
   * @returns {readonly string[]}
   */
  frozen(labels) {
    const live = labels.filter(({ id }) => this.#ids.has(id)).map(({ id }) => id);
    if (live.length === this.#ids.size) return Object.freeze(live);
    const found = new Set(live);
    return Object.freeze([...live, ...[...this.#ids].filter((id) => !found.has(id))]);
  }

  /** The chosen ids, in no particular order. */
  [Symbol.iterator]() {
    return this.#ids.values();
  }
}
