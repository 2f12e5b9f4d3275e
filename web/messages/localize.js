import { rememberedPreferences } from "../settings/preferences.js";
import { Catalogue } from "./catalogue.js";
import { chooseLanguage, filterLanguage } from "./language.js";

/** @type {Readonly<Record<string, () => Promise<import("./catalogue.js").Messages>>>} */
const load = {
  ar: async () => (await import("./ar.js")).ar,
  en: async () => (await import("./en.js")).en,
  fr: async () => (await import("./fr.js")).fr,
  id: async () => (await import("./id.js")).id,
  tr: async () => (await import("./tr.js")).tr,
  zh: async () => (await import("./zh.js")).zh,
};

const preferred = globalThis.navigator?.languages ?? [];
const picked = rememberedPreferences().language;
const { language, locale } = chooseLanguage(preferred, picked);

/** The tag of the language by whose rules the reader's queries are compared. */
export const readerLanguage = filterLanguage(preferred, picked);

/** The catalogue of the page's language. Nothing is drawn before it is there, so no other language flashes up. */
export const catalogue = new Catalogue(await load[language](), locale);

/**
 * Fills in the texts that the markup names: `data-text` as content, `data-label` as accessible name, `data-hint` as
 * placeholder, `data-title` as tooltip. What templates hold is filled in too, so that copies of it need nothing more.
 * @param {ParentNode} root
 */
export function localize(root) {
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = catalogue.text(element.getAttribute("data-text") ?? "");
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", catalogue.text(element.getAttribute("data-label") ?? ""));
  }
  for (const element of root.querySelectorAll("[data-hint]")) {
    element.setAttribute("placeholder", catalogue.text(element.getAttribute("data-hint") ?? ""));
  }
  for (const element of root.querySelectorAll("[data-title]")) {
    element.setAttribute("title", catalogue.text(element.getAttribute("data-title") ?? ""));
  }
  for (const template of root.querySelectorAll("template")) localize(template.content);
}

/** Fills in the page's texts, and says which language they are in and which way it runs. */
export function localizePage() {
  document.documentElement.lang = catalogue.language;
  document.documentElement.dir = catalogue.direction;
  localize(document);
}
