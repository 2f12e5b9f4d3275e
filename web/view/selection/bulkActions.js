import { labelsOf } from "../../model/edit.js";
import { makeUUID } from "../../model/label.js";
import { ActionMemory } from "./actionMemory.js";
import { editsOf } from "./bulkEdits.js";
import { BulkResult } from "./bulkResult.js";

/** @typedef {import("../../model/edit.js").Edit} Edit */
/** @typedef {import("../../sync/messages.js").Outcome} Outcome */
/** @typedef {import("./bulkEdits.js").BulkAction} BulkAction */

/** The server's limit of labels in an edit, until it says its own. */
const defaultLabelsPerEdit = 1_000;

/**
 * Carries actions on many labels out. Their edits wait in the outbox like all others, so that they outlive the page if those do; what
 * became of them so far is remembered beside it.
 */
export class BulkActions {
  /**
   * Actions whose edits have no outcome yet, by group.
   * @type {Map<string, BulkResult>}
   */
  #running = new Map();
  /**
   * The latest action, as long as the person has not dismissed what became of it.
   * @type {BulkResult | null}
   */
  latest = null;
  #session;
  #memory;

  /** @param {import("../../sync/session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.#memory = new ActionMemory(session.replica.identity.client);
    this.#resume();
  }

  /**
   * Does something to labels, undone as one step.
   * @param {BulkAction} action
   */
  run(action) {
    const labelsPerEdit = this.#session.replica.limits?.labelsPerEdit ?? defaultLabelsPerEdit;
    const group = makeUUID();
    return this.runEdits(editsOf(action, { labelsPerEdit, group }), group);
  }

  /**
   * @param {readonly Edit[]} edits of one action
   * @param {string} group theirs
   * @param {boolean} [isRestore] whether they make the whole list what it was
   * @returns {boolean} false: so many cannot wait
   */
  runEdits(edits, group, isRestore = false) {
    if (edits.length === 0) return true;
    const result = new BulkResult(edits.reduce((sum, edit) => sum + labelsOf(edit).length, 0), isRestore);
    this.#running.set(group, result);
    if (!this.#session.act(edits)) {
      this.#running.delete(group);
      return false;
    }
    this.latest = result;
    this.#remember();
    return true;
  }

  /**
   * Takes the outcome of an edit that may belong to an action.
   * @param {Edit} edit
   * @param {Outcome} outcome
   * @returns {boolean} whether it does, and needs no notice of its own
   */
  answered(edit, outcome) {
    const result = edit.group === undefined || edit.kind === "undo" ? undefined : this.#running.get(edit.group);
    if (!result) return false;
    result.take(edit, outcome);
    if (result.isDone) this.#running.delete(edit.group ?? "");
    this.#remember();
    return true;
  }

  dismiss() {
    this.latest = null;
  }

  #remember() {
    this.#memory.keep(Array.from(this.#running, ([group, { tally }]) => ({ group, tally })));
  }

  /** Goes on counting what another page began, as far as its edits still wait here. */
  #resume() {
    const waiting = new Map();
    for (const { asked } of this.#session.replica.pendingEdits) {
      if (asked.group !== undefined) waiting.set(asked.group, (waiting.get(asked.group) ?? 0) + labelsOf(asked).length);
    }
    for (const { group, tally } of this.#memory.remembered) {
      const pending = waiting.get(group);
      if (pending) this.#running.set(group, (this.latest = BulkResult.restored(tally, pending)));
    }
    this.#remember();
  }
}
