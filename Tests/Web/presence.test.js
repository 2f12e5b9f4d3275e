import assert from "node:assert/strict";
import test from "node:test";
import { LatestAuthors, rememberedFieldLimit } from "../../web/sync/latestAuthors.js";
import { OwnPresence } from "../../web/sync/ownPresence.js";
import { nameLimit, personName, readPerson } from "../../web/sync/person.js";
import { Presence } from "../../web/sync/presence.js";
import { Session } from "../../web/sync/session.js";
import { inkOn, luminanceOf, palette, colorOf } from "../../web/view/personColor.js";
import { FakeClock, FakeSocket } from "./support/fakes.js";
import { include, remove, rename, snapshot, welcome } from "./support/messages.js";

const ada = { author: 3, name: "Ada", color: "#1f77b4", verified: false, editing: "x" };
const ben = { author: 2, name: "Ben", verified: false };
const self = { author: 1 };

function told(...messages) {
  const presence = new Presence();
  presence.author = 1;
  for (const message of messages) presence.take({ whole: false, count: 3, people: [], left: [], ...message });
  return presence;
}

const authors = (people) => people.map(({ author }) => author);

test("a whole message replaces everybody, another adds, replaces and takes away", () => {
  assert.deepEqual(authors(told({ whole: true, people: [ada, self, ben] }).others), [2, 3]);
  assert.deepEqual(authors(told({ whole: true, people: [ada, self] }, { whole: true, people: [ben] }).others), [2]);
  const presence = told({ whole: true, people: [ada, self] }, { people: [{ ...ada, name: "Ada L." }, ben] });
  assert.equal(presence.nameOf(3), "Ada L.");
  presence.take({ whole: false, count: 2, people: [], left: [3] });
  assert.deepEqual(authors(presence.others), [2]);
  assert.equal(presence.nameOf(3), undefined);
});

test("an entry is complete: what it does not say is so no longer", () => {
  const presence = told({ whole: true, people: [ada] }, { people: [{ author: 3, name: "Ada", verified: false }] });
  assert.deepEqual(presence.editorsOf("x"), []);
});

test("everybody but this client is among those who edit a label", () => {
  const presence = told({ whole: true, people: [{ ...self, editing: "x" }, ada, { ...ben, editing: "x" }] });
  assert.deepEqual(authors(presence.editorsOf("x")), [2, 3]);
  assert.deepEqual([...presence.editors].map(([label, people]) => [label, people.length]), [["x", 2]]);
  assert.deepEqual(presence.own, { ...self, editing: "x" });
});

test("marks go with the person, and all of them with the connection", () => {
  const presence = told({ whole: true, people: [ada, ben] }, { left: [3] });
  assert.deepEqual(presence.editorsOf("x"), []);
  presence.clear();
  assert.deepEqual([presence.others, presence.count], [[], 0]);
});

test("many people are only counted", () => {
  const presence = told({ whole: true, people: [ada] }, { whole: true, count: 201, people: [] });
  assert.ok(presence.isCountOnly);
  assert.deepEqual([presence.others, presence.count], [[], 201]);
  assert.ok(!told({ whole: true, people: [ada, ben, self] }).isCountOnly);
});

// What this client tells

function makeOwn(person = null) {
  const clock = new FakeClock();
  const sent = [];
  const own = new OwnPresence(person, clock);
  own.connected((message) => sent.push(message));
  return { own, clock, sent };
}

test("a client takes part as soon as it is connected, and tells what it edits and that it left", () => {
  const { own, clock, sent } = makeOwn();
  own.edit("x");
  clock.pass(100);
  own.edit(null);
  clock.pass(100);
  assert.deepEqual(sent.map(({ type, editing }) => [type, editing]), [["presence", null], ["presence", "x"], ["presence", null]]);
});

test("going from one name to the next is told once", () => {
  const { own, clock, sent } = makeOwn();
  for (const label of ["x", null, "y"]) own.edit(label);
  clock.pass(100);
  assert.deepEqual(sent.slice(1).map(({ editing }) => editing), ["y"]);
});

test("while somebody edits it is told at least every five seconds, and no longer after", () => {
  const { own, clock, sent } = makeOwn();
  own.edit("x");
  clock.pass(20_100);
  assert.equal(sent.slice(1).length, 5);
  assert.ok(sent.slice(1).every(({ editing }) => editing === "x"));
  own.edit(null);
  clock.pass(20_000);
  assert.equal(sent.length, 7);
});

test("nothing is told without a connection, and what holds then as soon as there is one", () => {
  const { own, clock, sent } = makeOwn();
  own.disconnected();
  own.edit("x");
  clock.pass(20_000);
  assert.equal(sent.length, 1);
  own.connected((message) => sent.push(message));
  assert.deepEqual(sent[1], { type: "presence", editing: "x" });
});

