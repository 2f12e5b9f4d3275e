import { BulkActions } from "./selection/bulkActions.js";
import { BulkController } from "./selection/bulkController.js";
import { SelectionController } from "./selection/selectionController.js";

/**
 * What the work on many labels needs of the page.
 * @typedef {{
 *   alias: string,
 *   session: import("../sync/session.js").Session,
 *   visible: import("./rows/visibleRows.js").VisibleRows,
 *   gate: import("./renderGate.js").RenderGate,
 *   filterBar: import("./filterBar.js").FilterBar,
 *   rows: import("./rows/rowController.js").RowController,
 *   window(): import("./rows/rowWindow.js").RowWindow,
 * }} WorkSurroundings
 */

/** What goes beyond one label at a time: choosing several, their order, the list's past, and what others do meanwhile. */
export class ListWork {
  #actions;
  #selecting;
  #bulk;

  /** @param {WorkSurroundings} surroundings */
  constructor(surroundings) {
    const { session } = surroundings;
    this.#actions = new BulkActions(session);
    this.#selecting = new SelectionController(surroundings);
    this.#bulk = new BulkController({ ...surroundings, selecting: this.#selecting, actions: this.#actions, move: () => {} });
  }

  /** @returns {readonly import("./rows/labelRow.js").RowPartMaker[]} */
  get rowParts() {
    return [this.#selecting.makeRowPart];
  }

  /** @returns {readonly import("./drawing.js").View[]} */
  get views() {
    return [this.#selecting, this.#bulk];
  }

  /**
   * @param {import("../model/edit.js").Edit} edit
   * @param {import("../sync/messages.js").Outcome} outcome
   * @returns {boolean} whether the person is told of it here
   */
  answered(edit, outcome) {
    return this.#actions.answered(edit, outcome);
  }
}
