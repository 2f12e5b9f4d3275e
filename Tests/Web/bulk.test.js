import assert from "node:assert/strict";
import test from "node:test";
import { editsOf } from "../../web/view/selection/bulkEdits.js";
import { BulkResult, namedRefusalLimit } from "../../web/view/selection/bulkResult.js";

const options = { labelsPerEdit: 2, group: "g" };

test("labels are spread over as few edits as the limit allows, in one group", () => {
  assert.deepEqual(editsOf({ kind: "include", ids: ["a", "b", "c"], isIncluded: false }, options), [
    { kind: "include", ids: ["a", "b"], isIncluded: false, group: "g" },
    { kind: "include", ids: ["c"], isIncluded: false, group: "g" },
  ]);
  assert.deepEqual(editsOf({ kind: "remove", ids: ["a", "b", "c"] }, options).map(({ ids }) => ids), [["a", "b"], ["c"]]);
});

test("an action of one edit is a group too, one of no label no edit", () => {
  assert.deepEqual(editsOf({ kind: "remove", ids: ["a", "b"] }, options), [{ kind: "remove", ids: ["a", "b"], group: "g" }]);
  assert.deepEqual(editsOf({ kind: "remove", ids: [] }, options), []);
});

test("each new name is an edit that says what it builds on", () => {
  const changes = [{ id: "a", from: "A", to: "B" }, { id: "b", from: "B", to: "C" }];
  assert.deepEqual(editsOf({ kind: "rename", changes, seen: 7 }, options), [
    { kind: "rename", ids: ["a"], name: "B", base: "A", seen: 7, group: "g" },
    { kind: "rename", ids: ["b"], name: "C", base: "B", seen: 7, group: "g" },
  ]);
});

test("labels that move in several edits stay side by side and in order", () => {
  const edits = editsOf({ kind: "move", ids: ["a", "b", "c", "d", "e"], place: ["before", "x"], orientation: 1 }, options);
  assert.deepEqual(edits.map(({ ids, place }) => [ids, place]),
    [[["a", "b"], ["before", "x"]], [["c", "d"], ["after", "b"]], [["e"], ["after", "d"]]]);
});

test("the result counts labels: changed, so already, and refused by reason and by who removed them", () => {
  const result = new BulkResult(7);
  result.take({ kind: "include", ids: ["a", "b", "c", "d"], isIncluded: true }, { sequence: 1, outcome: "mixed", asOf: 1, labels: [
    { id: "a", outcome: "applied" },
    { id: "b", outcome: "noEffect" },
    { id: "c", outcome: "rejected", code: "removed", removedBy: { name: "Ben" } },
    { id: "d", outcome: "rejected", code: "removed", removedBy: { name: "Ben" } },
  ] });
  assert.ok(!result.isDone);
  result.take({ kind: "include", ids: ["e"], isIncluded: true }, { sequence: 2, outcome: "rejected", code: "removed", asOf: 1 });
  result.take({ kind: "include", ids: ["f"], isIncluded: true }, { sequence: 3, outcome: "applied", asOf: 1 });
  result.take({ kind: "include", ids: ["g"], isIncluded: true }, { sequence: 4, outcome: "noEffect", asOf: 1 });
  assert.ok(result.isDone);
  assert.deepEqual([result.changed, result.unaffected, result.refused], [2, 2, 3]);
  assert.deepEqual(result.refusals, [{ code: "removed", removedBy: "Ben", count: 2, ids: ["c", "d"] },
    { code: "removed", count: 1, ids: ["e"] }]);
});

test("another page goes on counting where the first one stopped", () => {
  const first = new BulkResult(3);
  first.take({ kind: "remove", ids: ["a"] }, { sequence: 1, outcome: "noEffect", asOf: 1 });
  const second = BulkResult.restored(JSON.parse(JSON.stringify(first.tally)), 1);
  assert.deepEqual([second.changed, second.unaffected, second.isDone], [1, 1, false]);
  second.take({ kind: "remove", ids: ["c"] }, { sequence: 3, outcome: "applied", asOf: 2 });
  assert.deepEqual([second.changed, second.isDone], [2, true]);
});

test("of refused labels only so many are named, all are counted", () => {
  const ids = Array.from({ length: namedRefusalLimit + 5 }, (_, index) => String(index));
  const result = new BulkResult(ids.length);
  result.take({ kind: "remove", ids }, { sequence: 1, outcome: "rejected", code: "removed", asOf: 1 });
  assert.deepEqual([result.refused, result.refusals[0].ids.length], [ids.length, namedRefusalLimit]);
});