test("a new name is told once", () => {
  const { own, clock, sent } = makeOwn();
  const person = { name: "Ada", color: "#1f77b4" };
  own.introduce(person);
  clock.pass(100);
  own.edit("x");
  clock.pass(100);
  assert.deepEqual(sent.slice(1), [{ type: "presence", editing: null, person }, { type: "presence", editing: "x" }]);
});

test("a session says hello with the person, hears of others, and forgets them with the connection", () => {
  const person = { name: "Ada", color: "#1f77b4" };
  const clock = new FakeClock();
  const sockets = [];
  const makeSocket = () => { sockets.push(new FakeSocket()); return sockets.at(-1); };
  const ownPresence = new OwnPresence(person, clock);
  const session = new Session({ changed() {}, notice() {}, applied() {} }, { clock, makeSocket, ownPresence });
  session.connect();
  sockets[0].open();
  assert.deepEqual(sockets[0].sent[0].person, person);
  sockets[0].receive(welcome());
  sockets[0].receive(snapshot());
  sockets[0].receive({ type: "presence", whole: true, count: 2, people: [self, ben], left: [] });
  assert.deepEqual(authors(session.presence.others), [2]);
  assert.deepEqual(session.presence.own, self);
  sockets[0].close(1006);
  assert.deepEqual(session.presence.others, []);
});

// Names and colours

test("a name is taken as the server takes it, without control characters and white space around it", () => {
  assert.equal(personName("  Ada\tL.\u0000 "), "Ada L.");
  assert.equal(personName("a\ud83d"), "a\ufffd");
  assert.equal(personName(" \n"), "");
  assert.equal(personName("a".repeat(nameLimit)).length, nameLimit);
  assert.equal(personName("a".repeat(nameLimit + 1)), "");
  assert.ok(new TextEncoder().encode("€".repeat(nameLimit)).length <= 256);
});

test("a remembered person is used only if it is one", () => {
  assert.deepEqual(readPerson('{"name": "Ada", "color": "#1F77b4", "more": 1}'), { name: "Ada", color: "#1F77b4" });
  for (const text of [null, "", "{", "null", "3", '{"name": "Ada"}', '{"name": "", "color": "#1f77b4"}',
    '{"name": " Ada", "color": "#1f77b4"}', '{"name": "Ada", "color": "red"}', '{"name": 3, "color": "#1f77b4"}',
  ]) assert.equal(readPerson(text), null, text);
});

test("the ink on every colour has a contrast of 4.5 to 1 at least", () => {
  for (let color = 0; color < 0x1000000; color += 4099) {
    const written = `#${color.toString(16).padStart(6, "0")}`;
    const [one, other] = [luminanceOf(written), luminanceOf(inkOn(written))].sort((first, second) => second - first);
    assert.ok((one + 0.05) / (other + 0.05) >= 4.5, written);
  }
});

test("who chose no colour has one by their number", () => {
  assert.equal(colorOf({ author: palette.length + 1 }), palette[1]);
  assert.equal(colorOf({ author: 1, color: "#123456" }), "#123456");
});

// Who stands in the way of an undo

const change = (author, ...effects) => ({ revision: 1, hash: "", author, sequence: 1, time: 0, effects });
const undoOf = (effect) => ({ edit: { kind: "undo", target: 1 }, effect });

test("the latest author of the field that an undo would change is known", () => {
  const latest = new LatestAuthors();
  latest.record(change(2, { effect: "renamed", id: "x", value: "Net" }));
  latest.record(change(1, { effect: "included", id: "x", value: true }));
  latest.record(change(3, { effect: "reversed", value: 1 }));
  const by = (effect) => latest.inTheWayOf(undoOf(effect), 1);
  assert.deepEqual(by(rename("x", "Grid", "Net")), { effect: rename("x", "Grid", "Net"), by: 2, isOwn: false });
  assert.deepEqual(by(include("x", false)), { effect: include("x", false), by: 1, isOwn: true });
  assert.equal(by({ kind: "reverse", orientation: 0 }).by, 3);
  assert.equal(by(remove("x")).by, 2, "somebody else, whatever the field");
  assert.equal(by(rename("y", "Tile", "Tiles")).by, undefined);
  assert.deepEqual(latest.inTheWayOf({ edit: remove("x"), effect: remove("x") }, 1), {});
});

test("of many changed fields the oldest are forgotten", () => {
  const latest = new LatestAuthors();
  for (let count = 0; count <= rememberedFieldLimit; count += 1) {
    latest.record(change(2, { effect: "included", id: `${count}`, value: true }));
  }
  assert.equal(latest.inTheWayOf(undoOf(include("0", true)), 1).by, undefined);
  assert.equal(latest.inTheWayOf(undoOf(include("1", true)), 1).by, 2);
});
