import assert from "node:assert/strict";
import test from "node:test";
import { Session } from "../../web/sync/session.js";
import { FakeClock, FakeSocket } from "./support/fakes.js";
import { SlowStorage } from "./support/memoryStore.js";
import { diff, include, limits, rejected, remove, rename, settled, snapshot, welcome } from "./support/messages.js";

/** A session whose store answers only when told. */
function makeSession(stored) {
  const clock = new FakeClock();
  const storage = new SlowStorage(stored);
  const sockets = [];
  const notices = [];
  const session = new Session({ changed() {}, applied() {}, notice: (notice) => notices.push(notice) }, {
    clock, storage, random: () => 1, makeSocket: () => { sockets.push(new FakeSocket()); return sockets.at(-1); },
  });
  session.connect();
  return { session, clock, storage, sockets, notices };
}

/** Opens the newest socket and answers its hello. */
function answer({ sockets }, fields) {
  const socket = sockets.at(-1);
  socket.open();
  socket.receive(welcome(fields));
  if (fields?.snapshot !== false) socket.receive(snapshot());
  return socket;
}

function online(stored, fields) {
  const made = makeSession(stored);
  return { ...made, socket: answer(made, fields) };
}

const edits = (socket) => socket.sent.filter(({ type }) => type === "edit");
const sequences = (socket) => edits(socket).map(({ sequence, kind }) => [sequence, kind]);

/** What a page left behind: client-1 with edits from 1, `next` of them being the first that is not sealed. */
function leftBehind(next, ...left) {
  const identity = { client: "client-1", secret: "secret-1", next, claimed: true, acknowledgedThrough: 0, settled: [],
    origin: { list: "list-1", epoch: "epoch-1" } };
  return { identity, edits: left.map((edit, index) => ({ sequence: index + 1, edit, asked: undefined })), notices: [] };
}

test("an edit shows at once, and is sent only when it is stored under its sequence", () => {
  const { session, storage, socket } = online();
  session.edit(rename("z", "Ring Two", "Ring"));
  assert.equal(session.replica.list.get("z").name, "Ring Two");
  assert.deepEqual(edits(socket), []);
  const { changes } = storage.waiting[0];
  assert.deepEqual([changes.identity.next, changes.edits.map(([sequence]) => sequence)], [2, [1]]);
  storage.complete();
  assert.deepEqual(sequences(socket), [[1, "rename"]]);
});

test("edits made while a transaction is under way wait for the next one, in order, and combine", () => {
  const { session, storage, socket } = online();
  session.edit(remove("x"));
  session.type(include("z", false));
  session.type(include("z", true));
  session.edit(remove("y"));
  assert.equal(storage.waiting.length, 1);
  storage.complete();
  assert.deepEqual(sequences(socket), [[1, "remove"]]);
  storage.complete();
  assert.deepEqual(sequences(socket), [[1, "remove"], [2, "include"], [3, "remove"]]);
  assert.equal(edits(socket)[1].isIncluded, true);
});

test("a page that only looks stores nothing", () => {
  const { socket, storage } = online();
  socket.receive(diff(2, [{ effect: "removed", id: "x" }]));
  assert.deepEqual(storage.waiting, []);
});

test("settling is one transaction, and only after it the outcome is acknowledged", () => {
  const { session, clock, storage, socket } = online();
  session.edit(rename("y", "Tile Two", "Tile"));
  storage.complete();
  socket.receive(settled(rejected(1, 1)));
  const [{ changes }] = storage.waiting;
  assert.deepEqual(changes.edits, [[1, null]]);
  assert.deepEqual(changes.notices.map(([, { code, edit }]) => [code, edit.name]), [["removed", "Tile Two"]]);
  assert.equal(changes.identity.acknowledgedThrough, 1);
  clock.pass(5_000);
  assert.equal(socket.sent.at(-1).type, "edit", "not acknowledged yet");
  storage.complete();
  clock.pass(1_000);
  assert.deepEqual(socket.sent.at(-1), { type: "acknowledge", acknowledgedThrough: 1 });
});

