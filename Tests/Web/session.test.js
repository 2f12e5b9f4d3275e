import assert from "node:assert/strict";
import test from "node:test";
import { Backoff } from "../../web/sync/backoff.js";
import { Session } from "../../web/sync/session.js";
import { FakeClock, FakeSocket } from "./support/fakes.js";
import { diff, remove, rename, snapshot, welcome } from "./support/messages.js";

function makeSession() {
  const clock = new FakeClock();
  const sockets = [];
  const told = { notices: [], applied: [], changes: 0 };
  const session = new Session({
    changed: () => { told.changes += 1; },
    notice: (notice) => told.notices.push(notice),
    applied: (sequence) => told.applied.push(sequence),
  }, { clock, random: () => 1, makeSocket: () => { sockets.push(new FakeSocket()); return sockets.at(-1); } });
  return { session, clock, sockets, told };
}

/** Opens the newest socket and answers its hello. */
function answer(sockets, fields) {
  const socket = sockets.at(-1);
  socket.open();
  socket.receive(welcome(fields));
  if (fields?.snapshot !== false) socket.receive(snapshot());
  return socket;
}

function online() {
  const made = makeSession();
  made.session.connect();
  return { ...made, socket: answer(made.sockets) };
}

const kinds = (socket) => socket.sent.map(({ type, kind }) => kind ?? type);

test("the first message is a hello, and a welcome makes the session online", () => {
  const { session, sockets } = makeSession();
  session.connect();
  assert.equal(session.state, "connecting");
  answer(sockets);
  assert.equal(session.state, "online");
  assert.deepEqual(kinds(sockets[0]), ["hello"]);
});

test("a socket that was opened before the session began is greeted at once", () => {
  const { session, sockets } = makeSession();
  const open = new FakeSocket();
  open.readyState = 1;
  sockets.push = () => Array.prototype.push.call(sockets, open);
  session.connect();
  assert.deepEqual(kinds(open), ["hello"]);
});

test("typing goes out in pieces, and at once when it is committed", () => {
  const { session, clock, socket } = online();
  session.type(rename("z", "R", "Ring"));
  clock.pass(200);
  session.type(rename("z", "Ri", "R"));
  assert.deepEqual(kinds(socket), ["hello"]);
  clock.pass(100);
  assert.deepEqual(socket.sent.slice(1).map(({ name, base }) => [name, base]), [["Ri", "Ring"]]);
  session.type(rename("z", "Rin", "Ri"));
  session.commit();
  assert.equal(socket.sent.at(-1).name, "Rin");
  clock.pass(1000);
  assert.equal(socket.sent.filter(({ type }) => type === "edit").length, 2);
});

test("a complete edit takes what was typed before it along, in order", () => {
  const { session, socket } = online();
  session.type(rename("z", "Ring Two", "Ring"));
  session.edit(remove("x"));
  assert.deepEqual(kinds(socket), ["hello", "rename", "remove"]);
});

test("outcomes are acknowledged alone when no edit follows", () => {
  const { session, clock, socket } = online();
  session.edit(remove("x"));
  socket.receive(diff(2, [{ effect: "removed", id: "x" }], { author: 1, sequence: 1 }));
  clock.pass(1000);
  assert.deepEqual(socket.sent.at(-1), { type: "acknowledge", acknowledgedThrough: 1 });
  clock.pass(10_000);
  assert.equal(socket.sent.filter(({ type }) => type === "acknowledge").length, 1);
});

test("an edit that carries the acknowledgement makes the lone one needless", () => {
  const { session, clock, socket } = online();
  session.edit(remove("x"));
  socket.receive(diff(2, [{ effect: "removed", id: "x" }], { author: 1, sequence: 1 }));
  session.edit(remove("y"));
  assert.equal(socket.sent.at(-1).acknowledgedThrough, 1);
  clock.pass(2000);
  assert.equal(socket.sent.at(-1).type, "edit");
});

test("a lost connection is renewed, and what waited goes out then", () => {
  const { session, clock, sockets, socket } = online();
  socket.close(1006);
  assert.equal(session.state, "offline");
  session.edit(remove("x"));
  assert.equal(session.replica.pendingCount, 1);
  clock.pass(500);
  assert.equal(sockets.length, 2);
  const next = answer(sockets, { snapshot: false });
  assert.equal(session.state, "online");
  assert.deepEqual(kinds(next), ["hello", "remove"]);
});

test("typing without a connection combines until it can be sent", () => {
  const { session, clock, sockets, socket } = online();
  socket.close(1006);
  session.type(rename("z", "Ring T", "Ring"));
  clock.pass(400);
  session.type(rename("z", "Ring Two", "Ring T"));
  clock.pass(400);
  const next = answer(sockets, { snapshot: false });
  assert.deepEqual(next.sent.slice(1).map(({ sequence, name, base }) => [sequence, name, base]), [[1, "Ring Two", "Ring"]]);
});

test("a message that comes while somebody types does not cut the typing into pieces", () => {
  const { session, clock, socket } = online();
  session.type(rename("z", "R", "Ring"));
  socket.receive({ type: "settled", outcomes: [] });
  session.type(rename("z", "Ri", "R"));
  clock.pass(300);
  assert.deepEqual(socket.sent.slice(1).map(({ name }) => name), ["Ri"]);
});

