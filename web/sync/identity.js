import { makeUUID } from "../model/label.js";

/** Bytes of randomness in a secret: 192 bits, 32 characters on the wire. */
const secretBytes = 24;

/**
 * An identity as it is stored.
 * @typedef {Readonly<{ client: string, secret: string, next: number, claimed: boolean, acknowledgedThrough: number,
 *   settled: readonly number[] }>} IdentityRecord
 */

/** Who this page is to the server: one client with its own sequence of edits. */
export class Identity {
  client;
  secret;
  /** Whether the server has, as far as we were told, stored this client. */
  claimed = false;
  /** The sequence that the next sealed edit gets. */
  next = 1;
  /** The highest sequence that may have reached a socket. */
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

  /**
   * The client that another page left behind. What has a sequence may have been sent.
   * @param {IdentityRecord} record
   */
  static restored({ client, secret, next, claimed, acknowledgedThrough, settled }) {
    const identity = Object.assign(new Identity(), { client, secret, next, claimed, acknowledgedThrough, sentThrough: next - 1 });
    identity.#settled = new Set(settled);
    return identity;
  }

  /** @returns {IdentityRecord} */
  get record() {
    const { client, secret, next, claimed, acknowledgedThrough } = this;
    return { client, secret, next, claimed, acknowledgedThrough, settled: [...this.#settled] };
  }

  /** @param {number} sequence */
  settle(sequence) {
    this.#settled.add(sequence);
    while (this.#settled.delete(this.acknowledgedThrough + 1)) this.acknowledgedThrough += 1;
  }

  /**
   * Passes over sequences that are used up without having been given here.
   * @param {number} sequence the last of them
   */
  skipThrough(sequence) {
    while (this.next <= sequence) this.settle(this.next++);
  }
}
