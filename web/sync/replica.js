import { label, makeUUID } from "../model/label.js";
import { LabelList } from "../model/labelList.js";
import { ConfirmedPoint } from "./confirmedPoint.js";
import { DeferredOutcomes } from "./deferredOutcomes.js";
import { Identity } from "./identity.js";
import { Journal } from "./journal.js";
import { Outbox } from "./outbox.js";
import { LatestAuthors } from "./latestAuthors.js";
import { OwnTexts } from "./ownTexts.js";
import { Poison } from "./poison.js";
import { refusalOf } from "./refusal.js";
import { ReplicaFault, applyEffect } from "./remoteChange.js";
import { UndoHistory } from "./undoHistory.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./journal.js").StoreChanges} StoreChanges */
/** @typedef {import("./messages.js").Outcome} Outcome */
/** @typedef {import("./messages.js").SnapshotLabel} SnapshotLabel */
/** @typedef {import("./ownTexts.js").OwnText} OwnText */
/** @typedef {import("./remoteChange.js").Change} Change */

/** Own edits that may wait for the server; one more is refused with the notice `tooManyWaiting`. */
export const pendingLimit = 10_000;

/**
 * The confirmed list and the own edits still pending on it, as a synchronous state machine: messages in, messages out
 * when asked. It knows no time, no socket, no store and no page. What is `unstored` must be stored, and the journal told so,
 * before the edits in it are given out to be sent.
 */
export class Replica {
  /** What the person sees: confirmed labels with the pending edits on top. */
  list = new LabelList();
  /** Counts the histories that revisions belonged to: a `seen` of an earlier one means nothing. */
  history = 0;
  /** Whether the whole list has come at least once. */
  isLoaded = false;
  /** @type {import("./messages.js").Limits | null} */
  limits = null;
  identity;
  /** What the person did here, and may undo. */
  undoHistory = new UndoHistory({
    hasRoom: (count) => this.#outbox.count + count <= pendingLimit,
    add: (edit, effect) => this.#outbox.add(edit, this.#point.place, { effect, session: {} }),
    drop: (pending) => this.#outbox.whileHidden(() => this.#outbox.delete(pending)),
  });
  /** What the store holds of this replica; it is to be told of what has been stored. */
  journal;
  #outbox = new Outbox(this.list);
  #point;
  /** @type {number | null} */
  #author = null;
  #isWelcome = false;
  #awaitsSnapshot = false;
  /** Whether the snapshot to come is of another history than the confirmed labels. */
  #isReset = false;
  /** @type {SnapshotLabel[]} */
  #chunks = [];
  #deferred = new DeferredOutcomes();
  /** The highest sequence given to the present socket. */
  #sentHere = 0;
  #poison = new Poison();
  #texts = new OwnTexts(this.#outbox, ({ edit, sequence }) => this.tell("overwritten", edit, this.#key(sequence)));
  #latest = new LatestAuthors();
  #makeIdentity;
  #observer;

  /**
   * @param {import("./notice.js").ReplicaObserver} observer
   * @param {import("./journal.js").StoredClient | null} [stored] what another page left behind, to go on with
   * @param {() => Identity} [makeIdentity]
   */
  constructor(observer, stored = null, makeIdentity = () => new Identity()) {
    this.#observer = observer;
    this.#makeIdentity = makeIdentity;
    this.identity = stored ? Identity.restored(stored.identity) : makeIdentity();
    this.journal = new Journal(this.identity.client, stored);
    this.#point = new ConfirmedPoint(stored?.identity.origin);
    if (stored) this.#outbox.restore(stored.edits, this.identity.next, this.#point.place.epoch);
  }

  /** The confirmed revision. */
  get revision() {
    return this.#point.revision;
  }

  /** The confirmed labels alone, in canonical order. O(labels + pending edits). */
  get confirmed() {
    return this.#outbox.whileHidden(() => [...this.list]);
  }

