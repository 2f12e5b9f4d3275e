/** Bytes that one binary frame may inflate to. */
export const inflatedLimit = 8 * 1024 * 1024;

const neverFails = /** @type {Promise<never>} */ (new Promise(() => {}));

/** Whether this browser can inflate; without that snapshots must come as text. */
export const canInflate = typeof DecompressionStream === "function";

/**
 * The UTF-8 text that was deflated in the zlib format (RFC 1950).
 * @param {ArrayBuffer} deflated
 * @param {number} [limit] in bytes
 * @returns {Promise<string>} rejected if the bytes are no such text, or more than the limit
 */
export async function inflate(deflated, limit = inflatedLimit) {
  const stream = new DecompressionStream("deflate");
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  // Not every engine tells the reader what went wrong in writing.
  const failure = Promise.all([writer.write(new Uint8Array(deflated)), writer.close()]).then(() => neverFails);
  failure.catch(() => {});
  const read = () => Promise.race([reader.read(), failure]);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (let piece = await read(); !piece.done; piece = await read()) {
    size += piece.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError(`A frame inflates to more than ${limit} bytes.`);
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}
