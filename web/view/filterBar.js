import { LabelFilter } from "../filter.js";
import { readerLanguage } from "../messages/localize.js";
import { byId } from "./element.js";
import { readFragment, writeFragment } from "./filterFragment.js";
import { FilterMemory } from "./filterMemory.js";

/** How long nothing is typed before the filter is written down, in milliseconds. */
const noteDelay = 120;

/**
 * The filter that the person chose, mirrored in the address's fragment. An address without one shows the list as the person last
 * filtered it in this browser.
 */
export class FilterBar {
  #query = byId("query", HTMLInputElement);
  #includedOnly = byId("included-only", HTMLInputElement);
  #excludedOnly = byId("excluded-only", HTMLInputElement);
  #memory = new FilterMemory();
  #language = readerLanguage;
  #changed = () => {};
  /** Stands while the filter is to be written down. */
  #noteTimer = /** @type {any} */ (null);
  #alias;

  /**
   * @param {string} alias the list's
   * @param {() => void} changed
   */
  constructor(alias, changed) {
    this.#alias = alias;
    this.filter = new LabelFilter({ language: this.#language });
    this.#show(readFragment(location.hash || this.#memory.recall(alias)));
    this.#changed = changed;
    byId("filter-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    this.#query.addEventListener("input", (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.#take();
    });
    this.#query.addEventListener("compositionend", () => this.#take());
    this.#listenToEither(this.#includedOnly, this.#excludedOnly);
    this.#listenToEither(this.#excludedOnly, this.#includedOnly);
    addEventListener("pagehide", () => this.#note());
    addEventListener("hashchange", () => this.#show(readFragment(location.hash)));
  }

  /**
   * Both boxes off: all labels.
   * @param {HTMLInputElement} box
   * @param {HTMLInputElement} other is off when this is on
   */
  #listenToEither(box, other) {
    box.addEventListener("change", () => {
      if (box.checked) other.checked = false;
      this.#take();
    });
  }

  focus() {
    this.#query.focus();
  }

  clear() {
    this.#show({ query: "", includedOnly: false, excludedOnly: false });
    this.focus();
  }

  /** @param {import("./filterFragment.js").FilterChoice} choice */
  #show({ query, includedOnly, excludedOnly }) {
    if (this.#query.value !== query) this.#query.value = query;
    this.#includedOnly.checked = includedOnly;
    this.#excludedOnly.checked = excludedOnly;
    this.#take();
  }

  #take() {
    const choice = { query: this.#query.value, includedOnly: this.#includedOnly.checked, excludedOnly: this.#excludedOnly.checked };
    const fragment = writeFragment(choice);
    if (fragment === writeFragment(this.filter)) return;
    this.filter = new LabelFilter({ ...choice, language: this.#language });
    this.#changed();
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => this.#note(), noteDelay);
  }

  /** Writes the filter down, once it is seen: that takes a browser as long as finding the labels. */
  #note() {
    if (this.#noteTimer === null) return;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = null;
    const fragment = writeFragment(this.filter);
    const { pathname, search } = location;
    history.replaceState(history.state, "", pathname + search + fragment);
    this.#memory.remember(this.#alias, fragment);
  }
}
