import assert from "node:assert/strict";
import test from "node:test";
import { LabelList } from "../../web/model/labelList.js";
import { predict } from "../../web/sync/prediction.js";
import { longestIncreasing } from "../../web/model/longestIncreasing.js";
import { isNothing, restoreEdits, restorePlan } from "../../web/view/history/restorePlan.js";
import { chance } from "./support/messages.js";

const label = (id, name = id.toUpperCase(), isIncluded = true) => ({ id, name, isIncluded });
const content = (ids, orientation = 0) => ({ labels: [...ids].map((id) => label(id)), orientation });
const options = { labelsPerEdit: 2, group: "g", seen: 5, orientation: 0 };

test("a longest increasing subsequence is found", () => {
  for (const [values, length] of [[[], 0], [[3], 1], [[1, 2, 3], 3], [[3, 2, 1], 1], [[2, 5, 3, 7, 1, 4], 3]]) {
    const found = [...longestIncreasing(values)].sort((one, other) => one - other).map((index) => values[index]);
    assert.equal(found.length, length);
    assert.deepEqual(found, [...found].sort((one, other) => one - other));
  }
});

test("a list that is what it was needs nothing", () => {
  assert.ok(isNothing(restorePlan(content("abc"), content("abc"))));
  assert.ok(!isNothing(restorePlan(content("abc"), content("abc", 1))));
});

test("a plan tells what comes back, goes, is renamed, switched, moved and turned", () => {
  const now = { labels: [label("c"), label("a", "New", false), label("x")], orientation: 1 };
  const plan = restorePlan(now, content("abc"), label);
  assert.deepEqual(plan, { back: ["b"], away: ["x"], renames: [{ id: "a", from: "New", to: "A" }], on: ["a"], off: [],
    runs: [{ ids: ["a", "b"], after: null }], reverses: true });
});

test("a label that comes back as nobody knows what gets its name and inclusion in any case", () => {
  const plan = restorePlan(content("a"), content("ab"));
  assert.deepEqual([plan.renames, plan.on], [[{ id: "b", from: "", to: "B" }], ["b"]]);
});

test("few labels move where few stand elsewhere, in runs", () => {
  assert.deepEqual(restorePlan(content("bcdea"), content("abcde")).runs, [{ ids: ["a"], after: null }]);
  assert.deepEqual(restorePlan(content("deabc"), content("abcde")).runs, [{ ids: ["d", "e"], after: "c" }]);
});

test("runs beyond the limit of labels are chained, and all edits are of the group", () => {
  const edits = restoreEdits(restorePlan(content("wxyzabcde"), content("abcdewxyz")), options);
  assert.deepEqual(edits.map(({ ids, place, group }) => [ids.join(""), place, group]),
    [["wx", ["after", "e"], "g"], ["yz", ["after", "x"], "g"]]);
});

test("the edits make any list what it was", () => {
  const random = chance(3);
  const pick = (count) => Math.floor(random() * count);
  for (let round = 0; round < 200; round += 1) {
    const then = { labels: Array.from({ length: pick(9) }, (_, index) => label(`l${index}`, `N${pick(3)}`, random() < 0.5)), orientation: pick(2) };
    const list = new LabelList(then.labels, then.orientation);
    for (let step = 0; step < 12; step += 1) change(list, pick, step);
    const now = { labels: [...list], orientation: list.orientation };
    for (const edit of restoreEdits(restorePlan(now, then, (id) => list.slot(id)?.label), { ...options, orientation: list.orientation })) predict(list, edit);
    assert.deepEqual([...list], then.labels);
    assert.equal(list.orientation, then.orientation);
  }
});

/** Changes something of a list by chance. */
function change(list, pick, step) {
  const labels = [...list];
  const some = labels[pick(labels.length)];
  switch (some ? pick(6) : 5) {
    case 0: return list.replace({ ...some, name: `N${pick(3)}` });
    case 1: return list.replace({ ...some, isIncluded: !some.isIncluded });
    case 2: return list.remove(some.id);
    case 3: return list.reverse();
    case 4: return predict(list, { kind: "move", ids: [some.id], place: ["first"], orientation: pick(2) });
    default: return list.insert(label(`n${step}`), null);
  }
}
