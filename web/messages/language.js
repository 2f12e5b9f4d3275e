/**
 * The languages that the page speaks, each with its own name for itself.
 * @type {Readonly<Record<string, string>>}
 */
export const languages = {
  en: "English",
  fr: "Français",
  id: "Bahasa Indonesia",
  tr: "Türkçe",
  ar: "العربية",
  zh: "中文",
};

/**
 * Which language the page speaks, and the tag by whose conventions it writes numbers, times and lists:
 * that of a region, if the browser names one of this language.
 * @typedef {{ language: string, locale: string }} ReaderLanguage
 */

/**
 * What was picked, or else the first language of the browser that the page speaks, or else English.
 * @param {readonly string[]} preferred BCP 47 tags, the most wanted first
 * @param {string | null} picked one of `languages`
 * @returns {ReaderLanguage}
 */
export function chooseLanguage(preferred, picked) {
  const tags = preferred.filter((tag) => primaryOf(tag) !== undefined);
  const spoken = tags.find((tag) => isSpoken(primaryOf(tag)));
  if (picked !== null && isSpoken(picked)) {
    return { language: picked, locale: tags.find((tag) => primaryOf(tag) === picked) ?? picked };
  }
  if (spoken === undefined) return { language: "en", locale: "en" };
  return { language: primaryOf(spoken) ?? "en", locale: spoken };
}

/**
 * The tag by whose rules a query is compared: what was picked, or else the browser's first language, spoken here or not.
 * @param {readonly string[]} preferred
 * @param {string | null} picked
 */
export function filterLanguage(preferred, picked) {
  if (picked !== null && isSpoken(picked)) return picked;
  return preferred.find((tag) => primaryOf(tag) !== undefined) ?? "en";
}

/** @param {string | undefined} language */
function isSpoken(language) {
  return language !== undefined && Object.hasOwn(languages, language);
}

/**
 * The primary subtag in its modern form ("id" for "in"), or nothing if the tag is malformed.
 * @param {string} tag
 */
function primaryOf(tag) {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
