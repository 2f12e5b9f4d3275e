import { label } from "../model/label.js";
import { LabelList } from "../model/labelList.js";
import { Identity } from "./identity.js";
import { Outbox } from "./outbox.js";
import { ReplicaFault, applyEffect } from "./remoteChange.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("../model/label.js").Label} Label */
/** @typedef {import("../model/placement.js").Orientation} Orientation */
/** @typedef {import("./notice.js").Notice} Notice */
/** @typedef {import("./outbox.js").PendingEdit} PendingEdit */
/** @typedef {import("./remoteChange.js").Change} Change */
/** @typedef {Label & { overwrote?: { author: number, revision: number }[] }} SnapshotLabel */

/**
 * @typedef {{ sequence: number, outcome: "applied" | "noEffect" | "rejected" | "mixed", asOf: number, code?: string,
 *   labels?: { id: string, outcome: string, code?: string }[] }} Outcome
 * @typedef {{ labels: number, nameGraphemes: number, nameBytes: number, labelsPerEdit: number, openEdits: number,
 *   messageBytes: number }} Limits
 * @typedef {{ type: "welcome", list: string, exists: boolean, epoch: string, revision: number, hash: string, author: number,
 *   reset: boolean, snapshot: boolean, limits: Limits, beatSeconds: number, outcomes: Outcome[] }} Welcome
 * @typedef {{ type: "snapshot", list: string, epoch: string, revision: number, hash: string, orientation: Orientation,
 *   chunk: number, chunks: number, labels: SnapshotLabel[] }} Snapshot
 */

/** Own edits that may wait for the server; one more is refused with the notice `tooManyWaiting`. */
export const pendingLimit = 10_000;
/** Own texts that are remembered in case somebody overwrites them unseen. */
const rememberedTextLimit = 256;
/** Closes by the server on the same first pending edit after which that edit is withdrawn. */
const closesBeforeWithdrawal = 2;

/**
 * The confirmed list and the own edits still pending on it, as a synchronous state machine: messages in, messages out
 * when asked. It knows no time, no socket and no page.
 */
export class Replica {
  /** What the person sees: confirmed labels with the pending edits on top. */
  list = new LabelList();
  /** The confirmed revision. */
  revision = 0;
  /** Counts the histories that revisions belonged to: a `seen` of an earlier one means nothing. */
  history = 0;
  /** Whether the whole list has come at least once. */
  isLoaded = false;
  /** @type {Limits | null} */
  limits = null;
  identity;
  #outbox = new Outbox(this.list);
  #hash = "";
  /**
   * The list and epoch that the confirmed labels belong to.
   * @type {{ list: string, epoch: string } | null}
   */
  #origin = null;
  /**
   * The list and epoch that the welcome named.
   * @type {{ list: string, epoch: string } | null}
   */
  #offered = null;
  /** @type {number | null} */
  #author = null;
  /** Whether the confirmed labels are the list's at that revision, as far as is known. */
  #isTrusted = true;
  #isWelcome = false;
  #awaitsSnapshot = false;
  #isReset = false;
  /** @type {SnapshotLabel[]} */
  #chunks = [];
  /**
   * Outcomes whose `asOf` the confirmed revision has not reached.
   * @type {Map<number, Outcome>}
   */
  #deferred = new Map();
  /** The highest sequence given to the present socket. */
  #sentHere = 0;
  /** Closes by the server, by the first edit that was pending. */
  #closes = { sequence: 0, count: 0 };
  /**
   * Own renamings by sequence, the latest last.
   * @type {Map<number, Edit>}
   */
  #texts = new Map();
  #makeIdentity;
  #observer;

  /**
   * @param {{ notice(notice: Notice): void, applied(sequence: number): void }} observer is told what a person must be told,
   *   and which own edits took effect
   * @param {() => Identity} [makeIdentity]
   */
  constructor(observer, makeIdentity = () => new Identity()) {
    this.#observer = observer;
    this.#makeIdentity = makeIdentity;
    this.identity = makeIdentity();
  }

  get pendingCount() {
    return this.#outbox.count;
  }

  /** The sequence that an edit made now will have at least. */
  get nextSequence() {
    return this.identity.next + this.#outbox.unsealedCount;
  }

  // Edits

