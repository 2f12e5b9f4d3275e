import { catalogue } from "../../messages/localize.js";
import { byId, setText } from "../element.js";
import { progressText, resultText } from "./bulkText.js";

/** @typedef {import("./bulkActions.js").BulkActions} BulkActions */

/** Says how far the latest action is, and what became of its labels, until it is dismissed. */
export class BulkLine {
  #line = byId("bulk-line", HTMLElement);
  #text = byId("bulk-text", HTMLElement);
  #progress = byId("bulk-progress", HTMLProgressElement);
  #progressText = byId("bulk-progress-text", HTMLElement);
  #details = byId("bulk-details", HTMLDetailsElement);
  #names = byId("bulk-refused", HTMLElement);
  #session;
  #actions;
  #problem = "";
  /** @type {import("./bulkResult.js").BulkResult | null} */
  #shown = null;

  /**
   * @param {import("../../sync/session.js").Session} session
   * @param {BulkActions} actions
   * @param {() => void} changed
   */
  constructor(session, actions, changed) {
    this.#session = session;
    this.#actions = actions;
    byId("bulk-dismiss", HTMLButtonElement).addEventListener("click", () => {
      this.#problem = "";
      actions.dismiss();
      changed();
    });
  }

  /**
   * Says why an action was not begun.
   * @param {string} problem
   */
  tell(problem) {
    this.#problem = problem;
  }

  render() {
    const { latest } = this.#actions;
    if (latest && latest !== this.#shown) this.#problem = "";
    this.#shown = latest;
    const isRunning = this.#problem === "" && latest !== null && !latest.isDone;
    this.#line.hidden = this.#problem === "" && latest === null;
    this.#progress.hidden = this.#progressText.hidden = !isRunning;
    if (isRunning) {
      this.#progress.max = latest.total;
      this.#progress.value = latest.total - latest.pending;
      setText(this.#progressText, progressText(latest, this.#session.state === "online"));
    }
    setText(this.#text, this.#problem || (latest?.isDone ? resultText(latest) : ""));
    this.#renderRefused(latest?.isDone && this.#problem === "" ? latest.refusals : []);
  }

  /** @param {readonly import("./bulkResult.js").Refusal[]} refusals */
  #renderRefused(refusals) {
    const { list } = this.#session.replica;
    const ids = refusals.flatMap((refusal) => refusal.ids);
    const names = ids.map((id) => (list.get(id) ?? list.slot(id)?.label)?.name.trim() || catalogue.text("unnamed"));
    this.#details.hidden = names.length === 0;
    setText(this.#names, names.join(catalogue.text("listSeparator")));
  }
}
