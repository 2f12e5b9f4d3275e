import { catalogue } from "../../messages/localize.js";
import { byId, setText } from "../element.js";

/** @typedef {import("./renamePlan.js").RenamePlan} RenamePlan */

/** Changes shown one by one; how many more there are is said as a number. */
const previewLimit = 8;

/** What renaming will do: the first names, old and new, and how many there are of which sort. */
export class RenamePreview {
  #list = byId("rename-preview", HTMLElement);
  #more = byId("rename-more", HTMLElement);
  #summary = byId("rename-summary", HTMLElement);
  #warnings = byId("rename-warnings", HTMLElement);
  #confirm = byId("rename-confirm", HTMLButtonElement);

  /** @param {RenamePlan | null} plan */
  render(plan) {
    const changes = plan?.changes ?? [];
    this.#list.replaceChildren(...changes.slice(0, previewLimit).map(({ from, to }) => line(from, to)));
    const more = changes.length - previewLimit;
    setText(this.#more, more > 0 ? catalogue.text("rename.more", { count: more }) : "");
    setText(this.#summary, plan ? summary(plan) : "");
    setText(this.#warnings, plan ? warnings(plan) : "");
    setText(this.#confirm, catalogue.text("renameLabels", { count: changes.length }));
    this.#confirm.ariaDisabled = String(changes.length === 0);
  }
}

/** @param {RenamePlan} plan */
function summary({ changes, unchanged }) {
  const parts = [catalogue.text("rename.changes", { count: changes.length })];
  if (unchanged > 0) parts.push(catalogue.text("rename.unchanged", { count: unchanged }));
  return parts.join(catalogue.text("listSeparator"));
}

/** @param {RenamePlan} plan */
function warnings({ tooLong, duplicates, emptied }) {
  const parts = [];
  if (tooLong.length > 0) parts.push(catalogue.text("rename.tooLong", { count: tooLong.length }));
  if (duplicates > 0) parts.push(catalogue.text("rename.duplicates", { count: duplicates }));
  if (emptied > 0) parts.push(catalogue.text("rename.emptied", { count: emptied }));
  return parts.join(" ");
}

/**
 * @param {string} from
 * @param {string} to
 */
function line(from, to) {
  const item = document.createElement("li");
  const becomes = document.createElement("span");
  becomes.className = "becomes";
  const unseen = document.createElement("span");
  unseen.className = "unseen";
  unseen.textContent = catalogue.text("patternBecomes");
  becomes.append(unseen);
  item.append(name("del", from), becomes, name("ins", to));
  return item;
}

/**
 * @param {"del" | "ins"} tag
 * @param {string} text
 */
function name(tag, text) {
  const element = document.createElement(tag);
  const isolated = document.createElement("bdi");
  isolated.textContent = text.trim() === "" ? catalogue.text("unnamed") : text;
  element.append(isolated);
  return element;
}