test("a beat is answered with a beat", () => {
  const { socket } = online();
  socket.receive({ type: "beat" });
  assert.deepEqual(socket.sent.at(-1), { type: "beat" });
});

test("silence for twice the time between beats ends the connection, a beat keeps it", () => {
  const { session, clock, sockets, socket } = online();
  clock.pass(25_000);
  socket.receive({ type: "beat" });
  clock.pass(29_000);
  assert.equal(session.state, "online");
  clock.pass(2_000);
  assert.equal(socket.readyState, 3);
  clock.pass(1_000);
  assert.equal(sockets.length, 2);
});

test("an attempt that gets no answer is given up", () => {
  const { session, clock, sockets } = makeSession();
  session.connect();
  clock.pass(12_000);
  assert.equal(sockets[0].readyState, 3);
  assert.ok(sockets.length >= 2);
});

test("waking up notices a silent connection at once, and connects without waiting", () => {
  const { session, clock, sockets } = online();
  session.wake();
  assert.equal(sockets.length, 1);
  clock.now = () => 3_600_000;
  session.wake();
  assert.equal(sockets[0].readyState, 3);
  assert.equal(sockets.length, 2);
});

test("a replaced connection stays closed until the person asks", () => {
  const { session, clock, sockets, socket } = online();
  socket.close(4005);
  assert.equal(session.state, "replaced");
  clock.pass(600_000);
  session.wake();
  assert.equal(sockets.length, 1);
  session.connect();
  answer(sockets, { snapshot: false });
  assert.equal(session.state, "online");
});

for (const [name, code] of [["wrongSecret", 4003], ["clientExpired", 4004]]) {
  test(`after ${name} the session goes on as a new client and tells of what it had sent`, () => {
    const { session, clock, sockets, socket, told } = online();
    session.edit(rename("z", "Ring Two", "Ring"));
    socket.close(code);
    assert.deepEqual(told.notices.map(({ code: what }) => what), ["maybeApplied"]);
    clock.pass(500);
    const next = answer(sockets, { snapshot: false });
    assert.notEqual(next.sent[0].client, socket.sent[0].client);
    assert.deepEqual(kinds(next), ["hello"]);
  });
}

test("two closes for bad messages on one edit withdraw it, two lost links do not", () => {
  for (const [code, kind] of [[1008, "withdraw"], [1006, "rename"], [1001, "rename"]]) {
    const { session, clock, sockets } = online();
    session.edit(rename("z", "Ring Two", "Ring"));
    for (let time = 0; time < 2; time += 1) {
      sockets.at(-1).close(code);
      clock.pass(30_000);
      answer(sockets, { snapshot: false });
    }
    assert.equal(sockets.at(-1).sent.at(-1).kind, kind, String(code));
  }
});

for (const [what, message] of [["is no JSON", "{"], ["does not fit the list", diff(9, [])]]) {
  test(`a message that ${what} makes the session connect anew`, (context) => {
    context.mock.method(console, "error", () => {});
    const { session, clock, sockets, socket } = online();
    socket.receive(message);
    assert.equal(session.state, "offline");
    clock.pass(500);
    sockets[1].open();
    assert.equal(kinds(sockets[1])[0], "hello");
    assert.equal(sockets[1].sent[0].resume === null, what !== "is no JSON");
  });
}

test("a message of an unknown type is ignored", () => {
  const { session, socket } = online();
  socket.receive({ type: "weather", people: 3 });
  assert.equal(session.state, "online");
});

test("waiting times double up to half a minute, half of them by chance, and start anew after a lasting connection", () => {
  const longest = new Backoff(() => 1);
  const times = Array.from({ length: 9 }, () => longest.next());
  assert.deepEqual(times, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  longest.reset();
  assert.equal(longest.next(), 500);
  assert.equal(new Backoff(() => 0).next(), 250);
});

const said = ({ info: { title, isArchived } }) => ({ title, isArchived });

test("a welcome and a list message say what the list is called and whether it takes edits", () => {
  const { session, socket, sockets, told } = online();
  assert.deepEqual(said(session), { title: null, isArchived: false });
  const before = told.changes;
  socket.receive({ type: "list", title: "Tiles", isArchived: true });
  assert.deepEqual(said(session), { title: "Tiles", isArchived: true });
  assert.ok(told.changes > before);
  socket.receive({ type: "list", title: null, isArchived: false });
  assert.deepEqual(said(session), { title: null, isArchived: false });
  socket.close(1001);
  session.connect();
  answer(sockets, { title: "Rings", isArchived: true });
  assert.deepEqual(said(session), { title: "Rings", isArchived: true });
});

test("a sort goes out as it is and shows nothing before its change, and so does its undo", () => {
  const { session, socket } = online();
  session.edit({ kind: "sort", collation: "tr", orientation: 0 });
  const names = () => [...session.replica.list].map(({ name }) => name);
  assert.deepEqual(names(), ["Grid", "Tile", "Ring"]);
  const { sequence, kind, collation, orientation } = socket.sent.at(-1);
  assert.deepEqual([kind, collation, orientation], ["sort", "tr", 0]);
  socket.receive(diff(2, [{ effect: "moved", id: "z", after: "x" }], { author: 1, sequence }));
  assert.deepEqual(names(), ["Grid", "Ring", "Tile"]);
  session.undo();
  assert.deepEqual(names(), ["Grid", "Ring", "Tile"]);
  assert.equal(socket.sent.at(-1).target, sequence);
});
