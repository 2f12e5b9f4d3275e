import { NameEditor, wellFormed } from "./nameEditor.js";

/** What is typed into names becomes edits, and what cannot be one is not lost. */
export class NameTyping {
  /**
   * What stands in an edited field but is too long to be an edit.
   * @type {{ editor: NameEditor, name: string } | null}
   */
  #refused = null;
  #session;
  #ownPresence;
  #rules;

  /**
   * @param {import("../../sync/session.js").Session} session
   * @param {import("../../sync/ownPresence.js").OwnPresence} ownPresence
   * @param {import("../nameRules.js").NameRules} rules
   */
  constructor(session, ownPresence, rules) {
    this.#session = session;
    this.#ownPresence = ownPresence;
    this.#rules = rules;
  }

  /** Whether a text stands in a field that is no edit. */
  get holdsText() {
    return this.#refused !== null;
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
   * @returns {string} why it is not an edit, or nothing
   */
  type(editor, typed) {
    if (this.#refused?.editor !== editor) this.#keepRefused();
    this.#refused = null;
    const error = this.#rules.faultOf(wellFormed(typed));
    if (error) {
      this.#refused = { editor, name: wellFormed(typed) };
      return error;
    }
    const edit = editor.rename(typed);
    if (edit) this.#session.type(edit, editor);
    return "";
  }

  /**
   * Sends what was typed so far; it is saved already.
   * @returns {string} nothing
   */
  commit() {
    this.#session.commit();
    return "";
  }

  /** Nobody waits for what was typed to be saved: it cannot be cancelled, only undone. */
  cancel() {
    return false;
  }

  /** The window lost the focus, the field has it still. */
  pause() {
    this.#session.commit();
  }

  /** @param {NameEditor} editor */
  leave(editor) {
    if (this.#refused?.editor === editor) this.#keepRefused();
    this.#ownPresence.edit(null);
    this.#session.commit();
  }

  #keepRefused() {
    const rest = this.#refused?.editor.rename(this.#refused.name);
    if (rest) this.#session.tell("nameTooLong", rest);
    this.#refused = null;
  }
}
