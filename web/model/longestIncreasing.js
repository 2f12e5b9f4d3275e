/**
 * The indexes of a longest increasing subsequence: what can stay where it is while everything else is put in order around it.
 * O(n log n).
 * @param {readonly number[]} values all different
 * @returns {Set<number>}
 */
export function longestIncreasing(values) {
  /** @type {number[]} the index of the least last value, by length */
  const ends = [];
  /** @type {number[]} */
  const previous = [];
  values.forEach((value, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1] : -1;
    ends[low] = index;
  });
  /** @type {Set<number>} */
  const found = new Set();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]) found.add(index);
  return found;
}
