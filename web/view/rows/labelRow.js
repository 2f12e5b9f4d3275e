import { catalogue } from "../../messages/localize.js";
import { EditorMark } from "./editorMark.js";
import { NameMarks } from "./nameMarks.js";
import { RowRemark } from "./rowRemark.js";
import { fromTemplate, inside, setText } from "../element.js";

/** @typedef {import("./visibleRows.js").VisibleRow} VisibleRow */
/** @typedef {import("./nameEditor.js").NameEditor} NameEditor */

/**
 * What a row asks of the page. All are called by the person's doing, never by an update. Typing and committing say why the name
 * cannot be had, or nothing, and cancelling whether the field is to hold the label's name again.
 * @typedef {{
 *   entered(id: string): void,
 *   left(id: string): void,
 *   nameEntered(id: string, name: string): NameEditor,
 *   nameTyped(editor: NameEditor, name: string): string,
 *   nameCommitted(editor: NameEditor): string,
 *   nameCancelled(editor: NameEditor): boolean,
 *   namePaused(editor: NameEditor): void,
 *   nameLeft(editor: NameEditor): void,
 *   nameMoved(id: string, step: 1 | -1): void,
 *   toggled(id: string, isIncluded: boolean): void,
 *   removed(id: string): void,
 * }} RowActions
 *
 * What a row asks in order to be drawn: who else is in the label's name, what there is to say about a name being edited, and where
 * the filter's query stands in a name.
 * @typedef {{
 *   foundIn(name: string): readonly (readonly [start: number, end: number])[],
 *   editorsOf(id: string): readonly import("../../sync/presence.js").Present[],
 *   hintOn(id: string, name: string): string,
 * }} RowRemarks
 *
 * What another part of the page does in each row. It listens for itself, and is updated with the row.
 * @typedef {{ update?(row: VisibleRow): void }} RowPart
 * @typedef {(row: LabelRow) => RowPart} RowPartMaker
 */

/** One label's row. It stays bound to its label's id for life. */
export class LabelRow {
  element = fromTemplate("row-template");
  #group = inside(this.element, ".row", HTMLElement);
  #position = inside(this.element, ".row-position", HTMLElement);
  removeButton = inside(this.element, ".remove", HTMLButtonElement);
  name = inside(this.element, ".name", HTMLInputElement);
  toggle = inside(this.element, ".toggle", HTMLInputElement);
  #remark = new RowRemark(this.name);
  #mark = new EditorMark(this.#group, this.name);
  #found = new NameMarks(this.name);
  /**
   * The name that the field was last given.
   * @type {string | null}
   */
  #written = null;
  /** @type {VisibleRow | null} */
  #shown = null;
  /**
   * Stands for as long as the name is edited, so that nothing typed is without one.
   * @type {NameEditor | null}
   */
  #editor = null;
  #error = "";
  #actions;
  #remarks;
  #parts;
  #offset = NaN;

  /**
   * @param {string} id
   * @param {RowActions} actions
   * @param {RowRemarks} remarks
   * @param {readonly RowPartMaker[]} [makers]
   */
  constructor(id, actions, remarks, makers = []) {
    this.id = id;
    this.#actions = actions;
    this.#remarks = remarks;
    this.#listen();
    this.#parts = makers.map((make) => make(this));
  }

