import assert from "node:assert/strict";
import { test } from "node:test";
import { preferencesKey, readPreferences, rememberPreferences, rememberedPreferences } from "../../web/settings/preferences.js";

const none = { language: null, colorScheme: "system", characterKeys: true, draftsNames: false };

/**
 * Lets a test have a storage, as a browser gives a page one.
 * @param {import("node:test").TestContext} context
 * @param {(key: string, value: string) => void} [setItem]
 */
function giveStorage(context, setItem) {
  /** @type {Map<string, string>} */
  const items = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: setItem ?? ((/** @type {string} */ key, /** @type {string} */ value) => items.set(key, value)),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  context.after(() => { Reflect.deleteProperty(globalThis, "localStorage"); });
  return items;
}

test("preferences that make no sense are as if nothing had been chosen", () => {
  for (const stored of [null, "", "{", "null", "7", "[]", '{"language":7,"colorScheme":"pink"}']) {
    assert.deepEqual(readPreferences(stored), none, String(stored));
  }
});

test("what is chosen is remembered beside what was chosen before", (context) => {
  const items = giveStorage(context);
  assert.equal(rememberPreferences({ language: "tr" }), true);
  assert.equal(rememberPreferences({ colorScheme: "dark" }), true);
  assert.deepEqual(rememberedPreferences(), { ...none, language: "tr", colorScheme: "dark" });
  assert.deepEqual(readPreferences(items.get(preferencesKey) ?? null), { ...none, language: "tr", colorScheme: "dark" });
  rememberPreferences({ language: null, characterKeys: false, draftsNames: true });
  assert.deepEqual(rememberedPreferences(), { ...none, colorScheme: "dark", characterKeys: false, draftsNames: true });
});

test("without a storage nothing was chosen, and nothing can be remembered", (context) => {
  context.mock.method(console, "warn", () => {});
  assert.deepEqual(rememberedPreferences(), none);
  assert.equal(rememberPreferences({ language: "tr" }), false);
});

test("a full storage remembers nothing, and says so", (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  giveStorage(context, () => { throw new Error("full"); });
  assert.equal(rememberPreferences({ colorScheme: "dark" }), false);
  assert.equal(warn.mock.callCount(), 1);
});
