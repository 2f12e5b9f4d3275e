import { catalogue } from "../../messages/localize.js";
import { make } from "../frame/make.js";
import { openModalDialog } from "../frame/modalDialog.js";
import { keyCap, shortcutGroups } from "./shortcuts.js";

/** Shows every key that does something. */
export function openShortcutSheet() {
  const groups = shortcutGroups.map(({ title, shortcuts }) => make("section", { className: "shortcut-group" },
    make("h3", { textContent: catalogue.text(title) }),
    make("dl", {}, ...shortcuts.map(line))));
  openModalDialog({ title: catalogue.text("shortcuts"), content: groups, className: "shortcut-sheet" });
}

/** @param {import("./shortcuts.js").Shortcut} shortcut */
function line({ keys, text }) {
  const chords = keys.flatMap((chord, index) => [...(index > 0 ? [" / "] : []), chordElement(chord)]);
  return make("div", {}, make("dt", { textContent: catalogue.text(text) }), make("dd", {}, ...chords));
}

/**
 * Keys run left to right in every language.
 * @param {readonly string[]} chord
 */
function chordElement(chord) {
  const keys = chord.flatMap((key, index) => [...(index > 0 ? ["+"] : []), make("kbd", { textContent: keyCap(key) })]);
  return make("span", { className: "chord", dir: "ltr" }, ...keys);
}
