/**
 * The filter as the address's fragment: `#q=…&included=1`. It is never part of the query, so that no server sees it.
 * @typedef {{ query: string, includedOnly: boolean }} FilterChoice
 */

/**
 * @param {string} fragment with or without its #
 * @returns {FilterChoice}
 */
export function readFragment(fragment) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  return { query: values.get("q") ?? "", includedOnly: values.get("included") === "1" };
}

/**
 * The fragment of a choice with its #, or nothing for the filter that shows everything.
 * @param {FilterChoice} choice
 */
export function writeFragment({ query, includedOnly }) {
  const values = new URLSearchParams();
  if (query) values.set("q", query);
  if (includedOnly) values.set("included", "1");
  const fragment = values.toString();
  return fragment && `#${fragment}`;
}
