import { limits, snapshot, welcome } from "./messages.js";

/** A socket between a page and the fake server; frames lie in between until they are delivered. */
class Wire {
  readyState = 0;
  up = [];
  down = [];
  client = null;

  constructor(server) {
    this.server = server;
  }

  // The page's end

  send(text) {
    this.up.push(JSON.parse(text));
  }

  close() {
    this.cut();
  }

  // The server's end, and the world between

  put(message) {
    if (this.readyState !== 3) this.down.push(message);
  }

  open() {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.();
  }

  deliverUp() {
    const message = this.up.shift();
    if (message && this.readyState === 1) this.server.take(this, message);
  }

  deliverDown() {
    const message = this.down.shift();
    if (message?.close) this.cut(message.close);
    else if (message) this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.server.wires.delete(this);
    this.onclose?.({ code });
  }
}

/**
 * One list on a server that obeys the protocol, short of merging names. What a client does that it must not do is in
 * `violations`.
 */
export class FakeServer {
  wires = new Set();
  violations = [];
  #labels = new Map();
  #changes = [];
  #clients = new Map();

  makeSocket() {
    const wire = new Wire(this);
    this.wires.add(wire);
    return wire;
  }

  /** How often an insert of the label took effect. */
  insertionsOf(id) {
    return this.#changes.filter(({ effects: [{ effect, label }] }) => effect === "inserted" && label.id === id).length;
  }

  /** Forgets every client, as after a long time. */
  expireClients() {
    this.#clients.clear();
    for (const wire of this.wires) wire.cut();
  }

  take(wire, message) {
    switch (message.type) {
      case "hello": return this.#hello(wire, message);
      case "acknowledge": return this.#acknowledge(this.#clients.get(wire.client), message.acknowledgedThrough);
      case "edit": return this.#edit(wire, message);
    }
  }

  #hello(wire, { client: id, secret, claimed, acknowledgedThrough, resume }) {
    if (!this.#clients.has(id) && claimed) return wire.put({ close: 4004 });
    const author = this.#clients.size + 1 + this.#changes.length;
    if (!this.#clients.has(id)) this.#clients.set(id, { author, secret, acknowledged: 0, last: 0, outcomes: new Map() });
    const client = this.#clients.get(id);
    if (client.secret !== secret) this.violations.push("another secret");
    for (const other of this.wires) if (other.client === id && other !== wire) other.cut(4005);
    this.#acknowledge(client, acknowledgedThrough);
    wire.client = id;
    const outcomes = [...client.outcomes.values()].map(({ outcome }) => outcome);
    const revision = this.#changes.length;
    wire.put(welcome({ author: client.author, revision, hash: `h${revision}`, snapshot: resume === null, outcomes,
      lastSequence: client.last }));
    if (resume === null) wire.put(snapshot([...this.#labels.values()].filter(({ isRemoved }) => !isRemoved), { revision }));
    else for (const change of this.#changes.slice(resume.revision)) wire.put({ type: "diff", changes: [change] });
  }

  #acknowledge(client, through) {
    if (!client) return;
    client.acknowledged = Math.max(client.acknowledged, through);
    client.last = Math.max(client.last, through);
    for (const sequence of client.outcomes.keys()) if (sequence <= client.acknowledged) client.outcomes.delete(sequence);
  }

  #edit(wire, { type: _, sequence, acknowledgedThrough, ...edit }) {
    const client = this.#clients.get(wire.client);
    if (!client) return;
    const known = client.outcomes.get(sequence);
    this.#acknowledge(client, acknowledgedThrough);
    if (sequence > client.acknowledged + limits.openEdits) this.violations.push(`${sequence} is beyond the window`);
    if (known?.content === JSON.stringify(edit)) {
      wire.put({ type: "settled", outcomes: [known.outcome] });
    } else if (sequence <= client.last) {
      this.violations.push(`${sequence} was used for another edit`);
      const outcome = { sequence, outcome: "rejected", code: "sequenceReused", asOf: this.#changes.length };
      wire.put({ type: "settled", outcomes: [outcome] });
    } else {
      const { code, change } = this.#apply(edit, client.author, sequence);
      const outcome = { sequence, outcome: code ? "rejected" : "applied", code, asOf: this.#changes.length };
      client.last = sequence;
      client.outcomes.set(sequence, { content: JSON.stringify(edit), outcome });
      if (code) wire.put({ type: "settled", outcomes: [outcome] });
      else for (const each of this.wires) if (each.client) each.put({ type: "diff", changes: [change] });
    }
  }

  #apply(edit, author, sequence) {
    const [id] = edit.ids;
    const found = this.#labels.get(id);
    if (edit.kind === "insert" && found) {
      this.violations.push(`${id} was inserted twice`);
      return { code: "duplicateID" };
    }
    if (edit.kind !== "insert" && (found?.isRemoved ?? true)) return { code: found ? "removed" : "unknownLabel" };
    const revision = this.#changes.length + 1;
    const effect = this.#effectOf(edit, id);
    const change = { revision, hash: `h${revision}`, author, sequence, time: 0, effects: [effect] };
    this.#changes.push(change);
    return { change };
  }

  #effectOf(edit, id) {
    switch (edit.kind) {
      case "insert": {
        const label = { id, name: edit.name, isIncluded: edit.isIncluded };
        this.#labels.set(id, label);
        return { effect: "inserted", label, after: null };
      }
      case "rename":
        this.#labels.get(id).name = edit.name;
        return { effect: "renamed", id, value: edit.name };
      case "remove":
        this.#labels.get(id).isRemoved = true;
        return { effect: "removed", id };
    }
  }
}
