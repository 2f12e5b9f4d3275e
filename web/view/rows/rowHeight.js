/** How tall a row is, in CSS pixels, as the style sheet and the reader's text size have it. */
export class RowHeight {
  #probe;
  /** @type {number | null} */
  #value = null;

  /**
   * @param {HTMLElement} list
   * @param {() => void} changed
   */
  constructor(list, changed) {
    const probe = this.#probe = document.createElement("div");
    probe.className = "row-probe";
    list.before(probe);
    new ResizeObserver(() => {
      if (this.#value === null || probe.offsetHeight === this.#value) return;
      this.#value = probe.offsetHeight;
      changed();
    }).observe(probe);
  }

  /** Looked up when it is first asked for: the page is laid out once less while it opens. */
  get value() {
    return this.#value ??= this.#probe.offsetHeight;
  }
}
