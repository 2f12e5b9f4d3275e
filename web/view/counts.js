import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";
import { restDelay } from "./restDelay.js";

/** Says how many labels there are, and how many of them the filter shows. */
export class Counts {
  #element = byId("counts", HTMLElement);
  /** @type {{ shown: number, total: number } | null} */
  #counts = null;
  #isBegun = false;

  /**
   * The first numbers come after the rows: a browser prepares for some 25 ms before it writes one.
   * @param {{ shown: number, total: number } | null} counts null: not known yet
   */
  render(counts) {
    const isFirst = this.#counts === null;
    this.#counts = counts;
    if (this.#isBegun) this.#write();
    else if (isFirst && counts) setTimeout(() => this.#begin(), restDelay);
  }

  #begin() {
    this.#isBegun = true;
    this.#write();
  }

  #write() {
    setText(this.#element, this.#counts ? catalogue.text("counts", this.#counts) : "");
  }
}
