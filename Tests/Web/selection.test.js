import assert from "node:assert/strict";
import test from "node:test";
import { Selection } from "../../web/view/selection/selection.js";

const shown = ["a", "b", "c", "d", "e"];
const label = (id) => ({ id, name: id, isIncluded: true });
const chosen = (selection) => [...selection].sort();

function selectionOf(...ids) {
  const selection = new Selection();
  for (const id of ids) selection.set(id, true);
  return selection;
}

test("a range goes from the label chosen last to the one with Shift, in either direction", () => {
  for (const [anchor, end, ids] of [["b", "d", ["b", "c", "d"]], ["d", "b", ["b", "c", "d"]], ["c", "c", ["c"]]]) {
    const selection = selectionOf(anchor);
    selection.setRange(shown, end, true);
    assert.deepEqual(chosen(selection), ids);
  }
});

test("a range can be let go as well, and starts the next one", () => {
  const selection = new Selection();
  selection.addAll(shown);
  selection.set("b", false);
  selection.setRange(shown, "c", false);
  assert.deepEqual(chosen(selection), ["a", "d", "e"]);
  selection.setRange(shown, "e", false);
  assert.deepEqual(chosen(selection), ["a"]);
});

test("a range whose beginning is not shown any more is the one label", () => {
  const selection = selectionOf("x");
  selection.setRange(shown, "c", true);
  assert.deepEqual(chosen(selection), ["c", "x"]);
});

test("choosing all shown keeps what is chosen and hidden", () => {
  const selection = selectionOf("hidden");
  selection.addAll(["a", "b"]);
  assert.deepEqual(chosen(selection), ["a", "b", "hidden"]);
});

test("what is chosen is frozen in the order of the list, removed labels last, whatever is chosen later", () => {
  const selection = selectionOf("d", "gone", "a");
  const frozen = selection.frozen(shown.map(label));
  selection.clear();
  assert.deepEqual(frozen, ["a", "d", "gone"]);
  assert.throws(() => frozen.push("b"), TypeError);
  assert.equal(selection.count, 0);
});
