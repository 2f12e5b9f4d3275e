/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {Readonly<{ id: string, from: string, to: string }>} NameChange */

/**
 * What renaming by a pattern will do, before it is done. `changes` can be made; `tooLong` are names that no server takes, and stay as
 * they are; `duplicates` counts new names that another label has, or gets too; `emptied` those of which nothing is left.
 * @typedef {Readonly<{ changes: readonly NameChange[], tooLong: readonly NameChange[], duplicates: number, emptied: number,
 *   unchanged: number }>} RenamePlan
 */

/**
 * @param {readonly Label[]} labels those that were chosen
 * @param {readonly string[]} names what becomes of their names, one for each
 * @param {{ isTooLong(name: string): boolean, fold(name: string): string, all: Iterable<Label> }} list `all` are its labels
 * @returns {RenamePlan}
 */
export function renamePlan(labels, names, { isTooLong, fold, all }) {
  const changed = labels.flatMap(({ id, name }, index) => name === names[index] ? [] : [{ id, from: name, to: names[index] }]);
  const changes = changed.filter(({ to }) => !isTooLong(to));
  return Object.freeze({
    changes,
    tooLong: changed.filter(({ to }) => isTooLong(to)),
    duplicates: duplicatesAmong(changes, all, fold),
    emptied: changes.filter(({ to }) => to.trim() === "").length,
    unchanged: labels.length - changed.length,
  });
}

/**
 * @param {readonly NameChange[]} changes
 * @param {Iterable<Label>} all
 * @param {(name: string) => string} fold
 */
function duplicatesAmong(changes, all, fold) {
  if (changes.length === 0) return 0;
  const renamed = new Map(changes.map(({ id, to }) => [id, to]));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { id, name } of all) {
    const key = fold(renamed.get(id) ?? name);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return changes.filter(({ to }) => to.trim() !== "" && (counts.get(fold(to)) ?? 0) > 1).length;
}
