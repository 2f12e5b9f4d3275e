import assert from "node:assert/strict";
import test from "node:test";
import { graphemesOf, mergedName } from "../../web/model/nameMerge.js";
import { readVector } from "./support/vectors.js";

test("every merge vector gives the name, the conflict and the length that the server gets", () => {
  const vectors = readVector("merge.json");
  assert.ok(vectors.length > 0);
  for (const { base, current, new: wanted, name, conflict, graphemes } of vectors) {
    const merged = mergedName(base, current, wanted);
    assert.deepEqual(merged, { name, isConflict: conflict }, JSON.stringify({ base, current, wanted }));
    assert.equal(graphemesOf(merged.name).length, graphemes, name);
  }
});
