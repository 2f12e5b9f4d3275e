/** How tall a row is, in CSS pixels, as the style sheet and the reader's text size have it. */
export class RowHeight {
  value;

  /**
   * @param {HTMLElement} list
   * @param {() => void} changed
   */
  constructor(list, changed) {
    const probe = document.createElement("div");
    probe.className = "row-probe";
    list.before(probe);
    this.value = probe.offsetHeight;
    new ResizeObserver(() => {
      if (probe.offsetHeight === this.value) return;
      this.value = probe.offsetHeight;
      changed();
    }).observe(probe);
  }
}
