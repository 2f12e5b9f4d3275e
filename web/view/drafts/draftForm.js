import { catalogue } from "../../messages/localize.js";
import { fromTemplate, inside, setText } from "../element.js";

/** @typedef {import("../rows/nameEditor.js").NameEditor} NameEditor */

/**
 * What the person does with a draft.
 * @typedef {{ typed(): void, entered(): void, left(): void, saved(): void, cancelled(): void, restored(): void,
 *   addedAsNew(): void }} DraftActions
 */

/** The editor of one pinned draft. It names the label that it is for, and follows what becomes of that. */
export class DraftForm {
  element = fromTemplate("draft-template");
  #title = inside(this.element, ".draft-title", HTMLElement);
  #note = inside(this.element, ".draft-note", HTMLElement);
  #name = inside(this.element, ".draft-name", HTMLInputElement);
  #save = inside(this.element, ".draft-save", HTMLButtonElement);
  #restore = inside(this.element, ".draft-restore", HTMLButtonElement);
  #add = inside(this.element, ".draft-add", HTMLButtonElement);
  #copy = inside(this.element, ".draft-copy", HTMLButtonElement);
  #error = "";

  /**
   * @param {NameEditor} editor
   * @param {string} text
   * @param {DraftActions} actions
   */
  constructor(editor, text, actions) {
    this.editor = editor;
    this.#name.value = text;
    setText(this.#title, catalogue.text("draftTitle", { name: editor.text.trim() || catalogue.text("unnamed") }));
    this.#listen(actions);
  }

  get text() {
    return this.#name.value;
  }

  /** @param {DraftActions} actions */
  #listen(actions) {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#save.hidden) actions.saved();
    });
    this.element.addEventListener("keydown", ({ key, isComposing }) => { if (key === "Escape" && !isComposing) actions.cancelled(); });
    this.#name.addEventListener("input", () => actions.typed());
    this.#name.addEventListener("focus", () => actions.entered());
    this.#name.addEventListener("blur", () => actions.left());
    this.#restore.addEventListener("click", () => actions.restored());
    this.#add.addEventListener("click", () => actions.addedAsNew());
    this.#copy.addEventListener("click", () => this.#copyText());
    inside(this.element, ".draft-cancel", HTMLButtonElement).addEventListener("click", () => actions.cancelled());
  }

  /** There is no clipboard on plain http: then the text is at least selected. */
  async #copyText() {
    try {
      await navigator.clipboard.writeText(this.text);
      setText(this.#copy, catalogue.text("copied"));
    } catch {
      this.#name.select();
    }
  }

  /** @param {string} error why the text cannot be the name, or nothing */
  say(error) {
    this.#error = error;
    if (error) this.#name.setAttribute("aria-invalid", "true");
    else this.#name.removeAttribute("aria-invalid");
  }

  /** @param {import("../../model/label.js").Label | undefined} label undefined: it was removed */
  render(label) {
    this.#save.hidden = label === undefined;
    this.#restore.hidden = this.#add.hidden = this.#copy.hidden = label !== undefined;
    setText(this.#note, this.#error || this.#becameOf(label));
  }

  /** @param {import("../../model/label.js").Label | undefined} label */
  #becameOf(label) {
    if (!label) return catalogue.text("draftRemoved");
    const name = label.name.trim() || catalogue.text("unnamed");
    return label.name === this.editor.text ? "" : catalogue.text("draftRenamed", { name });
  }
}
