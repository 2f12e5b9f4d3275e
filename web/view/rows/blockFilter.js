import { nameSeparator } from "./rowBlocks.js";

/** @typedef {import("../../filter.js").LabelFilter} LabelFilter */
/** @typedef {import("./rowBlocks.js").RowBlock} RowBlock */
/** @typedef {import("./rowBlocks.js").RowEntry} RowEntry */

/** Of so many shown entries each is looked at; of more, all names at once. */
const fewShown = 32;

/**
 * Shows those of a block's labels that a filter matches. Entries that do not count keep their rows.
 * @param {RowBlock} block
 * @param {LabelFilter} filter
 * @param {boolean} isExact whether all its entries count, and are shown by filters alone
 */
export function refilter(block, filter, isExact) {
  const { entries, shownBy } = block;
  if (shownBy === filter) return;
  if (filter.foldedQuery === "") showAll(entries, filter);
  else if (!isExact || !block.found.recall(filter, entries)) {
    look(block, filter, isExact ? shownBy : null);
    if (isExact) block.found.keep(filter, entries);
  }
  block.shownBy = filter;
  block.count();
}

/**
 * @param {RowBlock} block
 * @param {LabelFilter} filter
 * @param {LabelFilter | null} previous
 */
function look(block, filter, previous) {
  const { entries, shownCount } = block;
  if (filter.foldedQuery.includes(nameSeparator)) for (const entry of entries) show(entry, matches(entry, filter));
  else if (shownCount > fewShown || !previous || !isNarrower(block, filter, previous)) search(block, filter);
  else if (shownCount > 0) for (const entry of entries) if (entry.isShown) show(entry, matches(entry, filter));
}

/**
 * Whether none can match that did not when less was asked for. Where marks play a part that says nothing: “e” is not in “é”, but é is.
 * @param {RowBlock} block
 * @param {LabelFilter} filter
 * @param {LabelFilter} previous
 */
function isNarrower(block, filter, previous) {
  return filter.isPlain && previous.foldedQuery !== "" && filter.foldedQuery.startsWith(previous.foldedQuery)
    && (filter.includedOnly || !previous.includedOnly) && (filter.excludedOnly || !previous.excludedOnly)
    && block.isPlain(filter.language);
}

/**
 * @param {readonly RowEntry[]} entries
 * @param {LabelFilter} filter
 */
function showAll(entries, filter) {
  for (const entry of entries) show(entry, filter.allows(entry.label));
}

/**
 * Looks for the query in all names at once, and then only at those in which it is.
 * @param {RowBlock} block
 * @param {LabelFilter} filter
 */
function search(block, filter) {
  const { text, starts } = block.text(filter.language);
  const { foldedQuery, language } = filter;
  const { entries } = block;
  let index = 0;
  for (let at = text.indexOf(foldedQuery); at >= 0 && index < entries.length; at = text.indexOf(foldedQuery, starts[index])) {
    while (starts[index + 1] <= at) show(entries[index++], false);
    const entry = entries[index++];
    const isSure = filter.isPlain && entry.folded(language).isPlain;
    show(entry, isSure ? filter.allows(entry.label) : matches(entry, filter));
  }
  while (index < entries.length) show(entries[index++], false);
  for (const entry of block.stale) show(entry, matches(entry, filter));
}

/**
 * @param {RowEntry} entry
 * @param {LabelFilter} filter
 */
export function matches(entry, filter) {
  return filter.matches(entry.label, filter.foldedQuery === "" ? undefined : entry.folded(filter.language));
}

/**
 * @param {RowEntry} entry
 * @param {boolean} isShown
 */
function show(entry, isShown) {
  if (entry.isCounted) entry.isShown = isShown;
}
