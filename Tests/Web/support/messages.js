import { Replica } from "../../../web/sync/replica.js";
import { Identity } from "../../../web/sync/identity.js";

/** Numbers like chance, the same at every run (SplitMix32). */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

const random = chance(7);
export const makeIdentity = () => new Identity((bytes) => bytes.map(() => Math.floor(random() * 256)));

export const limits = { labels: 9, nameGraphemes: 500, nameBytes: 4096, labelsPerEdit: 1000, openEdits: 4, messageBytes: 262144 };
export const grid = { id: "x", name: "Grid", isIncluded: true };
export const tile = { id: "y", name: "Tile", isIncluded: false };
export const ring = { id: "z", name: "Ring", isIncluded: true };

export function welcome(fields = {}) {
  return { type: "welcome", list: "list-1", alias: "demo", exists: true, epoch: "epoch-1", revision: 1, hash: "h1", author: 1,
    role: "editor", reset: false, snapshot: true, lastSequence: 0, limits, beatSeconds: 15, outcomes: [], ...fields };
}

export function snapshot(labels = [grid, tile, ring], fields = {}) {
  return { type: "snapshot", list: "list-1", epoch: "epoch-1", revision: 1, hash: "h1", orientation: 0, chunk: 0, chunks: 1,
    labels, ...fields };
}

/** A diff of one change by somebody else, or by `author`. */
export function diff(revision, effects, fields = {}) {
  return { type: "diff", changes: [{ revision, hash: `h${revision}`, author: 2, sequence: revision, time: 0, effects, ...fields }] };
}

export const rejected = (sequence, asOf, code = "removed") => ({ sequence, outcome: "rejected", code, asOf });
export const settled = (...outcomes) => ({ type: "settled", outcomes });

export const rename = (id, name, base, seen = 1) => ({ kind: "rename", ids: [id], name, base, seen });
export const include = (id, isIncluded) => ({ kind: "include", ids: [id], isIncluded });
export const remove = (id) => ({ kind: "remove", ids: [id] });

/** A replica and what it told. */
export function makeReplica(stored) {
  const told = { notices: [], applied: [] };
  const replica = new Replica({
    notice: ({ code, edit }) => told.notices.push({ code, edit }),
    applied: (sequence) => told.applied.push(sequence),
  }, stored, makeIdentity);
  return { replica, told };
}

/** A replica that is connected and holds Grid, Tile and Ring at revision 1. */
export function loadedReplica(fields) {
  const made = makeReplica();
  made.replica.hello();
  made.replica.welcome(welcome(fields));
  made.replica.snapshot(snapshot());
  return made;
}

/** Stores everything, as a store that never fails. */
export function storeAll(replica) {
  const changes = replica.unstored;
  if (changes) replica.journal.stored(changes);
}

/** Seals, stores and sends all that may be sent; returns the messages. */
export function sendAll(replica) {
  storeAll(replica);
  replica.seal();
  storeAll(replica);
  return sendSealed(replica);
}

/** Sends all that is sealed and may be sent; returns the messages. */
export function sendSealed(replica) {
  const sent = [];
  for (let message = replica.nextEdit(); message; message = replica.nextEdit()) sent.push(message);
  return sent;
}

/** The server has forgotten the replica's client. */
export function clientLeft(replica) {
  replica.disconnected({ blamesEdit: false });
  replica.leaveClient();
}

export const shownNames = (replica) => replica.list.shown().map(({ name }) => name);
