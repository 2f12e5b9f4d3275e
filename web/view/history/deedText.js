import { catalogue } from "../../messages/localize.js";

/**
 * What was done to labels, as what follows a person's name: "renamed “Ring”", "removed 3 labels".
 * @param {{ effect: string, count: number, name: string | undefined }} deed `name` is the only label's
 */
export function deedText({ effect, count, name }) {
  if (effect === "reversed") return catalogue.text("did.reversed");
  return catalogue.text(`did.${effect}`, { count, names: labelText(name) });
}

/** @param {string | undefined} name */
export function labelText(name) {
  if (name === undefined) return catalogue.text("aLabel");
  return catalogue.text("quoted", { name: name.trim() || catalogue.text("unnamed") });
}
