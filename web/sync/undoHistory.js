import { makeUUID } from "../model/label.js";
import { reversed } from "../model/reversal.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./outbox.js").PendingEdit} PendingEdit */

/** Steps that can be undone; the oldest beyond goes. */
export const stepLimit = 100;
/** Edits in one step of typing: a session that grows longer is undone in several. */
export const stepEditLimit = 1_000;
/** Edits in all steps; the oldest steps beyond go. */
export const historyEditLimit = 20_000;

/**
 * Where edits wait for the server. `add` returns what stands for the edit; `drop` takes one back that has no sequence yet.
 * @typedef {{ hasRoom(count: number): boolean, add(edit: Edit, effect: Edit | null): PendingEdit,
 *   drop(pending: PendingEdit): void }} EditQueue
 *
 * An edit that was made, or one that was taken back before it had a sequence.
 * @typedef {{ made: PendingEdit } | { dropped: Edit, effect: Edit | null }} StepEdit
 * @typedef {{ session: object | null, edits: StepEdit[] }} Step
 */

/**
 * What this client did and can undo, and what it undid and can redo. Undo is an edit of its own that the server resolves: redo is
 * an undo of the undo. It lives in memory: after a reload nothing can be undone, but undos that were made still go out.
 */
export class UndoHistory {
  /** @type {Step[]} */
  #done = [];
  /** @type {Step[]} */
  #undone = [];
  #queue;
  #makeGroup;

  /**
   * @param {EditQueue} queue
   * @param {() => string} [makeGroup]
   */
  constructor(queue, makeGroup = makeUUID) {
    this.#queue = queue;
    this.#makeGroup = makeGroup;
  }

  get canUndo() {
    return latest(this.#done) !== undefined;
  }

  get canRedo() {
    return latest(this.#undone) !== undefined;
  }

  /**
   * Takes down an edit of the person's. What was undone before can no longer be redone.
   * @param {PendingEdit} made
   * @param {object | null} session edits of one session are one step, as long as no other comes between
   */
  record(made, session) {
    this.#undone = [];
    const last = this.#done.at(-1);
    if (last?.edits.some((edit) => "made" in edit && edit.made === made)) return;
    if (last && session && last.session === session && last.edits.length < stepEditLimit) last.edits.push({ made });
    else push(this.#done, { session, edits: [{ made }] });
  }

  /**
   * Takes down the edits of one action, which are one step however many they are.
   * @param {readonly PendingEdit[]} made those that were joined stand there more than once
   */
  recordStep(made) {
    this.#undone = [];
    push(this.#done, { session: null, edits: [...new Set(made)].map((each) => ({ made: each })) });
  }

  /** Undoes the latest step. */
  undo() {
    this.#reverse(this.#done, this.#undone);
  }

  /** Does again what was undone last. */
  redo() {
    this.#reverse(this.#undone, this.#done);
  }

  /** Forgets everything: it was another client's, or another list's. */
  clear() {
    this.#done = [];
    this.#undone = [];
  }

  /**
   * @param {Step[]} from
   * @param {Step[]} to
   */
  #reverse(from, to) {
    const step = latest(from);
    if (!step) return;
    const edits = effective(step);
    if (!this.#queue.hasRoom(edits.length)) return;
    from.pop();
    const sealed = edits.filter((edit) => "made" in edit && edit.made.sequence !== null);
    const group = sealed.length > 1 ? { group: this.#makeGroup() } : {};
    /** @type {StepEdit[]} */
    const answer = [...edits].reverse().map((edit) => this.#reverseOne(edit, group));
    push(to, { session: null, edits: answer });
  }

  /**
   * @param {StepEdit} edit
   * @param {{ group?: string }} group
   * @returns {StepEdit}
   */
  #reverseOne(edit, group) {
    if ("dropped" in edit) return { made: this.#queue.add(edit.dropped, edit.effect) };
    const { sequence, edit: content, effect } = edit.made;
    if (sequence !== null) {
      return { made: this.#queue.add({ kind: "undo", target: sequence, ...group }, effect && reversed(effect)) };
    }
    this.#queue.drop(edit.made);
    return { dropped: content, effect };
  }
}

/**
 * @param {Step[]} steps
 * @param {Step} step
 */
function push(steps, step) {
  steps.push(step);
  let count = steps.reduce((sum, { edits }) => sum + edits.length, 0);
  while (steps.length > stepLimit || (count > historyEditLimit && steps.length > 1)) count -= steps.shift()?.edits.length ?? 0;
}

/**
 * The latest step that did something, as far as is known. Later ones, all of whose edits were refused or without effect, are
 * forgotten.
 * @param {Step[]} steps
 */
function latest(steps) {
  while (steps.length > 0 && effective(steps[steps.length - 1]).length === 0) steps.pop();
  return steps.at(-1);
}

/**
 * The edits of a step that were applied, or may be yet.
 * @param {Step} step
 */
function effective({ edits }) {
  return edits.filter((edit) => "dropped" in edit || edit.made.outcome === null || edit.made.outcome === "applied"
    || edit.made.outcome === "mixed");
}