test("the hello acknowledges what is stored, not what is only known", () => {
  const made = online();
  made.session.edit(remove("y"));
  made.storage.complete();
  made.socket.receive(settled(rejected(1, 1)));
  made.socket.close(1006);
  made.clock.pass(500);
  made.sockets[1].open();
  assert.equal(made.sockets[1].sent[0].acknowledgedThrough, 0);
});

test("that the server knows the client is stored before anything is sent, on a list that nobody has edited yet too", () => {
  const { session, sockets, clock, storage, socket } = online(null, { exists: false, revision: 0 });
  assert.equal(socket.sent[0].claimed, false);
  session.edit(remove("y"));
  assert.deepEqual([edits(socket), storage.waiting.map(({ changes }) => changes.identity.claimed)], [[], [true]]);
  storage.complete();
  assert.deepEqual(sequences(socket), [[1, "remove"]]);
  socket.close(1006);
  clock.pass(500);
  sockets[1].open();
  assert.equal(sockets[1].sent[0].claimed, true);
});

test("a client of which only edits are stored is stored as known before they are sent", () => {
  const left = leftBehind(2, rename("z", "Ring Two", "Ring"));
  left.identity.claimed = false;
  const { storage, socket } = online(left, { exists: false, revision: 0 });
  assert.deepEqual(edits(socket), []);
  assert.equal(storage.waiting[0].changes.identity.claimed, true);
  storage.complete();
  assert.deepEqual(sequences(socket), [[1, "rename"]]);
});

for (const [when, completesEarly] of [["before", true], ["after", false]]) {
  test(`an outcome that is stored ${when} the welcome of the next connection is acknowledged there`, () => {
    const made = online();
    made.session.edit(remove("y"));
    made.storage.complete();
    made.socket.receive(settled(rejected(1, 1)));
    made.socket.close(1006);
    made.clock.pass(500);
    const next = made.sockets[1];
    next.open();
    if (completesEarly) made.storage.complete();
    next.receive(welcome({ snapshot: false, lastSequence: 1 }));
    if (!completesEarly) made.storage.complete();
    made.clock.pass(1_000);
    assert.deepEqual(next.sent.at(-1), { type: "acknowledge", acknowledgedThrough: 1 });
  });
}

test("without a connection edits are stored unsealed, and still combine", () => {
  const made = online();
  made.socket.close(1006);
  for (const [name, base] of [["Ring T", "Ring"], ["Ring Two", "Ring T"]]) {
    made.session.type(rename("z", name, base));
    made.session.commit();
    made.storage.complete();
  }
  const [{ client }] = [...made.storage.store.clientRecords.values()].map(({ identity }) => identity);
  assert.deepEqual(made.storage.store.edits(client).map(({ sequence, edit }) => [sequence, edit.name, edit.base]), [[1, "Ring Two", "Ring"]]);
  assert.equal(made.storage.store.clientRecords.get(client).identity.next, 1);
});

// What another page left behind

test("what was sealed is sent again as it was, and what was not gets its sequence now", () => {
  const { session, storage, socket } = online(leftBehind(2, rename("z", "Ring Two", "Ring"), remove("x")));
  assert.deepEqual(socket.sent[0].client, "client-1");
  assert.deepEqual(sequences(socket), [[1, "rename"]]);
  assert.deepEqual(session.replica.list.shown().map(({ name }) => name), ["Tile", "Ring Two"]);
  storage.complete();
  assert.deepEqual(sequences(socket), [[1, "rename"], [2, "remove"]]);
});

test("what waits for another list is not sent to this one, but told", () => {
  const { socket, storage, notices } = online(leftBehind(2, rename("z", "Ring Two", "Ring"), rename("x", "Grid Two", "Grid")),
    { list: "list-2" });
  assert.deepEqual(notices.map(({ code, edit }) => [code, edit.name]), [["otherList", "Ring Two"], ["otherList", "Grid Two"]]);
  storage.complete();
  assert.deepEqual(edits(socket), []);
});

