import assert from "node:assert/strict";
import test from "node:test";
import { pendingLimit } from "../../web/sync/replica.js";
import {
  diff, grid, include, loadedReplica, makeReplica, rejected, remove, rename, ring, sendAll, settled, shownNames, snapshot, tile,
  welcome,
} from "./support/messages.js";
import { canonicalLabels, listVectors, wireEffect } from "./support/vectors.js";

const own = (sequence) => ({ author: 1, sequence });
const renamed = (id, value, fields = {}) => ({ effect: "renamed", id, value, ...fields });
const removed = (id) => ({ effect: "removed", id });

for (const { name, start, steps, end } of listVectors()) {
  test(`${name}: a replica that follows the changes ends where the list does`, () => {
    const { replica } = makeReplica();
    replica.hello();
    replica.welcome(welcome());
    replica.snapshot(snapshot(start.labelsInCanonicalOrder, { orientation: start.orientation }));
    const changes = steps.map(({ change }) => change).filter((change) => change.length > 0);
    changes.forEach((change, index) => replica.diff(diff(index + 2, change.map(wireEffect))));
    assert.deepEqual(canonicalLabels(replica.list), end.labelsInCanonicalOrder);
    assert.deepEqual(shownNames(replica), end.shown);
  });
}

// Edits on their way

test("an edit shows at once and is settled by its own change", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("z", "Ring Two", "Ring"));
  assert.deepEqual(shownNames(replica), ["Grid", "Tile", "Ring Two"]);
  const [message] = sendAll(replica);
  assert.deepEqual(message, { type: "edit", sequence: 1, acknowledgedThrough: 0, ...rename("z", "Ring Two", "Ring") });
  replica.diff(diff(2, [renamed("z", "Ring Two")], own(1)));
  assert.equal(replica.pendingCount, 0);
  assert.deepEqual(told, { notices: [], applied: [1] });
  assert.equal(replica.identity.acknowledgedThrough, 1);
});

test("a change with the same sequence by somebody else settles nothing", () => {
  const { replica } = loadedReplica();
  replica.edit(remove("z"));
  sendAll(replica);
  replica.diff(diff(2, [removed("y")], { author: 2, sequence: 1 }));
  assert.equal(replica.pendingCount, 1);
});

test("typing combines while it is unsealed, and keeps its first base", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "Ring T", "Ring"));
  replica.edit(rename("z", "Ring Two", "Ring T"));
  assert.deepEqual(sendAll(replica).map(({ name, base }) => [name, base]), [["Ring Two", "Ring"]]);
});

test("a sealed edit never changes: typing after it is an edit of its own", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "Ring T", "Ring"));
  sendAll(replica);
  replica.edit(rename("z", "Ring Two", "Ring T"));
  assert.deepEqual(sendAll(replica).map(({ sequence, name, base }) => [sequence, name, base]), [[2, "Ring Two", "Ring T"]]);
});

test("typing does not combine across a confirmed change, another label, or another field", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "R", "Ring"));
  replica.edit(rename("x", "G", "Grid"));
  replica.edit(include("x", false));
  replica.diff(diff(2, [renamed("y", "Tiles")]));
  replica.edit(include("x", true));
  assert.deepEqual(sendAll(replica).map(({ kind }) => kind), ["rename", "rename", "include", "include"]);
});

test("the next sequence counts what is made and not yet sealed", () => {
  const { replica } = loadedReplica();
  assert.equal(replica.nextSequence, 1);
  replica.edit(remove("x"));
  sendAll(replica);
  replica.edit(rename("y", "Tiles", "Tile"));
  replica.edit(rename("z", "Rings", "Ring"));
  assert.equal(replica.nextSequence, 4);
  replica.seal();
  assert.equal(replica.nextSequence, 4);
});

test("no more edits are open than the server allows", () => {
  const { replica } = loadedReplica();
  for (const name of "abcdef") {
    replica.edit(rename("z", name, ""));
    replica.seal();
  }
  assert.deepEqual(sendAll(replica).map(({ sequence }) => sequence), [1, 2, 3, 4]);
  replica.diff(diff(2, [renamed("z", "a")], own(1)));
  assert.deepEqual(sendAll(replica).map(({ sequence, acknowledgedThrough }) => [sequence, acknowledgedThrough]), [[5, 1]]);
});

