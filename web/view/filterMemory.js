const storageKey = "colabel.filters";

/** Lists whose filter this browser remembers; the one that was filtered longest ago goes first. */
export const rememberedFilterLimit = 100;

/** What each list was last filtered by in this browser, as fragments. Nothing of it is told to anybody. */
export class FilterMemory {
  #storage;

  /** @param {() => Pick<Storage, "getItem" | "setItem">} [storage] may throw: some browsers give pages none */
  constructor(storage = () => localStorage) {
    this.#storage = storage;
  }

  /**
   * @param {string} alias
   * @returns {string} the fragment with its #, or nothing
   */
  recall(alias) {
    return this.#read().get(alias) ?? "";
  }

  /**
   * @param {string} alias
   * @param {string} fragment with its #; nothing: the list is not filtered any more
   */
  remember(alias, fragment) {
    const filters = this.#read();
    if ((filters.get(alias) ?? "") === fragment) return;
    filters.delete(alias);
    if (fragment) filters.set(alias, fragment);
    const kept = [...filters].slice(-rememberedFilterLimit);
    try {
      this.#storage().setItem(storageKey, JSON.stringify(kept));
    } catch (error) {
      console.warn("The filter is not remembered.", error);
    }
  }

  /** @returns {Map<string, string>} */
  #read() {
    try {
      const stored = JSON.parse(this.#storage().getItem(storageKey) ?? "[]");
      return new Map(stored.filter((/** @type {unknown} */ entry) => Array.isArray(entry) && entry.length === 2
        && entry.every((value) => typeof value === "string")));
    } catch {
      return new Map();
    }
  }
}
