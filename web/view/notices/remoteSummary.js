/** @typedef {import("../../sync/remoteChange.js").Change} Change */
/** @typedef {import("../../sync/remoteChange.js").Effect} Effect */

/** People told of one by one; the others' changes are counted together. */
export const summaryLimit = 3;

/**
 * What one person did lately: which labels met which effect. `name` is one of them, for when it is the only one.
 * @typedef {{ author: number, effect: string, count: number, id: string | null }} RemoteDeed
 */

/** Gathers what others change, to be told in one calm line. It keeps counts and ids only of what has not been told. */
export class RemoteSummary {
  /**
   * By author, by what was done, the labels.
   * @type {Map<number, Map<string, Set<string>>>}
   */
  #authors = new Map();

  get isEmpty() {
    return this.#authors.size === 0;
  }

  /** @param {Change} change */
  add({ author, effects }) {
    let deeds = this.#authors.get(author);
    if (!deeds) this.#authors.set(author, (deeds = new Map()));
    for (const effect of effects) {
      const labels = deeds.get(deedOf(effect)) ?? new Set();
      deeds.set(deedOf(effect), labels.add(idOf(effect)));
    }
  }

  /**
   * What is to be told, those who did most first; then it is told.
   * @returns {{ deeds: RemoteDeed[], more: number }} `more`: changes by others beyond the limit
   */
  take() {
    const deeds = [...this.#authors].flatMap(([author, done]) =>
      Array.from(done, ([effect, labels]) => ({ author, effect, count: labels.size, id: labels.values().next().value || null })));
    deeds.sort((one, other) => other.count - one.count);
    this.#authors.clear();
    return { deeds: deeds.slice(0, summaryLimit), more: deeds.slice(summaryLimit).reduce((sum, { count }) => sum + count, 0) };
  }
}

/** @param {Effect} effect */
function deedOf(effect) {
  if (effect.effect !== "included") return effect.effect;
  return effect.value ? "included" : "excluded";
}

/**
 * The label that an effect is about; nothing for one about the order of all.
 * @param {Effect} effect
 */
export function idOf(effect) {
  if (effect.effect === "reversed") return "";
  return "id" in effect ? effect.id : effect.label.id;
}
