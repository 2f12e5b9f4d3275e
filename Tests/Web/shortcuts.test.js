import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../../web/messages/en.js";
import { keyCap, shortcutGroups } from "../../web/view/shortcuts/shortcuts.js";

test("the catalogue words every shortcut and every group of them", () => {
  const keys = shortcutGroups.flatMap(({ title, shortcuts }) => [title, ...shortcuts.map(({ text }) => text)]);
  for (const key of keys) assert.equal(typeof en.texts[key], "string", key);
});

test("no chord stands twice in a group", () => {
  for (const { title, shortcuts } of shortcutGroups) {
    const chords = shortcuts.flatMap(({ keys }) => keys.map((chord) => chord.join("+")));
    assert.equal(new Set(chords).size, chords.length, title);
  }
});

test("a key is shown as it stands on its cap", () => {
  assert.deepEqual(["Mod", "ArrowUp", "Z", "?"].map(keyCap), ["Ctrl", "↑", "Z", "?"]);
});
