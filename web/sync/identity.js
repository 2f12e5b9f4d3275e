import { makeUUID } from "../model/label.js";

/** Bytes of randomness in a secret: 192 bits, 32 characters on the wire. */
const secretBytes = 24;

/**
 * Who this page is to the server: one client with its own sequence of edits, held in memory.
 */
export class Identity {
  /** Whether the server has, as far as we were told, stored this client. */
  claimed = false;
  /** The sequence that the next sealed edit gets. */
  next = 1;
  /** The highest sequence that was ever given to a socket. */
  sentThrough = 0;
  /** Every outcome up to this sequence has been taken in. */
  acknowledgedThrough = 0;
  /**
   * Settled sequences above.
   * @type {Set<number>}
   */
  #settled = new Set();

  /** @param {(bytes: Uint8Array) => Uint8Array} [fill] fills bytes at random */
  constructor(fill = (bytes) => crypto.getRandomValues(bytes)) {
    this.client = makeUUID(fill);
    this.secret = btoa(String.fromCharCode(...fill(new Uint8Array(secretBytes))));
  }

  /** @param {number} sequence */
  settle(sequence) {
    this.#settled.add(sequence);
    while (this.#settled.delete(this.acknowledgedThrough + 1)) this.acknowledgedThrough += 1;
  }
}
