import { Catalogue } from "./catalogue.js";
import { en } from "./en.js";

/** The catalogue of the page's language. */
export const catalogue = new Catalogue(en);

/**
 * Fills in the texts that the markup names: `data-text` as content, `data-label` as accessible name, `data-hint` as
 * placeholder. What templates hold is filled in too, so that copies of it need nothing more.
 * @param {ParentNode} root
 */
export function localize(root) {
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = catalogue.text(element.getAttribute("data-text") ?? "");
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", catalogue.text(element.getAttribute("data-label") ?? ""));
  }
  for (const element of root.querySelectorAll("[data-hint]")) {
    element.setAttribute("placeholder", catalogue.text(element.getAttribute("data-hint") ?? ""));
  }
  for (const template of root.querySelectorAll("template")) localize(template.content);
}
