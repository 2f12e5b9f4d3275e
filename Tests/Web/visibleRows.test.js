import assert from "node:assert/strict";
import test from "node:test";
import { LabelFilter } from "../../web/filter.js";
import { LabelList } from "../../web/model/labelList.js";
import { VisibleRows } from "../../web/view/rows/visibleRows.js";
import { chance } from "./support/messages.js";

const letters = ["a", "é", "e\u0301", "ß", "SS", "I", "ı", "👍🏽", "ring ", "x"];

const shownNames = (visible) => Array.from({ length: visible.count }, (_, index) => visible.at(index).label.name);
const letterLabels = (text) => [...text].map((name) => ({ id: name, name, isIncluded: true }));
const all = new LabelFilter({ language: "en" });

function makeList(random, count) {
  const pick = (values) => values[Math.floor(random() * values.length)];
  const name = () => Array.from({ length: 3 }, () => pick(letters)).join("");
  const makeLabel = (id) => ({ id: String(id), name: name(), isIncluded: random() < 0.5 });
  return { list: new LabelList(Array.from({ length: count }, (_, id) => makeLabel(id))), pick, makeLabel };
}

/** One change of a list at random; returns what takes it back. */
function change({ list, pick, makeLabel }, random, next) {
  const ids = [...list].map(({ id }) => id);
  const id = pick(ids);
  const others = ids.filter((other) => other !== id);
  switch (Math.floor(random() * 7)) {
    case 0: return list.insert(makeLabel(next), ids.length > 0 && random() < 0.9 ? list.slot(pick(ids)) : null);
    case 1: return ids.length > 20 ? list.remove(id) : () => {};
    case 2: return list.move(id, random() < 0.1 ? null : list.slot(pick(others)));
    case 3: return list.reverse();
    default: return list.replace(makeLabel(id));
  }
}

test("rows follow every change of the list, its taking back, and every filter, as if each label had been looked at", () => {
  const random = chance(11);
  const made = makeList(random, 700);
  const visible = new VisibleRows();
  let filter = all;
  for (let step = 0; step < 400; step += 1) {
    const inverses = [];
    for (let count = Math.floor(random() * 8); count > 0; count -= 1) inverses.push(change(made, random, `new ${step} ${count}`));
    if (random() < 0.3) while (inverses.length > 0) inverses.pop()();
    if (random() < 0.3) {
      const query = random() < 0.3 ? filter.query + made.pick(letters) : made.pick(["", "e", "i", "ss", "RING", "x", "é", "\u0301"]);
      filter = new LabelFilter({ query, includedOnly: random() < 0.2, excludedOnly: random() < 0.2, language: made.pick(["en"]) });
    }
    visible.update(made.list, filter);
    const expected = made.list.shown().filter((label) => filter.matches(label));
    assert.deepEqual(visible.labels, expected, `step ${step}, query “${filter.query}”`);
    assert.equal(visible.count, expected.length);
    const index = Math.floor(random() * expected.length);
    if (expected.length === 0) continue;
    assert.deepEqual(visible.at(index), { label: expected[index], position: made.list.shown().indexOf(expected[index]) + 1, isRemoved: false });
    assert.equal(visible.indexOf(expected[index].id), index);
  }
});

test("the first rows are those that all rows begin with, however many labels were looked at before", () => {
  const random = chance(13);
  const made = makeList(random, 1_500);
  const visible = new VisibleRows();
  let query = "";
  for (let step = 0; step < 600; step += 1) {
    if (random() < 0.2) change(made, random, `new ${step}`);
    query = random() < 0.4 ? [...query].slice(0, -1).join("") : query.length < 4 ? query + made.pick(["e", "x", "s", "i", "r"]) : query;
    const filter = new LabelFilter({ query, excludedOnly: random() < 0.1, language: "en" });
    visible.update(made.list, filter);
    const count = 1 + Math.floor(random() * 40);
    const first = visible.first(count);
    const expected = made.list.shown().filter((label) => filter.matches(label));
    assert.deepEqual(first.map(({ label }) => label), expected.slice(0, count), `step ${step}, query “${query}”`);
    if (random() < 0.5) continue;
    assert.deepEqual(visible.labels, expected, `step ${step}, query “${query}”`);
    assert.deepEqual(first, Array.from({ length: first.length }, (_, index) => visible.at(index)));
  }
});

test("for the first rows only so many labels are looked at", () => {
  const visible = new VisibleRows();
  const labels = Array.from({ length: 10_000 }, (_, id) => ({ id: String(id), name: `ring ${id}`, isIncluded: true }));
  let looked = 0;
  const filter = new LabelFilter({ query: "ring", language: "en" });
  filter.allows = () => { looked += 1; return true; };
  visible.update(new LabelList(labels), filter);
  assert.equal(visible.first(30).length, 30);
  assert.ok(looked < 1_000, `${looked} looked at`);
  assert.equal(visible.count, 10_000);
  assert.equal(looked, 10_000);
});