test("beyond the limit of waiting edits one more is refused with its text", () => {
  const { replica, told } = loadedReplica();
  for (let count = 0; count < pendingLimit; count += 1) replica.edit(include(count % 2 ? "x" : "y", true));
  replica.edit(rename("z", "One too many", "Ring"));
  assert.equal(replica.pendingCount, pendingLimit);
  assert.deepEqual(told.notices, [{ code: "tooManyWaiting", edit: rename("z", "One too many", "Ring") }]);
});

// Changes of others under pending edits

test("a remote reverse under a pending rename still renames the same label", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "Ring Two", "Ring"));
  replica.diff(diff(2, [{ effect: "reversed", value: 1 }]));
  assert.deepEqual(shownNames(replica), ["Ring Two", "Tile", "Grid"]);
});

test("a pending rename and a remote one at another place of the name show both", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("x", "Grids", "Grid"));
  replica.diff(diff(2, [renamed("x", "My Grid")]));
  assert.deepEqual(shownNames(replica), ["My Grids", "Tile", "Ring"]);
});

test("a remote removal beats a pending rename, and nothing comes back", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("y", "Tile Two", "Tile"));
  sendAll(replica);
  replica.diff(diff(2, [removed("y")]));
  assert.deepEqual(shownNames(replica), ["Grid", "Ring"]);
  replica.settled(settled(rejected(1, 2)));
  assert.deepEqual(shownNames(replica), ["Grid", "Ring"]);
  assert.deepEqual(told.notices, [{ code: "removed", edit: rename("y", "Tile Two", "Tile") }]);
});

test("a pending insert keeps its place beside a label that somebody removes", () => {
  const { replica } = loadedReplica();
  replica.edit({ kind: "insert", ids: ["n"], name: "New", isIncluded: true, place: ["after", "x"], orientation: 0 });
  replica.diff(diff(2, [removed("x")]));
  assert.deepEqual(shownNames(replica), ["New", "Tile", "Ring"]);
});

test("a pending insert under a remote reverse stays where its author put it", () => {
  const { replica } = loadedReplica();
  replica.edit({ kind: "insert", ids: ["n"], name: "New", isIncluded: true, place: ["last"], orientation: 0 });
  replica.diff(diff(2, [{ effect: "reversed", value: 1 }]));
  assert.deepEqual(shownNames(replica), ["New", "Ring", "Tile", "Grid"]);
});

test("two people who both reverse do not cancel out", () => {
  const { replica } = loadedReplica();
  replica.edit({ kind: "reverse", orientation: 0 });
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "reversed", value: 1 }]));
  assert.deepEqual(shownNames(replica), ["Ring", "Tile", "Grid"]);
  replica.settled(settled({ sequence: 1, outcome: "noEffect", asOf: 2 }));
  assert.deepEqual(shownNames(replica), ["Ring", "Tile", "Grid"]);
});

// Settling

test("with several edits pending an acknowledgement settles its own and leaves the others", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("x", "Grid Two", "Grid"));
  replica.edit(remove("y"));
  replica.edit(rename("z", "Ring Two", "Ring"));
  sendAll(replica);
  replica.diff(diff(2, [renamed("x", "Grid Two")], own(1)));
  assert.equal(replica.pendingCount, 2);
  assert.deepEqual(shownNames(replica), ["Grid Two", "Ring Two"]);
  replica.settled(settled(rejected(3, 2)));
  assert.equal(replica.pendingCount, 1);
  assert.deepEqual(shownNames(replica), ["Grid Two", "Ring"]);
  assert.equal(replica.identity.acknowledgedThrough, 1);
  replica.diff(diff(3, [removed("y")], own(2)));
  assert.equal(replica.identity.acknowledgedThrough, 3);
});

test("an edit without effect is settled without a notice", () => {
  const { replica, told } = loadedReplica();
  replica.edit(include("x", true));
  sendAll(replica);
  replica.settled(settled({ sequence: 1, outcome: "noEffect", asOf: 1 }));
  assert.equal(replica.pendingCount, 0);
  assert.deepEqual(told, { notices: [], applied: [] });
});

test("an outcome waits until the confirmed revision has reached its asOf", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("y", "Tile Two", "Tile"));
  sendAll(replica);
  replica.settled(settled(rejected(1, 3)));
  replica.diff(diff(2, [renamed("x", "Grid Two")]));
  assert.deepEqual([replica.pendingCount, told.notices.length], [1, 0]);
  replica.diff(diff(3, [removed("y")]));
  assert.deepEqual([replica.pendingCount, told.notices.length], [0, 1]);
});