  /**
   * Takes an edit in and shows its effect.
   * @param {Edit} edit
   */
  edit(edit) {
    if (this.#outbox.count >= pendingLimit) this.#tell("tooManyWaiting", edit);
    else this.#outbox.add(edit, this.revision);
  }

  /** Gives every edit made so far its sequence: from now on they never change. */
  seal() {
    this.#outbox.seal(() => this.identity.next++);
  }

  /** The next message that may be sent, or undefined. */
  nextEdit() {
    if (!this.#isWelcome || (this.#isReset && this.#awaitsSnapshot)) return undefined;
    const window = this.identity.acknowledgedThrough + (this.limits?.openEdits ?? 1);
    for (const { sequence, edit } of this.#outbox.edits) {
      if (sequence === null || sequence > window) return undefined;
      if (sequence <= this.#sentHere || this.#deferred.has(sequence)) continue;
      this.#sentHere = sequence;
      this.identity.sentThrough = Math.max(this.identity.sentThrough, sequence);
      return { type: "edit", sequence, acknowledgedThrough: this.identity.acknowledgedThrough, ...edit };
    }
    return undefined;
  }

  // The connection

  /** The first message on a new socket. */
  hello() {
    this.#leaveSocket();
    const { client, secret, claimed, acknowledgedThrough } = this.identity;
    const resume = this.#isTrusted && this.#origin ? { ...this.#origin, revision: this.revision, hash: this.#hash } : null;
    return { type: "hello", client, secret, claimed, acknowledgedThrough, resume, snapshotCoding: "json" };
  }

  /**
   * The socket is gone.
   * @param {{ blamesEdit: boolean }} reason whether the server closed it over something that was sent
   */
  disconnected({ blamesEdit }) {
    const first = this.#outbox.edits[0];
    const wasSent = first !== undefined && first.sequence !== null && first.sequence <= this.#sentHere;
    this.#leaveSocket();
    if (!blamesEdit || !wasSent || first.sequence === null) return;
    if (this.#closes.sequence !== first.sequence) this.#closes = { sequence: first.sequence, count: 0 };
    this.#closes.count += 1;
    if (this.#closes.count < closesBeforeWithdrawal) return;
    this.#outbox.whileHidden(() => { first.edit = { kind: "withdraw" }; });
  }

  /** The confirmed list is not to be trusted: the next hello asks for the whole. */
  distrust() {
    this.#isTrusted = false;
  }

  /** The server does not know this client any more: sent edits may have been applied, the others go on as a new client's. */
  leaveClient() {
    this.#leaveSocket();
    this.#outbox.whileHidden(() => {
      const pending = this.#outbox.takeAll();
      const { sentThrough } = this.identity;
      this.identity = this.#makeIdentity();
      this.#texts.clear();
      for (const { asked, sequence } of pending) {
        if (sequence !== null && sequence <= sentThrough) this.#tell("maybeApplied", asked);
        else this.#outbox.add(asked, this.revision);
      }
    });
  }

  #leaveSocket() {
    this.#isWelcome = this.#awaitsSnapshot = this.#isReset = false;
    this.#chunks = [];
    this.#sentHere = 0;
  }

  // Messages

  /** @param {Welcome} message */
  welcome(message) {
    const { list, epoch } = message;
    this.#outbox.whileHidden(() => {
      if (this.#origin && this.#origin.list !== list) this.#leaveList();
      this.#offered = { list, epoch };
      this.#author = message.author;
      this.limits = message.limits;
      this.#isWelcome = true;
      this.#awaitsSnapshot = message.snapshot;
      this.#isReset = message.reset;
      if (message.reset) this.#forgetHistory();
      if (message.exists) this.identity.claimed = true;
      if (!this.#isTrusted && !message.snapshot) this.#startEmpty();
      if (message.exists && !message.snapshot) this.#origin = this.#offered;
      if (!message.snapshot) this.isLoaded = true;
      this.#deferred.clear();
      this.#defer(message.outcomes);
    });
  }

  /**
   * @param {Snapshot} message
   * @throws {ReplicaFault}
   */
  snapshot(message) {
    if (message.chunk === 0) this.#chunks = [];
    this.#awaitsSnapshot = true;
    this.#chunks.push(...message.labels);
    if (message.chunk < message.chunks - 1) return;
    const labels = this.#chunks;
    this.#chunks = [];
    this.#outbox.whileHidden(() => {
      const before = this.revision;
      this.#replaceList(new LabelList(labels.map(label), message.orientation));
      this.revision = message.revision;
      this.#hash = message.hash;
      this.#offered = { list: message.list, epoch: message.epoch };
      if (message.revision > 0) this.#origin = this.#offered;
      this.#isTrusted = true;
      this.#awaitsSnapshot = false;
      this.isLoaded = true;
      if (!this.#isReset) this.#tellOverwritten(labels, before);
      this.#isReset = false;
      this.#settleReached();
    });
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
      if (effect.effect === "renamed") this.#tellOverwrittenBy(effect);
    }
    this.revision = change.revision;
    this.#hash = change.hash;
    this.#origin = this.#offered;
    if (change.author === this.#author && !change.partial) {
      this.#defer([{ sequence: change.sequence, outcome: "applied", asOf: change.revision }]);
    }
    this.#settleReached();
  }

