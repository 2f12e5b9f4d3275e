/**
 * Where a row goes that keeps its place among those that stay: what came or went above shifts it, what moved does not.
 * @param {number} index where it was
 * @param {ReadonlyMap<string, number>} before where changed rows were
 * @param {ReadonlyMap<string, number>} after where they are now, the row itself left out
 * @param {(id: string) => boolean} isAbove on which side of the row a label belongs that comes right beside it
 */
export function shifted(index, before, after, isAbove) {
  let place = index;
  for (const [id, at] of before) if (at < index && !after.has(id)) place -= 1;
  const added = [...after].filter(([id]) => !before.has(id)).sort(([, one], [, other]) => one - other);
  for (const [id, at] of added) if (at < place || (at === place && isAbove(id))) place += 1;
  return place;
}
