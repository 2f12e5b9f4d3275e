import { combined, forgettingSeen, labelsOf, textOf } from "../model/edit.js";
import { predict, predictUndo } from "./prediction.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("../model/labelList.js").LabelList} LabelList */
/** @typedef {import("../model/labelList.js").Inverse} Inverse */

/**
 * An own edit on its way. It is sealed once it has a sequence; from then on the server may have it and it never changes, but for
 * `forgetSeen` and for being withdrawn: then `asked` keeps what the person wanted. `effect` is what an undo is expected to do, if
 * that can be told. `session` is the session of editing that it belongs to, and `outcome` what became of it, once it is settled.
 * Revisions in it are of the history `epoch`, null: of none. Somebody overwrote this client's text of its label unseen at the
 * revision `overwrittenAt`, 0: nobody did.
 * @typedef {{ edit: Edit, asked: Edit, effect: Edit | null, session: object | null, sequence: number | null, madeAt: number,
 *   epoch: string | null, overwrittenAt: number, inverses: Inverse[],
 *   outcome: import("./messages.js").Outcome["outcome"] | null }} PendingEdit
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
   * @param {string | null} epoch
   */
  restore(edits, next, epoch) {
    for (const { sequence, edit, asked = edit } of edits) {
      const isSealed = sequence < next;
      this.#push({ edit, asked, effect: edit.kind === "undo" ? null : edit, session: null, sequence: isSealed ? sequence : null,
        madeAt: fromBefore, epoch });
    }
  }

  get count() {
    return this.#pending.length;
  }

  /** @returns {readonly PendingEdit[]} */
  get edits() {
    return this.#pending;
  }

  get hasSealed() {
    return this.#pending.length > this.unsealedCount;
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
   * @param {{ epoch: string | null, revision: number }} point where the confirmed list is
   * @param {{ session?: object | null, effect?: Edit | null }} [options]
   * @returns {PendingEdit} the one that it is part of now
   */
  add(edit, { epoch, revision }, options = {}) {
    const { session = null, effect = edit } = options;
    const last = this.#pending.at(-1);
    const mayJoin = last?.sequence === null && last.madeAt === revision && last.session === session;
    const joint = mayJoin ? combined(last.edit, edit) : undefined;
    if (!last || !joint) return this.#push({ edit, asked: edit, effect, session, sequence: null, madeAt: revision, epoch });
    undo(last);
    last.edit = last.asked = last.effect = joint;
    last.inverses = this.#predict(last);
    return last;
  }

  /** @param {Omit<PendingEdit, "overwrittenAt" | "inverses" | "outcome">} fields */
  #push(fields) {
    const pending = { ...fields, overwrittenAt: 0, outcome: null, inverses: this.#predict(fields) };
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
   * Takes the first unsealed edits out that another page left behind. Call it while hidden.
   * @param {number} limit how many at most
   * @returns {PendingEdit[]}
   */
  takeUnsealedFromBefore(limit) {
    const unsealed = this.#pending.filter(({ sequence, madeAt }) => sequence === null && madeAt === fromBefore);
    const taken = unsealed.slice(0, Math.max(0, limit));
    for (const pending of taken) this.delete(pending);
    return taken;
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
   * Texts on their way may have arrived, and been overwritten before their outcome came.
   * @param {ReadonlyMap<string, number>} revisions at which texts of this client were overwritten unseen, by label
   */
  noteOverwrites(revisions) {
    for (const pending of this.#pending) {
      const edit = textEdit(pending);
      if (!edit) continue;
      const [label] = labelsOf(edit);
      pending.overwrittenAt = Math.max(pending.overwrittenAt, revisions.get(label) ?? 0);
    }
  }

  /**
   * The revisions known so far belonged to another history than that of `epoch`, and mean nothing. One that was sent keeps what
   * its author had seen if the server has a record of it, or if it was made on that history.
   * @param {{ epoch: string, lastSequence: number, sentThrough: number }} server
   */
  forgetSeen({ epoch, lastSequence, sentThrough }) {
    for (const pending of this.#pending) {
      pending.overwrittenAt = 0;
      const { sequence } = pending;
      const isSent = sequence !== null && sequence <= sentThrough;
      if (isSent && (sequence <= lastSequence || pending.epoch === epoch)) continue;
      pending.epoch = epoch;
      const { edit, asked, effect } = pending;
      pending.edit = forgettingSeen(edit);
      pending.asked = asked === edit ? pending.edit : forgettingSeen(asked);
      if (effect === edit) pending.effect = pending.edit;
    }
  }
}

/** @param {PendingEdit} pending */
function undo(pending) {
  while (pending.inverses.length > 0) pending.inverses.pop()?.();
}

/**
 * What brings a text into the list: the edit itself or, of an undo, what it is expected to do.
 * @param {PendingEdit} pending
 * @returns {Edit | null} null: it brings none, as far as is known
 */
export function textEdit({ asked, effect }) {
  const edit = asked.kind === "undo" ? effect : asked;
  return edit && textOf(edit) !== undefined ? edit : null;
}
