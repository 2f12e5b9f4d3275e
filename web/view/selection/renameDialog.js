import { folded } from "../../filter.js";
import { catalogue, readerLanguage } from "../../messages/localize.js";
import { byId, setText } from "../element.js";
import { isTooLong, wellFormed } from "../rows/nameEditor.js";
import { ExpressionRunner } from "./expressionRunner.js";
import { PatternError, patternLimit, renaming } from "./renamePattern.js";
import { renamePlan } from "./renamePlan.js";
import { RenamePreview } from "./renamePreview.js";

/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("./renamePattern.js").RenamePattern} RenamePattern */
/** @typedef {import("./renamePlan.js").RenamePlan} RenamePlan */

/** Asks for the pattern by which labels are renamed, and shows beforehand what it does to them. */
export class RenameDialog {
  #dialog = byId("rename-dialog", HTMLDialogElement);
  #form = byId("rename-form", HTMLFormElement);
  #problem = byId("rename-problem", HTMLElement);
  #count = byId("rename-count", HTMLElement);
  #fields = {
    find: byId("pattern-find", HTMLInputElement),
    replace: byId("pattern-replace", HTMLInputElement),
    prefix: byId("pattern-prefix", HTMLInputElement),
    suffix: byId("pattern-suffix", HTMLInputElement),
  };
  #isExpression = byId("pattern-expression", HTMLInputElement);
  #matchesCase = byId("pattern-case", HTMLInputElement);
  #preview = new RenamePreview();
  #runner = new ExpressionRunner();
  /**
   * Those that were chosen, as they were called when the dialog was opened.
   * @type {readonly Label[]}
   */
  #labels = [];
  #seen = 0;
  /** @type {RenamePlan | null} */
  #plan = null;
  #session;

  /**
   * @param {import("../../sync/session.js").Session} session
   * @param {(changes: RenamePlan["changes"], seen: number) => void} confirmed
   */
  constructor(session, confirmed) {
    this.#session = session;
    this.#form.addEventListener("input", () => this.#update());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const changes = this.#plan?.changes ?? [];
      if (changes.length === 0) return;
      this.#dialog.close();
      confirmed(changes, this.#seen);
    });
    byId("rename-cancel", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", () => {
      this.#runner.stop();
      this.#labels = [];
    });
  }

  /** @param {readonly string[]} ids */
  open(ids) {
    const { list, revision } = this.#session.replica;
    this.#labels = ids.flatMap((id) => list.get(id) ?? []);
    this.#seen = revision;
    setText(this.#count, catalogue.text("renameCount", { count: this.#labels.length }));
    this.#dialog.showModal();
    this.#fields.find.select();
    this.#update();
  }

  /** @returns {RenamePattern} */
  get #pattern() {
    const { find, replace, prefix, suffix } = this.#fields;
    return { find: wellFormed(find.value), replace: wellFormed(replace.value), prefix: wellFormed(prefix.value),
      suffix: wellFormed(suffix.value), isExpression: this.#isExpression.checked, matchesCase: this.#matchesCase.checked };
  }

  async #update() {
    const labels = this.#labels;
    try {
      const names = await this.#renamed(this.#pattern, labels.map(({ name }) => name));
      if (names && labels === this.#labels) this.#show(this.#planOf(names), "");
    } catch (error) {
      if (labels === this.#labels) this.#show(null, problemText(error));
    }
  }

  /**
   * @param {RenamePattern} pattern
   * @param {readonly string[]} names
   * @returns {Promise<readonly string[] | null>} null: the person went on typing
   */
  async #renamed(pattern, names) {
    this.#runner.stop();
    const rename = renaming(pattern, readerLanguage);
    return pattern.isExpression ? this.#runner.run(pattern, readerLanguage, names) : names.map(rename);
  }

  /** @param {readonly string[]} names */
  #planOf(names) {
    const { limits, list } = this.#session.replica;
    return renamePlan(this.#labels, names.map(wellFormed), {
      isTooLong: (name) => isTooLong(name, limits),
      fold: (name) => folded(name, readerLanguage).text,
      all: list,
    });
  }

  /**
   * @param {RenamePlan | null} plan null: the pattern means nothing
   * @param {string} problem
   */
  #show(plan, problem) {
    this.#plan = plan;
    setText(this.#problem, problem);
    if (problem) this.#fields.find.setAttribute("aria-invalid", "true");
    else this.#fields.find.removeAttribute("aria-invalid");
    this.#preview.render(plan);
  }
}

/** @param {unknown} error */
function problemText(error) {
  if (error instanceof RangeError) return catalogue.text("patternTooSlow");
  if (!(error instanceof PatternError)) throw error;
  return catalogue.text(error.code, { count: patternLimit, detail: error.detail });
}
