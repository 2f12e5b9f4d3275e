import { memoryStorage } from "../sync/storeWriter.js";
import { ClientLocks } from "./clientLocks.js";
import { ClientStorage } from "./clientStorage.js";
import { ClientStore } from "./clientStore.js";

/** @typedef {import("./clientStorage.js").Store} Store */
/** @typedef {import("./clientStorage.js").Locks} Locks */

/** A page starts without its storage rather than later than this, in milliseconds. */
const openTimeout = 3_000;

/**
 * Why what waits lives only as long as the tab: plain http has no locks, or the browser gives no storage.
 * @typedef {"insecure" | "failed"} MemoryReason
 *
 * @typedef {{ storage: ClientStorage, store: Store, locks: Locks, reason: null }
 *   | { storage: typeof memoryStorage, reason: MemoryReason }} OpenedStorage
 */

/**
 * The storage of a page that shows a list: the client with pending edits that another page left behind, if there is one, else
 * a new one. Never fails: it then lives in memory.
 * @param {string} alias
 * @returns {Promise<OpenedStorage>}
 */
export async function openStorage(alias) {
  if (!isSecureContext) return { storage: memoryStorage, reason: "insecure" };
  /** @type {any} */
  let timer;
  const timeout = new Promise((resolve) => { timer = setTimeout(resolve, openTimeout, null); });
  const opening = open(alias);
  try {
    const opened = await Promise.race([opening, timeout]);
    if (opened) return opened;
    opening.then(abandon, () => {});
    console.warn("The browser’s storage does not open.");
  } catch (error) {
    console.warn("The browser’s storage cannot be used.", error);
  } finally {
    clearTimeout(timer);
  }
  return { storage: memoryStorage, reason: "failed" };
}

/** @param {string} alias */
async function open(alias) {
  const store = await ClientStore.open(indexedDB);
  const locks = new ClientLocks(navigator.locks);
  const storage = await takeClient(store, locks, alias);
  store.onlost = () => storage.onlost();
  return { storage, store, locks, reason: null };
}

/** @param {{ storage: ClientStorage, store: Store }} late */
function abandon({ storage, store }) {
  storage.release();
  store.close();
}

/**
 * Takes over a client of this list that nobody uses and that has pending edits, or leaves room for a new one.
 * @param {Store} store
 * @param {Locks} locks
 * @param {string} alias
 */
export async function takeClient(store, locks, alias) {
  for (const summary of await store.clients()) {
    if (summary.alias !== alias || summary.editCount === 0) continue;
    const release = await locks.hold(summary.client);
    if (!release) continue;
    /** @type {import("../sync/journal.js").StoredClient | null} */
    let stored = null;
    try {
      stored = await store.load(summary.client);
    } finally {
      if (!stored || stored.edits.length === 0) release();
    }
    if (stored && stored.edits.length > 0) return new ClientStorage(store, locks, alias, { stored, release });
  }
  return new ClientStorage(store, locks, alias);
}
