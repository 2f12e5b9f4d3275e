import { Session } from "../sync/session.js";
import { ClientStorage } from "./clientStorage.js";

/** @typedef {import("../sync/notice.js").Notice} Notice */
/** @typedef {import("./clientLocks.js").Release} Release */
/** @typedef {import("./clientStorage.js").Locks} Locks */
/** @typedef {import("./clientStorage.js").Store} Store */

/** An outbox that cannot be emptied in this time is left for later, in milliseconds. */
const drainTimeout = 60_000;

/**
 * What other pages left behind: clients of this list that nobody uses. Their edits are sent, one client after the other, and
 * their notices go to this page.
 */
export class Orphans {
  #store;
  #locks;
  #alias;
  #page;
  #environment;
  #isChecking = false;

  /**
   * @param {{ store: Store, locks: Locks, storage: ClientStorage }} opened the page's own storage
   * @param {string} alias
   * @param {{ session: Session, notice(notice: Notice): void }} page
   * @param {{ makeSocket: () => WebSocket, clock?: import("../sync/connection.js").Clock }} environment
   */
  constructor({ store, locks, storage }, alias, { session, notice }, environment) {
    this.#store = store;
    this.#locks = locks;
    this.#alias = alias;
    this.#page = { session, storage, notice };
    this.#environment = environment;
  }

  /** Looks for orphans and deals with them. Does nothing while it is still at it. */
  async check() {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      for (const { client, alias, editCount, noticeCount } of await this.#store.clients()) {
        const isEmpty = editCount + noticeCount === 0;
        if (!isEmpty && alias !== this.#alias) continue;
        if (this.#page.storage.isHeld(client) || client === this.#page.session.replica.identity.client) continue;
        const release = await this.#locks.hold(client);
        if (release) await this.#dealWith(client, isEmpty, release);
      }
    } finally {
      this.#isChecking = false;
    }
  }

  /**
   * @param {string} client
   * @param {boolean} isEmpty
   * @param {Release} release
   */
  async #dealWith(client, isEmpty, release) {
    /** @type {import("../sync/journal.js").StoredClient | null} */
    let stored = null;
    try {
      if (isEmpty) await this.#store.discard(client);
      else stored = await this.#store.load(client);
    } finally {
      if (!stored) release();
    }
    if (!stored) return;
    for (const notice of stored.notices) this.#page.notice(notice);
    const storage = new ClientStorage(this.#store, this.#locks, this.#alias, { stored, release });
    const emptied = stored.edits.length === 0 ? client : await this.#drain(storage);
    if (emptied === null) storage.release();
    else this.#inherit(emptied, storage);
  }

  /**
   * Sends a client's edits on a connection of its own.
   * @param {ClientStorage} storage
   * @returns {Promise<string | null>} the client that has nothing pending now, or null if it took too long
   */
  #drain(storage) {
    return new Promise((resolve) => {
      const { clock } = this.#environment;
      /** @param {string | null} client */
      const end = (client) => {
        session.stop();
        (clock ?? globalThis).clearTimeout(timer);
        resolve(client);
      };
      const session = new Session({
        changed: () => { if (session.isDone && session.state === "online") end(session.replica.identity.client); },
        notice: this.#page.notice,
        applied: () => {},
      }, { ...this.#environment, storage });
      const timer = (clock ?? globalThis).setTimeout(() => end(null), drainTimeout);
      session.connect();
    });
  }

  /**
   * @param {string} client
   * @param {ClientStorage} storage
   */
  #inherit(client, storage) {
    this.#page.storage.takeLocks(storage);
    this.#page.session.inherit(client);
  }
}
