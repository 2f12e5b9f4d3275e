/** Waiting times between attempts to connect: doubling from half a second to half a minute, of which a random half is kept. */
export class Backoff {
  #attempts = 0;
  #random;

  /** @param {() => number} [random] from 0 up to 1 */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Milliseconds to wait before the next attempt. */
  next() {
    const longest = Math.min(500 * 2 ** this.#attempts, 30_000);
    this.#attempts += 1;
    return longest * (0.5 + this.#random() / 2);
  }

  /** The last attempt led to a lasting connection. */
  reset() {
    this.#attempts = 0;
  }
}
