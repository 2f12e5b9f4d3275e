/**
 * A way to bring labels into a list or out of it. `text` is a key of the catalogue.
 * @typedef {{ text: string, run(list: import("./listActions.js").KnownList): void }} TransferAction
 */

/**
 * The ways that a list's menu offers, in its order. There are none yet, so the menus show none.
 * @type {TransferAction[]}
 */
export const transferActions = [];
