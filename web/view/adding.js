import { catalogue } from "../messages/localize.js";
import { makeUUID } from "../model/label.js";
import { wellFormed } from "./rows/nameEditor.js";

/** Adds labels: what is typed into the form, and texts that were kept. */
export class Adding {
  #session;
  #rules;
  #gate;
  #rows;

  /**
   * @param {import("../sync/session.js").Session} session
   * @param {import("./nameRules.js").NameRules} rules
   * @param {import("./renderGate.js").RenderGate} gate
   * @param {import("./rows/rowController.js").RowController} rows
   */
  constructor(session, rules, gate, rows) {
    this.#session = session;
    this.#rules = rules;
    this.#gate = gate;
    this.#rows = rows;
  }

  /**
   * @param {string} typed
   * @returns {{ error?: string, hint?: string }}
   */
  addTyped(typed) {
    const name = wellFormed(typed);
    const error = this.#rules.faultOf(name);
    if (error) return { error };
    const id = this.#add(name);
    this.#gate.now();
    return this.#rows.reveal(id) ? {} : { hint: catalogue.text("hiddenByFilter", { name }) };
  }

  /**
   * @param {string} text
   * @returns {string} why it was not added, or nothing
   */
  addKept(text) {
    const error = this.#rules.faultOf(text);
    if (!error) this.#add(text);
    return error;
  }

  /**
   * Brings a label back, with the name that was meant for it.
   * @param {Extract<import("../model/edit.js").Edit, { kind: "rename" }>} rename
   * @returns {string} why it was not brought back, or nothing
   */
  restore(rename) {
    const error = this.#rules.faultOf(rename.name);
    if (error) return error;
    const step = {};
    this.#session.edit({ kind: "restore", ids: rename.ids }, step);
    this.#session.edit({ ...rename, seen: this.#session.replica.revision }, step);
    return "";
  }

  /**
   * Adds a label at the end of the list as it is on screen.
   * @param {string} name
   */
  #add(name) {
    const id = makeUUID();
    const { orientation } = this.#session.replica.list;
    this.#session.edit({ kind: "insert", ids: [id], name, isIncluded: true, place: ["last"], orientation }, {});
    return id;
  }
}
