import { catalogue } from "../../messages/localize.js";
import { byId, setText } from "../element.js";
import { idOf } from "./remoteSummary.js";

/** Changed labels that are remembered; of more, the first ones. */
export const outsideLimit = 10_000;
/** How long the labels that were jumped to are marked, in milliseconds. */
const markTime = 6_000;

/**
 * @typedef {{
 *   session: import("../../sync/session.js").Session,
 *   visible: import("../rows/visibleRows.js").VisibleRows,
 *   gate: import("../renderGate.js").RenderGate,
 *   filterBar: import("../filterBar.js").FilterBar,
 *   rows: import("../rows/rowController.js").RowController,
 * }} OutsideSurroundings
 */

/** Counts the labels that others changed where this person's filter hides it, and leads there. */
export class OutsideChanges {
  /** @type {Set<string>} */
  #changed = new Set();
  /** @type {ReadonlySet<string>} */
  #marked = new Set();
  #line = byId("outside-line", HTMLElement);
  #text = byId("outside-text", HTMLElement);
  #surroundings;

  /** @param {OutsideSurroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
    byId("show-outside", HTMLButtonElement).addEventListener("click", () => this.#jump());
  }

  /** @type {import("../rows/labelRow.js").RowPartMaker} */
  makeRowPart = (row) => ({ update: () => { row.element.classList.toggle("is-fresh", this.#marked.has(row.id)); } });

  /** @param {import("../../sync/remoteChange.js").Change} change by somebody else */
  add({ effects }) {
    if (this.#surroundings.filterBar.filter.isEmpty) return;
    for (const effect of effects) {
      const id = idOf(effect);
      if (effect.effect !== "removed" && id !== "" && this.#changed.size < outsideLimit) this.#changed.add(id);
    }
  }

  render() {
    if (this.#surroundings.filterBar.filter.isEmpty) this.#changed.clear();
    const count = this.#hidden.length;
    this.#line.hidden = count === 0;
    setText(this.#text, count > 0 ? catalogue.text("outsideChanged", { count }) : "");
  }

  get #hidden() {
    const { visible } = this.#surroundings;
    return visible.hiddenAmong(this.#changed);
  }

  /** Lifts the filter and goes to the first of them; all are marked for a while. */
  #jump() {
    const { session, gate, filterBar, rows } = this.#surroundings;
    this.#marked = new Set(this.#hidden);
    this.#changed.clear();
    filterBar.clear();
    const first = session.replica.list.shown().find(({ id }) => this.#marked.has(id));
    if (first) rows.reveal(first.id);
    gate.now();
    setTimeout(() => {
      this.#marked = new Set();
      gate.schedule();
    }, markTime);
  }
}
