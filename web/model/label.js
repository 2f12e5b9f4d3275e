/**
 * One entry of a list. Immutable: another name makes another value.
 * @typedef {Readonly<{ id: string, name: string, isIncluded: boolean }>} Label
 */

/**
 * The fields of a label and nothing else, whatever a message carried beside them.
 * @param {Label} source
 * @returns {Label}
 */
export function label({ id, name, isIncluded }) {
  return Object.freeze({ id, name, isIncluded });
}

/**
 * A random version 4 UUID, lower case. `crypto.randomUUID` is missing on plain http, so the bytes are laid out here
 * (RFC 9562, section 5.4).
 * @param {(bytes: Uint8Array) => Uint8Array} [fill] fills bytes at random
 */
export function makeUUID(fill = (bytes) => crypto.getRandomValues(bytes)) {
  const bytes = fill(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