  // Settling

  /** @param {Outcome[]} outcomes */
  #defer(outcomes) {
    for (const outcome of outcomes) {
      if (this.#outbox.find(outcome.sequence)) this.#deferred.set(outcome.sequence, outcome);
    }
    this.#settleReached();
  }

  #settleReached() {
    if (this.#awaitsSnapshot || this.#deferred.size === 0) return;
    for (const [sequence, outcome] of [...this.#deferred].sort(([first], [second]) => first - second)) {
      if (outcome.asOf > this.revision) continue;
      this.#deferred.delete(sequence);
      this.#settle(outcome);
    }
  }

  /** @param {Outcome} outcome */
  #settle(outcome) {
    const pending = this.#outbox.find(outcome.sequence);
    if (!pending) return;
    this.#outbox.delete(pending);
    this.identity.settle(outcome.sequence);
    if (outcome.outcome === "applied" || outcome.outcome === "mixed") {
      this.#remember(outcome.sequence, pending.asked);
      this.#observer.applied(outcome.sequence);
    }
    const refused = outcome.labels?.find(({ outcome: what }) => what === "rejected");
    const code = outcome.outcome === "rejected" ? outcome.code : refused?.code;
    if (code !== undefined) this.#tell(code, pending.asked);
  }

  // What the person is told

  /**
   * @param {string} code
   * @param {Edit} edit
   */
  #tell(code, edit) {
    this.#observer.notice({ code, edit });
  }

  /**
   * @param {number} sequence
   * @param {Edit} edit
   */
  #remember(sequence, edit) {
    if (edit.kind !== "rename" && edit.kind !== "insert") return;
    this.#texts.set(sequence, edit);
    if (this.#texts.size > rememberedTextLimit) this.#texts.delete(this.#texts.keys().next().value ?? 0);
  }

  /** @param {Extract<import("./remoteChange.js").Effect, { effect: "renamed" }>} effect */
  #tellOverwrittenBy({ overwrote = [] }) {
    const own = overwrote.find(({ author }) => author === this.#author);
    const text = own && this.#texts.get(own.sequence);
    if (text) this.#tell("overwritten", text);
  }

  /**
   * What diffs would have said, read off the labels of a snapshot.
   * @param {SnapshotLabel[]} labels
   * @param {number} since
   */
  #tellOverwritten(labels, since) {
    const texts = [...this.#texts.values()].reverse();
    for (const { id, overwrote = [] } of labels) {
      const isNews = overwrote.some(({ author, revision }) => author === this.#author && revision > since);
      const text = isNews && texts.find((edit) => "ids" in edit && edit.ids[0] === id);
      if (text) this.#tell("overwritten", text);
    }
  }

  // Other histories

  /** @param {LabelList} list */
  #replaceList(list) {
    this.list = this.#outbox.list = list;
  }

  #forgetHistory() {
    this.history += 1;
    this.#outbox.forgetSeen(this.identity.sentThrough);
  }

  /** The alias names another list: what waits was meant for the old one. */
  #leaveList() {
    this.#forgetHistory();
    for (const { asked, sequence } of this.#outbox.takeAll()) {
      if (sequence !== null) this.identity.settle(sequence);
      this.#tell("otherList", asked);
    }
    this.#startEmpty();
    this.#origin = null;
    this.#texts.clear();
  }

  #startEmpty() {
    this.#replaceList(new LabelList());
    this.revision = 0;
    this.#hash = "";
    this.#isTrusted = true;
  }
}
