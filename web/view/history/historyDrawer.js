import { catalogue } from "../../messages/localize.js";
import { icon, make } from "../frame/make.js";
import { entryView } from "./entryView.js";
import { HistoryReader } from "./historyEntries.js";
import { HistorySource, HistoryTrimmed } from "./historySource.js";

/** @typedef {import("./entryView.js").EntryActions} EntryActions */

/**
 * The list's past, or one label's, in a panel beside the list. The list can be used meanwhile. Escape closes it, and the focus goes
 * back to where it came from.
 */
export class HistoryDrawer {
  #title = make("h2", { id: "history-title" });
  #entries = make("ol", { className: "entries", role: "list" });
  #status = make("p", { className: "quiet-text", ariaLive: "polite" });
  #older = make("button", { type: "button", className: "button", textContent: catalogue.text("historyOlder"), hidden: true });
  #newer = make("button", { type: "button", className: "button", hidden: true });
  #panel;
  #session;
  #address;
  #actions;
  /** @type {{ source: HistorySource, reader: HistoryReader, revision: number, label: string | null } | null} */
  #reading = null;
  /** @type {Element | null} */
  #cameFrom = null;

  /**
   * @param {import("../../sync/session.js").Session} session
   * @param {URL} address of the list in the HTTP interface
   * @param {EntryActions} actions
   */
  constructor(session, address, actions) {
    this.#session = session;
    this.#address = address;
    this.#actions = actions;
    const close = make("button", { type: "button", className: "button quiet icon-only", ariaLabel: catalogue.text("close") }, icon("close"));
    close.addEventListener("click", () => this.close());
    this.#older.addEventListener("click", () => this.#read());
    this.#newer.addEventListener("click", () => this.#show(this.#reading?.label ?? null));
    this.#panel = make("div", { className: "drawer", role: "dialog", tabIndex: -1 },
      make("div", { className: "drawer-head" }, this.#title, close), this.#newer, this.#entries, this.#status, this.#older);
    this.#panel.setAttribute("aria-labelledby", this.#title.id);
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
  }

  /** @param {string | null} [label] of which label; null: of the whole list */
  open(label = null) {
    if (!this.#panel.isConnected) this.#cameFrom = document.activeElement;
    document.body.append(this.#panel);
    this.#show(label);
    this.#panel.focus();
  }

  close() {
    this.#reading = null;
    this.#panel.remove();
    if (this.#cameFrom instanceof HTMLElement && this.#cameFrom.isConnected) this.#cameFrom.focus();
  }

  /** Says how much has changed since the history was read. */
  render() {
    if (!this.#reading) return;
    const count = this.#session.replica.revision - this.#reading.revision;
    this.#newer.hidden = count <= 0;
    this.#newer.textContent = count > 0 ? catalogue.text("historyNewer", { count }) : "";
  }

  /** @param {string | null} label */
  #show(label) {
    const { confirmed, revision, list } = this.#session.replica;
    const name = label === null ? undefined : (list.get(label) ?? list.slot(label)?.label)?.name.trim() || catalogue.text("unnamed");
    this.#title.textContent = name === undefined ? catalogue.text("historyTitle") : catalogue.text("historyTitleOf", { name });
    this.#entries.replaceChildren();
    this.#reading = { source: new HistorySource(this.#address, revision, label), reader: new HistoryReader(confirmed), revision, label };
    this.render();
    this.#read();
  }

  async #read() {
    const reading = this.#reading;
    if (!reading) return;
    this.#older.hidden = true;
    this.#status.textContent = catalogue.text("historyLoading");
    try {
      const changes = await reading.source.page();
      if (reading !== this.#reading) return;
      this.#entries.append(...reading.reader.read(changes).map((entry) => entryView(entry, this.#actions)));
      this.#finish(reading.source.isAtBeginning, reading.source.isAtBeginning ? this.#beginningText : "");
    } catch (error) {
      if (reading !== this.#reading) return;
      const isTrimmed = error instanceof HistoryTrimmed;
      this.#finish(isTrimmed, catalogue.text(isTrimmed ? "historyTrimmed" : "historyFailed"));
    }
  }

  get #beginningText() {
    if (this.#reading && this.#reading.source.trimmedThrough > 0) return catalogue.text("historyTrimmed");
    return catalogue.text(this.#entries.childElementCount > 0 ? "historyBeginning" : "historyEmpty");
  }

  /**
   * @param {boolean} isEnd whether there is nothing more to read
   * @param {string} text
   */
  #finish(isEnd, text) {
    const hadFocus = document.activeElement === document.body;
    this.#older.hidden = isEnd;
    this.#status.textContent = text;
    if (hadFocus && this.#panel.isConnected) (isEnd ? this.#panel : this.#older).focus();
  }
}
