/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./remoteChange.js").Change} Change */
/** @typedef {import("./remoteChange.js").Effect} Effect */

/** Fields of labels whose latest author is remembered; those that were changed longest ago go first. */
export const rememberedFieldLimit = 1_000;

/** @type {Record<Effect["effect"], string>} */
const fields = { inserted: "life", restored: "life", removed: "life", renamed: "name", included: "inclusion", moved: "place",
  reversed: "order" };
const fieldsOfLabel = ["life", "name", "inclusion", "place"];

/** Who changed which field last, to say whose change an undo would have touched. */
export class LatestAuthors {
  /**
   * The latest last.
   * @type {Map<string, number>}
   */
  #authors = new Map();

  /** @param {Change} change */
  record({ author, effects }) {
    for (const effect of effects) {
      const key = `${fields[effect.effect]} ${idOf(effect)}`;
      this.#authors.delete(key);
      this.#authors.set(key, author);
    }
    for (const key of this.#authors.keys()) {
      if (this.#authors.size <= rememberedFieldLimit) return;
      this.#authors.delete(key);
    }
  }

  /**
   * Whose change stands in the way of an undo, as far as it is known.
   * @param {import("./outbox.js").PendingEdit} pending
   * @param {number | null} own the author of the undo
   * @returns {Pick<import("./notice.js").NoticeDetails, "effect" | "by" | "isOwn">} nothing about other edits
   */
  inTheWayOf({ edit, effect }, own) {
    if (edit.kind !== "undo" || !effect) return {};
    const by = this.#authorBehind(effect, own);
    return by === undefined ? { effect } : { effect, by, isOwn: by === own };
  }

  /**
   * @param {Edit} effect
   * @param {number | null} own
   */
  #authorBehind(effect, own) {
    const id = "ids" in effect ? effect.ids[0] : "";
    switch (effect.kind) {
      case "rename": return this.#authors.get(`name ${id}`);
      case "include": return this.#authors.get(`inclusion ${id}`);
      case "restore": return this.#authors.get(`life ${id}`);
      case "reverse": return this.#authors.get("order ");
      case "remove": return fieldsOfLabel.map((field) => this.#authors.get(`${field} ${id}`))
        .find((author) => author !== undefined && author !== own);
      default: return undefined;
    }
  }
}

/** @param {Effect} effect */
function idOf(effect) {
  if ("label" in effect) return effect.label.id;
  return "id" in effect ? effect.id : "";
}
