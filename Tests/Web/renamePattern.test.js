import assert from "node:assert/strict";
import test from "node:test";
import { PatternError, patternLimit, renaming } from "../../web/view/selection/renamePattern.js";
import { renamePlan } from "../../web/view/selection/renamePlan.js";

const plain = { find: "", replace: "", isExpression: false, matchesCase: false, prefix: "", suffix: "" };
const renamed = (name, fields, language = "en") => renaming({ ...plain, ...fields }, language)(name);

for (const [title, name, fields, result, language] of [
  ["text is replaced wherever it stands", "one two one", { find: "one", replace: "1" }, "1 two 1"],
  ["found text is gone over once", "aaa", { find: "aa", replace: "a" }, "aa"],
  ["letters are found in either case", "Ring RING", { find: "ring", replace: "Bell" }, "Bell Bell"],
  ["or in the same case only", "Ring ring", { find: "ring", replace: "Bell", matchesCase: true }, "Ring Bell"],
  ["Turkish tells dotted i from dotless", "IĞDIR", { find: "i", replace: "x" }, "IĞDIR", "tr"],
  ["a letter is not found within an accented one", "cafe\u0301", { find: "e", replace: "x" }, "cafe\u0301"],
  ["composed and decomposed accents are the same", "cafe\u0301", { find: "caf\u00e9", replace: "tea", matchesCase: true }, "tea"],
  ["an emoji family is not torn apart", "👨‍👩‍👧", { find: "👩", replace: "x" }, "👨‍👩‍👧"],
  ["signs of expressions are plain in plain text", "a.b$1", { find: ".", replace: "$1" }, "a$1b$1"],
  ["nothing to find adds beginning and end alone", "Ring", { replace: "x", prefix: "A ", suffix: " Z" }, "A Ring Z"],
  ["beginning and end come after replacing", "Ring", { find: "Ring", replace: "Bell", prefix: "Ring " }, "Ring Bell"],
  ["an expression's groups can be put back", "Ring 12", { find: "(\\w+) (\\d+)", replace: "$2 $1", isExpression: true }, "12 Ring"],
  ["an expression minds the case if asked", "Ring", { find: "ring", replace: "x", isExpression: true, matchesCase: true }, "Ring"],
]) test(title, () => assert.equal(renamed(name, fields, language), result));

test("an expression that is none is refused with the browser's reason", () => {
  assert.throws(() => renaming({ ...plain, find: "(", isExpression: true }, "en"),
    (error) => error instanceof PatternError && error.code === "patternInvalid" && error.detail === "Unterminated group");
});

test("a pattern beyond the limit is refused", () => {
  assert.doesNotThrow(() => renaming({ ...plain, prefix: "x".repeat(patternLimit) }, "en"));
  assert.throws(() => renaming({ ...plain, prefix: "x".repeat(patternLimit + 1) }, "en"), { code: "patternTooLong" });
});

const labels = ["Grid", "Tile", "Ring"].map((name, index) => ({ id: String(index), name, isIncluded: true }));
const rules = { isTooLong: (name) => name.length > 9, fold: (name) => name.toLowerCase(), all: labels };

test("a plan tells what changes, what stays, and what no server takes", () => {
  const plan = renamePlan(labels, ["Grid Two", "Tile", "Ring Number Two"], rules);
  assert.deepEqual(plan.changes, [{ id: "0", from: "Grid", to: "Grid Two" }]);
  assert.deepEqual(plan.tooLong, [{ id: "2", from: "Ring", to: "Ring Number Two" }]);
  assert.deepEqual([plan.unchanged, plan.duplicates, plan.emptied], [1, 0, 0]);
});

test("a plan warns of new names that another label has or gets too, and of names that end up empty", () => {
  assert.equal(renamePlan(labels.slice(0, 1), ["TILE"], rules).duplicates, 1);
  assert.equal(renamePlan(labels.slice(0, 2), ["Same", "same"], rules).duplicates, 2);
  assert.equal(renamePlan(labels.slice(0, 2), ["Tile", "Grid"], rules).duplicates, 0, "two that change places");
  const emptied = renamePlan(labels.slice(0, 2), ["", " "], rules);
  assert.deepEqual([emptied.emptied, emptied.duplicates], [2, 0]);
});
