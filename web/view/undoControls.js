import { catalogue } from "../messages/localize.js";
import { byId } from "./element.js";

/** @typedef {import("../sync/undoHistory.js").UndoHistory} UndoHistory */

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * The buttons and keys of undo and redo.
 *
 * In a text field the keys belong to the browser as long as somebody is typing there: it takes back, piece by piece, what was
 * typed since the field was entered or since Enter. That is what everybody's hands expect, and in a name each such piece is an edit
 * like typing. Only when nothing was typed, or the text was committed by Enter, do the keys undo what was done to the list.
 */
export class UndoControls {
  #undo = byId("undo", HTMLButtonElement);
  #redo = byId("redo", HTMLButtonElement);
  /**
   * The field that holds what somebody is typing.
   * @type {EventTarget | null}
   */
  #typedIn = null;

  /** @param {{ undo(): void, redo(): void }} actions called only when there is something to do */
  constructor(actions) {
    const undo = () => this.#act(this.#undo, () => actions.undo());
    const redo = () => this.#act(this.#redo, () => actions.redo());
    this.#undo.title = catalogue.text("undoHint", { keys: isApple ? "⌘Z" : "Ctrl+Z" });
    this.#redo.title = catalogue.text("redoHint", { keys: isApple ? "⇧⌘Z" : "Ctrl+Y" });
    this.#undo.addEventListener("click", undo);
    this.#redo.addEventListener("click", redo);
    document.addEventListener("input", ({ target }) => { this.#typedIn = target; });
    document.addEventListener("focusin", ({ target }) => { if (target !== this.#typedIn) this.#typedIn = null; });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.#typedIn = null;
      const command = commandOf(event);
      if (!command || this.#isTypedIn(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (command === "undo") undo();
      else redo();
    });
  }

  /**
   * Whether a field holds what somebody typed and has not committed.
   * @param {EventTarget | null} field
   */
  #isTypedIn(field) {
    return field === this.#typedIn && isTextField(field);
  }

  /**
   * A button that were `disabled` would lose the focus.
   * @param {HTMLButtonElement} button
   * @param {() => void} action
   */
  #act(button, action) {
    if (button.ariaDisabled === "true") return;
    this.#typedIn = null;
    action();
  }

  /** @param {UndoHistory} history */
  render(history) {
    this.#undo.ariaDisabled = String(!history.canUndo);
    this.#redo.ariaDisabled = String(!history.canRedo);
  }
}

/** @param {EventTarget | null} target */
function isTextField(target) {
  return target instanceof HTMLInputElement && ["text", "search"].includes(target.type);
}

/**
 * What the keys ask for, by the letter on the key cap, or its place where the layout has no Latin letters.
 * @param {KeyboardEvent} event
 * @returns {"undo" | "redo" | undefined}
 */
function commandOf({ key, code, ctrlKey, metaKey, shiftKey, altKey, isComposing }) {
  if (ctrlKey === metaKey || altKey || isComposing) return undefined;
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace("Key", "").toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : undefined;
}
