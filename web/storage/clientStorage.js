/** @typedef {import("../sync/journal.js").StoreChanges} StoreChanges */
/** @typedef {import("../sync/journal.js").StoredClient} StoredClient */
/** @typedef {import("./clientLocks.js").Release} Release */

/**
 * What storing needs; ClientStore and ClientLocks, or what a test puts in their place.
 * @typedef {Pick<import("./clientStore.js").ClientStore, "clients" | "load" | "write" | "discard" | "close" | "onlost">} Store
 * @typedef {Pick<import("./clientLocks.js").ClientLocks, "hold">} Locks
 */

/** A lock that is not had after this many milliseconds will not be had. */
const lockTimeout = 3_000;

/**
 * The storage of one session: the part of the store that belongs to its client. Nothing of a client is written before its lock
 * is held.
 */
export class ClientStorage {
  isDurable = true;
  /** Called when the store is gone by itself. */
  onlost = () => {};
  #store;
  #locks;
  #alias;
  /** @type {Map<string, Release>} */
  #held = new Map();
  /** @type {Map<string, Promise<void>>} */
  #holding = new Map();

  /**
   * @param {Store} store
   * @param {Locks} locks
   * @param {string} alias
   * @param {{ stored: StoredClient, release: Release } | null} [taken] a client that another page left behind, its lock held
   */
  constructor(store, locks, alias, taken = null) {
    this.#store = store;
    this.#locks = locks;
    this.#alias = alias;
    this.stored = taken?.stored ?? null;
    if (taken) this.#held.set(taken.stored.identity.client, taken.release);
  }

  /** @param {string} client */
  isHeld(client) {
    return this.#held.has(client);
  }

  /**
   * Takes the lock of a client, so that it need not be waited for when something is to be written.
   * @param {string} client
   * @returns {Promise<void>} rejected if the lock cannot be had
   */
  hold(client) {
    const holding = this.#holding.get(client) ?? this.#take(client).finally(() => this.#holding.delete(client));
    this.#holding.set(client, holding);
    return holding;
  }

  /** @param {string} client */
  async #take(client) {
    if (this.#held.has(client)) return;
    const release = await new Promise((resolve, reject) => {
      const timer = setTimeout(reject, lockTimeout, new Error("No lock was given."));
      this.#locks.hold(client).then(resolve, reject).finally(() => clearTimeout(timer));
    });
    if (!release) throw new Error("Another page holds the lock of this client.");
    this.#held.set(client, release);
  }

  /**
   * Takes every lock that another storage holds.
   * @param {ClientStorage} other
   */
  takeLocks(other) {
    for (const [client, release] of other.#held) this.#held.set(client, release);
    other.#held.clear();
  }

  /**
   * @param {StoreChanges} changes
   * @param {(error?: unknown) => void} done
   */
  write(changes, done) {
    const { client } = changes.identity;
    if (this.#held.has(client)) this.#write(changes, done);
    else this.hold(client).then(() => this.#write(changes, done), done);
  }

  /** Gives every lock back. */
  release() {
    for (const release of this.#held.values()) release();
    this.#held.clear();
  }

  /**
   * @param {StoreChanges} changes
   * @param {(error?: unknown) => void} done
   */
  #write(changes, done) {
    this.#store.write(this.#alias, changes, (error) => {
      if (!error) for (const client of changes.left) this.#letGo(client);
      done(error);
    });
  }

  /** @param {string} client */
  #letGo(client) {
    this.#held.get(client)?.();
    this.#held.delete(client);
  }
}
