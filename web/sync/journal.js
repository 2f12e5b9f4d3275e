/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./identity.js").Identity} Identity */
/** @typedef {import("./identity.js").IdentityRecord} IdentityRecord */
/** @typedef {import("./notice.js").Notice} Notice */
/** @typedef {import("./outbox.js").PendingEdit} PendingEdit */
/** @typedef {{ list: string, epoch: string }} Origin the list that pending edits are meant for, and its history */

/**
 * A pending edit as it is stored; `asked` is there once it differs from the edit. With a sequence below the identity's
 * `next` it is sealed; the others are stored under the sequence that they will have.
 * @typedef {Readonly<{ edit: Edit, asked?: Edit }>} EditRecord
 *
 * All that a page left behind of one client.
 * @typedef {Readonly<{ identity: IdentityRecord & { origin: Origin | null },
 *   edits: readonly (EditRecord & { sequence: number })[], notices: readonly Notice[] }>} StoredClient
 *
 * What a store does in one transaction, whole or not at all; done twice it is the same. `left` are clients whose record and
 * edits go and whose notices become this client's. Null deletes.
 * @typedef {Readonly<{ identity: IdentityRecord & { origin: Origin | null }, left: readonly string[],
 *   edits: readonly (readonly [sequence: number, record: EditRecord | null])[],
 *   notices: readonly (readonly [id: string, notice: Notice | null])[] }>} StoreChanges
 */

/**
 * Knows what the store holds of a replica, and by that what has to be written and what may be sent. A client of which there
 * is nothing to keep is not written at all.
 */
export class Journal {
  #client;
  /** @type {StoreChanges["identity"] | null} */
  #identity;
  /** @type {Map<number, EditRecord>} */
  #edits;
  /**
   * Notices to be written.
   * @type {Map<string, Notice | null>}
   */
  #notices = new Map();
  /** @type {string[]} */
  #left = [];

  /**
   * @param {string} client
   * @param {StoredClient | null} stored
   */
  constructor(client, stored) {
    this.#client = client;
    this.#identity = stored?.identity ?? null;
    this.#edits = new Map(stored?.edits.map(({ sequence, edit, asked }) => [sequence, { edit, asked }]));
  }

  /** Whether it is stored that the server knows this client. */
  get claimed() {
    return this.#identity?.claimed ?? false;
  }

  /** Every outcome up to this sequence is stored. */
  get acknowledgedThrough() {
    return this.#identity?.acknowledgedThrough ?? 0;
  }

  /**
   * Whether a sealed edit is stored as it is.
   * @param {PendingEdit} pending
   */
  holds({ sequence, edit }) {
    return sequence !== null && sequence < (this.#identity?.next ?? 0) && this.#edits.get(sequence)?.edit === edit;
  }

  /** @param {Notice} notice */
  keep(notice) {
    this.#notices.set(notice.id, notice);
  }

  /** @param {string} id of a notice */
  forget(id) {
    this.#notices.set(id, null);
  }

  /**
   * This client takes over what is left of another one: its notices.
   * @param {string} client
   */
  inherit(client) {
    this.#left.push(client);
  }

  /**
   * Another client takes this one's place.
   * @param {string} client
   */
  succeed(client) {
    this.inherit(this.#client);
    this.#client = client;
    this.#identity = null;
    this.#edits = new Map();
  }

  /**
   * What is not stored yet, or null. O(pending edits).
   * @param {Identity} identity
   * @param {Origin | null} origin
   * @param {readonly PendingEdit[]} pending
   * @returns {StoreChanges | null}
   */
  unstored(identity, origin, pending) {
    const record = { ...identity.record, origin };
    const edits = this.#unstoredEdits(identity.next, pending);
    const hasText = edits.length > 0 || this.#left.length > 0 || [...this.#notices.values()].some((notice) => notice !== null);
    const isNews = hasText || this.#notices.size > 0 || JSON.stringify(record) !== JSON.stringify(this.#identity);
    if (!hasText && (this.#identity === null || !isNews)) return null;
    return { identity: record, left: [...this.#left], edits, notices: [...this.#notices] };
  }

  /**
   * @param {number} next
   * @param {readonly PendingEdit[]} pending
   * @returns {[number, EditRecord | null][]}
   */
  #unstoredEdits(next, pending) {
    /** @type {[number, EditRecord | null][]} */
    const changes = [];
    const gone = new Set(this.#edits.keys());
    for (const { sequence, edit, asked } of pending) {
      const key = sequence ?? next++;
      gone.delete(key);
      if (this.#edits.get(key)?.edit !== edit) changes.push([key, asked === edit ? { edit } : { edit, asked }]);
    }
    for (const key of gone) changes.push([key, null]);
    return changes;
  }

  /**
   * These changes are in the store now.
   * @param {StoreChanges} changes
   */
  stored({ identity, left, edits, notices }) {
    for (const [id, notice] of notices) {
      if (this.#notices.get(id) === notice) this.#notices.delete(id);
    }
    if (identity.client !== this.#client) return;
    this.#left = this.#left.filter((client) => !left.includes(client));
    this.#identity = identity;
    for (const [sequence, record] of edits) {
      if (record) this.#edits.set(sequence, record);
      else this.#edits.delete(sequence);
    }
  }
}
