/** Firefox draws no element taller than some 17.8 million device pixels, others none taller than 33.5 million. */
export const tallestElement = 15_000_000;

/**
 * Maps what the page scrolls onto rows that together are taller than an element may be. All lengths are in CSS pixels; a `top` is
 * how much of the rows has gone above the screen's upper edge: the real one is the element's, the virtual one the rows'.
 *
 * While they fit, both are the same. Otherwise small steps move the rows by as much as the element, so that nothing runs away under
 * the hand, and a leap goes to the place in proportion. `settle` then brings the element to where the rows are.
 */
export class ScrollScale {
  /** What the rows would take. */
  #total = 0;
  #screen = 0;
  /** The virtual top less the real one. */
  #shift = 0;
  #last = 0;
  #tallest;

  /** @param {number} tallest height that an element may have */
  constructor(tallest) {
    this.#tallest = tallest;
  }

  /** The element's height. */
  get height() {
    return Math.min(this.#total, this.#tallest);
  }

  get isScaled() {
    return this.#total > this.#tallest;
  }

  /** Where the first row begins in the element; it may be far above. */
  get origin() {
    return 0 - this.#shift;
  }

  /**
   * @param {number} total
   * @param {number} screen the screen's height
   */
  resize(total, screen) {
    this.#total = total;
    this.#screen = screen;
    if (!this.isScaled) this.#shift = 0;
  }

  /**
   * The virtual top after a scroll.
   * @param {number} real
   */
  scrolled(real) {
    const isLeap = Math.abs(real - this.#last) > this.#screen;
    const isAtEnd = real <= 0 || real >= this.#tallest - this.#screen;
    if (this.isScaled && (isLeap || isAtEnd)) this.#shift = this.#proportional(real) - real;
    this.#last = real;
    return real + this.#shift;
  }

  /**
   * The real top at which to show a virtual one. It is to be scrolled to, and `arrived` told.
   * @param {number} virtual
   */
  realOf(virtual) {
    const [reach, realReach] = [this.#total - this.#screen, this.height - this.#screen];
    if (!this.isScaled || virtual <= 0) return virtual;
    return virtual >= reach ? virtual - reach + realReach : virtual / reach * realReach;
  }

  /**
   * The element was scrolled to show a virtual top.
   * @param {number} real where it is now
   * @param {number} virtual
   */
  arrived(real, virtual) {
    this.#last = real;
    if (this.isScaled) this.#shift = virtual - real;
  }

  /** @param {number} real */
  #proportional(real) {
    const [reach, realReach] = [this.#total - this.#screen, this.height - this.#screen];
    if (real <= 0) return real;
    return real >= realReach ? real - realReach + reach : real / realReach * reach;
  }
}
