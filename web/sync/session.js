import { Connection, systemClock } from "./connection.js";
import { Replica } from "./replica.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./notice.js").Notice} Notice */
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
 * `connecting` until the first welcome, `online`, `offline` while waiting for the next attempt, `replaced` for good.
 * @typedef {"connecting" | "online" | "offline" | "replaced"} ConnectionState
 * @typedef {{ changed(): void, notice(notice: Notice): void, applied(sequence: number): void }} SessionObserver
 */

/** A replica kept in step with the server: edits out, changes in, over a connection that is renewed as long as it takes. */
export class Session {
  /** @type {ConnectionState} */
  state = "connecting";
  replica;
  #connection;
  #clock;
  #observer;
  #sealTimer = /** @type {any} */ (null);
  #acknowledgeTimer = /** @type {any} */ (null);
  #acknowledgedThrough = 0;

  /**
   * @param {SessionObserver} observer
   * @param {{ makeSocket: () => WebSocket, clock?: Clock, random?: () => number }} environment
   */
  constructor(observer, environment) {
    this.#observer = observer;
    this.#clock = environment.clock ?? systemClock;
    this.replica = new Replica(observer);
    this.#connection = new Connection({
      opened: () => this.#opened(),
      received: (message) => this.#received(message),
      closed: (code) => this.#closed(code),
    }, environment);
  }

  /** Starts, or tries again at once. */
  connect() {
    if (this.state === "replaced") this.state = "connecting";
    this.#connection.connect();
    this.#observer.changed();
  }

  /** The page may have slept: look whether the connection still lives, and try again at once if there is none. */
  wake() {
    if (this.state === "replaced") return;
    this.#connection.checkSilence();
    this.#connection.connect();
  }

  /**
   * An edit that is complete: it goes out at once.
   * @param {Edit} edit
   */
  edit(edit) {
    this.replica.edit(edit);
    this.commit();
  }

  /**
   * An edit that more typing may follow: it goes out a little later, joined with that.
   * @param {Edit} edit
   */
  type(edit) {
    this.replica.edit(edit);
    this.#sealTimer ??= this.#clock.setTimeout(() => this.commit(), sealDelay);
    this.#observer.changed();
  }

  /** Sends what was typed so far. */
  commit() {
    this.#clock.clearTimeout(this.#sealTimer);
    this.#sealTimer = null;
    if (this.state === "online") this.#sendEdits();
    this.#observer.changed();
  }

  /** Seals and sends. Without a connection edits stay unsealed, so that they still combine. */
  #sendEdits() {
    this.replica.seal();
    for (let message = this.replica.nextEdit(); message; message = this.replica.nextEdit()) {
      this.#connection.send(message);
      this.#acknowledgedThrough = message.acknowledgedThrough;
    }
    const { acknowledgedThrough } = this.replica.identity;
    if (acknowledgedThrough > this.#acknowledgedThrough && this.#acknowledgeTimer === null) {
      this.#acknowledgeTimer = this.#clock.setTimeout(() => this.#acknowledge(), acknowledgeDelay);
    }
  }

  #acknowledge() {
    this.#acknowledgeTimer = null;
    const { acknowledgedThrough } = this.replica.identity;
    if (this.state !== "online" || acknowledgedThrough <= this.#acknowledgedThrough) return;
    this.#acknowledgedThrough = acknowledgedThrough;
    this.#connection.send({ type: "acknowledge", acknowledgedThrough });
  }

  #opened() {
    const hello = this.replica.hello();
    this.#acknowledgedThrough = hello.acknowledgedThrough;
    this.#connection.send(hello);
  }

  /** @param {any} message */
  #received(message) {
    try {
      this.#take(message);
    } catch (error) {
      console.error("Asking for the whole list again.", error);
      this.replica.distrust();
      this.#connection.abandon();
      return;
    }
    if (this.#sealTimer === null) this.commit();
    else this.#observer.changed();
  }

  /** @param {any} message */
  #take(message) {
    switch (message.type) {
      case "welcome":
        this.replica.welcome(message);
        this.#connection.expectBeat(message.beatSeconds);
        this.state = "online";
        return;
      case "snapshot": return this.replica.snapshot(message);
      case "diff": return this.replica.diff(message);
      case "settled": return this.replica.settled(message);
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
    this.replica.disconnected({ blamesEdit: blamingCodes.has(code) });
    if (code === closeCode.wrongSecret || code === closeCode.clientExpired) {
      this.replica.leaveClient();
    }
    this.state = code === closeCode.replaced ? "replaced" : "offline";
    this.#observer.changed();
    return this.state === "replaced" ? "stop" : "retry";
  }
}
