import { catalogue } from "../messages/localize.js";
import { HistoryController } from "./history/historyController.js";
import { OutsideChanges } from "./notices/outsideChanges.js";
import { PassingLine } from "./notices/passingLine.js";
import { RemoteLine } from "./notices/remoteLine.js";
import { Dragging } from "./order/dragging.js";
import { openMoveDialog } from "./order/moveDialog.js";
import { listenToOrderKeys } from "./order/orderKeys.js";
import { Ordering } from "./order/ordering.js";
import { RowHandle } from "./order/rowHandle.js";
import { SortButton } from "./order/sortButton.js";
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
  #session;
  #actions;
  #selecting;
  #bulk;
  #ordering;
  #dragging;
  #sortButton;
  #history;
  #remoteLine;
  #outside;

  /** @param {WorkSurroundings} surroundings */
  constructor(surroundings) {
    this.#session = surroundings.session;
    const line = new PassingLine("own-line");
    const say = (/** @type {string} */ text) => line.say(text);
    this.#actions = new BulkActions(this.#session);
    this.#selecting = new SelectionController(surroundings);
    this.#bulk = new BulkController({ ...surroundings, selecting: this.#selecting, actions: this.#actions,
      move: (ids) => this.#askWhere(ids) });
    this.#ordering = new Ordering({ ...surroundings, selecting: this.#selecting, bulk: this.#bulk, say });
    this.#dragging = new Dragging(this.#ordering);
    this.#sortButton = new SortButton(this.#session, say);
    this.#history = new HistoryController({ ...surroundings, actions: this.#actions, bulk: this.#bulk, say });
    this.#remoteLine = new RemoteLine({
      personOf: (author) => this.#session.presence.nameOf(author),
      labelOf: (id) => this.#session.replica.list.get(id)?.name ?? this.#session.replica.list.slot(id)?.label.name,
    });
    this.#outside = new OutsideChanges(surroundings);
    listenToOrderKeys(this.#ordering);
  }

  /** @returns {readonly import("./rows/labelRow.js").RowPartMaker[]} */
  get rowParts() {
    return [this.#selecting.makeRowPart, (row) => new RowHandle(row, {
      pressed: (id, event) => this.#dragging.begin(id, event),
      menuOf: (id) => this.#menuOf(id),
    }), this.#outside.makeRowPart];
  }

  /** @returns {readonly import("./drawing.js").View[]} */
  get views() {
    return [this.#selecting, this.#bulk, this.#sortButton, this.#history, this.#outside];
  }

  /**
   * @param {import("../model/edit.js").Edit} edit
   * @param {import("../sync/messages.js").Outcome} outcome
   * @returns {boolean} whether the person is told of it here
   */
  answered(edit, outcome) {
    return this.#actions.answered(edit, outcome);
  }

  /** @param {import("../sync/remoteChange.js").Change} change by somebody else */
  changedByOther(change) {
    this.#remoteLine.add(change);
    this.#outside.add(change);
  }

  /**
   * @param {string} id
   * @returns {import("./frame/menuButton.js").MenuItem[]}
   */
  #menuOf(id) {
    const ordering = this.#ordering;
    const history = { text: catalogue.text("labelHistory"), run: () => this.#history.openFor(id) };
    if (this.#session.info.isArchived) return [history];
    return [
      { text: catalogue.text("moveUp"), run: () => ordering.step(id, "up") },
      { text: catalogue.text("moveDown"), run: () => ordering.step(id, "down") },
      { text: catalogue.text("moveToTop"), run: () => ordering.move(ordering.movingWith(id), ["first"]) },
      { text: catalogue.text("moveToBottom"), run: () => ordering.move(ordering.movingWith(id), ["last"]) },
      { text: catalogue.text("moveLabel"), run: () => this.#askWhere(ordering.movingWith(id)) },
      history,
    ];
  }

  /** @param {readonly string[]} ids */
  #askWhere(ids) {
    const { list } = this.#session.replica;
    const moving = ids.flatMap((id) => list.get(id) ?? []);
    if (moving.length === 0) return;
    openMoveDialog(moving, list.shown(), (place) => this.#ordering.move(moving.map(({ id }) => id), place));
  }
}
