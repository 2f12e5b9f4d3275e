import assert from "node:assert/strict";
import test from "node:test";
import { LabelFilter } from "../../web/filter.js";
import { Catalogue } from "../../web/messages/catalogue.js";
import { en } from "../../web/messages/en.js";
import { LabelList } from "../../web/model/labelList.js";
import { makeUUID } from "../../web/model/label.js";
import { readFragment, writeFragment } from "../../web/view/filterFragment.js";
import { NameEditor, isTooLong, wellFormed } from "../../web/view/rows/nameEditor.js";
import { RenderGate } from "../../web/view/renderGate.js";
import { VisibleRows } from "../../web/view/rows/visibleRows.js";
import { grid, ring, tile } from "./support/messages.js";

const names = (visible) => Array.from({ length: visible.count }, (_, index) => {
  const { label, position, isRemoved } = visible.at(index);
  return `${position} ${label.name}${isRemoved ? " (removed)" : ""}`;
});
const shows = (query) => new LabelFilter({ query, language: "en" });

test("rows are what the filter shows, with their place in the whole list as it is on screen", () => {
  const visible = new VisibleRows();
  visible.update(new LabelList([grid, tile, ring], 1), shows("i"));
  assert.deepEqual(names(visible), ["1 Ring", "2 Tile", "3 Grid"]);
  visible.update(new LabelList([grid, tile, ring]), shows("ring"));
  assert.deepEqual(names(visible), ["3 Ring"]);
});

test("a held row stays when its name stops matching, until it is released", () => {
  const visible = new VisibleRows();
  const list = new LabelList([grid, tile, ring]);
  visible.update(list, shows("ring"));
  visible.hold("z");
  list.replace({ ...ring, name: "Bell" });
  visible.update(list, shows("ring"));
  assert.deepEqual(names(visible), ["3 Bell"]);
  visible.release("x");
  visible.update(list, shows("ring"));
  assert.deepEqual(names(visible), ["3 Bell"], "another row was left");
  visible.release("z");
  visible.update(list, shows("ring"));
  assert.deepEqual(names(visible), []);
});

test("a held row whose label is removed stays where it was, marked, until it is released", () => {
  const visible = new VisibleRows();
  const list = new LabelList([grid, tile, ring]);
  visible.update(list, shows(""));
  visible.hold("y");
  visible.update(list, shows(""));
  list.remove("y");
  for (let time = 0; time < 2; time += 1) visible.update(list, shows(""));
  assert.deepEqual(names(visible), ["1 Grid", "2 Tile (removed)", "2 Ring"]);
  visible.release("y");
  visible.update(list, shows(""));
  assert.deepEqual(names(visible), ["1 Grid", "2 Ring"]);
});

test("each rename builds on what the editor held, and saw the revision at which it was opened", () => {
  const replica = { revision: 7, history: 0 };
  const editor = new NameEditor(replica, "z", "Ring");
  replica.revision = 9;
  assert.deepEqual(editor.rename("Ring T"), { kind: "rename", ids: ["z"], name: "Ring T", base: "Ring", seen: 7 });
  assert.equal(editor.rename("Ring T"), undefined);
  assert.deepEqual(editor.rename(""), { kind: "rename", ids: ["z"], name: "", base: "Ring T", seen: 7 });
});

test("an editor that stayed open across a reset has seen nothing of the new history", () => {
  const replica = { revision: 7, history: 0 };
  const editor = new NameEditor(replica, "z", "Ring");
  replica.history = 1;
  assert.equal(editor.rename("Ring Two")?.seen, 0);
});

test("half a surrogate pair becomes the replacement character, a whole one stays", () => {
  assert.equal(wellFormed("a\ud83d"), "a\ufffd");
  assert.equal(wellFormed("a👍"), "a👍");
});

test("a name is too long by its graphemes or by its bytes", () => {
  const limits = { nameGraphemes: 3, nameBytes: 20 };
  assert.ok(!isTooLong("abc", limits));
  assert.ok(isTooLong("abcd", limits));
  assert.ok(!isTooLong("👍👍👍", limits));
  assert.ok(isTooLong("a" + "\u0301".repeat(10), limits));
  assert.ok(!isTooLong("abcd", null));
});

test("a filter survives its way through the address, and the empty one leaves no fragment", () => {
  for (const choice of [{ query: "a&b=c #1 é", includedOnly: true, excludedOnly: false }, { query: "", includedOnly: true, excludedOnly: false },
    { query: "x", includedOnly: false, excludedOnly: false }, { query: "", includedOnly: false, excludedOnly: true }]) {
    assert.deepEqual(readFragment(writeFragment(choice)), choice);
  }
  assert.equal(writeFragment({ query: "", includedOnly: false, excludedOnly: false }), "");
});

test("messages fill in values, write numbers as the language does, and choose the plural", () => {
  const catalogue = new Catalogue(en);
  assert.equal(catalogue.text("counts", { shown: 2, total: 1200 }), "2 of 1,200 shown");
  assert.equal(catalogue.text("saving", { count: 1 }), "Saving 1 edit…");
  assert.equal(catalogue.text("saving", { count: 2 }), "Saving 2 edits…");
  assert.throws(() => catalogue.text("missing"), RangeError);
});

test("the quoted texts are exactly those", () => {
  const catalogue = new Catalogue(en);
  const keys = ["filterLabels", "includedOnly", "reverseOrder", "labelName", "included", "remove", "addLabel", "originalArray", "notice.removed"];
  assert.deepEqual(keys.map((key) => catalogue.text(key)), ["Filter labels", "Included only", "Reverse original order", "Label name",
    "Included", "Remove", "Add label", "Original array", "Edit skipped: label was removed."]);
});

test("an id made here is a lower-case version 4 UUID", () => {
  assert.equal(makeUUID((bytes) => bytes.fill(0xff)), "ffffffff-ffff-4fff-bfff-ffffffffffff");
  assert.equal(makeUUID((bytes) => bytes.fill(0)), "00000000-0000-4000-8000-000000000000");
});

test("nothing is drawn during a composition or between press and release, but right after", async () => {
  const document = Object.assign(new EventTarget(), { defaultView: new EventTarget() });
  globalThis.requestAnimationFrame = (body) => setTimeout(body, 0);
  const turn = () => new Promise((resolve) => { setTimeout(() => setTimeout(resolve)); });
  let drawn = 0;
  const gate = new RenderGate(() => { drawn += 1; }, document);
  for (const [begin, end] of [["compositionstart", "compositionend"], ["pointerdown", "pointerup"], ["pointerdown", "pointercancel"]]) {
    drawn = 0;
    document.dispatchEvent(new Event(begin));
    gate.schedule();
    await turn();
    assert.equal(drawn, 0, begin);
    document.dispatchEvent(new Event(end));
    await turn();
    await turn();
    assert.equal(drawn, 1, end);
  }
});
