import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { BulkActions } from "../../web/view/selection/bulkActions.js";

/** A browser's storage of texts. */
class Texts extends Map {
  getItem(key) { return this.get(key) ?? null; }
  setItem(key, text) { this.set(key, text); }
  removeItem(key) { this.delete(key); }
}

beforeEach(() => Object.defineProperty(globalThis, "localStorage", { value: new Texts(), configurable: true, writable: true }));

/** A session that notes what it is given, as long as it has room. */
function makeSession({ pendingEdits = [], hasRoom = true } = {}) {
  const taken = [];
  const replica = { identity: { client: "c" }, limits: { labelsPerEdit: 2 }, pendingEdits };
  return { replica, taken, act: (edits) => hasRoom && taken.push(...edits) > 0 };
}

const applied = { sequence: 1, outcome: "applied", asOf: 1 };
const removal = { kind: "remove", ids: ["a", "b", "c"] };

test("an action goes out whole and is counted until all its edits are answered", () => {
  const session = makeSession();
  const actions = new BulkActions(session);
  assert.ok(actions.run(removal));
  assert.deepEqual(session.taken.map(({ ids }) => ids), [["a", "b"], ["c"]]);
  assert.ok(actions.answered(session.taken[0], applied));
  assert.deepEqual([actions.latest.changed, actions.latest.isDone], [2, false]);
  assert.ok(actions.answered(session.taken[1], applied));
  assert.deepEqual([actions.latest.changed, actions.latest.isDone], [3, true]);
  assert.equal(localStorage.size, 0, "what is done need not be remembered");
});

test("an action that does not fit is not begun, and leaves the one before on show", () => {
  const session = makeSession({ hasRoom: false });
  const actions = new BulkActions(session);
  assert.ok(!actions.run(removal));
  assert.equal(actions.latest, null);
  assert.equal(localStorage.size, 0);
});

test("edits of no action, of another page's, and undos are none of its concern", () => {
  const session = makeSession();
  const actions = new BulkActions(session);
  actions.run(removal);
  const { group } = session.taken[0];
  for (const edit of [{ kind: "remove", ids: ["a"] }, { kind: "remove", ids: ["a"], group: "other" }, { kind: "undo", target: 1, group }]) {
    assert.ok(!actions.answered(edit, applied));
  }
  assert.equal(actions.latest.pending, 3);
});

test("the page after a reload counts on with what still waits, whatever else is remembered", () => {
  const first = makeSession();
  const before = new BulkActions(first);
  before.run(removal);
  before.answered(first.taken[0], { sequence: 1, outcome: "noEffect", asOf: 1 });
  const second = makeSession({ pendingEdits: [{ asked: first.taken[1] }, { asked: { kind: "remove", ids: ["x"] } }] });
  const after = new BulkActions(second);
  assert.deepEqual([after.latest.unaffected, after.latest.pending], [2, 1]);
  after.answered(first.taken[1], applied);
  assert.deepEqual([after.latest.changed, after.latest.isDone], [1, true]);
});

test("of an action that nothing waits for, or that cannot be read, nothing is shown", () => {
  const first = makeSession();
  new BulkActions(first).run(removal);
  assert.equal(new BulkActions(makeSession()).latest, null);
  for (const text of ["[", "{}", '[{"group":"g"}]', '[{"group":"g","tally":{"total":1,"unaffected":0,"refusals":[{}]}}]']) {
    localStorage.setItem("colabel.actions.c", text);
    assert.equal(new BulkActions(makeSession({ pendingEdits: [{ asked: { ...removal, group: "g" } }] })).latest, null);
  }
});

test("without a storage an action is counted all the same", () => {
  delete globalThis.localStorage;
  const session = makeSession();
  const actions = new BulkActions(session);
  assert.ok(actions.run(removal));
  for (const edit of session.taken) actions.answered(edit, applied);
  assert.equal(actions.latest.changed, 3);
});
