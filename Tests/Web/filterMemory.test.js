import assert from "node:assert/strict";
import test from "node:test";
import { FilterMemory, rememberedFilterLimit } from "../../web/view/filterMemory.js";

function storage() {
  const values = new Map();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value), values };
}

test("each list's filter is remembered, until it is filtered no more", () => {
  const stored = storage();
  const memory = new FilterMemory(() => stored);
  memory.remember("one", "#q=ring");
  memory.remember("two", "#included=0");
  assert.deepEqual(["one", "two", "three"].map((alias) => new FilterMemory(() => stored).recall(alias)), ["#q=ring", "#included=0", ""]);
  memory.remember("one", "");
  assert.equal(memory.recall("one"), "");
});

test("the list that was filtered longest ago is forgotten first", () => {
  const stored = storage();
  const memory = new FilterMemory(() => stored);
  for (let number = 0; number < rememberedFilterLimit; number += 1) memory.remember(`list ${number}`, "#q=a");
  memory.remember("list 0", "#q=b");
  memory.remember("one more", "#q=c");
  assert.deepEqual(["list 0", "list 1", "list 2", "one more"].map((alias) => memory.recall(alias)), ["#q=b", "", "#q=a", "#q=c"]);
});

test("a browser without storage, or with something else in it, remembers nothing", () => {
  const none = new FilterMemory(() => { throw new Error("no storage"); });
  none.remember("one", "#q=ring");
  assert.equal(none.recall("one"), "");
  for (const text of ["{", "null", "[1, [2], [\"one\", 3]]"]) {
    assert.equal(new FilterMemory(() => ({ getItem: () => text, setItem() {} })).recall("one"), "");
  }
});
