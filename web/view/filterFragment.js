/**
 * The filter as the address's fragment: `#q=…&included=1`, or `included=0` for excluded labels only. It is never part of the query,
 * so that no server sees it.
 * @typedef {{ query: string, includedOnly: boolean, excludedOnly: boolean }} FilterChoice
 */

/**
 * @param {string} fragment with or without its #
 * @returns {FilterChoice}
 */
export function readFragment(fragment) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const included = values.get("included");
  return { query: values.get("q") ?? "", includedOnly: included === "1", excludedOnly: included === "0" };
}

/**
 * The fragment of a choice with its #, or nothing for the filter that shows everything.
 * @param {FilterChoice} choice
 */
export function writeFragment({ query, includedOnly, excludedOnly }) {
  const values = new URLSearchParams();
  if (query) values.set("q", query);
  if (includedOnly || excludedOnly) values.set("included", includedOnly ? "1" : "0");
  const fragment = values.toString();
  return fragment && `#${fragment}`;
}