  /** The own edits that the server has not settled, in order. */
  get pendingEdits() {
    return this.#outbox.edits;
  }

  get pendingCount() {
    return this.#outbox.count;
  }

  /** The sequence that an edit made now will have at least. */
  get nextSequence() {
    return this.identity.next + this.#outbox.unsealedCount;
  }

  /**
   * Takes an edit in and shows its effect.
   * @param {Edit} edit
   * @param {object | null} [session] edits of one session, and of no other, may be combined, and are undone together
   */
  edit(edit, session = null) {
    if (this.#outbox.count >= pendingLimit) this.tell("tooManyWaiting", edit);
    else this.undoHistory.record(this.#outbox.add(edit, this.#point.place, { session }), session);
  }

  /**
   * Takes the edits of one action in, all or none of them. They are undone together.
   * @param {readonly Edit[]} edits
   * @returns {boolean} false: so many cannot wait
   */
  act(edits) {
    if (this.#outbox.count + edits.length > pendingLimit) return false;
    const session = {};
    this.undoHistory.recordStep(edits.map((edit) => this.#outbox.add(edit, this.#point.place, { session })));
    return true;
  }

  /** Gives the edits that may be sent their sequence: from now on they never change. */
  seal() {
    this.#outbox.seal(() => this.identity.next <= this.#window ? this.identity.next++ : null);
    this.#claimToSend();
  }

  /** What is about to be sent may be applied: should the server forget this client, it must not take it for a new one. */
  #claimToSend() {
    if (this.#isWelcome && this.#outbox.hasSealed) this.identity.claimed = true;
  }

  /** The highest sequence that may be open. */
  get #window() {
    return this.journal.acknowledgedThrough + (this.limits?.openEdits ?? 1);
  }

  /** The next message that may be sent, or undefined. */
  nextEdit() {
    if (!this.#isWelcome || !this.journal.claimed || (this.#isReset && this.#awaitsSnapshot)) return undefined;
    for (const pending of this.#outbox.edits) {
      const { sequence, edit } = pending;
      if (sequence === null || sequence > this.#window || !this.journal.holds(pending)) return undefined;
      if (sequence <= this.#sentHere || this.#deferred.has(sequence)) continue;
      this.#sentHere = sequence;
      this.identity.sentThrough = Math.max(this.identity.sentThrough, sequence);
      return { type: "edit", sequence, acknowledgedThrough: this.journal.acknowledgedThrough, ...edit };
    }
    return undefined;
  }

  /** What must be stored, or null. O(pending edits). */
  get unstored() {
    return this.journal.unstored(this.identity, this.#point.origin, this.#outbox.edits);
  }

  // The connection

  /** The first message on a new socket. */
  hello() {
    this.#leaveSocket();
    const { client, secret, claimed } = this.identity;
    const { acknowledgedThrough } = this.journal;
    return { type: "hello", client, secret, claimed, acknowledgedThrough, resume: this.#point.resume };
  }

  /**
   * The socket is gone.
   * @param {{ blamesEdit: boolean }} reason whether the server closed it over something that was sent
   */
  disconnected({ blamesEdit }) {
    const sentHere = this.#sentHere;
    this.#leaveSocket();
    if (!blamesEdit) return;
    const isUnanswered = (/** @type {number} */ sequence) => sequence <= sentHere && !this.#deferred.has(sequence);
    const poison = this.#poison.blame(this.#outbox.edits, isUnanswered);
    if (poison) this.#outbox.whileHidden(() => { poison.edit = poison.effect = { kind: "withdraw" }; });
  }

  /** The confirmed list is not to be trusted: the next hello asks for the whole. */
  distrust() {
    this.#point.distrust();
  }

  /** The server does not know this client any more: sent edits may have been applied, the others go on as a new client's. */
  leaveClient() {
    this.#leaveSocket();
    this.undoHistory.clear();
    this.#outbox.whileHidden(() => {
      const pending = this.#outbox.takeAll();
      const { client, sentThrough } = this.identity;
      this.identity = this.#makeIdentity();
      this.journal.succeed(this.identity.client);
      this.#texts.clear();
      for (const { asked, sequence } of pending) {
        if (sequence !== null && sequence <= sentThrough) this.tell("maybeApplied", asked, `${client}/${sequence}`);
        else if (asked.kind === "undo") this.tell("undoDropped", asked);
        else this.#outbox.add(asked, this.#point.place);
      }
    });
  }

  #leaveSocket() {
    this.#isWelcome = this.#awaitsSnapshot = this.#isReset = false;
    this.#chunks = [];
    this.#sentHere = 0;
  }

  // Messages

  /** @param {import("./messages.js").Welcome} message */
  welcome(message) {
    this.#outbox.whileHidden(() => {
      const { list, epoch } = message;
      if (this.#point.isOfAnotherList(list)) this.#leaveList();
      this.#point.offered(message);
      this.#author = message.author;
      this.limits = message.limits;
      this.#isWelcome = true;
      this.#awaitsSnapshot = message.snapshot;
      const isOtherHistory = message.reset || this.#point.isOfAnotherHistory(epoch);
      if (isOtherHistory) this.#forgetHistory(message);
      this.#isReset = isOtherHistory && message.snapshot;
      this.#passOverUsed(message.lastSequence);
      if (message.exists) this.identity.claimed = true;
      this.#claimToSend();
      if (!this.#point.isTrusted && !message.snapshot) this.#startEmpty();
      if (message.exists && !message.snapshot) this.#point.accept();
      if (!message.snapshot) this.isLoaded = true;
      this.#deferred.clear();
      this.#defer(message.outcomes);
    });
  }

  /**
   * @param {import("./messages.js").Snapshot} message
   * @throws {ReplicaFault}
   */
  snapshot(message) {
    if (message.chunk === 0) this.#chunks = [];
    this.#awaitsSnapshot = true;
    this.#chunks.push(...message.labels);
    if (message.chunk < message.chunks - 1) return;
    const labels = this.#chunks.splice(0);
    this.#outbox.whileHidden(() => {
      const since = this.#knownOf(this.list, this.revision);
      this.list = this.#outbox.list = new LabelList(labels.map(label), message.orientation);
      this.#latest = new LatestAuthors();
      this.#point.startFrom(message);
      this.#awaitsSnapshot = false;
      this.isLoaded = true;
      if (this.#isReset) this.#forgetHistory({ epoch: message.epoch, lastSequence: this.identity.sentThrough });
      const missed = this.#texts.missedBefore(this.#author, labels, since);
      this.#isReset = false;
      this.#settleReached(missed);
    });
  }

  /**
   * Up to which revision everything is known about a label: about one that was not there, nothing.
   * @param {LabelList} list
   * @param {number} revision
   * @returns {(label: string) => number}
   */
  #knownOf(list, revision) {
    return this.#isReset ? () => Infinity : (label) => (list.get(label) ? revision : 0);
  }

  /**
   * @param {{ changes: Change[] }} message
   * @throws {ReplicaFault} if the changes do not follow on the confirmed list
   */
  diff({ changes }) {
    this.identity.claimed = true;
    this.#outbox.whileHidden(() => {
      for (const change of changes) this.#apply(change);
    });
  }

  /** @param {{ outcomes: Outcome[] }} message */
  settled({ outcomes }) {
    this.identity.claimed = true;
    this.#outbox.whileHidden(() => this.#defer(outcomes));
  }

  /** @param {Change} change */
  #apply(change) {
    if (change.revision !== this.revision + 1) {
      throw new ReplicaFault(`Revision ${change.revision} does not follow ${this.revision}.`);
    }
    for (const effect of change.effects) {
      applyEffect(this.list, effect);
      this.#texts.follow(effect, this.#author, change);
    }
    this.#latest.record(change);
    if (change.author !== this.#author) this.#observer.changedByOther?.(change);
    this.#point.advance(change);
    if (change.author === this.#author && !change.partial) {
      this.#defer([{ sequence: change.sequence, outcome: "applied", asOf: change.revision }]);
    }
    this.#settleReached();
  }

  // Settling

  /** @param {Outcome[]} outcomes */
  #defer(outcomes) {
    for (const outcome of outcomes) {
      if (this.#outbox.find(outcome.sequence)) this.#deferred.add(outcome);
    }
    this.#settleReached();
  }

  /** @param {OwnText[]} [overwritten] own texts that were overwritten, to be told with those that turn out to be now */
  #settleReached(overwritten = []) {
    if (this.#awaitsSnapshot) return;
    const settled = this.#deferred.takeReached(this.revision).flatMap((outcome) => this.#settle(outcome));
    this.#texts.tellLast([...overwritten, ...settled], this.revision);
  }

  /**
   * @param {Outcome} outcome
   * @returns {OwnText[]} the edit's text, if it was overwritten before its outcome came
   */
  #settle(outcome) {
    const { sequence, asOf } = outcome;
    const pending = this.#outbox.find(sequence);
    if (!pending) return [];
    this.#outbox.delete(pending);
    this.identity.settle(sequence);
    pending.outcome = outcome.outcome;
    const isEffective = outcome.outcome === "applied" || outcome.outcome === "mixed";
    const text = isEffective ? this.#texts.remember(sequence, pending, asOf) : [];
    if (isEffective) this.#observer.applied(sequence);
    const isAnswered = this.#observer.answered?.(pending.asked, outcome) ?? false;
    const refusal = isAnswered ? undefined : refusalOf(outcome, pending);
    const inTheWay = this.#latest.inTheWayOf(pending, this.#author);
    if (refusal) this.tell(refusal.code, pending.asked, this.#key(sequence), { ...refusal.details, ...inTheWay });
    return pending.overwrittenAt > asOf ? text : [];
  }

  /**
   * A page of this client that lost its storage went on without it: what it sent is used up. Which of the edits that it had
   * stored without having sent them were among that, nobody knows.
   * @param {number} lastSequence
   */
  #passOverUsed(lastSequence) {
    const { next } = this.identity;
    for (const [index, { asked }] of this.#outbox.takeUnsealedFromBefore(lastSequence - next + 1).entries()) {
      this.tell("maybeApplied", asked, this.#key(next + index));
    }
    this.identity.skipThrough(lastSequence);
  }

  // What the person is told

  /**
   * Tells the person something about an own edit, and keeps it until `forget`.
   * @param {string} code
   * @param {Edit} edit
   * @param {string} [key] the same whenever this is told
   * @param {import("./notice.js").NoticeDetails} [details]
   */
  tell(code, edit, key = makeUUID(), details = {}) {
    const notice = { id: `${key}/${code}`, code, edit, ...details };
    this.journal.keep(notice);
    this.#observer.notice(notice);
  }

  /** @param {number} sequence */
  #key(sequence) {
    return `${this.identity.client}/${sequence}`;
  }

  // Other histories

  /** @param {{ epoch: string, lastSequence: number }} server */
  #forgetHistory({ epoch, lastSequence }) {
    this.history += 1;
    this.#outbox.forgetSeen({ epoch, lastSequence, sentThrough: this.identity.sentThrough });
  }

  /** The alias names another list: what waits was meant for the old one. */
  #leaveList() {
    this.history += 1;
    this.undoHistory.clear();
    for (const { asked, sequence } of this.#outbox.takeAll()) {
      if (sequence !== null) this.identity.settle(sequence);
      this.tell("otherList", asked, sequence === null ? undefined : this.#key(sequence));
    }
    this.list = this.#outbox.list = new LabelList();
    this.#point.leaveList();
    this.#texts.clear();
  }

  #startEmpty() {
    this.list = this.#outbox.list = new LabelList();
    this.#point.startEmpty();
  }
}
