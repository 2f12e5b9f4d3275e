/**
 * How many rows further down that is which somebody reads. Of the first three rows on screen the middle one counts, so that one of
 * them may be moved away and the others still stand.
 * @param {readonly { id: string, index: number }[]} read the rows on screen with their former places, from the top
 * @param {(id: string) => number} indexOf where a label's row is now, or -1
 */
export function movedBy(read, indexOf) {
  const steps = [];
  for (const { id, index } of read) {
    const now = indexOf(id);
    if (now >= 0) steps.push(now - index);
    if (steps.length === 3) break;
  }
  return steps.sort((one, other) => one - other)[steps.length === 3 ? 1 : 0] ?? 0;
}

/**
 * Those of some rows that are on screen, from the top.
 * @param {ReadonlyMap<string, number>} indexes where they are
 * @param {number} top how many rows are above the screen
 * @param {number} height how many it shows
 */
export function rowsOnScreen(indexes, top, height) {
  return [...indexes].map(([id, index]) => ({ id, index })).filter(({ index }) => index > top - 1 && index < top + height)
    .sort((one, other) => one.index - other.index);
}
