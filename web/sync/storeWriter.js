/** @typedef {import("./connection.js").Clock} Clock */
/** @typedef {import("./journal.js").StoreChanges} StoreChanges */
/** @typedef {import("./replica.js").Replica} Replica */

/** A store that has not answered after this many milliseconds of a running page has failed. */
const writeTimeout = 20_000;
/** The time is measured in steps, since a sleep in between is not the store's fault. */
const timeoutSteps = 4;

/**
 * Where a client's edits and notices are kept. `write` calls `done` once, at once or later: the changes are stored as a
 * whole, or it names the reason why nothing is. `onlost` is called when the store is gone by itself.
 * @typedef {{ isDurable: boolean, stored?: import("./journal.js").StoredClient | null,
 *   write(changes: StoreChanges, done: (error?: unknown) => void): void, onlost?: () => void }} Storage
 */

/**
 * No more than memory: what is in the replica is all there is.
 * @type {Storage}
 */
export const memoryStorage = Object.freeze({ isDurable: false, write: (_, done) => done() });

/**
 * Brings what a replica has into its storage, one transaction at a time. When the storage fails, it goes on without one: the
 * replica still holds everything.
 */
export class StoreWriter {
  #replica;
  #storage;
  #observer;
  /** Counts transactions, so that the answer to one that was given up is not taken for another's. */
  #transaction = 0;
  #isWriting = false;
  #isStopped = false;
  #timer = /** @type {any} */ (null);

  /**
   * @param {Replica} replica
   * @param {Storage} storage
   * @param {{ written(): void, clock: Clock }} observer
   */
  constructor(replica, storage, observer) {
    this.#replica = replica;
    this.#storage = storage;
    this.#observer = observer;
    if (storage.isDurable) storage.onlost = () => this.#lose("The browser closed the store.");
  }

  get isDurable() {
    return this.#storage.isDurable;
  }

  /** Whether the next transaction can begin. */
  get isFree() {
    return !this.#isWriting && !this.#isStopped;
  }

  /** Stores what is not stored yet. Call it while free. */
  write() {
    const changes = this.#replica.unstored;
    if (!changes) return;
    const transaction = ++this.#transaction;
    let isAnswered = false;
    this.#isWriting = true;
    this.#watch(transaction, timeoutSteps);
    this.#storage.write(changes, (error) => {
      if (transaction !== this.#transaction || isAnswered) return;
      isAnswered = true;
      if (error) this.#lose(error);
      else this.#written(changes);
    });
  }

  /**
   * Stores what is not stored yet without waiting for the transaction before: there will be no later.
   * @param {(error?: unknown) => void} done
   */
  flush(done) {
    const changes = this.#isStopped ? null : this.#replica.unstored;
    if (changes) this.#storage.write(changes, done);
    else done();
  }

  stop() {
    this.#isStopped = true;
    this.#transaction += 1;
    this.#observer.clock.clearTimeout(this.#timer);
  }

  /** @param {StoreChanges} changes */
  #written(changes) {
    this.#observer.clock.clearTimeout(this.#timer);
    this.#isWriting = false;
    this.#replica.journal.stored(changes);
    this.#observer.written();
  }

  /** @param {unknown} reason */
  #lose(reason) {
    if (this.#isStopped || !this.#storage.isDurable) return;
    console.warn("What waits is kept in this tab only.", reason);
    this.#observer.clock.clearTimeout(this.#timer);
    this.#transaction += 1;
    this.#isWriting = false;
    this.#storage = memoryStorage;
    this.#observer.written();
  }

  /**
   * @param {number} transaction
   * @param {number} steps
   */
  #watch(transaction, steps) {
    this.#timer = this.#observer.clock.setTimeout(() => {
      if (transaction !== this.#transaction) return;
      if (steps > 1) this.#watch(transaction, steps - 1);
      else this.#lose("The store does not answer.");
    }, writeTimeout / timeoutSteps);
  }
}
