import assert from "node:assert/strict";
import test from "node:test";
import { DraftMemory } from "../../web/view/drafts/draftMemory.js";
import { DraftTyping } from "../../web/view/rows/draftTyping.js";

function drafting(faultOf = () => "") {
  const edits = [];
  const pinned = [];
  const present = [];
  const session = { replica: { revision: 7, history: 0 }, edit: (edit) => edits.push(edit) };
  const typing = new DraftTyping(session, { edit: (id) => present.push(id) }, { faultOf }, (editor, text) => pinned.push([editor.id, text]));
  return { typing, edits, pinned, present };
}

test("a draft becomes one rename when it is saved, and nothing before", () => {
  const { typing, edits, pinned } = drafting();
  const editor = typing.enter("z", "Ring");
  for (const text of ["Ring ", "Ring T", "Ring Two"]) assert.equal(typing.type(editor, text), "");
  typing.pause();
  assert.ok(typing.holdsText && typing.isDrafting("z") && !typing.isDrafting("y"));
  assert.deepEqual(edits, []);
  assert.equal(typing.commit(editor), "");
  typing.commit(editor);
  typing.leave(editor);
  assert.deepEqual(edits, [{ kind: "rename", ids: ["z"], name: "Ring Two", base: "Ring", seen: 7 }]);
  assert.deepEqual(pinned, []);
  assert.ok(!typing.holdsText);
});

test("a draft whose field is left is pinned, unless it was cancelled or says what the name is", () => {
  const { typing, edits, pinned, present } = drafting();
  const ends = { left: () => {}, cancelled: (editor) => assert.ok(typing.cancel(editor)), unchanged: (editor) => typing.type(editor, "Ring") };
  for (const [end, act] of Object.entries(ends)) {
    const editor = typing.enter(end, "Ring");
    typing.type(editor, "Mine");
    act(editor);
    typing.leave(editor);
  }
  assert.deepEqual(pinned, [["left", "Mine"]]);
  assert.deepEqual(edits, []);
  assert.deepEqual(present, ["left", null, "cancelled", null, "unchanged", null]);
});

test("a draft that cannot be a name is not saved and not lost", () => {
  const { typing, edits, pinned } = drafting((name) => name.length > 4 ? "too long" : "");
  const editor = typing.enter("z", "Ring");
  assert.equal(typing.type(editor, "Ring Two"), "too long");
  assert.equal(typing.commit(editor), "too long");
  typing.leave(editor);
  assert.deepEqual([edits, pinned], [[], [["z", "Ring Two"]]]);
});

test("drafts are recalled as they were remembered, list by list, and nothing that is no draft", () => {
  const values = new Map();
  const storage = () => ({ getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key) });
  const drafts = [{ id: "z", base: "Ring", text: "Ring Two" }];
  new DraftMemory("one", storage).remember(drafts);
  assert.deepEqual(new DraftMemory("one", storage).recall(), drafts);
  assert.deepEqual(new DraftMemory("two", storage).recall(), []);
  new DraftMemory("one", storage).remember([]);
  assert.equal(values.size, 0);
  for (const text of ["{", "null", "{}", "[null, 1, {\"id\": 1}]"]) {
    values.set("colabel.drafts.one", text);
    assert.deepEqual(new DraftMemory("one", storage).recall(), []);
  }
});
