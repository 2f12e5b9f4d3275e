import { LabelFilter } from "../filter.js";
import { catalogue, localizePage, readerLanguage } from "../messages/localize.js";
import { byId, inside, setText } from "../view/element.js";
import { openSettings } from "../view/settings/settingsDialog.js";
import { askForNewList } from "./listDialogs.js";
import { ListRow } from "./listRow.js";
import { ListsAPI } from "./listsAPI.js";
import { problemText } from "./problemText.js";

/** @typedef {import("./listsAPI.js").ListEntry} ListEntry */
/** @typedef {import("./listsAPI.js").Archived} Archived */
/** @typedef {"loading" | "ready" | "failed"} State */

/** The index: every list of the server, in use or archived, and what can be done with one. */
class ListsPage {
  #api = new ListsAPI(new URL("./", location.href));
  #query = byId("list-query", HTMLInputElement);
  #rows = byId("lists", HTMLElement);
  #more = byId("more-lists", HTMLButtonElement);
  #blank = byId("blank", HTMLElement);
  /** @type {Archived} */
  #archived = "no";
  /** @type {State} */
  #state = "loading";
  #problem = "";
  /** @type {ListEntry[]} */
  #lists = [];
  #hasMore = false;
  /** Counts what was asked for: an answer to what is not wanted any more is dropped. */
  #request = 0;

  constructor() {
    byId("new-list", HTMLButtonElement).addEventListener("click", () => this.#create());
    byId("create-first", HTMLButtonElement).addEventListener("click", () => this.#create());
    byId("try-lists-again", HTMLButtonElement).addEventListener("click", () => this.#load());
    byId("settings", HTMLButtonElement).addEventListener("click", () => openSettings());
    byId("lists-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    this.#query.addEventListener("input", () => this.#render());
    this.#more.addEventListener("click", () => this.#loadMore());
    for (const choice of document.querySelectorAll("input[name=archived]")) {
      choice.addEventListener("change", () => this.#show(choice instanceof HTMLInputElement && choice.value === "yes" ? "yes" : "no"));
    }
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.#load(); });
    this.#load();
  }

  /** @param {Archived} archived */
  #show(archived) {
    this.#archived = archived;
    this.#lists = [];
    this.#load();
  }

  #create() {
    askForNewList(this.#api, (alias) => location.assign(this.#api.addressOf(alias)));
  }

  async #load() {
    this.#state = "loading";
    this.#render();
    await this.#take(undefined, []);
  }

  async #loadMore() {
    const known = this.#lists;
    await this.#take(known.at(-1)?.alias, known);
    this.#rows.querySelectorAll("a")[known.length]?.focus();
  }

  /**
   * @param {string | undefined} after
   * @param {readonly ListEntry[]} known
   */
  async #take(after, known) {
    const request = ++this.#request;
    try {
      const { lists, hasMore } = await this.#api.list(this.#archived, after);
      if (request !== this.#request) return;
      this.#lists = [...known, ...lists];
      this.#hasMore = hasMore;
      this.#state = "ready";
    } catch (error) {
      if (request !== this.#request) return;
      this.#problem = problemText(error);
      this.#state = "failed";
    }
    this.#render();
  }

  #render() {
    const filter = new LabelFilter({ query: this.#query.value.trim(), language: readerLanguage });
    const matching = this.#lists.filter((list) => isFound(list, filter));
    this.#rows.replaceChildren(...matching.map((list) => this.#row(list)));
    this.#rows.hidden = matching.length === 0;
    this.#more.hidden = this.#state !== "ready" || !this.#hasMore;
    this.#renderBlank(matching.length);
  }

  /** @param {ListEntry} list */
  #row(list) {
    return new ListRow(this.#api, list, {
      opened: (alias) => location.assign(this.#api.addressOf(alias)),
      changed: (change) => this.#change(list.alias, change),
    }).element;
  }

  /**
   * @param {string} alias
   * @param {{ title?: string | null, isArchived?: boolean }} change
   */
  #change(alias, change) {
    const index = this.#lists.findIndex((list) => list.alias === alias);
    if (index < 0) {
      this.#load();
      return;
    }
    const changed = { ...this.#lists[index], ...change };
    const staysHere = changed.isArchived === (this.#archived === "yes");
    this.#lists = this.#lists.flatMap((list, at) => at !== index ? [list] : staysHere ? [changed] : []);
    this.#render();
    this.#focusRow(Math.min(index, this.#lists.length - 1));
  }

  /** @param {number} index */
  #focusRow(index) {
    const row = this.#rows.children[index];
    if (row) inside(row, "button", HTMLButtonElement).focus();
    else byId("new-list", HTMLButtonElement).focus();
  }

  /** @param {number} shown */
  #renderBlank(shown) {
    const kind = this.#state === "ready" ? this.#emptyKind() : this.#state;
    this.#blank.hidden = shown > 0;
    this.#blank.dataset.kind = kind;
    const [title, text] = blankTexts[kind];
    setText(byId("blank-title", HTMLElement), catalogue.text(title));
    setText(byId("blank-text", HTMLElement), kind === "failed" ? this.#problem : text && catalogue.text(text));
    byId("create-first", HTMLElement).hidden = byId("open-demo", HTMLElement).hidden = kind !== "empty";
    byId("try-lists-again", HTMLElement).hidden = kind !== "failed";
  }

  #emptyKind() {
    if (this.#lists.length > 0) return "noMatch";
    return this.#archived === "yes" ? "noArchived" : "empty";
  }
}

/** @type {Readonly<Record<"loading" | "failed" | "noMatch" | "noArchived" | "empty", readonly [string, string]>>} */
const blankTexts = {
  loading: ["listsLoading", ""],
  failed: ["listsFailed", ""],
  noMatch: ["noListMatches", ""],
  noArchived: ["noArchivedTitle", "noArchivedText"],
  empty: ["noListsTitle", "noListsText"],
};

/**
 * @param {ListEntry} list
 * @param {LabelFilter} filter
 */
function isFound({ alias, title }, filter) {
  return [alias, title ?? ""].some((name) => filter.matches({ id: "", name, isIncluded: true }));
}

localizePage();
document.title = catalogue.text("startTitle");
new ListsPage();
