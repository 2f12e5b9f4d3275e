/**
 * A draft as it outlives a reload of its page.
 * @typedef {{ id: string, base: string, text: string }} StoredDraft
 */

/** Keeps a list's pinned drafts as long as the tab is open. */
export class DraftMemory {
  #key;
  #storage;

  /**
   * @param {string} alias
   * @param {() => Pick<Storage, "getItem" | "setItem" | "removeItem">} [storage] may throw: some browsers give pages none
   */
  constructor(alias, storage = () => sessionStorage) {
    this.#key = `colabel.drafts.${alias}`;
    this.#storage = storage;
  }

  /** @returns {StoredDraft[]} */
  recall() {
    try {
      const stored = JSON.parse(this.#storage().getItem(this.#key) ?? "[]");
      return stored.filter((/** @type {Record<string, unknown> | null} */ draft) =>
        draft && [draft.id, draft.base, draft.text].every((value) => typeof value === "string"));
    } catch {
      return [];
    }
  }

  /** @param {readonly StoredDraft[]} drafts */
  remember(drafts) {
    try {
      if (drafts.length > 0) this.#storage().setItem(this.#key, JSON.stringify(drafts));
      else this.#storage().removeItem(this.#key);
    } catch (error) {
      console.warn("Drafts are kept for this page only.", error);
    }
  }
}