test("an edit applied in part is settled by its outcome, not by its change", () => {
  const { replica, told } = loadedReplica();
  replica.edit({ kind: "include", ids: ["x", "y"], isIncluded: false });
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "included", id: "x", value: false }], { ...own(1), partial: true }));
  assert.equal(replica.pendingCount, 1);
  const labels = [{ id: "x", outcome: "applied" }, { id: "y", outcome: "rejected", code: "removed" }];
  replica.settled(settled({ sequence: 1, outcome: "mixed", asOf: 2, labels }));
  assert.equal(replica.pendingCount, 0);
  assert.deepEqual(told.notices.map(({ code }) => code), ["removed"]);
  assert.deepEqual(told.applied, [1]);
});

test("a rejection after a lost link comes with the next welcome", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("y", "Tile Two", "Tile"));
  sendAll(replica);
  replica.disconnected({ blamesEdit: false });
  const { resume } = replica.hello();
  assert.deepEqual(resume, { list: "list-1", epoch: "epoch-1", revision: 1, hash: "h1" });
  replica.welcome(welcome({ revision: 2, snapshot: false, outcomes: [rejected(1, 2)] }));
  assert.equal(told.notices.length, 0);
  replica.diff(diff(2, [removed("y")]));
  assert.deepEqual(told.notices, [{ code: "removed", edit: rename("y", "Tile Two", "Tile") }]);
  assert.deepEqual(sendAll(replica), []);
});

test("after a lost link what has no outcome is sent again under its sequence", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "Ring Two", "Ring"));
  const [first] = sendAll(replica);
  replica.hello();
  assert.deepEqual(sendAll(replica), []);
  replica.welcome(welcome({ snapshot: false }));
  assert.deepEqual(sendAll(replica), [first]);
});

test("a welcome replaces the outcomes that waited on the connection before", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("y", "Tile Two", "Tile"));
  sendAll(replica);
  replica.settled(settled(rejected(1, 2)));
  replica.hello();
  replica.welcome(welcome({ snapshot: false }));
  replica.diff(diff(2, [renamed("x", "Grid Two")]));
  assert.deepEqual([replica.pendingCount, told.notices.length], [1, 0]);
});

test("while a snapshot is awaited nothing is settled, whatever its asOf", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("y", "Tile Two", "Tile"));
  sendAll(replica);
  replica.hello();
  replica.welcome(welcome({ revision: 9, outcomes: [rejected(1, 1)] }));
  assert.deepEqual([replica.pendingCount, told.notices.length], [1, 0]);
  replica.snapshot(snapshot([grid, ring], { revision: 9 }));
  assert.deepEqual([replica.pendingCount, told.notices.length], [0, 1]);
});

test("a snapshot that holds the own change already shows it once", () => {
  const { replica, told } = loadedReplica();
  replica.edit({ kind: "insert", ids: ["n"], name: "New", isIncluded: true, place: ["last"], orientation: 0 });
  sendAll(replica);
  replica.settled(settled({ sequence: 1, outcome: "applied", asOf: 2 }));
  replica.snapshot(snapshot([grid, tile, ring, { id: "n", name: "New", isIncluded: true }], { revision: 2 }));
  assert.deepEqual(shownNames(replica), ["Grid", "Tile", "Ring", "New"]);
  assert.equal(replica.pendingCount, 0);
  assert.deepEqual(told.applied, [1]);
});

test("a snapshot in chunks replaces the list when the last has come, and settles nothing before", () => {
  const { replica } = loadedReplica();
  replica.edit(remove("x"));
  sendAll(replica);
  replica.snapshot(snapshot([grid], { revision: 3, chunk: 0, chunks: 2 }));
  replica.settled(settled({ sequence: 1, outcome: "noEffect", asOf: 1 }));
  assert.equal(replica.pendingCount, 1);
  assert.deepEqual(shownNames(replica), ["Tile", "Ring"]);
  replica.snapshot(snapshot([ring], { revision: 3, chunk: 1, chunks: 2 }));
  assert.deepEqual(shownNames(replica), ["Grid", "Ring"]);
  assert.equal(replica.pendingCount, 0);
});