  /** @param {VisibleRow} row */
  update(row) {
    this.#shown = row;
    const { label, position, isRemoved } = row;
    setText(this.#position, String(position));
    this.element.classList.toggle("is-excluded", !label.isIncluded);
    this.element.classList.toggle("is-removed", isRemoved);
    if (this.toggle.checked !== label.isIncluded) this.toggle.checked = label.isIncluded;
    this.toggle.ariaDisabled = this.removeButton.ariaDisabled = String(isRemoved);
    this.#showRemark();
    this.#mark.render(this.#remarks.editorsOf(this.id));
    const name = label.name.trim() || catalogue.text("unnamed");
    if (this.#group.ariaLabel !== name) this.#group.ariaLabel = name;
    if (!this.#editor) this.#writeName(label.name);
    this.#found.render(label.name, this.#editor ? [] : this.#remarks.foundIn(label.name));
    for (const part of this.#parts) part.update?.(row);
  }

  /** @param {number} offset from the rows' upper edge, in CSS pixels */
  moveTo(offset) {
    if (offset === this.#offset) return;
    this.#offset = offset;
    this.element.style.transform = `translateY(${offset}px)`;
  }

  /** @param {string} name */
  #writeName(name) {
    if (this.#written === name) return;
    this.#written = name;
    if (this.name.value !== name) this.name.value = name;
    if (name === "") this.#showPlaceholder();
  }

  /** A field that holds a text has none: each costs an element. */
  #showPlaceholder() {
    this.name.placeholder = catalogue.text("unnamed");
  }

  #showRemark() {
    const remark = this.#error || (this.#shown ? remarkOn(this.#shown) : "");
    const hint = remark === "" && this.#editor ? this.#remarks.hintOn(this.id, this.name.value) : "";
    this.#remark.render(remark || hint, hint !== "");
    if (this.#error) this.name.setAttribute("aria-invalid", "true");
    else this.name.removeAttribute("aria-invalid");
  }

  #listen() {
    this.element.addEventListener("focusin", ({ relatedTarget }) => {
      if (this.#holds(relatedTarget)) return;
      this.#remark.prepare();
      this.#actions.entered(this.id);
    });
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.#holds(relatedTarget) && document.hasFocus()) this.#actions.left(this.id);
    });
    this.name.addEventListener("focus", () => this.#openEditor());
    this.name.addEventListener("input", (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.#type();
    });
    this.name.addEventListener("compositionend", () => this.#type());
    this.name.addEventListener("keydown", (event) => this.#press(event));
    this.name.addEventListener("blur", () => this.#leaveName());
    for (const control of [this.toggle, this.removeButton]) {
      control.addEventListener("click", (event) => this.#click(event));
    }
    this.toggle.addEventListener("keydown", ({ key }) => { if (key === "Enter") this.name.focus(); });
    this.toggle.addEventListener("change", () => this.#actions.toggled(this.id, this.toggle.checked));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") this.#commit();
    if (event.key === "Escape" && this.#editor && this.#actions.nameCancelled(this.#editor)) this.takeName();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    this.#actions.nameMoved(this.id, event.key === "ArrowDown" ? 1 : -1);
  }

  #commit() {
    this.#error = this.#actions.nameCommitted(this.#openEditor());
    this.#showRemark();
  }

  /**
   * The controls of a removed label do nothing, but are not `disabled`: that would take the focus from whoever is on one.
   * @param {Event} event
   */
  #click(event) {
    if (this.#shown?.isRemoved) event.preventDefault();
    else if (event.currentTarget === this.removeButton) this.#actions.removed(this.id);
  }

  /** By the person's own doing the field takes in what the name is now. */
  takeName() {
    if (!this.#editor || !this.#shown) return;
    this.#leaveEditor(this.#editor);
    this.#writeName(this.#shown.label.name);
    this.#openEditor();
    this.#showRemark();
  }

  #openEditor() {
    if (!this.#editor) this.#showPlaceholder();
    this.#editor ??= this.#actions.nameEntered(this.id, this.#written ?? this.#shown?.label.name ?? "");
    return this.#editor;
  }

  /** Text can also come into a field that is not focused: dropped, or dictated. */
  #type() {
    this.#error = this.#actions.nameTyped(this.#openEditor(), this.name.value);
    this.#showRemark();
    if (document.activeElement !== this.name) this.#leaveName();
  }

  /** The window losing the focus is not leaving the field. */
  #leaveName() {
    if (!this.#editor) return;
    if (document.activeElement === this.name) this.#actions.namePaused(this.#editor);
    else this.#leaveEditor(this.#editor);
  }

  /** @param {NameEditor} editor */
  #leaveEditor(editor) {
    this.#editor = null;
    this.#error = "";
    this.#written = null;
    this.#actions.nameLeft(editor);
  }

  /** @param {EventTarget | null} target */
  #holds(target) {
    return target instanceof Node && this.element.contains(target);
  }
}

/**
 * What a row says beside the name. A name of spaces hides the placeholder that an empty one shows.
 * @param {VisibleRow} row
 */
function remarkOn({ label: { name }, isRemoved }) {
  if (isRemoved) return catalogue.text("removedMeanwhile");
  return name !== "" && name.trim() === "" ? catalogue.text("unnamed") : "";
}
