import assert from "node:assert/strict";
import test from "node:test";
import { besidePlace, isThere, neighboursAt, stepPlace } from "../../web/view/order/places.js";

const labels = ["a", "b", "c", "d", "e"].map((id) => ({ id, name: id.toUpperCase(), isIncluded: true }));
const all = labels.map(({ id }) => id);
const moving = (...ids) => new Set(ids);

for (const [title, shown, ids, up, down] of [
  ["one row passes its neighbour", all, ["c"], ["before", "b"], ["after", "d"]],
  ["what the filter hides is passed over", ["a", "c", "e"], ["c"], ["before", "a"], ["after", "e"]],
  ["the first and the last stay", ["a"], ["a"], null, null],
  ["a block moves as one", all, ["b", "c"], ["before", "a"], ["after", "d"]],
  ["labels that stand apart come together", all, ["b", "d"], ["before", "a"], ["after", "e"]],
  ["also at the ends", all, ["a", "e"], ["before", "b"], ["after", "d"]],
  ["labels without a row go nowhere", all, ["x"], null, null],
]) {
  test(`a step: ${title}`, () => {
    assert.deepEqual(stepPlace(shown, moving(...ids), "up"), up);
    assert.deepEqual(stepPlace(shown, moving(...ids), "down"), down);
  });
}

test("a block at an end has no further to go", () => {
  assert.equal(stepPlace(all, moving("a", "b"), "up"), null);
  assert.equal(stepPlace(all, moving("d", "e"), "down"), null);
});

test("a drop is beside the row that is pointed at, but never beside what is dragged", () => {
  assert.deepEqual(besidePlace(moving("a"), "c", "after"), ["after", "c"]);
  assert.equal(besidePlace(moving("a", "c"), "c", "before"), null);
});

test("the neighbours are those of the whole list without what moves", () => {
  const between = (place, ...ids) => {
    const found = neighboursAt(labels, place, moving(...ids));
    return found && [found.above?.id ?? null, found.below?.id ?? null];
  };
  assert.deepEqual(between(["before", "c"], "e"), ["b", "c"]);
  assert.deepEqual(between(["after", "a"], "b"), ["a", "c"]);
  assert.deepEqual(between(["first"], "c"), [null, "a"]);
  assert.deepEqual(between(["last"], "e"), ["d", null]);
  assert.equal(between(["after", "gone"], "e"), undefined);
});

test("labels that are at the place in that order need no move", () => {
  assert.ok(isThere(labels, ["after", "a"], ["b", "c"]));
  assert.ok(!isThere(labels, ["after", "a"], ["c", "b"]));
  assert.ok(isThere(labels, ["first"], ["a"]));
  assert.ok(isThere(labels, ["last"], ["d", "e"]));
  assert.ok(!isThere(labels, ["last"], ["a"]));
});
