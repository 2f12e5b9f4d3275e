import { languages } from "../../messages/language.js";
import { catalogue } from "../../messages/localize.js";
import { colorSchemes, rememberPreferences, rememberedPreferences } from "../../settings/preferences.js";
import { labelled, openModalDialog } from "../frame/modalDialog.js";
import { make } from "../frame/make.js";

/** @typedef {import("../../settings/preferences.js").ColorScheme} ColorScheme */

/**
 * A choice of one among a few, as the dialog shows it.
 * @typedef {{ title: string, name: string, chosen: string, options: readonly { value: string, text: string }[],
 *   choose(value: string): unknown }} Choice
 */

/**
 * What each person sets for themselves in this browser: the language, the colours, and what the page adds.
 * @param {readonly Choice[]} [more]
 */
export function openSettings(more = []) {
  const note = make("p", { className: "form-problem", ariaLive: "polite" });
  /** @param {Partial<import("../../settings/preferences.js").Preferences>} chosen */
  const remember = (chosen) => {
    const isRemembered = rememberPreferences(chosen);
    if (!isRemembered) note.textContent = catalogue.text("notRemembered");
    return isRemembered;
  };
  openModalDialog({
    title: catalogue.text("settings"),
    content: [languageField(remember), choiceField(colorSchemeChoice(remember)), ...more.map(choiceField),
      choiceField(characterKeysChoice(remember)), note],
  });
}

/** @param {(chosen: { language: string | null }) => boolean} remember */
function languageField(remember) {
  const select = make("select", { className: "select" },
    make("option", { value: "", textContent: catalogue.text("languageOfBrowser", { language: languageOfBrowser() }) }),
    ...Object.entries(languages).map(([code, name]) => make("option", { value: code, lang: code, textContent: name })));
  select.value = rememberedPreferences().language ?? "";
  select.addEventListener("change", () => {
    if (remember({ language: select.value || null })) location.reload();
  });
  return labelled(catalogue.text("settingsLanguage"), select, catalogue.text("languageNote"));
}

/** The browser's own language, by the name that the page's language has for it. */
function languageOfBrowser() {
  const names = new Intl.DisplayNames([catalogue.language], { type: "language" });
  return names.of(navigator.language) ?? navigator.language;
}

/**
 * @param {(chosen: { colorScheme: ColorScheme }) => boolean} remember
 * @returns {Choice}
 */
function colorSchemeChoice(remember) {
  return {
    title: catalogue.text("colorScheme"),
    name: "color-scheme",
    chosen: document.documentElement.dataset.colorScheme ?? "system",
    options: colorSchemes.map((value) => ({ value, text: catalogue.text(`colorScheme.${value}`) })),
    choose: (value) => {
      const colorScheme = /** @type {ColorScheme} */ (value);
      if (colorScheme === "system") delete document.documentElement.dataset.colorScheme;
      else document.documentElement.dataset.colorScheme = colorScheme;
      remember({ colorScheme });
    },
  };
}

/**
 * @param {(chosen: { characterKeys: boolean }) => boolean} remember
 * @returns {Choice}
 */
function characterKeysChoice(remember) {
  return {
    title: catalogue.text("characterKeys"),
    name: "character-keys",
    chosen: rememberedPreferences().characterKeys ? "on" : "off",
    options: ["on", "off"].map((value) => ({ value, text: catalogue.text(`characterKeys.${value}`) })),
    choose: (value) => remember({ characterKeys: value === "on" }),
  };
}

/** @param {Choice} choice */
function choiceField({ title, name, chosen, options, choose }) {
  return make("fieldset", { className: "choice" }, make("legend", { textContent: title }),
    make("div", { className: "choice-options" }, ...options.map(({ value, text }) => {
      const radio = make("input", { type: "radio", name, value, checked: value === chosen });
      radio.addEventListener("change", () => choose(value));
      return make("label", {}, radio, make("span", { textContent: text }));
    })));
}
