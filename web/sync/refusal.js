import { fromBefore } from "./outbox.js";

/** @typedef {import("./messages.js").Outcome} Outcome */
/** @typedef {import("./notice.js").NoticeDetails} NoticeDetails */

/**
 * Why an edit, or a part of it, was refused, or undefined if nothing was.
 * @param {Outcome} outcome
 * @param {import("./outbox.js").PendingEdit} pending
 * @returns {{ code: string, details: NoticeDetails } | undefined}
 */
export function refusalOf(outcome, { madeAt }) {
  const refused = outcome.outcome === "rejected" ? outcome : outcome.labels?.find(({ outcome: what }) => what === "rejected");
  if (refused?.code === undefined) return undefined;
  // A page that lost its storage went on under this sequence, with this edit or another.
  const code = refused.code === "sequenceReused" && madeAt === fromBefore ? "maybeApplied" : refused.code;
  return { code, details: refused.removedBy ? { removedBy: refused.removedBy } : {} };
}
