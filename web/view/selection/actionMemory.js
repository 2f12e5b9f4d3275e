/** @typedef {{ group: string, tally: import("./bulkResult.js").BulkTally }} RememberedAction */

const keyPrefix = "colabel.actions.";

/**
 * What became so far of a client's actions, across pages. It is for showing only: the edits themselves are in the client's store, and
 * without this nothing of them is lost.
 */
export class ActionMemory {
  #key;

  /** @param {string} client */
  constructor(client) {
    this.#key = keyPrefix + client;
  }

  /** @returns {readonly RememberedAction[]} */
  get remembered() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "[]").filter(isAction);
    } catch {
      return [];
    }
  }

  /** @param {readonly RememberedAction[]} actions those that are not done; none: nothing is kept */
  keep(actions) {
    try {
      if (actions.length > 0) localStorage.setItem(this.#key, JSON.stringify(actions));
      else localStorage.removeItem(this.#key);
    } catch {
      // A browser that keeps nothing: after a reload the count begins anew.
    }
  }
}

/**
 * @param {any} value
 * @returns {value is RememberedAction}
 */
function isAction(value) {
  const tally = value?.tally;
  return typeof value?.group === "string" && Number.isSafeInteger(tally?.total) && Number.isSafeInteger(tally.unaffected)
    && Array.isArray(tally.refusals) && tally.refusals.every((/** @type {any} */ each) =>
    typeof each?.code === "string" && Number.isSafeInteger(each.count) && Array.isArray(each.ids));
}
