/**
 * Why the server does not keep a connection: it cannot write, it holds too many lists, this page could not follow, or it refuses what it
 * was sent.
 * @typedef {"storeUnavailable" | "tooManyLists" | "tooBusy" | "refused"} Trouble
 */

/** @type {ReadonlyMap<number, Trouble>} by code of the close */
const troubles = new Map([[4008, "storeUnavailable"], [4009, "tooManyLists"], [4006, "tooBusy"], [4001, "tooBusy"],
  [1007, "refused"], [1008, "refused"], [1009, "refused"], [1011, "refused"], [4007, "refused"]]);

/**
 * What a close by the server says about what keeps edits from being saved; null: no more than that the link is lost.
 * @param {number} code
 */
export function troubleOf(code) {
  return troubles.get(code) ?? null;
}
