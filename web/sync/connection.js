import { Backoff } from "./backoff.js";
import { FrameReader } from "./frameReader.js";

/** An attempt to connect that takes longer is given up, in milliseconds. */
const connectTimeout = 10_000;
/** A connection that lasted this long proves that attempts succeed, in milliseconds. */
const lastingAfter = 5_000;
/** `WebSocket.OPEN`. */
const openState = 1;
/** How often silence is looked for, in milliseconds. */
const watchInterval = 1_000;

/**
 * `corrupted`: a part of a snapshot could not be read; a close follows.
 * @typedef {{ opened(): void, received(message: any): void, corrupted(): void,
 *   closed(code: number): "retry" | "stop" }} ConnectionHandler
 * @typedef {{ setTimeout(body: () => void, delay: number): any, clearTimeout(timer: any): void, now(): number }} Clock
 */

/** @type {Clock} */
export const systemClock = {
  setTimeout: (body, delay) => setTimeout(body, delay),
  clearTimeout: (timer) => clearTimeout(timer),
  now: () => Date.now(),
};

/** The code that a handler sees when this side gave the socket up. No server sends it. */
export const abandoned = 1006;

/**
 * One socket at a time to one address, renewed for as long as the handler wants it. Binary frames are inflated. A message
 * that cannot be read is a fault of the server and closes the socket.
 */
export class Connection {
  #handler;
  #makeSocket;
  #clock;
  #backoff;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {FrameReader | null} */
  #reader = null;
  #isStopped = false;
  #retryTimer = /** @type {any} */ (null);
  #watchTimer = /** @type {any} */ (null);
  #openedAt = 0;
  #heardAt = 0;
  /** Silence after which the connection counts as dead, in milliseconds. */
  #silenceLimit = connectTimeout;

  /**
   * @param {ConnectionHandler} handler
   * @param {{ makeSocket: () => WebSocket, clock?: Clock, random?: () => number }} environment a socket may be open already
   */
  constructor(handler, { makeSocket, clock = systemClock, random }) {
    this.#handler = handler;
    this.#makeSocket = makeSocket;
    this.#clock = clock;
    this.#backoff = new Backoff(random);
  }

  /** Connects now, instead of when the waiting time is over. Does nothing while a socket lives. */
  connect() {
    if (this.#socket || this.#isStopped) return;
    this.#clock.clearTimeout(this.#retryTimer);
    this.#silenceLimit = connectTimeout;
    this.#heardAt = this.#openedAt = this.#clock.now();
    const socket = this.#makeSocket();
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    this.#reader = new FrameReader({
      message: (message) => this.#receive(message),
      failed: ({ isCorrupt }) => this.#failed(isCorrupt),
    });
    socket.onopen = () => this.#handler.opened();
    socket.onmessage = ({ data }) => {
      this.#heardAt = this.#clock.now();
      this.#reader?.read(data);
    };
    socket.onclose = ({ code }) => this.#leave(code);
    this.#watch();
    if (socket.readyState === openState) this.#handler.opened();
  }

  /** @param {object} message */
  send(message) {
    if (this.#socket?.readyState === openState) this.#socket.send(JSON.stringify(message));
  }

  /**
   * The server sends something at least this often.
   * @param {number} seconds
   */
  expectBeat(seconds) {
    this.#silenceLimit = seconds * 2_000;
  }

  /** Gives the socket up if the server has been silent for too long: timers of hidden pages come late. */
  checkSilence() {
    if (this.#socket && this.#clock.now() - this.#heardAt > this.#silenceLimit) this.abandon();
  }

  /** Gives the socket up and tries again later. */
  abandon() {
    const socket = this.#socket;
    if (!socket) return;
    this.#leave(abandoned);
    socket.close();
  }

  /** Ends for good. */
  stop() {
    this.#isStopped = true;
    this.abandon();
    this.#clock.clearTimeout(this.#retryTimer);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "beat") this.send({ type: "beat" });
    else this.#handler.received(message);
  }

  /** @param {boolean} isCorrupt */
  #failed(isCorrupt) {
    if (isCorrupt) this.#handler.corrupted();
    this.abandon();
  }

  #watch() {
    this.#watchTimer = this.#clock.setTimeout(() => {
      this.checkSilence();
      if (this.#socket) this.#watch();
    }, watchInterval);
  }

  /** @param {number} code */
  #leave(code) {
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket = null;
    this.#reader?.stop();
    this.#clock.clearTimeout(this.#watchTimer);
    if (this.#clock.now() - this.#openedAt > lastingAfter) this.#backoff.reset();
    if (this.#handler.closed(code) === "stop") return;
    this.#retryTimer = this.#clock.setTimeout(() => this.connect(), this.#backoff.next());
  }
}
