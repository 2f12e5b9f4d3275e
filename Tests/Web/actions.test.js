import assert from "node:assert/strict";
import test from "node:test";
import { Replica, pendingLimit } from "../../web/sync/replica.js";
import { UndoHistory, historyEditLimit, stepEditLimit } from "../../web/sync/undoHistory.js";
import { diff, include, limits, loadedReplica, makeIdentity, rejected, remove, rename, sendAll, settled, snapshot, storeAll, welcome }
  from "./support/messages.js";

/** A loaded replica whose observer answers for edits of a group. */
function observedReplica() {
  const told = { notices: [], answered: [], others: [] };
  const replica = new Replica({
    notice: ({ code }) => told.notices.push(code),
    applied: () => {},
    answered: (edit, outcome) => told.answered.push([edit.kind, outcome.outcome]) > 0 && edit.group !== undefined,
    changedByOther: ({ author, effects }) => told.others.push([author, effects.length]),
  }, null, makeIdentity);
  replica.hello();
  replica.welcome(welcome());
  replica.snapshot(snapshot());
  return { replica, told };
}

test("the edits of an action go out in order and are undone as one step, last first", () => {
  const { replica } = loadedReplica({ limits: { ...limits, openEdits: 9 } });
  assert.ok(replica.act([rename("x", "A", "Grid"), rename("y", "B", "Tile"), include("z", false)]));
  assert.deepEqual(sendAll(replica).map(({ sequence, kind }) => [sequence, kind]), [[1, "rename"], [2, "rename"], [3, "include"]]);
  replica.undoHistory.undo();
  const undos = sendAll(replica);
  assert.deepEqual(undos.map(({ target }) => target), [3, 2, 1]);
  assert.equal(new Set(undos.map(({ group }) => group)).size, 1);
  assert.ok(!replica.undoHistory.canUndo);
});

test("edits of an action that became one are undone and done again once", () => {
  const { replica } = loadedReplica({ limits: { ...limits, openEdits: 9 } });
  replica.act([rename("x", "A", "Grid"), rename("x", "B", "A")]);
  replica.undoHistory.undo();
  replica.undoHistory.redo();
  assert.deepEqual(sendAll(replica).map(({ sequence, name }) => [sequence, name]), [[1, "B"]]);
  replica.undoHistory.undo();
  assert.deepEqual(sendAll(replica).map(({ kind, target }) => [kind, target]), [["undo", 1]]);
});

test("an action that does not fit into what may wait is not taken at all", () => {
  const { replica } = loadedReplica();
  assert.ok(!replica.act(Array.from({ length: pendingLimit + 1 }, () => remove("x"))));
  assert.equal(replica.pendingCount, 0);
  assert.ok(replica.act([remove("x")]));
});

test("an action longer than a stretch of typing is one step, and long actions push old steps out", () => {
  const history = new UndoHistory({ hasRoom: () => true, add: (edit) => ({ edit, sequence: null, outcome: null }), drop: () => {} });
  const made = (count) => Array.from({ length: count }, () => ({ edit: remove("x"), sequence: null, outcome: null }));
  history.recordStep(made(1));
  history.recordStep(made(stepEditLimit + 1));
  history.undo();
  history.undo();
  assert.ok(!history.canUndo);
  history.recordStep(made(1));
  history.recordStep(made(historyEditLimit));
  history.undo();
  assert.ok(!history.canUndo, "the first step has gone");
});

test("whoever answers for a refused edit keeps it from being told once more", () => {
  const { replica, told } = observedReplica();
  replica.act([{ ...remove("x"), group: "g" }, include("y", true)]);
  sendAll(replica);
  replica.settled(settled(rejected(1, 1), rejected(2, 1)));
  assert.deepEqual(told.answered, [["remove", "rejected"], ["include", "rejected"]]);
  assert.deepEqual(told.notices, ["removed"]);
  storeAll(replica);
});

test("what others change is told, what one changes oneself is not", () => {
  const { replica, told } = observedReplica();
  replica.edit(include("y", true));
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "included", id: "y", value: true }], { author: 1, sequence: 1 }));
  replica.diff(diff(3, [{ effect: "removed", id: "x" }]));
  assert.deepEqual(told.others, [[2, 1]]);
});
