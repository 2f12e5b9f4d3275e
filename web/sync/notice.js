/** @typedef {import("../model/edit.js").Edit} Edit */

/**
 * Something about an own edit that the person must be told. Told again, it has the same `id`. `code` is a rejection's code
 * of the protocol, or
 * - `overwritten`: somebody who had not seen this text put another in its place;
 * - `maybeApplied`: the server forgot this client; the edit was sent and may have been applied;
 * - `undoDropped`: the server forgot this client, and with it what the undo would have undone;
 * - `otherList`: the address now leads to another list; the edit was not sent to it;
 * - `tooManyWaiting`: more edits wait than this page keeps; the edit was not taken;
 * - `nameTooLong`: the name is longer than the server allows; the edit was not taken;
 * - `draftSetAside`: a draft that was not saved had to make room for others.
 *
 * `removedBy` is who removed the label. Of an undo, `effect` is what it was expected to do, and `by` the number of the author whose
 * change stands in its way (`isOwn`: the person's own).
 * @typedef {Readonly<{ id: string, code: string, edit: Edit } & NoticeDetails>} Notice
 * @typedef {{ removedBy?: import("./messages.js").RemovedBy, effect?: Edit, by?: number, isOwn?: boolean }} NoticeDetails
 *
 * What a page is told: what a person must be told, and which own edits took effect. `answered` is told every outcome, and returns
 * whether it takes it on itself to tell the person if that is a refusal. `changedByOther` is told what others do.
 * @typedef {{ notice(notice: Notice): void, applied(sequence: number): void,
 *   answered?(edit: Edit, outcome: import("./messages.js").Outcome): boolean,
 *   changedByOther?(change: import("./remoteChange.js").Change): void }} ReplicaObserver
 */

export {};
