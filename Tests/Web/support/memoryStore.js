/** A browser's storage for tests: the interface of ClientStore, in memory. Copies everything, as IndexedDB does. */
export class MemoryStore {
  clientRecords = new Map();
  #edits = new Map();
  #notices = new Map();
  onlost = () => {};

  async clients() {
    return [...this.clientRecords.values()].map(({ alias, identity: { client } }) => ({
      client, alias, editCount: this.edits(client).length, noticeCount: this.notices(client).length,
    }));
  }

  edits(client) {
    const own = [...this.#edits.values()].filter((record) => record.client === client);
    return own.sort((one, other) => one.sequence - other.sequence).map(({ sequence, edit, asked }) => ({ sequence, edit, asked }));
  }

  notices(client) {
    return [...this.#notices.values()].filter((record) => record.client === client).map(({ notice }) => notice);
  }

  async load(client) {
    const record = this.clientRecords.get(client);
    return record ? structuredClone({ identity: record.identity, edits: this.edits(client), notices: this.notices(client) }) : null;
  }

  write(alias, changes, done) {
    this.apply(alias, changes);
    done();
  }

  apply(alias, changes) {
    const { identity, left, edits, notices } = structuredClone(changes);
    const { client } = identity;
    this.clientRecords.set(client, { alias, identity });
    for (const [sequence, record] of edits) {
      if (record) this.#edits.set(`${client}/${sequence}`, { client, sequence, ...record });
      else this.#edits.delete(`${client}/${sequence}`);
    }
    for (const [id, notice] of notices) {
      if (notice) this.#notices.set(id, { client, notice });
      else this.#notices.delete(id);
    }
    for (const other of left) this.#replace(other, client);
  }

  #replace(left, heir) {
    this.clientRecords.delete(left);
    for (const { sequence } of this.edits(left)) this.#edits.delete(`${left}/${sequence}`);
    for (const record of this.#notices.values()) if (record.client === left) record.client = heir;
  }

  async discard(client) {
    if (this.edits(client).length + this.notices(client).length === 0) this.clientRecords.delete(client);
  }

  close() {}
}

/** A store whose transactions are answered only when told. */
export class SlowStorage {
  isDurable = true;
  store = new MemoryStore();
  waiting = [];

  constructor(stored = null) {
    this.stored = stored;
  }

  write(changes, done) {
    this.waiting.push({ changes, done });
  }

  /** The oldest transaction completes. */
  complete() {
    const { changes, done } = this.waiting.shift();
    this.store.apply("demo", changes);
    done();
  }

  /** The oldest transaction is aborted. */
  fail(reason = new Error("The disk is full.")) {
    this.waiting.shift().done(reason);
  }
}

/** Locks of one browser: a page that goes gives its own back by `release`. */
export class FakeLocks {
  held = new Set();

  async hold(client) {
    if (this.held.has(client)) return null;
    this.held.add(client);
    return () => this.held.delete(client);
  }
}
