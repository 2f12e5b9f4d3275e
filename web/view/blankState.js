import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** What stands in the place of rows when there are none. */
export class BlankState {
  #element = byId("blank", HTMLElement);
  #title = byId("blank-title", HTMLElement);
  #text = byId("blank-text", HTMLElement);
  #clear = byId("clear-filter", HTMLButtonElement);

  /** @param {() => void} clearFilter */
  constructor(clearFilter) {
    this.#clear.addEventListener("click", clearFilter);
  }

  /** @param {{ isLoaded: boolean, shown: number, total: number }} state */
  render({ isLoaded, shown, total }) {
    this.#element.hidden = shown > 0;
    this.#clear.hidden = total === 0;
    if (total > 0) this.#write("noMatchTitle", "noMatchText");
    else if (isLoaded) this.#write("emptyTitle", "emptyText");
    else this.#write("loadingTitle", null);
  }

  /**
   * @param {string} title
   * @param {string | null} text
   */
  #write(title, text) {
    setText(this.#title, catalogue.text(title));
    setText(this.#text, text === null ? "" : catalogue.text(text));
  }
}