test("when the server has forgotten the client, what waits for another list is still not sent to this one", () => {
  const made = makeSession(leftBehind(2, rename("z", "Ring Two", "Ring"), rename("x", "Grid Two", "Grid")));
  made.sockets[0].open();
  made.sockets[0].close(4004);
  made.storage.complete();
  made.clock.pass(500);
  const next = answer(made, { list: "list-2" });
  while (made.storage.waiting.length > 0) made.storage.complete();
  assert.deepEqual(edits(next), []);
  assert.deepEqual(made.notices.map(({ code, edit }) => [code, edit.name]), [["maybeApplied", "Ring Two"], ["otherList", "Grid Two"]]);
});

test("unsealed typing from before another epoch has seen nothing", () => {
  const { storage, socket } = online(leftBehind(1, rename("z", "Ring Two", "Ring", 7)), { epoch: "epoch-2" });
  storage.complete();
  assert.deepEqual(edits(socket).map(({ seen }) => seen), [0]);
});

test("what a sealed edit has seen of another history is forgotten in the store before it is sent", () => {
  const { storage, socket } = online(leftBehind(3, rename("z", "Ring Two", "Ring", 7), rename("x", "Grid Two", "Grid", 7)),
    { epoch: "epoch-2", lastSequence: 1 });
  assert.deepEqual(edits(socket).map(({ sequence, seen }) => [sequence, seen]), [[1, 7]]);
  assert.deepEqual(storage.waiting[0].changes.edits, [[2, { edit: rename("x", "Grid Two", "Grid", 0) }]]);
  storage.complete();
  assert.deepEqual(edits(socket).map(({ sequence, seen }) => [sequence, seen]), [[1, 7], [2, 0]]);
});

test("sequences that the server has recorded are not given again; what was stored under them may have been applied", () => {
  const { session, storage, socket, notices } = online(leftBehind(2, remove("x"), rename("z", "Ring Two", "Ring"), remove("y")),
    { lastSequence: 2 });
  session.edit(include("z", false));
  while (storage.waiting.length > 0) storage.complete();
  assert.deepEqual(sequences(socket), [[1, "remove"], [3, "remove"], [4, "include"]]);
  assert.deepEqual(notices.map(({ code, edit }) => [code, edit.name]), [["maybeApplied", "Ring Two"]]);
});

test("a sequence that was used without the stored edit says that the edit may have been applied", () => {
  const { socket, notices } = online(leftBehind(2, rename("z", "Ring Two", "Ring")));
  socket.receive(settled(rejected(1, 1, "sequenceReused")));
  assert.deepEqual(notices.map(({ code }) => code), ["maybeApplied"]);
});

// Edits that the server does not survive, and servers that do not remember

test("a withdrawal is stored, with what was asked, before it is sent", () => {
  const made = online();
  made.session.edit(rename("z", "Poison", "Ring"));
  made.storage.complete();
  for (let time = 0; time < 2; time += 1) {
    made.sockets.at(-1).close(1008);
    made.clock.pass(1_000);
    answer(made, { snapshot: false });
  }
  const last = made.sockets.at(-1);
  assert.deepEqual(edits(last), []);
  assert.deepEqual(made.storage.waiting[0].changes.edits, [[1, { edit: { kind: "withdraw" }, asked: rename("z", "Poison", "Ring") }]]);
  made.storage.complete();
  assert.deepEqual(sequences(last), [[1, "withdraw"]]);
});

test("an expired client is replaced in one transaction: notices for what was sent, the rest unsealed, an undo dropped", () => {
  const made = online(null, { limits: { ...limits, openEdits: 1 } });
  made.session.edit(rename("z", "Ring Two", "Ring"));
  made.storage.complete();
  made.session.edit({ kind: "undo", target: 1 });
  made.session.edit(rename("x", "Grid Two", "Grid"));
  while (made.storage.waiting.length > 0) made.storage.complete();
  const old = made.session.replica.identity.client;
  made.socket.close(4004);
  const [{ changes }] = made.storage.waiting;
  assert.deepEqual(changes.left, [old]);
  assert.notEqual(changes.identity.client, old);
  assert.deepEqual(changes.edits.map(([sequence, { edit }]) => [sequence, edit.name]), [[1, "Grid Two"]]);
  assert.deepEqual(changes.notices.map(([, { code }]) => code), ["maybeApplied", "undoDropped"]);
  made.storage.complete();
  assert.deepEqual([...made.storage.store.clientRecords.keys()], [changes.identity.client]);
  assert.equal(made.storage.store.notices(changes.identity.client).length, 2);
});

