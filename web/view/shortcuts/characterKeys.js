import { rememberedPreferences } from "../../settings/preferences.js";

/**
 * Single characters as shortcuts, outside of fields, menus and dialogs, unless the person switched them off.
 * @param {Readonly<Record<string, () => void>>} actions by the character that is typed
 */
export function listenToCharacterKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (takesCharacters(event.target) || document.querySelector("dialog[open]") || !rememberedPreferences().characterKeys) return;
    event.preventDefault();
    action();
  });
}

/** @param {EventTarget | null} target */
function takesCharacters(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select, [role=menuitem]")) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}
