import { catalogue } from "../../messages/localize.js";

/** @typedef {import("./bulkResult.js").BulkResult} BulkResult */

/**
 * What became of an action's labels: "7 changed, 1 was removed by B".
 * @param {BulkResult} result
 */
export function resultText({ changed, unaffected, refusals, isRestore }) {
  const parts = [isRestore ? catalogue.text("bulk.restored") : catalogue.text("bulk.changed", { count: changed })];
  if (unaffected > 0 && !isRestore) parts.push(catalogue.text("bulk.unaffected", { count: unaffected }));
  for (const refusal of refusals) parts.push(refusalText(refusal));
  return parts.join(catalogue.text("listSeparator"));
}

/** @param {import("./bulkResult.js").Refusal} refusal */
function refusalText({ code, removedBy, count }) {
  if (code === "removed" && removedBy !== undefined) return catalogue.text("bulk.removedBy", { count, name: removedBy });
  if (code === "removed") return catalogue.text("bulk.removed", { count });
  return catalogue.text("bulk.refused", { count, reason: reasonText(code) });
}

/** @param {string} code of a rejection */
function reasonText(code) {
  const key = `reason.${code}`;
  return catalogue.has(key) ? catalogue.text(key) : catalogue.text("reason.other", { code });
}

/**
 * How far an action is.
 * @param {BulkResult} result
 * @param {boolean} isOnline
 */
export function progressText({ total, pending }, isOnline) {
  return catalogue.text(isOnline ? "bulk.progress" : "bulk.waiting", { done: total - pending, count: total });
}
