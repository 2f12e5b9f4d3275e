/** @typedef {import("./historyEntries.js").PastChange} PastChange */
/** @typedef {import("./restorePlan.js").ListContent} ListContent */

/** Changes that one page of the history holds. */
const pageSize = 100;
/** Answers that are asked for at most for one page: of one label, the server looks through the log piece by piece. */
const answersPerPage = 20;

/** The log was trimmed beyond what is asked for. */
export class HistoryTrimmed extends Error {}

/** Reads a list's log from a revision backwards, over HTTP. */
export class HistorySource {
  /** Changes up to this revision are no longer kept, as far as is known. */
  trimmedThrough = 0;
  /**
   * Changes below this revision have not been read; null: there are none.
   * @type {number | null}
   */
  #before;
  #address;
  #label;
  #fetch;

  /**
   * @param {URL} address of the list in the HTTP interface
   * @param {number} revision where reading begins
   * @param {string | null} [label] only what concerns this label
   * @param {typeof fetch} [fetchIt]
   */
  constructor(address, revision, label = null, fetchIt = (...request) => fetch(...request)) {
    this.#before = revision + 1;
    this.#address = address;
    this.#label = label;
    this.#fetch = fetchIt;
  }

  /** Whether there is nothing before what was read. */
  get isAtBeginning() {
    return this.#before === null;
  }

  /**
   * The changes before those that were read already, ascending; none at the beginning, or if very many concern other labels.
   * @returns {Promise<PastChange[]>}
   * @throws {HistoryTrimmed | TypeError} the latter if the server does not answer
   */
  async page() {
    /** @type {PastChange[]} */
    const found = [];
    for (let answers = 0; answers < answersPerPage && found.length === 0 && this.#before !== null; answers += 1) {
      const label = this.#label === null ? "" : `&label=${this.#label}`;
      const { changes, next = null, trimmedThrough } = await this.#get(`changes?before=${this.#before}&limit=${pageSize}${label}`);
      this.#before = next;
      this.trimmedThrough = trimmedThrough;
      found.unshift(...changes);
    }
    return found;
  }

  /**
   * The list as it was.
   * @param {number} revision
   * @returns {Promise<ListContent>}
   * @throws {HistoryTrimmed | TypeError}
   */
  async contentAt(revision) {
    const { labels, orientation } = await this.#get(`labels?at=${revision}`);
    return { labels, orientation };
  }

  /** @param {string} path */
  async #get(path) {
    const answer = await this.#fetch(new URL(path, `${this.#address}/`));
    if (answer.status === 410) throw new HistoryTrimmed();
    if (!answer.ok) throw new TypeError(`The server answered ${answer.status}.`);
    return answer.json();
  }
}
