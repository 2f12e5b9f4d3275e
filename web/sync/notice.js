/** @typedef {import("../model/edit.js").Edit} Edit */

/**
 * Something about an own edit that the person must be told. `code` is a rejection's code of the protocol, or
 * - `overwritten`: somebody who had not seen this text put another in its place;
 * - `maybeApplied`: the server forgot this client; the edit was sent and may have been applied;
 * - `otherList`: the address now leads to another list; the edit was not sent to it;
 * - `tooManyWaiting`: more edits wait than this page keeps; the edit was not taken;
 * - `nameTooLong`: the name is longer than the server allows; the edit was not taken.
 * @typedef {Readonly<{ code: string, edit: Edit }>} Notice
 */

export {};
