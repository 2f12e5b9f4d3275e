import { combined, forgettingSeen } from "../model/edit.js";
import { predict } from "./prediction.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("../model/labelList.js").LabelList} LabelList */
/** @typedef {import("../model/labelList.js").Inverse} Inverse */

/**
 * An own edit on its way. It is sealed once it has a sequence; from then on it never changes, but for being withdrawn:
 * then `asked` keeps what the person wanted.
 * @typedef {{ edit: Edit, asked: Edit, sequence: number | null, madeAt: number, inverses: Inverse[] }} PendingEdit
 */

/** `madeAt` of an edit that another page left behind: no revision. */
export const fromBefore = -1;

/**
 * The own edits that the server has not settled, in order, and their effect on top of the confirmed list.
 */
export class Outbox {
  /** @type {PendingEdit[]} */
  #pending = [];
  #isShown = true;

  /** @param {LabelList} list shows the confirmed labels and, between `hide` and `show`, nothing else */
  constructor(list) {
    this.list = list;
  }

  /**
   * Takes in what another page left behind: sealed below `next`, and joined with nothing.
   * @param {readonly (import("./journal.js").EditRecord & { sequence: number })[]} edits in order
   * @param {number} next
   */
  restore(edits, next) {
    for (const { sequence, edit, asked = edit } of edits) {
      const isSealed = sequence < next;
      this.#pending.push({ edit, asked, sequence: isSealed ? sequence : null, madeAt: fromBefore, inverses: this.#predict(edit) });
    }
  }

  get count() {
    return this.#pending.length;
  }

  /** @returns {readonly PendingEdit[]} */
  get edits() {
    return this.#pending;
  }

  get unsealedCount() {
    let count = 0;
    while (this.#pending.at(-1 - count)?.sequence === null) count += 1;
    return count;
  }

  /**
   * Adds an edit, or combines it with the last one if that is unsealed and no confirmed change came between.
   * @param {Edit} edit
   * @param {number} revision the confirmed one
   */
  add(edit, revision) {
    const last = this.#pending.at(-1);
    const joint = last?.sequence === null && last.madeAt === revision ? combined(last.edit, edit) : undefined;
    if (last && joint) {
      undo(last);
      last.edit = last.asked = joint;
      last.inverses = this.#predict(joint);
    } else {
      this.#pending.push({ edit, asked: edit, sequence: null, madeAt: revision, inverses: this.#predict(edit) });
    }
  }

  /**
   * @param {Edit} edit
   * @returns {Inverse[]}
   */
  #predict(edit) {
    return this.#isShown ? predict(this.list, edit) : [];
  }

  /**
   * Gives unsealed edits their sequence.
   * @param {() => number | null} nextSequence null: not now
   */
  seal(nextSequence) {
    for (const pending of this.#pending) pending.sequence ??= nextSequence();
  }

  /**
   * @param {number} sequence
   * @returns {PendingEdit | undefined}
   */
  find(sequence) {
    return this.#pending.find((pending) => pending.sequence === sequence);
  }

  /**
   * Takes a settled edit out. Call it while hidden.
   * @param {PendingEdit} settled
   */
  delete(settled) {
    this.#pending.splice(this.#pending.indexOf(settled), 1);
  }

  /**
   * Takes everything out. Call it while hidden.
   * @returns {PendingEdit[]}
   */
  takeAll() {
    return this.#pending.splice(0);
  }

  /**
   * Runs something on the confirmed list alone, then puts the pending edits on top of what it has become. Nested calls
   * run at once. O(pending edits).
   * @template T
   * @param {() => T} body
   * @returns {T}
   */
  whileHidden(body) {
    if (!this.#isShown) return body();
    for (let index = this.#pending.length - 1; index >= 0; index -= 1) undo(this.#pending[index]);
    this.#isShown = false;
    try {
      return body();
    } finally {
      this.#isShown = true;
      for (const pending of this.#pending) pending.inverses = this.#predict(pending.edit);
    }
  }

  /**
   * What unsent edits have seen belonged to another history.
   * @param {number} sentThrough
   */
  forgetSeen(sentThrough) {
    for (const pending of this.#pending) {
      if (pending.sequence !== null && pending.sequence <= sentThrough) continue;
      pending.edit = forgettingSeen(pending.edit);
      pending.asked = forgettingSeen(pending.asked);
    }
  }
}

/** @param {PendingEdit} pending */
function undo(pending) {
  while (pending.inverses.length > 0) pending.inverses.pop()?.();
}
