import assert from "node:assert/strict";
import test from "node:test";
import { RemoteSummary } from "../../web/view/notices/remoteSummary.js";

const renamed = (id) => ({ effect: "renamed", id, value: "New" });
const change = (author, ...effects) => ({ author, effects });

test("a person's changes are told together, each label once", () => {
  const summary = new RemoteSummary();
  summary.add(change(2, renamed("x")));
  summary.add(change(2, renamed("x"), renamed("y")));
  summary.add(change(2, { effect: "included", id: "x", value: false }, { effect: "included", id: "x", value: true }));
  assert.deepEqual(summary.take().deeds, [
    { author: 2, effect: "renamed", count: 2, id: "x" }, { author: 2, effect: "excluded", count: 1, id: "x" },
    { author: 2, effect: "included", count: 1, id: "x" },
  ]);
});

test("what was told is not told again", () => {
  const summary = new RemoteSummary();
  summary.add(change(2, renamed("x")));
  assert.ok(!summary.isEmpty);
  summary.take();
  assert.ok(summary.isEmpty);
  assert.deepEqual(summary.take(), { deeds: [], more: 0 });
});

test("of many people those who did most are told, the others' changes are counted", () => {
  const summary = new RemoteSummary();
  for (let author = 1; author <= 5; author += 1) {
    summary.add(change(author, ...Array.from({ length: author }, (_, index) => renamed(String(index)))));
  }
  const { deeds, more } = summary.take();
  assert.deepEqual(deeds.map(({ author, count }) => [author, count]), [[5, 5], [4, 4], [3, 3]]);
  assert.equal(more, 3);
});

test("turning the list is about no label", () => {
  const summary = new RemoteSummary();
  summary.add(change(2, { effect: "reversed", value: 1 }));
  assert.deepEqual(summary.take().deeds, [{ author: 2, effect: "reversed", count: 1, id: null }]);
});
