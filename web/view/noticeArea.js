import { catalogue } from "../messages/localize.js";
import { byId, fromTemplate, inside, setText } from "./element.js";
import { noticeText } from "./noticeText.js";

/** @typedef {import("./noticeBoard.js").NoticeBoard} NoticeBoard */
/** @typedef {import("./noticeBoard.js").Item} Item */

/**
 * The actions on a text say why they did nothing, if so.
 * @typedef {{ addAsNew(text: string): string, restore(item: Item): string, changed(): void }} NoticeActions
 */

/** Shows the standing notice as a status, and below it the texts that are kept, each with what can be done about it. */
export class NoticeArea {
  #area = byId("notices", HTMLElement);
  #status = byId("notice", HTMLElement);
  #summary = byId("kept-summary", HTMLElement);
  #list = byId("kept-texts", HTMLElement);
  #dismiss = byId("dismiss-notice", HTMLButtonElement);
  #dismissAll = byId("dismiss-all", HTMLButtonElement);
  /** @type {Map<Item, HTMLElement>} */
  #elements = new Map();
  #board;
  #actions;
  #names;

  /**
   * @param {NoticeBoard} board
   * @param {NoticeActions} actions
   * @param {import("./noticeText.js").Names} names
   */
  constructor(board, actions, names) {
    this.#board = board;
    this.#actions = actions;
    this.#names = names;
    this.#dismiss.addEventListener("click", () => {
      board.dismissCurrent();
      actions.changed();
    });
    this.#dismissAll.addEventListener("click", () => {
      board.dismissAll();
      actions.changed();
    });
  }

  render() {
    const { current, kept, droppedCount } = this.#board;
    setText(this.#status, current ? noticeText(current, this.#names) : "");
    this.#dismiss.hidden = current === undefined || kept.length > 0;
    this.#dismissAll.hidden = kept.length < 2;
    this.#area.classList.toggle("is-blank", current === undefined && kept.length === 0);
    this.#area.classList.toggle("is-quiet", current === undefined);
    setText(this.#summary, summary(kept.length, droppedCount));
    for (const [item, element] of this.#elements) {
      if (kept.includes(item)) continue;
      this.#elements.delete(item);
      element.remove();
    }
    for (const item of kept) {
      if (!this.#elements.has(item)) this.#elements.set(item, this.#add(item));
    }
  }

  /** @param {Item} item */
  #add(item) {
    const element = fromTemplate("kept-template");
    const field = inside(element, ".kept-text", HTMLInputElement);
    field.value = item.text ?? "";
    const { code, edit } = item.notice;
    setText(inside(element, ".kept-reason", HTMLElement), noticeText(item.notice, this.#names));
    const restore = inside(element, ".kept-restore", HTMLButtonElement);
    restore.hidden = code !== "removed" || edit.kind !== "rename";
    const problem = inside(element, ".kept-problem", HTMLElement);
    restore.addEventListener("click", () => this.#use(item, problem, this.#actions.restore(item)));
    inside(element, ".kept-add", HTMLButtonElement).addEventListener("click", () =>
      this.#use(item, problem, this.#actions.addAsNew(item.text ?? "")));
    inside(element, ".kept-dismiss", HTMLButtonElement).addEventListener("click", () => this.#use(item, problem, ""));
    const copy = inside(element, ".kept-copy", HTMLButtonElement);
    copy.addEventListener("click", () => copyText(field, copy));
    this.#list.prepend(element);
    return element;
  }

  /**
   * A text that could be used is done with.
   * @param {Item} item
   * @param {HTMLElement} problem
   * @param {string} error
   */
  #use(item, problem, error) {
    setText(problem, error);
    if (!error) this.#board.dismiss(item);
    this.#actions.changed();
  }
}

/**
 * @param {number} count
 * @param {number} droppedCount
 */
function summary(count, droppedCount) {
  const parts = [];
  if (count > 0) parts.push(catalogue.text("keptTexts", { count }));
  if (droppedCount > 0) parts.push(catalogue.text("droppedTexts", { count: droppedCount }));
  return parts.join(" · ");
}

/**
 * There is no clipboard on plain http: then the text is at least selected.
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} button
 */
async function copyText(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    setText(button, catalogue.text("copied"));
  } catch {
    field.focus();
  }
}
