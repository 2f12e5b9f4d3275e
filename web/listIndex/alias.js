/** The most characters that an alias has. */
export const aliasLimit = 64;

/**
 * Whether a text can be a list's alias: the part of its address that never changes.
 * @param {string} text
 */
export function isAlias(text) {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(text);
}

/**
 * An alias that resembles a title, or nothing if the title has no letter or digit of the Latin alphabet: "Été 2026" → "ete-2026".
 * @param {string} title
 */
export function aliasFor(title) {
  return title.normalize("NFKD").replaceAll("ı", "i").replaceAll("ß", "ss").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-").replace(/^[^a-z0-9]+/, "").slice(0, aliasLimit).replace(/[^a-z0-9]+$/, "");
}
