import assert from "node:assert/strict";
import test from "node:test";
import { UndoHistory, stepEditLimit, stepLimit } from "../../web/sync/undoHistory.js";
import { reversed } from "../../web/model/reversal.js";
import { clientLeft, diff, include, loadedReplica, rejected, remove, rename, sendAll, settled, shownNames, snapshot, storeAll,
  welcome,
} from "./support/messages.js";

/** A history on a queue that only notes what it is asked; `seal` gives every edit its sequence. */
function makeHistory({ room = Infinity } = {}) {
  const queue = { edits: [], dropped: [], next: 1 };
  const add = (edit, effect = edit) => {
    const pending = { edit, effect, sequence: null, outcome: null };
    queue.edits.push(pending);
    return pending;
  };
  const history = new UndoHistory({ hasRoom: (count) => count <= room, add, drop: (pending) => queue.dropped.push(pending.edit) },
    () => "group-1");
  const seal = () => { for (const pending of queue.edits) pending.sequence ??= queue.next++; };
  const act = (edit, session = {}) => {
    const pending = add(edit);
    history.record(pending, session);
    return pending;
  };
  const added = (from) => queue.edits.slice(from).map(({ edit }) => edit);
  return { history, queue, seal, act, added };
}

test("an undo names the sequence of what was done, a redo that of the undo", () => {
  const { history, seal, act, added } = makeHistory();
  act(remove("x"));
  seal();
  history.undo();
  seal();
  history.redo();
  assert.deepEqual(added(1), [{ kind: "undo", target: 1 }, { kind: "undo", target: 2 }]);
});

test("the edits of one session are undone together, last first, as a group", () => {
  const { history, seal, act, added } = makeHistory();
  const session = {};
  act(rename("z", "R", "Ring"), session);
  act(rename("z", "Ri", "R"), session);
  seal();
  history.undo();
  assert.deepEqual(added(2), [{ kind: "undo", target: 2, group: "group-1" }, { kind: "undo", target: 1, group: "group-1" }]);
  assert.ok(!history.canUndo);
});

test("a session that another edit interrupted is undone in parts", () => {
  const { history, seal, act, added } = makeHistory();
  const session = {};
  act(rename("z", "R", "Ring"), session);
  act(include("x", false));
  act(rename("z", "Ri", "R"), session);
  seal();
  history.undo();
  history.undo();
  assert.deepEqual(added(3), [{ kind: "undo", target: 3 }, { kind: "undo", target: 2 }]);
  assert.ok(history.canUndo);
});

test("what has no sequence yet is taken back, and made again by redo", () => {
  const { history, queue, act, added } = makeHistory();
  act(remove("x"));
  history.undo();
  assert.deepEqual(queue.dropped, [remove("x")]);
  assert.deepEqual(added(1), []);
  history.redo();
  assert.deepEqual(added(1), [remove("x")]);
  assert.ok(history.canUndo);
});

test("a session of which only the beginning has a sequence is undone in both ways, and redone in order", () => {
  const { history, queue, seal, act, added } = makeHistory();
  const session = {};
  act(rename("z", "R", "Ring"), session);
  seal();
  act(rename("z", "Ri", "R"), session);
  history.undo();
  assert.deepEqual(queue.dropped, [rename("z", "Ri", "R")]);
  assert.deepEqual(added(2), [{ kind: "undo", target: 1 }]);
  queue.edits.splice(1, 1);
  seal();
  history.redo();
  assert.deepEqual(added(2), [{ kind: "undo", target: 2 }, rename("z", "Ri", "R")]);
});

test("two undos and two redos go back and forth over two steps", () => {
  const { history, seal, act, added } = makeHistory();
  for (const isIncluded of [false, true]) act(include("x", isIncluded));
  seal();
  for (const move of ["undo", "undo", "redo", "redo"]) {
    history[move]();
    seal();
  }
  assert.deepEqual(added(2).map(({ target }) => target), [2, 1, 4, 3]);
  assert.ok(history.canUndo && !history.canRedo);
});

test("a new edit makes what was undone impossible to redo", () => {
  const { history, seal, act } = makeHistory();
  act(remove("x"));
  seal();
  history.undo();
  assert.ok(history.canRedo);
  act(remove("y"));
  assert.ok(!history.canRedo);
});

test("what was refused or had no effect is no step", () => {
  for (const outcome of ["rejected", "noEffect"]) {
    const { history, seal, act, added } = makeHistory();
    act(include("x", false)).outcome = "applied";
    act(remove("y")).outcome = outcome;
    seal();
    history.undo();
    assert.deepEqual(added(2), [{ kind: "undo", target: 1 }], outcome);
  }
});

test("an undo that was refused leaves nothing to redo", () => {
  const { history, queue, seal, act } = makeHistory();
  act(remove("x"));
  seal();
  history.undo();
  queue.edits[1].outcome = "rejected";
  assert.ok(!history.canRedo);
});

test("an edit of which a part was applied can be undone", () => {
  const { history, act } = makeHistory();
  act(remove("x")).outcome = "mixed";
  assert.ok(history.canUndo);
});

test("beyond the limit the oldest step goes", () => {
  const { history, seal, act, added } = makeHistory();
  for (let count = 0; count <= stepLimit; count += 1) act(remove(`label ${count}`));
  seal();
  while (history.canUndo) history.undo();
  assert.equal(added(stepLimit + 1).length, stepLimit);
  assert.equal(added(0).at(-1).target, 2);
});

test("a session with more edits than a step holds is undone in several steps", () => {
  const { history, seal, act, added } = makeHistory();
  const session = {};
  for (let count = 0; count <= stepEditLimit; count += 1) act(rename("z", `Ring ${count}`, ""), session);
  seal();
  history.undo();
  assert.equal(added(stepEditLimit + 1).length, 1);
  history.undo();
  assert.equal(added(stepEditLimit + 1).length, stepEditLimit + 1);
});

