import assert from "node:assert/strict";
import test from "node:test";
import { LabelList } from "../../web/model/labelList.js";
import { NameIndex } from "../../web/view/nameIndex.js";
import { chance, grid, ring, tile } from "./support/messages.js";

function follow(labels, language = "en") {
  const list = new LabelList(labels);
  const index = new NameIndex(language);
  index.follow(list);
  return { list, index };
}

test("names that the filter does not tell apart are equal", () => {
  const { index } = follow([{ ...grid, name: "Straße" }, { ...tile, name: "café" }]);
  for (const name of ["Straße", "STRASSE", "CAFE\u0301"]) assert.ok(index.isTaken(name), name);
  for (const name of ["Strase", "cafe", "", " "]) assert.ok(!index.isTaken(name), name);
});

test("a label does not stand in its own way", () => {
  const { index } = follow([grid, tile]);
  assert.ok(!index.isTaken("grid", "x"));
  assert.ok(index.isTaken("grid", "y"));
  assert.ok(index.isTaken("grid"));
});

test("no two labels without a name are told to be equal", () => {
  const { index } = follow([{ ...grid, name: "" }, { ...tile, name: "" }]);
  assert.ok(!index.isTaken("", "x"));
});

test("in Turkish, i and ı are two letters", () => {
  assert.ok(!follow([{ ...grid, name: "ILIK" }], "tr").index.isTaken("ilik"));
  assert.ok(follow([{ ...grid, name: "ILIK" }], "tr").index.isTaken("ılık"));
});

test("the index follows every change of the list and its taking back, without looking at the rest", () => {
  const random = chance(5);
  const pick = (values) => values[Math.floor(random() * values.length)];
  const names = ["a", "A", "b", "ß", "ss", ""];
  const { list, index } = follow([grid, tile, ring]);
  const inverses = [];
  for (let step = 0; step < 500; step += 1) {
    const id = pick(["x", "y", "z"]);
    const label = list.get(id);
    if (inverses.length > 0 && random() < 0.4) inverses.pop()();
    else if (!label) inverses.push(list.restore(id));
    else if (random() < 0.3) inverses.push(list.remove(id));
    else inverses.push(list.replace({ ...label, name: pick(names) }));
    const fresh = new NameIndex("en");
    const copy = new LabelList(list);
    fresh.follow(copy);
    for (const name of names) assert.equal(index.isTaken(name), fresh.isTaken(name), `${step} ${name}`);
  }
});

test("another list takes the place of the one before", () => {
  const { list, index } = follow([grid]);
  index.follow(new LabelList([tile]));
  list.remove("x");
  assert.ok(index.isTaken("Tile"));
  assert.ok(!index.isTaken("Grid"));
});
