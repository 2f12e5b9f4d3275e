import { answer, editsOf, openDatabase } from "./database.js";

/** @typedef {import("../sync/journal.js").StoreChanges} StoreChanges */
/** @typedef {import("../sync/journal.js").StoredClient} StoredClient */
/** @typedef {{ client: string, alias: string, editCount: number, noticeCount: number }} ClientSummary */

const everything = ["clients", "edits", "notices"];

/** The clients of this origin's pages, with their edits and notices, in IndexedDB. */
export class ClientStore {
  #database;
  /** Called when the browser closes the database, as when somebody deletes what the site has stored. */
  onlost = () => {};

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
    database.onclose = () => this.onlost();
    database.onversionchange = () => {
      database.close();
      this.onlost();
    };
  }

  /** @param {IDBFactory} factory */
  static async open(factory) {
    return new ClientStore(await openDatabase(factory));
  }

  close() {
    this.#database.close();
  }

  /**
   * Every client, the one longest unused first.
   * @returns {Promise<ClientSummary[]>}
   */
  async clients() {
    const stores = this.#open("readonly");
    const records = await answer(stores.clients.getAll());
    const summaries = await Promise.all(records.map(async ({ client, alias, usedAt }) => {
      const [editCount, noticeCount] = await Promise.all([
        answer(stores.edits.count(editsOf(client))), answer(stores.notices.index("client").count(client)),
      ]);
      return { client, alias, usedAt, editCount, noticeCount };
    }));
    return summaries.sort((one, other) => one.usedAt - other.usedAt);
  }

  /**
   * @param {string} client
   * @returns {Promise<StoredClient | null>} null: there is no such client any more
   */
  async load(client) {
    const stores = this.#open("readonly");
    const [identity, edits, notices] = await Promise.all([
      answer(stores.clients.get(client)), answer(stores.edits.getAll(editsOf(client))),
      answer(stores.notices.index("client").getAll(client)),
    ]);
    if (!identity) return null;
    const { secret, next, claimed, acknowledgedThrough, settled, origin } = identity;
    notices.sort((one, other) => one.at - other.at);
    return {
      identity: { client, secret, next, claimed, acknowledgedThrough, settled, origin },
      edits: edits.map(({ sequence, edit, asked }) => ({ sequence, edit, asked })),
      notices: notices.map(({ client: _client, at: _at, ...notice }) => notice),
    };
  }

  /**
   * One transaction. Every request of it is made at once, so that it is complete even if the page goes now.
   * @param {string} alias of the client's list
   * @param {StoreChanges} changes
   * @param {(error?: unknown) => void} done
   */
  write(alias, changes, done) {
    try {
      const stores = this.#open("readwrite");
      const { transaction } = stores;
      transaction.oncomplete = () => done();
      transaction.onabort = () => done(transaction.error ?? new Error("The transaction was aborted."));
      try {
        put(stores, alias, changes);
      } catch (error) {
        transaction.abort();
        throw error;
      }
      if (changes.left.length === 0) transaction.commit?.();
    } catch (error) {
      done(error);
    }
  }

  /**
   * Deletes a client of which there is nothing to keep.
   * @param {string} client
   */
  async discard(client) {
    const stores = this.#open("readwrite");
    const [editCount, noticeCount] = await Promise.all([
      answer(stores.edits.count(editsOf(client))), answer(stores.notices.index("client").count(client)),
    ]);
    if (editCount + noticeCount === 0) await answer(stores.clients.delete(client));
  }

  /** @param {IDBTransactionMode} mode */
  #open(mode) {
    const transaction = this.#database.transaction(everything, mode, { durability: "strict" });
    const [clients, edits, notices] = everything.map((name) => transaction.objectStore(name));
    return { transaction, clients, edits, notices };
  }
}

/**
 * @param {{ clients: IDBObjectStore, edits: IDBObjectStore, notices: IDBObjectStore }} stores
 * @param {string} alias
 * @param {StoreChanges} changes
 */
function put(stores, alias, { identity, left, edits, notices }) {
  const { client } = identity;
  const now = Date.now();
  stores.clients.put({ ...identity, alias, usedAt: now });
  for (const [sequence, record] of edits) {
    if (record) stores.edits.put({ client, sequence, ...record });
    else stores.edits.delete([client, sequence]);
  }
  notices.forEach(([id, notice], index) => {
    if (notice) stores.notices.put({ client, at: now + index, ...notice });
    else stores.notices.delete(id);
  });
  for (const other of left) replaceClient(stores, other, client);
}

/**
 * Deletes a client whose notices another one takes over.
 * @param {{ clients: IDBObjectStore, edits: IDBObjectStore, notices: IDBObjectStore }} stores
 * @param {string} left
 * @param {string} heir
 */
function replaceClient(stores, left, heir) {
  stores.clients.delete(left);
  stores.edits.delete(editsOf(left));
  const cursor = stores.notices.index("client").openCursor(left);
  cursor.onsuccess = () => {
    if (!cursor.result) return;
    cursor.result.update({ ...cursor.result.value, client: heir });
    cursor.result.continue();
  };
}
