/**
 * How a person wants to be shown to others. Self-given. The colour is `#rrggbb`.
 * @typedef {Readonly<{ name: string, color: string }>} Person
 */

/**
 * UTF-16 units in a name. The server allows 64 graphemes and 256 bytes; this many units never exceed either, whatever version of
 * Unicode it counts by.
 */
export const nameLimit = 64;

/**
 * What was typed as a name that the server takes, or nothing if it holds none.
 * @param {string} typed
 */
export function personName(typed) {
  const name = typed.replace(/\p{Cc}/gu, " ").replace(/\p{Surrogate}/gu, "\ufffd").trim();
  return name.length <= nameLimit ? name : "";
}

/**
 * A person as stored by `JSON.stringify`, or null if it is none.
 * @param {string | null} text
 * @returns {Person | null}
 */
export function readPerson(text) {
  try {
    const { name, color } = JSON.parse(text ?? "null") ?? {};
    const isWhole = typeof name === "string" && name !== "" && personName(name) === name && /^#[0-9a-f]{6}$/i.test(color);
    return isWhole ? { name, color } : null;
  } catch {
    return null;
  }
}
