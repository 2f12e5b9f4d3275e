import { byId } from "../element.js";
import { NameEditor, wellFormed } from "../rows/nameEditor.js";
import { DraftForm } from "./draftForm.js";
import { DraftMemory } from "./draftMemory.js";

/** Drafts that may be pinned. With one more the text of the oldest is kept with the notices. */
export const pinnedDraftLimit = 20;

/**
 * What pinned drafts work on.
 * @typedef {{
 *   session: import("../../sync/session.js").Session,
 *   ownPresence: import("../../sync/ownPresence.js").OwnPresence,
 *   rules: import("../nameRules.js").NameRules,
 *   adding: import("../adding.js").Adding,
 *   rows: import("../rows/rowController.js").RowController,
 *   gate: import("../renderGate.js").RenderGate,
 * }} DraftSurroundings
 */

/**
 * Drafts whose field was left. Each has an editor above the rows with a life of its own: no filter hides it, and it stays when its
 * label is moved, renamed or removed.
 */
export class PinnedDrafts {
  #element = byId("drafts", HTMLElement);
  /**
   * Oldest first.
   * @type {DraftForm[]}
   */
  #forms = [];
  /**
   * Those that are done with and still drawn.
   * @type {DraftForm[]}
   */
  #gone = [];
  #memory;
  #surroundings;

  /**
   * @param {string} alias
   * @param {DraftSurroundings} surroundings
   */
  constructor(alias, surroundings) {
    this.#surroundings = surroundings;
    this.#memory = new DraftMemory(alias);
    for (const { id, base, text } of this.#memory.recall()) this.#pin(new NameEditor(surroundings.session.replica, id, base), text);
  }

  get holdsText() {
    return this.#forms.length > 0;
  }

  /**
   * @param {NameEditor} editor
   * @param {string} text
   */
  add(editor, text) {
    this.#pin(editor, text);
    if (this.#forms.length > pinnedDraftLimit) this.#setAside(this.#forms[0]);
    this.#changed();
  }

  /**
   * @param {NameEditor} editor
   * @param {string} text
   */
  #pin(editor, text) {
    const { ownPresence } = this.#surroundings;
    /** @type {DraftForm} */
    const form = new DraftForm(editor, text, {
      typed: () => {
        form.say(this.#faultOf(form));
        this.#changed();
      },
      entered: () => ownPresence.edit(editor.id),
      left: () => ownPresence.edit(null),
      saved: () => this.#save(form),
      cancelled: () => this.#close(form),
      restored: () => this.#restore(form),
      addedAsNew: () => this.#finish(form, this.#surroundings.adding.addKept(wellFormed(form.text))),
    });
    this.#forms.push(form);
  }

  render() {
    const { list, isLoaded } = this.#surroundings.session.replica;
    this.#element.hidden = this.#forms.length === 0 || !isLoaded;
    for (const gone of this.#gone.splice(0)) gone.element.remove();
    for (const form of this.#forms) {
      form.render(list.get(form.editor.id));
      if (form.element.parentNode !== this.#element) this.#element.append(form.element);
    }
  }

  /** @param {DraftForm} form */
  #faultOf(form) {
    return this.#surroundings.rules.faultOf(wellFormed(form.text));
  }

  /** @param {DraftForm} form */
  #save(form) {
    const error = this.#faultOf(form);
    const edit = error ? undefined : form.editor.rename(form.text);
    if (edit) this.#surroundings.session.edit(edit, {});
    this.#finish(form, error);
  }

  /** @param {DraftForm} form */
  #restore(form) {
    const { adding, session } = this.#surroundings;
    const { editor } = form;
    const name = wellFormed(form.text);
    this.#finish(form, adding.restore({ kind: "rename", ids: [editor.id], name, base: editor.text, seen: session.replica.revision }));
  }

  /**
   * @param {DraftForm} form
   * @param {string} error why its text was not used, or nothing
   */
  #finish(form, error) {
    form.say(error);
    if (error) this.#changed();
    else this.#close(form);
  }

  /** @param {DraftForm} form */
  #close(form) {
    const hadFocus = form.element.contains(document.activeElement);
    this.#drop(form);
    this.#changed();
    this.#surroundings.gate.now();
    if (hadFocus) this.#surroundings.rows.goToName(form.editor.id);
  }

  /** @param {DraftForm} form */
  #setAside(form) {
    this.#drop(form);
    const edit = form.editor.rename(form.text);
    if (edit) this.#surroundings.session.tell("draftSetAside", edit);
  }

  /** @param {DraftForm} form */
  #drop(form) {
    this.#forms = this.#forms.filter((other) => other !== form);
    this.#gone.push(form);
  }

  #changed() {
    this.#memory.remember(this.#forms.map(({ editor, text }) => ({ id: editor.id, base: editor.text, text })));
    this.#surroundings.gate.schedule();
  }
}
