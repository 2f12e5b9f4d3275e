/** @typedef {import("../../model/edit.js").Edit} Edit */

/**
 * What the rows work on.
 * @typedef {{
 *   session: import("../../sync/session.js").Session,
 *   visible: import("./visibleRows.js").VisibleRows,
 *   typing(): import("./nameTyping.js").NameTyping | import("./draftTyping.js").DraftTyping,
 *   gate: import("../renderGate.js").RenderGate,
 *   filterBar: import("../filterBar.js").FilterBar,
 *   window(): import("./rowWindow.js").RowWindow,
 * }} RowSurroundings
 */

/** Does what a row asks for. */
export class RowController {
  #session;
  #visible;
  #typing;
  /**
   * How each edited name is typed, whatever is chosen meanwhile.
   * @type {WeakMap<import("./nameEditor.js").NameEditor, ReturnType<RowSurroundings["typing"]>>}
   */
  #typingOf = new WeakMap();
  #gate;
  #filterBar;
  #window;

  /** @param {RowSurroundings} surroundings */
  constructor({ session, visible, typing, gate, filterBar, window }) {
    this.#session = session;
    this.#visible = visible;
    this.#typing = typing;
    this.#gate = gate;
    this.#filterBar = filterBar;
    this.#window = window;
  }

  /** @returns {import("./labelRow.js").RowActions} */
  get actions() {
    return {
      entered: (id) => this.#visible.hold(id),
      left: (id) => {
        this.#visible.release(id);
        this.#gate.schedule();
      },
      nameEntered: (id, name) => this.#enter(id, name),
      nameTyped: (editor, name) => this.#typingOf.get(editor)?.type(editor, name) ?? "",
      nameCommitted: (editor) => this.#typingOf.get(editor)?.commit(editor) ?? "",
      nameCancelled: (editor) => this.#typingOf.get(editor)?.cancel(editor) ?? false,
      namePaused: (editor) => this.#typingOf.get(editor)?.pause(),
      nameLeft: (editor) => this.#typingOf.get(editor)?.leave(editor),
      nameMoved: (id, step) => this.#moveToName(id, step),
      toggled: (id, isIncluded) => this.#act(id, "toggle", { kind: "include", ids: [id], isIncluded }),
      removed: (id) => this.#act(id, "removeButton", { kind: "remove", ids: [id] }),
    };
  }

  /**
   * Brings a label's row near the screen.
   * @param {string} id
   * @returns {boolean} whether the label has a row
   */
  reveal(id) {
    const index = this.#visible.indexOf(id);
    if (index >= 0) this.#window().scrollTo(index);
    return index >= 0;
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  #enter(id, name) {
    const typing = this.#typing();
    const editor = typing.enter(id, name);
    this.#typingOf.set(editor, typing);
    return editor;
  }

  /**
   * Goes to a label's name.
   * @param {string} id
   * @returns {boolean} whether it has a row
   */
  goToName(id) {
    if (!this.reveal(id)) return false;
    this.#window().row(id)?.name.focus();
    return true;
  }

  /**
   * Goes to the name above or below.
   * @param {string} id
   * @param {1 | -1} step
   */
  #moveToName(id, step) {
    const index = this.#visible.indexOf(id) + step;
    const next = this.#visible.at(index);
    if (!next) return;
    this.#window().scrollTo(index);
    this.#window().row(next.label.id)?.name.focus();
  }

  /**
   * An edit by which a row may leave: then the focus goes to the same control of the row that takes its place.
   * @param {string} id
   * @param {"toggle" | "removeButton"} control
   * @param {Edit} edit
   */
  #act(id, control, edit) {
    const index = this.#visible.indexOf(id);
    this.#visible.release(id);
    this.#session.edit(edit, {});
    this.#gate.now();
    const own = this.#window().row(id);
    if (own) {
      if (own.element.contains(document.activeElement)) this.#visible.hold(id);
      return;
    }
    const next = this.#visible.at(index) ?? this.#visible.at(index - 1);
    const row = next && this.#window().row(next.label.id);
    if (row) row[control].focus();
    else this.#filterBar.focus();
  }

  /**
   * The person's own doing: a name field that they are in takes in what becomes of the name.
   * @param {"undo" | "redo"} direction
   */
  turnBack(direction) {
    const row = this.#window().focusedRow;
    this.#session[direction]();
    if (row && !this.#session.replica.list.get(row.id)) this.#visible.release(row.id);
    this.#gate.now();
    if (row && document.activeElement === row.name) row.takeName();
  }
}
