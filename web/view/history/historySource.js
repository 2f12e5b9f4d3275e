/** @typedef {import("./historyEntries.js").PastChange} PastChange */
/** @typedef {import("./restorePlan.js").ListContent} ListContent */

/** Changes that one page of the whole list's history holds. */
const pageSize = 100;
/** Changes looked through at once for those of one label, and how often so many for one page. */
const scan = { size: 1_000, rounds: 20 };

/** The log was trimmed beyond what is asked for. */
export class HistoryTrimmed extends Error {}

/** Reads a list's log from a revision backwards, over HTTP. */
export class HistorySource {
  /** Changes up to this revision have been read, but for those above the one where reading began. */
  next;
  /**
   * Changes up to this revision are no longer kept; null: not known yet.
   * @type {number | null}
   */
  trimmedThrough = null;
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
    this.next = revision;
    this.#address = address;
    this.#label = label;
    this.#fetch = fetchIt;
  }

  /** Whether there is nothing before what was read. */
  get isAtBeginning() {
    return this.next <= (this.trimmedThrough ?? 0);
  }

  /**
   * The changes before those that were read already, ascending; none at the beginning, or if many concern other labels.
   * @returns {Promise<PastChange[]>}
   * @throws {HistoryTrimmed | TypeError} the latter if the server does not answer
   */
  async page() {
    this.trimmedThrough ??= (await this.#get(`changes?after=${this.next}&limit=1`)).trimmedThrough;
    if (this.#label === null) return this.#before(pageSize);
    /** @type {PastChange[]} */
    const found = [];
    for (let round = 0; round < scan.rounds && found.length < pageSize && !this.isAtBeginning; round += 1) {
      found.unshift(...(await this.#before(scan.size)).filter(({ effects }) => effects.some((effect) => concerns(effect, this.#label))));
    }
    return found;
  }

  /** @param {number} count */
  async #before(count) {
    const after = Math.max(this.trimmedThrough ?? 0, this.next - count);
    const answer = await this.#get(`changes?after=${after}&through=${this.next}&limit=${count}`);
    this.next = after;
    return /** @type {PastChange[]} */ (answer.changes);
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

/**
 * @param {import("./historyEntries.js").PastEffect} effect
 * @param {string | null} label
 */
function concerns(effect, label) {
  return "id" in effect ? effect.id === label : effect.label?.id === label;
}
