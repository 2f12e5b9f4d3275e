import assert from "node:assert/strict";
import test from "node:test";
import { LabelList } from "../../web/model/labelList.js";
import { predict } from "../../web/sync/prediction.js";
import { ReplicaFault, applyEffect } from "../../web/sync/remoteChange.js";
import { canonicalLabels, listVectors, wireEffect } from "./support/vectors.js";
import { chance } from "./support/messages.js";

const labels = (...ids) => ids.map((id) => ({ id, name: id.toUpperCase(), isIncluded: true }));
const ids = (list) => [...list].map(({ id }) => id).join("");

/** The page predicts no limits, and shows an own label at the end while its neighbour is unknown. */
const notPredicted = new Set(["listFull", "invalidName", "anchorGone", "unknownLabel"]);

for (const { name, start, limits, steps } of listVectors().filter((vector) => vector.name !== "field-08-merge-too-long.json")) {
  test(`${name}: an edit is predicted as the server evaluates it`, () => {
    const list = new LabelList(start.labelsInCanonicalOrder, start.orientation, limits.deadSlots);
    for (const { edit, becomes, change } of steps) {
      const before = canonicalLabels(list);
      const inverses = edit.kind === "undo" ? [] : predict(list, edit);
      const predicted = { labels: canonicalLabels(list), orientation: list.orientation };
      for (const inverse of inverses.reverse()) inverse();
      assert.deepEqual(canonicalLabels(list), before);
      for (const effect of change) applyEffect(list, wireEffect(effect));
      if (edit.kind === "undo" || notPredicted.has(becomes.code)) continue;
      assert.deepEqual(predicted, { labels: canonicalLabels(list), orientation: list.orientation }, JSON.stringify(edit));
    }
  });
}

test("over long random runs the list equals a plain array, and every edit can be taken back", () => {
  const random = chance(42);
  const pick = (count) => Math.floor(random() * count);
  const list = new LabelList(labels("a", "b", "c"));
  let plain = ["a", "b", "c"];
  let made = 0;
  for (let step = 0; step < 20_000; step += 1) {
    const id = plain[pick(plain.length)];
    const after = plain[pick(plain.length)];
    const without = plain.filter((other) => other !== id);
    const put = (what) => { const at = without.indexOf(after) + 1; without.splice(at, 0, what); plain = without; };
    const before = ids(list);
    const kind = plain.length < 3 ? "insert" : ["insert", "move", "remove"][pick(3)];
    const newID = String.fromCodePoint(0x4e00 + made);
    const edit = { insert: { kind, ids: [newID], name: "", isIncluded: true, place: ["after", after], orientation: 0 },
      move: { kind, ids: [id], place: ["after", after], orientation: 0 }, remove: { kind, ids: [id] } }[kind];
    const inverses = predict(list, edit);
    if (random() < 0.3) {
      for (const inverse of inverses.reverse()) inverse();
      assert.equal(ids(list), before);
      continue;
    }
    if (kind === "remove") plain = without;
    if (kind === "move" && id !== after) put(id);
    if (kind === "insert") { plain.splice(plain.indexOf(after) + 1, 0, newID); made += 1; }
    list.forgetOldPlaces();
    assert.equal(ids(list), plain.join(""));
    assert.equal(list.count, plain.length);
  }
});

test("labels can be placed beside a removed one for as long as its place is kept", () => {
  const list = new LabelList(labels("a", "b", "c", "d"), 0, 1);
  applyEffect(list, { effect: "removed", id: "b" });
  const beside = { kind: "insert", ids: ["n"], name: "", isIncluded: true, place: ["after", "b"], orientation: 0 };
  const inverses = predict(list, beside);
  assert.equal(ids(list), "ancd");
  inverses.forEach((inverse) => inverse());
  applyEffect(list, { effect: "removed", id: "c" });
  predict(list, beside);
  assert.equal(ids(list), "adn");
});

test("a restored label takes the place that the server names", () => {
  const list = new LabelList(labels("a", "b", "c"));
  applyEffect(list, { effect: "removed", id: "b" });
  applyEffect(list, { effect: "restored", label: { id: "b", name: "B2", isIncluded: false }, after: "c" });
  assert.equal(ids(list), "acb");
  assert.equal(list.get("b").name, "B2");
  applyEffect(list, { effect: "restored", label: labels("q")[0], after: null });
  assert.equal(ids(list), "qacb");
});

const misfits = {
  "renames an absent label": { effect: "renamed", id: "q", value: "" },
  "includes an absent label": { effect: "included", id: "q", value: true },
  "moves an absent label": { effect: "moved", id: "q", after: null },
  "removes an absent label": { effect: "removed", id: "q" },
  "inserts a label twice": { effect: "inserted", label: labels("a")[0], after: null },
  "inserts after an absent label": { effect: "inserted", label: labels("n")[0], after: "q" },
  "restores a live label": { effect: "restored", label: labels("a")[0], after: null },
  "does something unknown": { effect: "painted", id: "a" },
};
for (const [what, effect] of Object.entries(misfits)) {
  test(`a change that ${what} is a fault and changes nothing`, () => {
    const list = new LabelList(labels("a", "b"));
    assert.throws(() => applyEffect(list, effect), ReplicaFault);
    assert.equal(ids(list), "ab");
  });
}
