/** @typedef {import("./journal.js").Origin} Origin */

/**
 * Up to where the confirmed labels are confirmed: of which list, in which history of it, at which revision. A hello names it, so that
 * the server sends only what came after.
 */
export class ConfirmedPoint {
  /** The confirmed revision. */
  revision = 0;
  #hash = "";
  /**
   * The list and epoch that the confirmed labels and the pending edits belong to.
   * @type {Origin | null}
   */
  #origin;
  /**
   * The list and epoch that the server named last.
   * @type {Origin | null}
   */
  #offered = null;
  /** Whether the confirmed labels are the list's at that revision, as far as is known. */
  #isTrusted;

  /** @param {Origin | null} [origin] of edits that another page left behind; without their labels it can't be gone on from */
  constructor(origin = null) {
    this.#origin = origin;
    this.#isTrusted = origin === null;
  }

  get origin() {
    return this.#origin;
  }

  /** Where an edit that is made now is made. */
  get place() {
    return { epoch: this.#origin?.epoch ?? null, revision: this.revision };
  }

  /** What a hello says of it: null asks for the whole list. */
  get resume() {
    return this.#isTrusted && this.#origin ? { ...this.#origin, revision: this.revision, hash: this.#hash } : null;
  }

  get isTrusted() {
    return this.#isTrusted;
  }

  distrust() {
    this.#isTrusted = false;
  }

  /** @param {string} list */
  isOfAnotherList(list) {
    return this.#origin !== null && this.#origin.list !== list;
  }

  /** @param {string} epoch */
  isOfAnotherHistory(epoch) {
    return this.#origin !== null && this.#origin.epoch !== epoch;
  }

  /** @param {Origin} server the list and epoch that it names */
  offered({ list, epoch }) {
    this.#offered = { list, epoch };
  }

  /** What is confirmed and pending belongs to what the server named. */
  accept() {
    this.#origin = this.#offered;
  }

  /**
   * The labels are those of a snapshot.
   * @param {Origin & { revision: number, hash: string }} snapshot
   */
  startFrom(snapshot) {
    this.offered(snapshot);
    this.revision = snapshot.revision;
    this.#hash = snapshot.hash;
    if (snapshot.revision > 0) this.accept();
    this.#isTrusted = true;
  }

  /** @param {{ revision: number, hash: string }} change the next one, which has been applied */
  advance({ revision, hash }) {
    this.revision = revision;
    this.#hash = hash;
    this.accept();
  }

  /** There are no labels yet. */
  startEmpty() {
    this.revision = 0;
    this.#hash = "";
    this.#isTrusted = true;
  }

  /** Another list begins, without labels yet. */
  leaveList() {
    this.startEmpty();
    this.#origin = null;
  }
}
