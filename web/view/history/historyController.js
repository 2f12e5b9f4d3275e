import { catalogue } from "../../messages/localize.js";
import { makeUUID } from "../../model/label.js";
import { byId } from "../element.js";
import { make } from "../frame/make.js";
import { openFormDialog } from "../frame/modalDialog.js";
import { HistoryDrawer } from "./historyDrawer.js";
import { HistorySource, HistoryTrimmed } from "./historySource.js";
import { openPastView } from "./pastView.js";
import { isNothing, restoreEdits, restorePlan } from "./restorePlan.js";

/** @typedef {import("./restorePlan.js").ListContent} ListContent */
/** @typedef {import("./restorePlan.js").RestorePlan} RestorePlan */

/**
 * @typedef {{
 *   alias: string,
 *   session: import("../../sync/session.js").Session,
 *   gate: import("../renderGate.js").RenderGate,
 *   actions: import("../selection/bulkActions.js").BulkActions,
 *   bulk: import("../selection/bulkController.js").BulkController,
 *   say(text: string): void,
 * }} HistorySurroundings
 */

/** The list's past, and what is brought back from it: removed labels, former names, or the whole list. */
export class HistoryController {
  #surroundings;
  #address;
  #drawer;

  /** @param {HistorySurroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
    const { alias, session, bulk } = surroundings;
    this.#address = new URL(`../api/v1/lists/${encodeURIComponent(alias)}`, location.href);
    this.#address.hash = this.#address.search = "";
    this.#drawer = new HistoryDrawer(session, this.#address, {
      isRemoved: (id) => !session.replica.list.get(id),
      nameNow: (id) => session.replica.list.get(id)?.name,
      restore: (ids) => { bulk.run({ kind: "restore", ids }); },
      takeName: (id, name) => this.#takeName(id, name),
      view: (entry) => this.#view(entry),
    });
    byId("history", HTMLButtonElement).addEventListener("click", () => this.#drawer.open());
  }

  /** @param {string} label */
  openFor(label) {
    this.#drawer.open(label);
  }

  render() {
    this.#drawer.render();
  }

  /**
   * @param {string} id
   * @param {string} name a former one
   */
  #takeName(id, name) {
    const { session, gate } = this.#surroundings;
    const base = session.replica.list.get(id)?.name;
    if (base === undefined) return;
    session.edit({ kind: "rename", ids: [id], name, base, seen: session.replica.revision }, {});
    gate.now();
  }

  /** @param {{ revision: number, time: number }} point */
  async #view(point) {
    try {
      const content = await new HistorySource(this.#address, point.revision).contentAt(point.revision);
      const { list } = this.#surroundings.session.replica;
      openPastView(point, content, { list, restoreAll: () => this.#askToRestore(content) });
    } catch (error) {
      this.#surroundings.say(catalogue.text(error instanceof HistoryTrimmed ? "historyTrimmed" : "historyFailed"));
    }
  }

  /** @param {ListContent} then */
  #askToRestore(then) {
    const { list } = this.#surroundings.session.replica;
    const plan = restorePlan({ labels: [...list], orientation: list.orientation }, then, (id) => list.slot(id)?.label);
    if (isNothing(plan)) {
      this.#surroundings.say(catalogue.text("pastSame"));
      return;
    }
    const lines = planTexts(plan).map((textContent) => make("li", { textContent }));
    openFormDialog({
      title: catalogue.text("restoreTitle"), text: catalogue.text("restoreText"), submit: catalogue.text("restoreNow"),
      fields: [make("ul", { className: "restore-plan" }, ...lines)],
      use: async () => {
        this.#restore(plan);
        return "";
      },
    });
  }

  /** @param {RestorePlan} plan */
  #restore(plan) {
    const { session, gate, actions, bulk } = this.#surroundings;
    const { replica } = session;
    const group = makeUUID();
    const edits = restoreEdits(plan, { labelsPerEdit: replica.limits?.labelsPerEdit ?? 1_000, group, seen: replica.revision,
      orientation: replica.list.orientation });
    if (!actions.runEdits(edits, group, true)) bulk.refuse();
    gate.now();
  }
}

/** @param {RestorePlan} plan */
function planTexts({ back, away, renames, on, off, runs, reverses }) {
  const moved = runs.reduce((sum, { ids }) => sum + ids.length, 0);
  const counts = { back: back.length, away: away.length, renames: renames.length, inclusions: on.length + off.length, moves: moved };
  const texts = Object.entries(counts).filter(([, count]) => count > 0).map(([what, count]) => catalogue.text(`restore.${what}`, { count }));
  return reverses ? [...texts, catalogue.text("restore.reverse")] : texts;
}
