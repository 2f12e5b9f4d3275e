/**
 * What a person chose for themselves in this browser. Nothing of it is told to the server.
 * @typedef {"system" | "light" | "dark"} ColorScheme
 * @typedef {{ language: string | null, colorScheme: ColorScheme, characterKeys: boolean, draftsNames: boolean }} Preferences
 *   `characterKeys`: whether single characters are shortcuts, which get in the way of speech input; `draftsNames`: whether what is
 *   typed into a name is a draft until it is saved
 */

/** Where the browser keeps them; `applyColorScheme.js` reads it too. */
export const preferencesKey = "colabel.preferences";

/** @type {readonly ColorScheme[]} */
export const colorSchemes = ["system", "light", "dark"];

/**
 * What a stored text says; whatever is missing or makes no sense is as if nothing had been chosen.
 * @param {string | null} stored
 * @returns {Preferences}
 */
export function readPreferences(stored) {
  const { language, colorScheme, characterKeys, draftsNames } = parsed(stored);
  return {
    language: typeof language === "string" ? language : null,
    colorScheme: colorSchemes.find((known) => known === colorScheme) ?? "system",
    characterKeys: characterKeys !== false,
    draftsNames: draftsNames === true,
  };
}

/**
 * @param {string | null} stored
 * @returns {Record<string, unknown>}
 */
function parsed(stored) {
  try {
    const value = JSON.parse(stored ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What this browser remembers. Some browsers give pages no storage: then nothing was ever chosen. */
export function rememberedPreferences() {
  try {
    return readPreferences(localStorage.getItem(preferencesKey));
  } catch {
    return readPreferences(null);
  }
}

/**
 * Remembers what was chosen beside what was chosen before.
 * @param {Partial<Preferences>} chosen
 * @returns {boolean} whether the browser could
 */
export function rememberPreferences(chosen) {
  try {
    localStorage.setItem(preferencesKey, JSON.stringify({ ...rememberedPreferences(), ...chosen }));
    return true;
  } catch (error) {
    console.warn("What was chosen cannot be remembered.", error);
    return false;
  }
}
