import { Connection, systemClock } from "./connection.js";
import { canInflate } from "./inflate.js";
import { ListInfo } from "./listInfo.js";
import { Presence } from "./presence.js";
import { Replica } from "./replica.js";
import { troubleOf } from "./trouble.js";
import { StoreWriter, memoryStorage } from "./storeWriter.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./connection.js").Clock} Clock */

/** Typing is sent in pieces of this many milliseconds. */
const sealDelay = 300;
/** Outcomes are acknowledged alone after this many milliseconds without an edit. */
const acknowledgeDelay = 1_000;

const closeCode = { badFrame: 1007, policy: 1008, tooBig: 1009, serverError: 1011, wrongSecret: 4003, clientExpired: 4004,
  replaced: 4005, tooManyOpen: 4007 };
/** Closes that may be the fault of what was sent. */
const blamingCodes = new Set([closeCode.badFrame, closeCode.policy, closeCode.tooBig, closeCode.serverError, closeCode.tooManyOpen]);

/**
 * `connecting` until the first welcome, `online`, `offline` while waiting for the next attempt, `replaced` until the person
 * asks, `stopped` for good.
 * @typedef {"connecting" | "online" | "offline" | "replaced" | "stopped"} ConnectionState
 * @typedef {{ changed(): void } & import("./notice.js").ReplicaObserver} SessionObserver
 */

/** A replica kept in step with the server: edits out, changes in, over a connection that is renewed as long as it takes. */
export class Session {
  /** @type {ConnectionState} */
  state = "connecting";
  /**
   * Why the server closed the last connection, if it said so and none was made since.
   * @type {import("./trouble.js").Trouble | null}
   */
  trouble = null;
  replica;
  presence = new Presence();
  info = new ListInfo();
  #ownPresence;
  #writer;
  #connection;
  #clock;
  #observer;
  #sealTimer = /** @type {any} */ (null);
  #acknowledgeTimer = /** @type {any} */ (null);
  #acknowledgedThrough = 0;
  /** While a message is taken in, its effects are incomplete and nothing of them may be stored. */
  #isTaking = false;