test("who types on, takes letters back and chooses again finds what is there now, with a row held at times", () => {
  const random = chance(12);
  const made = makeList(random, 700);
  const visible = new VisibleRows();
  let [query, held] = ["", /** @type {string | null} */ (null)];
  for (let step = 0; step < 2_000; step += 1) {
    if (random() < 0.1) change(made, random, `new ${step}`);
    if (random() < 0.2) {
      if (held !== null) visible.release(held);
      held = held === null ? made.pick(visible.count > 0 ? visible.labels : [...made.list]).id : null;
      if (held !== null) visible.hold(held);
    }
    query = random() < 0.4 ? [...query].slice(0, -1).join("") : query.length < 5 ? query + made.pick(["e", "x", "s", "i", "\u0301", "r"]) : query;
    const filter = new LabelFilter({ query, includedOnly: random() < 0.1, language: "en" });
    visible.update(made.list, filter);
    const matching = made.list.shown().filter((label) => filter.matches(label));
    const others = (/** @type {{ id: string }[]} */ labels) => labels.filter(({ id }) => id !== held);
    assert.deepEqual(others(visible.labels), others(matching), `step ${step}, query “${query}”`);
  }
});

test("another list, as after a new snapshot, is followed from its first label on", () => {
  const visible = new VisibleRows();
  visible.update(new LabelList(letterLabels("abc")), all);
  const other = new LabelList(letterLabels("xyz"), 1);
  visible.update(other, all);
  assert.deepEqual(shownNames(visible), ["z", "y", "x"]);
  assert.ok(visible.shows("x") && !visible.shows("a") && !visible.hides("a"));
});

/** A list of one-letter labels, whose row `c` is held. */
function held(text = "abcde", filter = all) {
  const list = new LabelList(letterLabels(text));
  const visible = new VisibleRows();
  visible.update(list, filter);
  visible.hold("c");
  return { list, visible, rows: () => { visible.update(list, filter); return shownNames(visible).join(""); } };
}

test("a held row stays where it is when its label is moved, and goes to its place when it is left", () => {
  const { list, visible, rows } = held();
  list.move("c", list.slot("e"));
  assert.equal(rows(), "abcde");
  assert.deepEqual(visible.at(2), { label: list.get("c"), position: 5, isRemoved: false });
  visible.release("c");
  assert.equal(rows(), "abdec");
});

test("a held row stays where it is when the whole list is turned around or sorted", () => {
  const { list, visible, rows } = held("abcdefg");
  list.reverse();
  assert.equal(rows(), "gfcedba", "two rows are still above it");
  visible.release("c");
  assert.equal(rows(), "gfedcba");
  visible.hold("c");
  for (const id of "abdefg") list.move(id, null);
  assert.equal(rows().indexOf("c"), 4);
});

test("what comes and goes above a held row takes it along, what comes below does not", () => {
  const { list, rows } = held();
  list.insert({ id: "x", name: "x", isIncluded: true }, null);
  assert.equal(rows(), "xabcde");
  list.remove("a");
  list.remove("e");
  assert.equal(rows(), "xbcd");
  list.insert({ id: "y", name: "y", isIncluded: true }, list.slot("d"));
  assert.equal(rows(), "xbcdy");
});

test("what comes right beside a held row comes on its own side of it", () => {
  for (const isReversed of [false, true]) {
    const { list, visible, rows } = held();
    if (isReversed) {
      visible.release("c");
      list.reverse();
      rows();
      visible.hold("c");
    }
    for (const id of ["x", "y"]) list.insert({ id, name: id, isIncluded: true }, list.slot(id === "x" ? "b" : "c"));
    assert.equal(rows(), isReversed ? "edycxba" : "abxcyde");
    list.remove("b");
    rows();
    list.restore("b");
    assert.equal(rows(), isReversed ? "edycxba" : "abxcyde");
  }
});

test("a held row whose label was removed says so and stays among the rows around it", () => {
  const { list, visible, rows } = held();
  list.remove("c");
  list.insert({ id: "x", name: "x", isIncluded: true }, null);
  assert.equal(rows(), "xabcde");
  assert.ok(visible.at(3).isRemoved);
  assert.equal(visible.labelCount, 5);
  assert.deepEqual(visible.labels.map(({ id }) => id).join(""), "xabde");
  visible.release("c");
  assert.equal(rows(), "xabde");
});

test("a held row survives that the whole list is loaded again, with its label or without", () => {
  for (const text of ["abcde", "edcba", "abde"]) {
    const { visible } = held();
    visible.update(new LabelList(letterLabels(text)), all);
    assert.equal(visible.indexOf("c"), 2, text);
    assert.equal(visible.at(2).isRemoved, text === "abde");
  }
});

test("a held row stays when another filter does not show it, and stands in its own place", () => {
  const { list, visible } = held();
  list.move("c", list.slot("e"));
  visible.update(list, new LabelFilter({ query: "b", language: "en" }));
  assert.deepEqual(shownNames(visible), ["b", "c"]);
  visible.release("c");
  assert.deepEqual(shownNames(visible), ["b"]);
});

test("only a label of the list that has no row is hidden", () => {
  const { list, visible } = held();
  visible.update(list, new LabelFilter({ query: "b", language: "en" }));
  assert.deepEqual(["a", "b", "c", "unknown"].map((id) => visible.hides(id)), [true, false, false, false]);
});

test("what a query needs is prepared in pieces, and changes nothing that is shown", () => {
  const list = new LabelList(Array.from({ length: 1_000 }, (_, id) => ({ id: String(id), name: `é ${id}`, isIncluded: true })));
  const visible = new VisibleRows();
  assert.ok(visible.prepare(() => false), "nothing to do without a list");
  visible.update(list, all);
  let pieces = 0;
  for (let rest = 1; !visible.prepare(() => (rest -= 1) < 0); rest = pieces + 1) pieces += 1;
  assert.ok(pieces > 1, String(pieces));
  assert.equal(visible.count, 1_000);
});
