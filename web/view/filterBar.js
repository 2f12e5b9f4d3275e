import { LabelFilter } from "../filter.js";
import { readerLanguage } from "../messages/localize.js";
import { byId } from "./element.js";
import { readFragment, writeFragment } from "./filterFragment.js";

/** The filter that the person chose: two controls, mirrored in the address's fragment. */
export class FilterBar {
  #query = byId("query", HTMLInputElement);
  #includedOnly = byId("included-only", HTMLInputElement);
  #language = readerLanguage;
  #changed = () => {};

  /** @param {() => void} changed */
  constructor(changed) {
    this.filter = new LabelFilter({ language: this.#language });
    this.#readAddress();
    this.#changed = changed;
    byId("filter-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
    this.#query.addEventListener("input", (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.#take();
    });
    this.#query.addEventListener("compositionend", () => this.#take());
    this.#includedOnly.addEventListener("change", () => this.#take());
    addEventListener("hashchange", () => this.#readAddress());
  }

  focus() {
    this.#query.focus();
  }

  clear() {
    this.#query.value = "";
    this.#includedOnly.checked = false;
    this.#take();
    this.focus();
  }

  #readAddress() {
    const { query, includedOnly } = readFragment(location.hash);
    if (this.#query.value !== query) this.#query.value = query;
    this.#includedOnly.checked = includedOnly;
    this.#take();
  }

  #take() {
    const choice = { query: this.#query.value, includedOnly: this.#includedOnly.checked };
    if (choice.query === this.filter.query && choice.includedOnly === this.filter.includedOnly) return;
    this.filter = new LabelFilter({ ...choice, language: this.#language });
    const { pathname, search } = location;
    history.replaceState(history.state, "", pathname + search + writeFragment(choice));
    this.#changed();
  }
}
