import { labelsOf } from "../../model/edit.js";

/** @typedef {import("../../sync/messages.js").Outcome} Outcome */
/** @typedef {import("../../model/edit.js").Edit} Edit */

/** Labels whose refusal is remembered one by one; of the others only the count is. */
export const namedRefusalLimit = 100;

/**
 * Why labels were refused: those that one person removed, or one code.
 * @typedef {{ code: string, removedBy?: string, count: number, ids: string[] }} Refusal
 * @typedef {{ total: number, unaffected: number, refusals: Refusal[], isRestore?: boolean }} BulkTally
 */

/** Counts what became of the labels of one action, as the outcomes of its edits come. */
export class BulkResult {
  /** Labels that had it already. */
  unaffected = 0;
  /** @type {Refusal[]} */
  refusals = [];
  /** Labels whose edit has no outcome yet. */
  pending;

  /**
   * @param {number} total labels of the action, each as often as it is in an edit
   * @param {boolean} [isRestore] whether it makes the whole list what it was: then the count of labels says nothing
   */
  constructor(total, isRestore = false) {
    this.total = total;
    this.pending = total;
    this.isRestore = isRestore;
  }

  /**
   * Goes on where another page stopped.
   * @param {BulkTally} tally
   * @param {number} pending labels whose edits still wait
   */
  static restored({ total, unaffected, refusals, isRestore }, pending) {
    return Object.assign(new BulkResult(total, isRestore), { unaffected, refusals, pending });
  }

  /** @returns {BulkTally} */
  get tally() {
    const { total, unaffected, refusals, isRestore } = this;
    return { total, unaffected, refusals, ...(isRestore ? { isRestore } : {}) };
  }

  get refused() {
    return this.refusals.reduce((sum, { count }) => sum + count, 0);
  }

  /** Labels that the action changed. */
  get changed() {
    return Math.max(0, this.total - this.pending - this.unaffected - this.refused);
  }

  get isDone() {
    return this.pending === 0;
  }

  /**
   * @param {Edit} edit
   * @param {Outcome} outcome
   */
  take(edit, outcome) {
    const ids = labelsOf(edit);
    this.pending = Math.max(0, this.pending - ids.length);
    if (outcome.outcome === "noEffect") this.unaffected += ids.length;
    if (outcome.outcome === "rejected") for (const id of ids) this.#refuse(id, outcome);
    for (const part of outcome.outcome === "mixed" ? outcome.labels ?? [] : []) {
      if (part.outcome === "noEffect") this.unaffected += 1;
      if (part.outcome === "rejected") this.#refuse(part.id, part);
    }
  }

  /**
   * @param {string} id
   * @param {{ code?: string, removedBy?: import("../../sync/messages.js").RemovedBy }} part
   */
  #refuse(id, { code = "invalidEdit", removedBy }) {
    const name = removedBy?.name;
    let refusal = this.refusals.find((each) => each.code === code && each.removedBy === name);
    if (!refusal) this.refusals.push(refusal = { code, count: 0, ids: [], ...(name === undefined ? {} : { removedBy: name }) });
    refusal.count += 1;
    if (refusal.ids.length < namedRefusalLimit) refusal.ids.push(id);
  }
}
