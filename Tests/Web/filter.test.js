import assert from "node:assert/strict";
import test from "node:test";
import { LabelFilter, folded } from "../../web/filter.js";
import { readVector } from "./support/vectors.js";

const label = (name, isIncluded = true) => ({ id: name, name, isIncluded });
const matches = (name, query, language = "en") => new LabelFilter({ query, language }).matches(label(name));

test("every filter vector matches as Foundation did", () => {
  const vectors = readVector("filter-vectors.json");
  assert.ok(vectors.length >= 250);
  for (const { name, query, locale, matches: expected } of vectors) {
    assert.equal(matches(name, query, locale), expected, JSON.stringify({ name, query, locale }));
  }
});

test("an empty query shows everything, an empty name too", () => {
  assert.ok(matches("Grid", ""));
  assert.ok(matches("", ""));
  assert.ok(!matches("", "g"));
});

test("a match does not begin or end inside a grapheme, however the name is written", () => {
  for (const name of ["café", "cafe\u0301", "🎨café", "caf\r\né"]) {
    assert.ok(!matches(name, "e"), name);
    assert.ok(matches(name, "É"), name);
  }
  assert.ok(!matches("👩‍👧", "👩"));
  assert.ok(matches("👩‍👧 Familie", "👩‍👧"));
  assert.ok(!matches("각", "ᄀ"));
});

test("a region of Turkish or Azeri keeps its dotless i too", () => {
  assert.ok(!matches("ISTANBUL", "i", "tr-CY"));
  assert.ok(matches("ISTANBUL", "ı", "az-Latn"));
  assert.ok(matches("ISTANBUL", "i", "en-TR"));
});

test("included only hides what is not included, whatever the query", () => {
  const filter = new LabelFilter({ query: "t", includedOnly: true, language: "en" });
  assert.ok(!filter.matches(label("Tile", false)));
  assert.ok(filter.matches(label("Tile")));
  assert.ok(!filter.matches(label("Grid")));
});

test("a filter made from another gives the answers of its own language and query", () => {
  const first = new LabelFilter({ query: "i", language: "en" });
  const istanbul = label("ISTANBUL");
  assert.ok(first.matches(istanbul));
  assert.ok(!new LabelFilter({ query: "i", language: "tr" }, first).matches(istanbul));
  assert.ok(!new LabelFilter({ query: "x", language: "en" }, first).matches(istanbul));
  assert.ok(new LabelFilter({ query: "STAN", language: "en" }, first).matches(istanbul));
});

test("only the filter without query and inclusion is empty", () => {
  assert.ok(new LabelFilter({ language: "en" }).isEmpty);
  assert.ok(!new LabelFilter({ query: "a", language: "en" }).isEmpty);
  assert.ok(!new LabelFilter({ includedOnly: true, language: "en" }).isEmpty);
});

test("where the query stands in a name is told by the name's own characters, whole graphemes each", () => {
  const found = (query, name, language = "en") => new LabelFilter({ query, language }).found(name).map(([start, end]) => name.slice(start, end));
  assert.deepEqual(found("ring", "Ring, string, RINGING"), ["Ring", "ring", "RING"]);
  assert.deepEqual(found("ss", "Straße"), ["ß"]);
  assert.deepEqual(found("é", "Cafe\u0301 é"), ["e\u0301", "é"]);
  assert.deepEqual(found("e", "café e"), ["e"]);
  assert.deepEqual(found("\u0301", "e\u0301"), ["e\u0301"]);
  assert.deepEqual(found("👍🏽", "a👍🏽b"), ["👍🏽"]);
  assert.deepEqual(found("i", "İstanbul", "tr"), ["İ"]);
  assert.deepEqual(found("", "Ring"), []);
});

test("a filter matches a name exactly where it finds something in it", () => {
  for (const { query, name, locale } of readVector("filter-vectors.json")) {
    if (query === "") continue;
    const filter = new LabelFilter({ query, language: locale });
    assert.equal(filter.found(name).length > 0, filter.matches({ id: "", name, isIncluded: true }), `${query} in ${name}`);
  }
});

test("labels that are not included can be shown alone", () => {
  const filter = new LabelFilter({ excludedOnly: true, language: "en" });
  assert.ok(filter.matches({ id: "x", name: "Grid", isIncluded: false }) && !filter.matches({ id: "y", name: "Tile", isIncluded: true }));
  assert.ok(!filter.isEmpty);
});

test("marks tell graphemes apart exactly as the segmenter does, in text of every character that is taken for one of its own", () => {
  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
  for (let code = 0x20; code < 0xd800; code += 1) {
    const name = `a${String.fromCharCode(code)}\u0301b${String.fromCharCode(code)}`.normalize("NFC");
    const inFolded = folded(name, "en");
    if (!inFolded.marksTellBoundaries) continue;
    let offset = 0;
    const boundaries = new Set([0]);
    for (const { segment } of segmenter.segment(name)) boundaries.add(offset += folded(segment, "en").text.length);
    for (let at = 0; at <= inFolded.text.length; at += 1) assert.equal(inFolded.isBoundary(at, name, "en"), boundaries.has(at), `${code.toString(16)} at ${at}`);
  }
});
