/** The person waits for nothing that takes no longer, in milliseconds. */
const slice = 6;
/** Between slices, in milliseconds. */
const pause = 60;
/** Nothing was drawn for so many milliseconds: what comes often has it done once. */
const quiet = 350;

/** Prepares the rows for the first query, in slices, while nothing else happens. */
export class Preparation {
  #timer = /** @type {any} */ (null);
  #visible;

  /** @param {import("./visibleRows.js").VisibleRows} visible */
  constructor(visible) {
    this.#visible = visible;
  }

  /** Something was drawn: begins, or goes on, a little later. */
  render() {
    this.#stepIn(quiet);
  }

  /** @param {number} delay in milliseconds */
  #stepIn(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#step(), delay);
  }

  #step() {
    const end = performance.now() + slice;
    if (!this.#visible.prepare(() => performance.now() > end)) this.#stepIn(pause);
  }
}