test("a step for whose undo there is no room stays", () => {
  const { history, seal, act, added } = makeHistory({ room: 0 });
  act(remove("x"));
  seal();
  history.undo();
  assert.deepEqual(added(1), []);
  assert.ok(history.canUndo);
});

test("nothing to undo or redo does nothing", () => {
  const { history, queue } = makeHistory();
  history.undo();
  history.redo();
  assert.deepEqual(queue.edits, []);
});

test("the reversal of an edit is known but for moves and several labels switched at once", () => {
  const reverse = { kind: "reverse", orientation: 0 };
  for (const [edit, back] of [
    [rename("z", "Bell", "Ring", 3), rename("z", "Ring", "Bell", 3)],
    [include("x", true), include("x", false)],
    [remove("x"), { kind: "restore", ids: ["x"] }],
    [{ kind: "restore", ids: ["x"] }, remove("x")],
    [{ kind: "insert", ids: ["x"], name: "Grid", isIncluded: true, place: ["last"], orientation: 0 }, remove("x")],
    [reverse, { ...reverse, orientation: 1 }],
    [{ kind: "include", ids: ["x", "y"], isIncluded: true }, null],
    [{ kind: "move", ids: ["x"], place: ["first"], orientation: 0 }, null],
    [{ kind: "undo", target: 1 }, null],
  ]) assert.deepEqual(reversed(edit), back);
});

// On a replica

const act = (replica, edit) => replica.edit(edit, {});

test("an undo shows what it is expected to do before the server has resolved it", () => {
  const { replica } = loadedReplica();
  act(replica, rename("z", "Ring Two", "Ring"));
  act(replica, remove("x"));
  act(replica, { kind: "reverse", orientation: 0 });
  sendAll(replica);
  assert.deepEqual(shownNames(replica), ["Ring Two", "Tile"]);
  for (let count = 0; count < 3; count += 1) replica.undoHistory.undo();
  assert.deepEqual(shownNames(replica), ["Grid", "Tile", "Ring"]);
  sendAll(replica);
  for (let count = 0; count < 3; count += 1) replica.undoHistory.redo();
  assert.deepEqual(shownNames(replica), ["Ring Two", "Tile"]);
});

test("what was done offline is undone without a trace", () => {
  const { replica } = loadedReplica();
  act(replica, include("x", false));
  act(replica, include("x", true));
  replica.undoHistory.undo();
  assert.deepEqual(replica.list.get("x").isIncluded, false);
  replica.undoHistory.undo();
  assert.deepEqual(sendAll(replica), []);
  assert.equal(replica.pendingCount, 0);
});

test("an edit that was stored under a sequence and taken back before it had it is not sent in another's place", () => {
  const { replica } = loadedReplica();
  act(replica, remove("x"));
  storeAll(replica);
  replica.undoHistory.undo();
  act(replica, remove("y"));
  assert.deepEqual(sendAll(replica).map(({ sequence, ids }) => [sequence, ids]), [[1, ["y"]]]);
});

test("after a snapshot, which says nothing of authors, nobody is blamed for a refused undo", () => {
  const { replica } = loadedReplica();
  act(replica, rename("z", "Ring Two", "Ring"));
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "renamed", id: "z", value: "Ring Two" }], { author: 1, sequence: 1 }));
  replica.disconnected({ blamesEdit: false });
  replica.hello();
  replica.welcome(welcome({ revision: 3, hash: "h3" }));
  replica.snapshot(snapshot([{ id: "z", name: "Ring Three", isIncluded: true }], { revision: 3, hash: "h3" }));
  replica.undoHistory.undo();
  sendAll(replica);
  replica.settled(settled(rejected(2, 3, "changedSince")));
  const [[, { code, by, isOwn }]] = replica.unstored.notices;
  assert.deepEqual({ code, by, isOwn }, { code: "changedSince", by: undefined, isOwn: undefined });
});

test("an undo that would touch what somebody typed since shows nothing, and its refusal tells who did", () => {
  const { replica } = loadedReplica();
  act(replica, rename("z", "Ring Two", "Ring"));
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "renamed", id: "z", value: "Ring Two" }], { author: 1, sequence: 1 }));
  replica.diff(diff(3, [{ effect: "renamed", id: "z", value: "Ring Three" }], { author: 2 }));
  replica.undoHistory.undo();
  assert.deepEqual(shownNames(replica), ["Grid", "Tile", "Ring Three"]);
  sendAll(replica);
  replica.settled(settled(rejected(2, 3, "changedSince")));
  const [[, { code, edit, by, isOwn }]] = replica.unstored.notices;
  assert.deepEqual({ code, edit, by, isOwn }, { code: "changedSince", edit: { kind: "undo", target: 1 }, by: 2, isOwn: false });
});

test("a new client, or another list, has nothing to undo", () => {
  for (const leave of [clientLeft, (replica) => { replica.hello(); replica.welcome(welcome({ list: "list-2" })); }]) {
    const { replica } = loadedReplica();
    act(replica, remove("x"));
    sendAll(replica);
    replica.undoHistory.undo();
    act(replica, remove("y"));
    leave(replica);
    assert.ok(!replica.undoHistory.canUndo && !replica.undoHistory.canRedo);
  }
});

test("an unsent undo of a client that the server forgot is told as dropped", () => {
  const { replica, told } = loadedReplica();
  act(replica, remove("x"));
  sendAll(replica);
  replica.undoHistory.undo();
  clientLeft(replica);
  assert.deepEqual(told.notices.map(({ code }) => code), ["maybeApplied", "undoDropped"]);
});