// Unseen text that was overwritten

test("an author whose unseen text was overwritten is told with that text", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.diff(diff(2, [renamed("x", "Grid 1")], own(1)));
  replica.diff(diff(3, [renamed("x", "Grid 2", { overwrote: [{ author: 1, sequence: 1 }] })]));
  assert.deepEqual(told.notices, [{ code: "overwritten", edit: rename("x", "Grid 1", "Grid") }]);
});

test("a snapshot tells of overwritten text too, but only once", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.diff(diff(2, [renamed("x", "Grid 1")], own(1)));
  const overwritten = { ...grid, name: "Grid 2", overwrote: [{ author: 1, revision: 3 }] };
  replica.snapshot(snapshot([overwritten, tile, ring], { revision: 4 }));
  replica.snapshot(snapshot([overwritten, tile, ring], { revision: 5 }));
  assert.deepEqual(told.notices.map(({ code, edit }) => [code, edit.name]), [["overwritten", "Grid 1"]]);
});

const overwrittenGrid = { ...grid, name: "Grid 3", overwrote: [{ author: 1, revision: 5 }] };
const applied = (sequence, asOf) => ({ sequence, outcome: "applied", asOf });
const codesAndNames = (told) => told.notices.map(({ code, edit }) => [code, edit.name]);

test("an outcome that comes after the snapshot in which its text is overwritten tells so", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.snapshot(snapshot([overwrittenGrid, tile, ring], { revision: 9 }));
  assert.deepEqual(told.notices, []);
  replica.settled(settled(applied(1, 4)));
  assert.deepEqual(codesAndNames(told), [["overwritten", "Grid 1"]]);
});

test("an outcome that waited for the snapshot in which its text is overwritten tells so", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.hello();
  replica.welcome(welcome({ outcomes: [applied(1, 4)] }));
  replica.snapshot(snapshot([overwrittenGrid, tile, ring], { revision: 9 }));
  assert.deepEqual(codesAndNames(told), [["overwritten", "Grid 1"]]);
});

test("the text that an undo brings back is its author's, also when its outcome comes after the snapshot", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.diff(diff(2, [renamed("x", "Grid 1")], own(1)));
  replica.undoHistory.undo();
  sendAll(replica);
  replica.snapshot(snapshot([overwrittenGrid, tile, ring], { revision: 9 }));
  assert.deepEqual(codesAndNames(told), [["overwritten", "Grid 1"]]);
  replica.settled(settled(applied(2, 4)));
  assert.deepEqual(codesAndNames(told), [["overwritten", "Grid 1"], ["overwritten", "Grid"]]);
});

test("of texts of one label that were overwritten together, the last is told", () => {
  const { replica, told } = loadedReplica();
  for (const [name, base] of [["Grid 1", "Grid"], ["Grid 12", "Grid 1"], ["Grid 123", "Grid 12"]]) {
    replica.edit(rename("x", name, base));
    sendAll(replica);
  }
  replica.diff(diff(2, [renamed("x", "Grid 1")], own(1)));
  replica.hello();
  replica.welcome(welcome({ outcomes: [applied(2, 3), applied(3, 4)] }));
  replica.snapshot(snapshot([overwrittenGrid, tile, ring], { revision: 9 }));
  assert.deepEqual(codesAndNames(told), [["overwritten", "Grid 123"]]);
});

test("a text that came after the one that was overwritten, or that was not taken, is not told", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  replica.edit(include("y", true));
  replica.edit(rename("x", "Grid 2", "Grid 1"));
  sendAll(replica);
  replica.snapshot(snapshot([overwrittenGrid, tile, ring], { revision: 9 }));
  replica.settled(settled(applied(1, 6), applied(2, 4), { sequence: 3, outcome: "noEffect", asOf: 4 }));
  assert.deepEqual(told, { notices: [], applied: [1, 2] });
});

test("a change tells that it overwrote a text before the outcome of that has come, and the outcome does not tell it again", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.snapshot(snapshot([{ ...grid, name: "Grid 1" }, tile, ring], { revision: 4 }));
  replica.diff(diff(5, [renamed("x", "Grid 2", { overwrote: [own(1)] })]));
  replica.settled(settled(applied(1, 4)));
  assert.deepEqual(codesAndNames(told), [["overwritten", "Grid 1"]]);
});
