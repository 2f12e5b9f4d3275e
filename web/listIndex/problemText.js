import { catalogue } from "../messages/localize.js";
import { ListsProblem } from "./listsAPI.js";

/**
 * Why a request came to nothing, in the reader's language. Anything but a `ListsProblem` is a fault of the page.
 * @param {unknown} error
 */
export function problemText(error) {
  if (!(error instanceof ListsProblem)) throw error;
  const key = `problem.${error.code}`;
  return catalogue.has(key) ? catalogue.text(key) : catalogue.text("problem.other", { detail: error.message });
}
