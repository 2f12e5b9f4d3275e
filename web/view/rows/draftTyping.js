import { NameEditor, wellFormed } from "./nameEditor.js";

/**
 * What is typed into names stays a draft until the person saves or cancels it. A draft whose field is left is pinned: it gets an
 * editor of its own.
 */
export class DraftTyping {
  /**
   * What stands in edited fields and is not saved.
   * @type {Map<NameEditor, string>}
   */
  #drafts = new Map();
  #session;
  #ownPresence;
  #rules;
  #pin;

  /**
   * @param {import("../../sync/session.js").Session} session
   * @param {import("../../sync/ownPresence.js").OwnPresence} ownPresence
   * @param {import("../nameRules.js").NameRules} rules
   * @param {(editor: NameEditor, text: string) => void} pin
   */
  constructor(session, ownPresence, rules, pin) {
    this.#session = session;
    this.#ownPresence = ownPresence;
    this.#rules = rules;
    this.#pin = pin;
  }

  /** Whether a text stands in a field that is no edit. */
  get holdsText() {
    return this.#drafts.size > 0;
  }

  /**
   * @param {string} id
   * @param {string} name what the field holds
   */
  enter(id, name) {
    this.#ownPresence.edit(id);
    return new NameEditor(this.#session.replica, id, name);
  }

  /**
   * @param {NameEditor} editor
   * @param {string} typed
   * @returns {string} why it cannot be saved, or nothing
   */
  type(editor, typed) {
    const text = wellFormed(typed);
    if (text === editor.text) this.#drafts.delete(editor);
    else this.#drafts.set(editor, text);
    return this.#rules.faultOf(text);
  }

  /**
   * @param {NameEditor} editor
   * @returns {string} why it was not saved, or nothing
   */
  commit(editor) {
    const text = this.#drafts.get(editor);
    if (text === undefined) return "";
    const error = this.#rules.faultOf(text);
    const edit = error ? undefined : editor.rename(text);
    if (edit) {
      this.#drafts.delete(editor);
      this.#session.edit(edit, {});
    }
    return error;
  }

  /**
   * @param {NameEditor} editor
   * @returns {boolean} whether the field is to hold the label's name again
   */
  cancel(editor) {
    return this.#drafts.delete(editor);
  }

  /** Nothing is saved that the person did not save. */
  pause() {}

  /** @param {NameEditor} editor */
  leave(editor) {
    const text = this.#drafts.get(editor);
    this.#drafts.delete(editor);
    this.#ownPresence.edit(null);
    if (text !== undefined) this.#pin(editor, text);
  }

  /**
   * Whether a label's draft stands in its field.
   * @param {string} id
   */
  isDrafting(id) {
    return [...this.#drafts.keys()].some((editor) => editor.id === id);
  }
}
