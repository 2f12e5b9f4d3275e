/** Bytes that one binary frame may inflate to. */
export const inflatedLimit = 8 * 1024 * 1024;

/** Whether this browser can inflate; without that snapshots must come as text. */
export const canInflate = typeof DecompressionStream === "function";

/**
 * The UTF-8 text that was deflated in the zlib format (RFC 1950).
 * @param {ArrayBuffer} deflated
 * @param {number} [limit] in bytes
 * @returns {Promise<string>} rejected if the bytes are no such text, or more than the limit
 */
export async function inflate(deflated, limit = inflatedLimit) {
  const reader = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError(`A frame inflates to more than ${limit} bytes.`);
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}
