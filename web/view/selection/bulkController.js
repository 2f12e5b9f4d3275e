import { catalogue } from "../../messages/localize.js";
import { pendingLimit } from "../../sync/replica.js";
import { BulkBar } from "./bulkBar.js";
import { BulkLine } from "./bulkLine.js";
import { RenameDialog } from "./renameDialog.js";

/** @typedef {import("./bulkEdits.js").BulkAction} BulkAction */

/**
 * @typedef {{
 *   session: import("../../sync/session.js").Session,
 *   visible: import("../rows/visibleRows.js").VisibleRows,
 *   gate: import("../renderGate.js").RenderGate,
 *   filterBar: import("../filterBar.js").FilterBar,
 *   selecting: import("./selectionController.js").SelectionController,
 *   actions: import("./bulkActions.js").BulkActions,
 *   move(ids: readonly string[]): void,
 * }} BulkSurroundings
 */

/** Turns what the person does to the chosen labels into actions. */
export class BulkController {
  #surroundings;
  #bar;
  #line;
  #renameDialog;

  /** @param {BulkSurroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
    const { session, gate, actions, selecting, move } = surroundings;
    this.#line = new BulkLine(session, actions, () => gate.now());
    this.#renameDialog = new RenameDialog(session, (changes, seen) => this.run({ kind: "rename", changes, seen }));
    this.#bar = new BulkBar({
      include: (isIncluded) => this.run({ kind: "include", ids: selecting.frozen, isIncluded }),
      remove: () => { if (this.run({ kind: "remove", ids: selecting.frozen })) selecting.clear(); },
      rename: () => this.#renameDialog.open(selecting.frozen),
      move: () => move(selecting.frozen),
      clear: () => selecting.clear(),
    });
  }

  /**
   * @param {BulkAction} action
   * @returns {boolean} whether it was begun
   */
  run(action) {
    const { session, actions, gate } = this.#surroundings;
    const isBegun = actions.run(action);
    if (!isBegun) this.refuse();
    else session.commit();
    gate.now();
    return isBegun;
  }

  /** Says that so many edits cannot wait. */
  refuse() {
    const room = Math.max(0, pendingLimit - this.#surroundings.session.replica.pendingCount);
    this.#line.tell(catalogue.text("bulk.tooMany", { count: room }));
  }

  render() {
    const { session, visible, selecting } = this.#surroundings;
    const { list } = session.replica;
    let hidden = 0;
    let removed = 0;
    for (const id of selecting.selection) {
      if (!list.get(id)) removed += 1;
      else if (visible.hides(id)) hidden += 1;
    }
    this.#bar.render({ count: selecting.selection.count, hidden, removed });
    this.#line.render();
  }
}
