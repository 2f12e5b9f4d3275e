/** @typedef {import("../../filter.js").LabelFilter} LabelFilter */
/** @typedef {import("./rowBlocks.js").RowEntry} RowEntry */

/** Filters whose findings are kept for each block: who takes letters back goes through that many former ones. */
const keptLimit = 8;

/** Which entries of a block the last filters matched, as long as neither the entries nor their labels change. */
export class FoundLately {
  /**
   * By filter, the latest last: the places of the entries that it matched.
   * @type {Map<string, readonly number[]>}
   */
  #kept = new Map();

  clear() {
    this.#kept.clear();
  }

  /**
   * The entries are shown as a filter wants it.
   * @param {LabelFilter} filter
   * @param {readonly RowEntry[]} entries
   */
  keep(filter, entries) {
    const key = keyOf(filter);
    this.#kept.delete(key);
    this.#kept.set(key, shownPlaces(entries));
    if (this.#kept.size <= keptLimit) return;
    const [oldest] = this.#kept.keys();
    this.#kept.delete(oldest);
  }

  /**
   * Shows them so again, if that is known.
   * @param {LabelFilter} filter
   * @param {readonly RowEntry[]} entries
   */
  recall(filter, entries) {
    const known = this.#kept.get(keyOf(filter));
    if (!known) return false;
    for (const entry of entries) entry.isShown = false;
    for (const place of known) entries[place].isShown = true;
    return true;
  }
}

/** @type {readonly number[]} */
const nowhere = [];

/** @param {readonly RowEntry[]} entries */
function shownPlaces(entries) {
  /** @type {number[]} */
  const places = [];
  for (let place = 0; place < entries.length; place += 1) if (entries[place].isShown) places.push(place);
  return places.length > 0 ? places : nowhere;
}

/** @param {LabelFilter} filter */
function keyOf({ foldedQuery, includedOnly, excludedOnly }) {
  return `${includedOnly ? 1 : 0}${excludedOnly ? 1 : 0}${foldedQuery}`;
}
