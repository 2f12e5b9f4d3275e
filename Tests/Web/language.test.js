import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage, filterLanguage } from "../../web/messages/language.js";

test("the page speaks the first language of the browser that it knows, as the region writes it", () => {
  assert.deepEqual(chooseLanguage(["de-CH", "fr-CA", "en"], null), { language: "fr", locale: "fr-CA" });
  assert.deepEqual(chooseLanguage(["zh-Hant-TW"], null), { language: "zh", locale: "zh-Hant-TW" });
  assert.deepEqual(chooseLanguage(["in"], null), { language: "id", locale: "in" });
});

test("without a language that it knows, the page speaks English", () => {
  assert.deepEqual(chooseLanguage(["de", "sv"], null), { language: "en", locale: "en" });
  assert.deepEqual(chooseLanguage([], null), { language: "en", locale: "en" });
  assert.deepEqual(chooseLanguage(["not a tag", "constructor"], null), { language: "en", locale: "en" });
});

test("a picked language comes before those of the browser, and takes the browser's region of it", () => {
  assert.deepEqual(chooseLanguage(["en-US", "ar-EG"], "ar"), { language: "ar", locale: "ar-EG" });
  assert.deepEqual(chooseLanguage(["en-US"], "tr"), { language: "tr", locale: "tr" });
});

test("a language that was picked once and is not known any more counts as not picked", () => {
  assert.deepEqual(chooseLanguage(["fr"], "xx"), { language: "fr", locale: "fr" });
  assert.deepEqual(chooseLanguage(["fr"], "toString"), { language: "fr", locale: "fr" });
});

test("the filter compares by the reader's own language, even one that the page does not speak", () => {
  assert.equal(filterLanguage(["az-AZ", "en"], null), "az-AZ");
  assert.equal(filterLanguage(["en-US"], "tr"), "tr");
  assert.equal(filterLanguage([], null), "en");
});
