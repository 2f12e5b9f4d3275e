import { combined, forgettingSeen } from "../model/edit.js";
import { predict, predictUndo } from "./prediction.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("../model/labelList.js").LabelList} LabelList */
/** @typedef {import("../model/labelList.js").Inverse} Inverse */

/**
 * An own edit on its way. It is sealed once it has a sequence; from then on it never changes, but for being withdrawn:
 * then `asked` keeps what the person wanted. `effect` is what an undo is expected to do, if that can be told. `session` is the
 * session of editing that it belongs to, and `outcome` what became of it, once it is settled.
 * @typedef {{ edit: Edit, asked: Edit, effect: Edit | null, session: object | null, sequence: number | null, madeAt: number,
 *   inverses: Inverse[], outcome: import("./messages.js").Outcome["outcome"] | null }} PendingEdit
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
      this.#push({ edit, asked, effect: edit.kind === "undo" ? null : edit, session: null, sequence: isSealed ? sequence : null,
        madeAt: fromBefore });
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
   * Adds an edit, or combines it with the last one if that is unsealed, of the same session, and no confirmed change came
   * between.
   * @param {Edit} edit
   * @param {number} revision the confirmed one
   * @param {{ session?: object | null, effect?: Edit | null }} [options]
   * @returns {PendingEdit} the one that it is part of now
   */
  add(edit, revision, options = {}) {
    const { session = null, effect = edit } = options;
    const last = this.#pending.at(-1);
    const mayJoin = last?.sequence === null && last.madeAt === revision && last.session === session;
    const joint = mayJoin ? combined(last.edit, edit) : undefined;
    if (!last || !joint) return this.#push({ edit, asked: edit, effect, session, sequence: null, madeAt: revision });
    undo(last);
    last.edit = last.asked = last.effect = joint;
    last.inverses = this.#predict(last);
    return last;
  }

  /** @param {Omit<PendingEdit, "inverses" | "outcome">} fields */
  #push(fields) {
    const pending = { ...fields, outcome: null, inverses: this.#predict(fields) };
    this.#pending.push(pending);
    return pending;
  }

  /**
   * @param {Pick<PendingEdit, "edit" | "effect">} pending
   * @returns {Inverse[]}
   */
  #predict({ edit, effect }) {
    if (!this.#isShown || !effect) return [];
    return edit.kind === "undo" ? predictUndo(this.list, effect) : predict(this.list, effect);
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
   * Takes an edit out that is settled, or was taken back. Call it while hidden.
   * @param {PendingEdit} gone
   */
  delete(gone) {
    const index = this.#pending.indexOf(gone);
    if (index >= 0) this.#pending.splice(index, 1);
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
      for (const pending of this.#pending) pending.inverses = this.#predict(pending);
    }
  }

  /**
   * What unsent edits have seen belonged to another history.
   * @param {number} sentThrough
   */
  forgetSeen(sentThrough) {
    for (const pending of this.#pending) {
      if (pending.sequence !== null && pending.sequence <= sentThrough) continue;
      if (pending.effect === pending.edit) pending.effect = forgettingSeen(pending.edit);
      pending.edit = forgettingSeen(pending.edit);
      pending.asked = forgettingSeen(pending.asked);
    }
  }
}

/** @param {PendingEdit} pending */
function undo(pending) {
  while (pending.inverses.length > 0) pending.inverses.pop()?.();
}