test("a notice that is done with as soon as it is told does not split the transaction", () => {
  const storage = new SlowStorage(leftBehind(3, remove("x"), remove("y")));
  const sockets = [];
  const session = new Session({ changed() {}, applied() {}, notice: ({ id }) => session.forget([id]) },
    { storage, clock: new FakeClock(), makeSocket: () => { sockets.push(new FakeSocket()); return sockets.at(-1); } });
  session.connect();
  sockets[0].open();
  sockets[0].close(4004);
  assert.equal(storage.waiting.length, 1);
  assert.equal(storage.waiting[0].changes.notices.length, 2);
});

// Stores that fail

test("when the store fails the page goes on in memory, and nothing is lost", (context) => {
  context.mock.method(console, "warn", () => {});
  const { session, storage, socket } = online();
  assert.equal(session.isDurable, true);
  session.edit(remove("x"));
  session.edit(remove("y"));
  storage.fail();
  assert.equal(session.isDurable, false);
  assert.deepEqual(sequences(socket), [[1, "remove"], [2, "remove"]]);
  assert.equal(storage.waiting.length, 0);
});

test("a store that does not answer has failed after a while, and its late answer changes nothing", (context) => {
  context.mock.method(console, "warn", () => {});
  const { session, clock, storage, socket } = online();
  session.edit(remove("x"));
  clock.pass(14_000);
  socket.receive({ type: "beat" });
  assert.equal(session.isDurable, true);
  clock.pass(7_000);
  assert.equal(session.isDurable, false);
  assert.deepEqual(sequences(socket), [[1, "remove"]]);
  storage.complete();
  assert.equal(edits(socket).length, 1);
});

test("when the browser closes the store the page goes on in memory at once", (context) => {
  context.mock.method(console, "warn", () => {});
  const { session, storage } = online();
  storage.onlost();
  assert.equal(session.isDurable, false);
});

test("a page that goes stores what is left without waiting for the transaction before", () => {
  const { session, storage, socket } = online();
  session.edit(remove("x"));
  session.type(rename("z", "Ring Two", "Ring"));
  session.flush();
  assert.equal(storage.waiting.length, 2);
  const { identity, edits: written } = storage.waiting[1].changes;
  assert.deepEqual([identity.next, written.map(([sequence, { edit }]) => [sequence, edit.kind])], [2, [[1, "remove"], [2, "rename"]]]);
  assert.deepEqual(edits(socket), []);
});

test("a session that was stopped sends and stores nothing more", () => {
  const { session, clock, storage, sockets } = online();
  session.edit(remove("x"));
  session.stop();
  storage.complete();
  session.edit(remove("y"));
  session.wake();
  clock.pass(60_000);
  assert.deepEqual([edits(sockets[0]), storage.waiting, sockets.length, session.state], [[], [], 1, "stopped"]);
});

test("an edit that a newer version of the page left behind shows nothing, goes out as it is, and is judged by the server", () => {
  const { session, storage, socket, notices } = online(leftBehind(2, { kind: "fold", ids: ["y"], depth: 2 }, remove("x")), { lastSequence: 1 });
  assert.deepEqual(session.replica.list.shown().map(({ name }) => name), ["Tile", "Ring"]);
  assert.deepEqual(edits(socket).map(({ sequence, kind, depth }) => [sequence, kind, depth]), [[1, "fold", 2]]);
  socket.receive(settled(rejected(1, 1, "invalidEdit")));
  storage.complete();
  assert.deepEqual(notices.map(({ code, edit }) => [code, edit.kind]), [["invalidEdit", "fold"]]);
  assert.deepEqual(sequences(socket).at(-1), [2, "remove"]);
});
