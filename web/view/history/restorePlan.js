import { chunks } from "../selection/bulkEdits.js";
import { longestIncreasing } from "../../model/longestIncreasing.js";

/** @typedef {import("../../model/edit.js").Edit} Edit */
/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../model/placement.js").Orientation} Orientation */
/** @typedef {Readonly<{ labels: readonly Label[], orientation: Orientation }>} ListContent the labels in canonical order */

/**
 * What makes a list what it was. `back` were removed since, `away` came since; `on` and `off` were switched; each of `runs` are labels
 * that go side by side behind the label `after`, or to the front.
 * @typedef {Readonly<{ back: readonly string[], away: readonly string[], renames: readonly { id: string, from: string, to: string }[],
 *   on: readonly string[], off: readonly string[], runs: readonly { ids: string[], after: string | null }[],
 *   reverses: boolean }>} RestorePlan
 */

/**
 * @param {ListContent} now
 * @param {ListContent} then
 * @param {(id: string) => Label | undefined} [whenRemoved] what a removed label was when it was removed, as which it comes back. Of one
 *   that is not known, name and inclusion are set in any case: a name that builds on nothing takes the place of any other
 * @returns {RestorePlan}
 */
export function restorePlan(now, then, whenRemoved = () => undefined) {
  const current = new Map(now.labels.map((label) => [label.id, label]));
  const former = new Set(then.labels.map(({ id }) => id));
  const changed = then.labels.map((label) => ({ label, from: current.get(label.id) ?? whenRemoved(label.id) }));
  const switched = changed.filter(({ label, from }) => from?.isIncluded !== label.isIncluded).map(({ label }) => label);
  return {
    back: then.labels.filter(({ id }) => !current.has(id)).map(({ id }) => id),
    away: now.labels.filter(({ id }) => !former.has(id)).map(({ id }) => id),
    renames: changed.flatMap(({ label: { id, name }, from }) => from?.name === name ? [] : [{ id, from: from?.name ?? "", to: name }]),
    on: switched.filter(({ isIncluded }) => isIncluded).map(({ id }) => id),
    off: switched.filter(({ isIncluded }) => !isIncluded).map(({ id }) => id),
    runs: runsOf(now.labels, then.labels),
    reverses: now.orientation !== then.orientation,
  };
}

/**
 * The labels that have to move, those that come back among them, in runs that go to one place.
 * @param {readonly Label[]} now
 * @param {readonly Label[]} then
 */
function runsOf(now, then) {
  const positions = new Map(now.map(({ id }, index) => [id, index]));
  const kept = then.filter(({ id }) => positions.has(id));
  const staying = longestIncreasing(kept.map(({ id }) => positions.get(id) ?? 0));
  const stays = new Set(kept.filter((_, index) => staying.has(index)).map(({ id }) => id));
  /** @type {{ ids: string[], after: string | null }[]} */
  const runs = [];
  let isRun = false;
  then.forEach(({ id }, index) => {
    if (stays.has(id)) {
      isRun = false;
      return;
    }
    if (!isRun) runs.push({ ids: [], after: then[index - 1]?.id ?? null });
    runs[runs.length - 1].ids.push(id);
    isRun = true;
  });
  return runs;
}

/** @param {RestorePlan} plan */
export function isNothing({ back, away, renames, on, off, runs, reverses }) {
  return !reverses && [back, away, renames, on, off, runs].every(({ length }) => length === 0);
}

/**
 * The edits of a plan, in canonical order whatever the screen shows.
 * @param {RestorePlan} plan
 * @param {{ labelsPerEdit: number, group: string, seen: number, orientation: Orientation }} options `orientation` is that of now
 * @returns {Edit[]}
 */
export function restoreEdits(plan, { labelsPerEdit, group, seen, orientation }) {
  /** @param {readonly string[]} ids */
  const split = (ids) => chunks(ids, labelsPerEdit);
  /** @type {Edit[]} */
  const edits = [
    ...split(plan.back).map((ids) => /** @type {const} */ ({ kind: "restore", ids })),
    ...split(plan.away).map((ids) => /** @type {const} */ ({ kind: "remove", ids })),
    ...plan.renames.map(({ id, from, to }) => /** @type {Edit} */ ({ kind: "rename", ids: [id], name: to, base: from, seen })),
    ...split(plan.on).map((ids) => /** @type {const} */ ({ kind: "include", ids, isIncluded: true })),
    ...split(plan.off).map((ids) => /** @type {const} */ ({ kind: "include", ids, isIncluded: false })),
    ...plan.runs.flatMap(({ ids, after }) => split(ids).map((part, index) => moveEdit(part, index === 0 ? after : ids[index * labelsPerEdit - 1]))),
  ];
  if (plan.reverses) edits.push({ kind: "reverse", orientation });
  return edits.map((edit) => ({ ...edit, group }));
}

/**
 * @param {readonly string[]} ids
 * @param {string | null} after
 * @returns {Edit}
 */
function moveEdit(ids, after) {
  return { kind: "move", ids, place: after === null ? ["first"] : ["after", after], orientation: 0 };
}