  /**
   * @param {SessionObserver} observer
   * @param {{ makeSocket: () => WebSocket, storage?: import("./storeWriter.js").Storage, clock?: Clock,
   *   random?: () => number, ownPresence?: import("./ownPresence.js").OwnPresence | null }} environment without a storage, edits
   *   live only in memory; without a presence, the session is not shown to others and hears nothing of them
   */
  constructor(observer, environment) {
    const { storage = memoryStorage, clock = systemClock, ownPresence = null } = environment;
    this.#observer = observer;
    this.#clock = clock;
    this.#ownPresence = ownPresence;
    this.replica = new Replica(observer, storage.stored);
    this.#writer = new StoreWriter(this.replica, storage, { written: () => this.#advance(), clock });
    this.#connection = new Connection({
      opened: () => this.#opened(),
      received: (message) => this.#received(message),
      corrupted: () => this.replica.distrust(),
      closed: (code) => this.#closed(code),
    }, environment);
  }

  /** Whether what waits here outlives the page. */
  get isDurable() {
    return this.#writer.isDurable;
  }

  /** Whether nothing waits: neither for the server nor for the store. */
  get isDone() {
    return this.replica.pendingCount === 0 && this.replica.unstored === null;
  }

  /** Starts, or tries again at once. */
  connect() {
    if (this.state === "replaced") this.state = "connecting";
    this.#connection.connect();
    this.#observer.changed();
  }

  /** The page may have slept: look whether the connection still lives, and try again at once if there is none. */
  wake() {
    if (this.state === "replaced" || this.state === "stopped") return;
    this.#connection.checkSilence();
    this.#connection.connect();
  }

  /**
   * An edit that is complete: it goes out at once.
   * @param {Edit} edit
   * @param {object | null} [session] edits of one session, and of no other, may be combined, and are undone together
   */
  edit(edit, session = null) {
    this.replica.edit(edit, session);
    this.commit();
  }

  /**
   * One action of several edits, which is undone as one: all go out, or none.
   * @param {readonly Edit[]} edits
   * @returns {boolean} false: so many cannot wait
   */
  act(edits) {
    const isTaken = this.replica.act(edits);
    this.commit();
    return isTaken;
  }

  /** Undoes what the person did last. */
  undo() {
    this.replica.undoHistory.undo();
    this.commit();
  }

  /** Does again what the person undid last. */
  redo() {
    this.replica.undoHistory.redo();
    this.commit();
  }

  /**
   * An edit that more typing may follow: it goes out a little later, joined with that.
   * @param {Edit} edit
   * @param {object | null} [session] as of an `edit`
   */
  type(edit, session = null) {
    this.replica.edit(edit, session);
    this.#sealTimer ??= this.#clock.setTimeout(() => this.commit(), sealDelay);
    this.#observer.changed();
  }

  /** Sends what was typed so far. */
  commit() {
    this.#clock.clearTimeout(this.#sealTimer);
    this.#sealTimer = null;
    this.#advance();
  }

  /**
   * The page goes: what is not stored yet is given to the store at once.
   * @param {(error?: unknown) => void} [done]
   */
  flush(done = () => {}) {
    this.#writer.flush(done);
  }

  /** Ends for good: nothing more is sent or stored. */
  stop() {
    this.#clock.clearTimeout(this.#sealTimer);
    this.#clock.clearTimeout(this.#acknowledgeTimer);
    this.#writer.stop();
    this.#connection.stop();
    this.state = "stopped";
  }

  /**
   * Tells the person something about an edit that is none of the server's concern.
   * @param {string} code
   * @param {Edit} edit
   */
  tell(code, edit) {
    this.replica.tell(code, edit);
    this.#advance();
  }

  /**
   * The person is done with notices.
   * @param {readonly string[]} ids
   */
  forget(ids) {
    for (const id of ids) this.replica.journal.forget(id);
    this.#advance();
  }

  /**
   * What is left of another client, its notices, becomes this one's.
   * @param {string} client
   */
  inherit(client) {
    this.replica.journal.inherit(client);
    this.#advance();
  }

  /**
   * Stores, and sends what is stored. Edits get their sequence only when they can be stored and sent at once, so that those
   * that wait still combine.
   */
  #advance() {
    if (this.state === "stopped" || this.#isTaking) return;
    if (this.#writer.isFree) {
      if (this.state === "online" && this.#sealTimer === null) this.replica.seal();
      this.#writer.write();
    }
    if (this.state === "online") this.#sendEdits();
    this.#observer.changed();
  }

  #sendEdits() {
    for (let message = this.replica.nextEdit(); message; message = this.replica.nextEdit()) {
      this.#connection.send(message);
      this.#acknowledgedThrough = message.acknowledgedThrough;
    }
    const { acknowledgedThrough } = this.replica.journal;
    if (acknowledgedThrough > this.#acknowledgedThrough && this.#acknowledgeTimer === null) {
      this.#acknowledgeTimer = this.#clock.setTimeout(() => this.#acknowledge(), acknowledgeDelay);
    }
  }

  #acknowledge() {
    this.#acknowledgeTimer = null;
    const { acknowledgedThrough } = this.replica.journal;
    if (this.state !== "online" || acknowledgedThrough <= this.#acknowledgedThrough) return;
    this.#acknowledgedThrough = acknowledgedThrough;
    this.#connection.send({ type: "acknowledge", acknowledgedThrough });
  }

  #opened() {
    const hello = this.replica.hello();
    this.#acknowledgedThrough = hello.acknowledgedThrough;
    const person = this.#ownPresence?.person;
    this.#connection.send({ ...hello, snapshotCoding: canInflate ? "deflate" : "json", ...(person ? { person } : {}) });
  }

  /** @param {any} message */
  #received(message) {
    this.#isTaking = true;
    try {
      this.#take(message);
    } catch (error) {
      console.error("Asking for the whole list again.", error);
      this.replica.distrust();
      this.#isTaking = false;
      this.#connection.abandon();
      return;
    }
    this.#isTaking = false;
    this.#advance();
  }

  /** @param {any} message */
  #take(message) {
    switch (message.type) {
      case "welcome":
        this.replica.welcome(message);
        this.info.take(message);
        this.#connection.expectBeat(message.beatSeconds);
        this.state = "online";
        this.trouble = null;
        this.presence.author = message.author;
        this.#ownPresence?.connected((own) => this.#connection.send(own));
        return;
      case "snapshot": return this.replica.snapshot(message);
      case "diff": return this.replica.diff(message);
      case "settled": return this.replica.settled(message);
      case "list": return this.info.take(message);
      case "presence": return this.presence.take(message);
      case "error":
        console.error(`The server refuses a message: ${message.message}`);
        return;
      default:
        return;
    }
  }

  /**
   * @param {number} code
   * @returns {"retry" | "stop"}
   */
  #closed(code) {
    this.#isTaking = true;
    this.presence.clear();
    this.#ownPresence?.disconnected();
    this.replica.disconnected({ blamesEdit: blamingCodes.has(code) });
    if (code === closeCode.wrongSecret || code === closeCode.clientExpired) this.replica.leaveClient();
    this.#isTaking = false;
    this.trouble = troubleOf(code) ?? this.trouble;
    this.state = code === closeCode.replaced ? "replaced" : "offline";
    this.#advance();
    return this.state === "replaced" ? "stop" : "retry";
  }
}
