import assert from "node:assert/strict";
import test from "node:test";
import { troubleOf } from "../../web/sync/trouble.js";

for (const [code, trouble] of [[4008, "storeUnavailable"], [4009, "tooManyLists"], [4006, "tooBusy"], [1011, "refused"],
  [1001, null], [1006, null], [4005, null]]) {
  test(`a close with ${code} says ${trouble ?? "no more than that the link is lost"}`, () => assert.equal(troubleOf(code), trouble));
}
