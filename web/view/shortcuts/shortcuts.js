/**
 * A way to do something by keys: any of `keys`, each a chord of keys that are pressed together. `Mod` is ⌘ on Apple's devices, and
 * Ctrl elsewhere.
 * @typedef {{ keys: readonly (readonly string[])[], text: string }} Shortcut
 * @typedef {{ title: string, shortcuts: readonly Shortcut[] }} ShortcutGroup
 */

/**
 * What the sheet lists, by the keys of the catalogue.
 * @type {readonly ShortcutGroup[]}
 */
export const shortcutGroups = [
  {
    title: "shortcuts.page",
    shortcuts: [
      { keys: [["?"]], text: "shortcut.help" },
      { keys: [["/"]], text: "shortcut.filter" },
      { keys: [["N"]], text: "shortcut.add" },
      { keys: [["Mod", "Z"]], text: "undo" },
      { keys: [["Mod", "Shift", "Z"], ["Ctrl", "Y"]], text: "redo" },
    ],
  },
  {
    title: "shortcuts.name",
    shortcuts: [
      { keys: [["Enter"]], text: "shortcut.commit" },
      { keys: [["Escape"]], text: "shortcut.dropDraft" },
      { keys: [["ArrowDown"]], text: "shortcut.nextName" },
      { keys: [["ArrowUp"]], text: "shortcut.previousName" },
    ],
  },
  {
    title: "shortcuts.row",
    shortcuts: [
      { keys: [["Alt", "ArrowUp"]], text: "moveUp" },
      { keys: [["Alt", "ArrowDown"]], text: "moveDown" },
      { keys: [["Alt", "Home"]], text: "moveToTop" },
      { keys: [["Alt", "End"]], text: "moveToBottom" },
    ],
  },
  {
    title: "shortcuts.selection",
    shortcuts: [
      { keys: [["Space"]], text: "selectLabel" },
      { keys: [["Shift", "ArrowDown"], ["Shift", "ArrowUp"]], text: "shortcut.extend" },
      { keys: [["Mod", "A"]], text: "selectAllShown" },
      { keys: [["Escape"]], text: "clearSelection" },
    ],
  },
];

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** @type {Readonly<Record<string, string>>} */
const keyCaps = isApple
  ? { Mod: "⌘", Ctrl: "⌃", Shift: "⇧", Alt: "⌥", Enter: "↩", ArrowUp: "↑", ArrowDown: "↓", Escape: "esc" }
  : { Mod: "Ctrl", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Delete: "Del" };

/**
 * What stands on the key's cap.
 * @param {string} key
 */
export function keyCap(key) {
  return keyCaps[key] ?? key;
}
