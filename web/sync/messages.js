/** @typedef {import("../model/label.js").Label} Label */
/** @typedef {import("../model/placement.js").Orientation} Orientation */
/** @typedef {Label & { overwrote?: { author: number, revision: number }[] }} SnapshotLabel */

/**
 * Messages of the protocol `colabel.v1` as the server sends them.
 * @typedef {Readonly<{ author: number, sequence: number, revision: number, time: number, name?: string }>} RemovedBy
 * @typedef {{ sequence: number, outcome: "applied" | "noEffect" | "rejected" | "mixed", asOf: number, code?: string,
 *   removedBy?: RemovedBy, labels?: { id: string, outcome: string, code?: string, removedBy?: RemovedBy }[] }} Outcome
 * @typedef {{ labels: number, nameGraphemes: number, nameBytes: number, labelsPerEdit: number, labelsPerSort?: number,
 *   openEdits: number, messageBytes: number }} Limits
 * @typedef {{ type: "list", title: string | null, isArchived: boolean }} ListMessage
 * @typedef {{ type: "welcome", list: string, title?: string, isArchived?: boolean, exists: boolean, epoch: string,
 *   revision: number, hash: string, author: number, reset: boolean, snapshot: boolean, lastSequence: number, limits: Limits,
 *   beatSeconds: number, outcomes: Outcome[] }} Welcome
 * @typedef {{ type: "snapshot", list: string, epoch: string, revision: number, hash: string, orientation: Orientation,
 *   chunk: number, chunks: number, labels: SnapshotLabel[] }} Snapshot
 */

export {};
