import assert from "node:assert/strict";
import test from "node:test";
import { HistoryReader, actionsOf } from "../../web/view/history/historyEntries.js";

const now = [{ id: "x", name: "Grid 3", isIncluded: true }, { id: "y", name: "Tile", isIncluded: false }];
const renamed = (id, value, replaced) => ({ effect: "renamed", id, value, replaced });
const included = (id, value) => ({ effect: "included", id, value, replaced: !value });
const change = (revision, effects, fields = {}) => ({ revision, author: 1, name: "Ada", verified: false, sequence: revision,
  hash: "", time: revision * 1_000, effects, ...fields });
const read = (...changes) => new HistoryReader(now).read(changes);

test("the latest entry comes first, with who, when, and what replaced what", () => {
  const [later, earlier] = read(change(1, [included("y", false)]), change(2, [renamed("x", "Grid 3", "Grid")], { author: 2, name: "Ben" }));
  assert.deepEqual([later.name, later.time, later.revision, later.after], ["Ben", 2_000, 2, 1]);
  assert.deepEqual(later.items, [{ effect: "renamed", id: "x", name: "Grid 3", before: "Grid", after: "Grid 3" }]);
  assert.deepEqual(earlier.items, [{ effect: "included", id: "y", name: "Tile", before: true, after: false }]);
});

test("a label is called what it was called then, on every page", () => {
  const reader = new HistoryReader(now);
  reader.read([change(5, [renamed("x", "Grid 3", "Grid 2")], { author: 2 })]);
  const entries = reader.read([
    change(2, [included("x", true)]), change(3, [renamed("x", "Grid 2", "Grid")], { author: 2 }),
    change(4, [{ effect: "moved", id: "x", after: null }]),
  ]);
  assert.deepEqual(entries.map(({ items: [{ name }] }) => name), ["Grid 2", "Grid 2", "Grid"]);
});

test("a removed label has the name that it was removed with", () => {
  const label = { id: "z", name: "Ring", isIncluded: true };
  const entries = read(change(1, [included("z", true)]), change(2, [{ effect: "removed", id: "z", label, after: null }], { author: 2 }));
  assert.deepEqual(entries.map(({ items: [{ name }] }) => name), ["Ring", "Ring"]);
});

test("a group is one entry, whose effects keep their order", () => {
  const group = { group: "g" };
  const [entry, ...rest] = read(change(1, [renamed("x", "Grid 3", "Grid")], group), change(2, [included("y", false)], group));
  assert.equal(rest.length, 0);
  assert.deepEqual([entry.after, entry.revision, entry.time], [0, 2, 2_000]);
  assert.deepEqual(entry.items.map(({ effect }) => effect), ["renamed", "included"]);
});

test("a name that was typed in pieces is one entry from the first to the last name", () => {
  const [entry, ...rest] = read(change(1, [renamed("x", "Grid ", "Grid")]), change(2, [renamed("x", "Grid 3", "Grid ")]));
  assert.equal(rest.length, 0);
  assert.deepEqual([entry.items[0].before, entry.items[0].after, entry.items.length], ["Grid", "Grid 3", 1]);
});

test("what is by another, of another label, of another group, or after a long pause, is an entry of its own", () => {
  for (const later of [
    change(2, [renamed("x", "Grid 3", "Grid ")], { author: 2 }), change(2, [renamed("y", "Tile", "Til")]),
    change(2, [renamed("x", "Grid 3", "Grid ")], { group: "g" }), change(2, [renamed("x", "Grid 3", "Grid ")], { time: 90_000 }),
  ]) assert.equal(read(change(1, [renamed("x", "Grid ", "Grid")]), later).length, 2);
});

test("an entry's labels are told by what happened to them, on and off apart", () => {
  const [entry] = read(change(1, [included("x", true), included("y", false), { effect: "reversed", value: 1, replaced: 0 }, included("x", true)]));
  assert.deepEqual(actionsOf(entry).map(({ effect, items }) => [effect, items.length]), [["included", 2], ["excluded", 1], ["reversed", 1]]);
});
