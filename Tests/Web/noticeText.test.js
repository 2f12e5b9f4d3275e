import assert from "node:assert/strict";
import test from "node:test";
import { Catalogue } from "../../web/messages/catalogue.js";
import { en } from "../../web/messages/en.js";
import { noticeText } from "../../web/view/noticeText.js";
import { include, remove, rename } from "./support/messages.js";

const names = { personOf: (author) => (author === 2 ? "Ben" : undefined), labelOf: (id) => (id === "z" ? "Ring" : undefined) };
const undo = { kind: "undo", target: 1 };
const text = (code, fields) => noticeText({ id: "", code, edit: undo, ...fields }, names);

test("a rejection names who removed the label, and when, if that is known", () => {
  const time = new Date(2026, 0, 2, 14, 5).getTime();
  const removedBy = { author: 2, sequence: 1, revision: 3, time };
  const edit = rename("z", "Ring Two", "Ring");
  assert.equal(text("removed", { edit, removedBy }), "Edit skipped: label was removed.");
  assert.equal(text("removed", { edit, removedBy: { ...removedBy, name: "Ada" } }).replace(/\s/gu, " "),
    "Edit skipped: label was removed. Ada removed it at Jan 2, 2026, 2:05 PM.");
});

test("a time of today is told without the date", () => {
  const catalogue = new Catalogue(en);
  const noon = new Date(2026, 0, 2, 12).getTime();
  assert.equal(catalogue.time(noon, noon + 3_600_000).replace(/\s/gu, " "), "12:00 PM");
  assert.match(catalogue.time(noon, noon + 86_400_000), /Jan 2/);
});

test("an undo that is refused says whose change stands in its way, and on what", () => {
  for (const [fields, told] of [
    [{ effect: rename("z", "Ring", "Ring Two"), by: 2, isOwn: false }, "Not undone: Ben changed “Ring” since."],
    [{ effect: include("z", true), by: 4, isOwn: false }, "Not undone: somebody changed “Ring” since."],
    [{ effect: include("z", true), by: 1, isOwn: true }, "Not undone: you changed “Ring” since."],
    [{ effect: { kind: "reverse", orientation: 0 }, by: 2, isOwn: false }, "Not undone: Ben changed the order since."],
    [{ effect: remove("gone") }, "Not undone: somebody changed it since."],
    [{}, "Not undone: somebody changed it since."],
  ]) assert.equal(text("changedSince", fields), told);
});

test("every other reason why an undo is refused has words of its own, and codes that are new have some", () => {
  for (const code of ["nothingToUndo", "tooOld", "removed", "tooLarge", "listFull"]) assert.match(text(code), /ndone/);
  assert.equal(text("undoDropped"), en.texts["notice.undoDropped"]);
  assert.equal(text("brandNew"), "Edit skipped: brandNew.");
});
