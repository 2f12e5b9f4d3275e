import { catalogue } from "../../messages/localize.js";
import { isThere, neighboursAt, stepPlace } from "./places.js";
import { spotText } from "./spotText.js";

/** @typedef {import("../../model/placement.js").Place} Place */

/**
 * @typedef {{
 *   session: import("../../sync/session.js").Session,
 *   visible: import("../rows/visibleRows.js").VisibleRows,
 *   gate: import("../renderGate.js").RenderGate,
 *   filterBar: import("../filterBar.js").FilterBar,
 *   rows: import("../rows/rowController.js").RowController,
 *   window(): import("../rows/rowWindow.js").RowWindow,
 *   selecting: import("../selection/selectionController.js").SelectionController,
 *   bulk: import("../selection/bulkController.js").BulkController,
 *   say(text: string): void,
 * }} OrderingSurroundings
 */

/** Puts labels elsewhere. Places are always beside a label of the whole list, whatever the filter shows. */
export class Ordering {
  #surroundings;

  /** @param {OrderingSurroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  get labels() {
    return this.#surroundings.session.replica.list.shown();
  }

  /**
   * What moves when a label is moved: all chosen ones if it is one of them.
   * @param {string} id
   * @returns {readonly string[]}
   */
  movingWith(id) {
    const { selecting } = this.#surroundings;
    return selecting.selection.has(id) ? selecting.frozen.filter((each) => this.#list.get(each)) : [id];
  }

  /**
   * @param {readonly string[]} ids in the order on screen
   * @param {Place} place
   */
  move(ids, place) {
    const { session, visible, gate, bulk, rows, window, say } = this.#surroundings;
    if (ids.length === 0 || session.info.isArchived) return;
    if (isThere(this.labels, place, ids)) {
      say(catalogue.text("notMovedFurther"));
      return;
    }
    const { orientation } = this.#list;
    const spot = this.spotText(place, ids);
    for (const id of ids) visible.release(id);
    if (ids.length === 1) session.edit({ kind: "move", ids, place, orientation }, {});
    else if (!bulk.run({ kind: "move", ids, place, orientation })) return;
    gate.now();
    const row = window().focusedRow;
    if (row && ids.includes(row.id)) visible.hold(row.id);
    rows.reveal(ids[0]);
    say(spot && catalogue.text("movedTo", { spot }));
  }

  /**
   * One row up or down.
   * @param {string} id
   * @param {"up" | "down"} direction
   */
  step(id, direction) {
    const moving = this.movingWith(id);
    const place = stepPlace(this.#surroundings.selecting.shown, new Set(moving), direction);
    if (place) this.move(moving, place);
    else this.#surroundings.say(catalogue.text("notMovedFurther"));
  }

  /**
   * Where something would come to stand, in words; nothing if the neighbour has just been removed.
   * @param {Place} place
   * @param {readonly string[]} moving
   */
  spotText(place, moving) {
    const { visible } = this.#surroundings;
    const neighbours = neighboursAt(this.labels, place, new Set(moving));
    return neighbours ? spotText(neighbours, ({ id }) => visible.hides(id)) : "";
  }

  get #list() {
    return this.#surroundings.session.replica.list;
  }
}
