import { restDelay } from "../restDelay.js";
import { putInOrder } from "./inOrder.js";
import { LabelRow } from "./labelRow.js";
import { movedBy, rowsOnScreen } from "./readingAnchor.js";
import { RowHeight } from "./rowHeight.js";
import { ScrollScale, tallestElement } from "./scrollScale.js";

/** @typedef {import("./visibleRows.js").VisibleRow} VisibleRow */
/** @typedef {Pick<import("./visibleRows.js").VisibleRows, "count" | "at" | "indexOf" | "first">} Rows */
/** @typedef {Map<string, { index: number, row: VisibleRow }>} Wanted the rows to draw, by label, in order */

/** Rows drawn at once above and below what the screen shows. */
const margin = 1;
/** Rows kept ready there, drawn in a moment of rest. */
const overscan = 8;
/** Rows made for one frame: more would hold it up. */
const mostNewRows = 8;
/** What the bars above and below the rows may cover, in CSS pixels. */
const barHeight = 80;
/** Where browsers don't say that a scroll has ended, it has when nothing moved for so many milliseconds. */
const scrollEnd = 120;
const saysScrollEnd = "onscrollend" in globalThis;

/**
 * Elements for those rows that are on or near the screen, keyed by label. The row with the focus has its element
 * wherever it is, and that element is never moved in the document: moving would take the focus away.
 */
export class RowWindow {
  /** @type {Map<string, LabelRow>} */
  #elements = new Map();
  /**
   * Where the elements' rows were when they were drawn.
   * @type {Map<string, number>}
   */
  #indexes = new Map();
  /** @type {Rows} */
  #rows = { count: 0, at: () => undefined, indexOf: () => -1, first: () => [] };
  /** Whether only the first rows were asked for so far. */
  #isFirstOnly = false;
  /** How much of the rows' element is above the screen's upper edge, as the rows were drawn. */
  #real = 0;
  #isAtStart = false;
  #settleTimer = /** @type {any} */ (null);
  #restTimer = /** @type {any} */ (null);
  #nextFrame = 0;
  #list;
  #height;
  #scale;
  #makeRow;

  /**
   * @param {HTMLElement} list
   * @param {import("./labelRow.js").RowActions} actions
   * @param {import("./labelRow.js").RowRemarks} remarks
   * @param {readonly import("./labelRow.js").RowPartMaker[]} [partMakers] what other parts of the page put into each row
   * @param {number} [tallest] the tallest that an element may be, in CSS pixels
   */
  constructor(list, actions, remarks, partMakers = [], tallest = tallestElement / devicePixelRatio) {
    this.#list = list;
    this.#makeRow = (/** @type {string} */ id) => new LabelRow(id, actions, remarks, partMakers);
    this.#scale = new ScrollScale(tallest);
    this.#height = new RowHeight(list, () => this.show(this.#rows));
    addEventListener("scroll", () => this.#scrolled(), { passive: true });
    addEventListener("scrollend", () => this.#settleScroll());
    addEventListener("resize", () => this.show(this.#rows));
  }

  /**
   * Draws the rows anew. What was on screen stays where it is, whatever came and went above.
   * @param {Rows} rows
   */
  show(rows) {
    const { real, virtual } = this.#position();
    const read = this.#read(virtual);
    this.#rows = rows;
    this.#isFirstOnly = false;
    this.#size(rows.count);
    const wanted = this.#wantedTop(real, virtual, read);
    const isMoved = wanted !== virtual || this.#scale.isScaled;
    if (isMoved) this.#moveTo(real, wanted);
    this.#isAtStart = false;
    this.#render(true, isMoved ? this.#position() : { real, virtual }, mostNewRows);
  }

  /**
   * Draws the first of rows that are others altogether, before it is known how many there are: `show` is to follow.
   * @param {Rows} rows
   */
  showFirst(rows) {
    this.startOver();
    if (this.#real > 0 || this.#scale.isScaled || this.focusedRow) return this.show(rows);
    this.#rows = rows;
    this.#isFirstOnly = true;
    const first = rows.first(Math.ceil(innerHeight / this.#rowHeight) + overscan);
    if (first.length * this.#rowHeight > this.#scale.height) this.#size(first.length);
    const below = this.#below(this.#real) + margin;
    const near = first.map((row, index) => /** @type {const} */ ([row.label.id, { index, row }]));
    this.#draw(true, new Map(near.filter(([id, { index }]) => index < below || this.#elements.has(id))), mostNewRows);
  }

  /** @param {number} count rows that there are to be room for */
  #size(count) {
    this.#scale.resize(count * this.#rowHeight, innerHeight);
    this.#list.style.blockSize = `${this.#scale.height}px`;
  }

  /**
   * The virtual top at which what was read stands where it stood, or the first row, if one starts over.
   * @param {number} real
   * @param {number} virtual
   * @param {readonly { id: string, index: number }[]} read
   */
  #wantedTop(real, virtual, read) {
    if (this.#isAtStart) return real > 0 ? -barHeight : virtual;
    return virtual + movedBy(read, (id) => this.#rows.indexOf(id)) * this.#rowHeight;
  }

  /** The next rows are others altogether: they are shown from the first one on. */
  startOver() {
    this.#isAtStart = true;
  }

  /** Something else than the rows may have grown or shrunk above them: what is read stays where it is. */
  settle() {
    if (this.#real <= 0) return;
    const real = -this.#list.getBoundingClientRect().top;
    if (real > 0 && real !== this.#real) scrollBy({ top: this.#real - real });
  }

  /**
   * The element of a label's row, if the row is near the screen.
   * @param {string} id
   */
  row(id) {
    return this.#elements.get(id);
  }

  /** The row that has the focus. */
  get focusedRow() {
    const item = document.activeElement?.closest(".row-item");
    return item ? [...this.#elements.values()].find(({ element }) => element === item) : undefined;
  }

  /**
   * Brings a row near the screen.
   * @param {number} index
   */
  scrollTo(index) {
    if (this.#isFirstOnly) this.show(this.#rows);
    const { real, virtual } = this.#position();
    const place = index * this.#rowHeight;
    const isVisible = place - virtual >= barHeight && place - virtual + this.#rowHeight <= innerHeight - barHeight;
    if (!isVisible) this.#moveTo(real, place - innerHeight / 2);
    this.#render(false, this.#position());
  }

  // Scrolling

  get #rowHeight() {
    return this.#height.value;
  }

  /** How much of the element, and of the rows, is above the screen's upper edge. */
  #position() {
    const real = -this.#list.getBoundingClientRect().top;
    return { real, virtual: this.#scale.scrolled(real) };
  }

  /**
   * @param {number} real
   * @param {number} virtual
   */
  #moveTo(real, virtual) {
    scrollBy({ top: this.#scale.realOf(virtual) - real });
    this.#scale.arrived(-this.#list.getBoundingClientRect().top, virtual);
  }

  #scrolled() {
    if (this.#isFirstOnly) this.show(this.#rows);
    this.#render(false, this.#position(), mostNewRows);
    if (!this.#scale.isScaled || saysScrollEnd) return;
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => this.#settleScroll(), scrollEnd);
  }

  /** Puts the scroll bar where it belongs: in the midst of a scroll that would end it. */
  #settleScroll() {
    if (!this.#scale.isScaled) return;
    const { real, virtual } = this.#position();
    this.#moveTo(real, virtual);
    this.#render(false, this.#position());
  }

  /**
   * The rows that hold what is read, from the top: the one that the person is in, or else those on screen. Above the first row
   * nothing is read.
   * @param {number} virtual
   */
  #read(virtual) {
    const onScreen = rowsOnScreen(this.#indexes, virtual / this.#rowHeight, innerHeight / this.#rowHeight);
    const own = onScreen.find(({ id }) => this.#hasFocus(id));
    if (own) return [own];
    return virtual > 0 ? onScreen : [];
  }

  // Drawing

  /**
   * Draws what is on screen, and a little later what is near it.
   * @param {boolean} isChanged whether rows that have an element may be others now
   * @param {{ real: number, virtual: number }} position
   * @param {number} [mostNew] rows to make now, the upper ones; the others are made in the next frames
   */
  #render(isChanged, { real, virtual }, mostNew = Infinity) {
    this.#real = real;
    const missing = this.#draw(isChanged, this.#wanted(virtual, margin), mostNew);
    if (missing > 0) this.#drawInNextFrame();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#draw(false, this.#wanted(this.#position().virtual, overscan)), restDelay);
  }

  /** Scrolling may have drawn in this frame, and may in the next one: each makes its share once. */
  #drawInNextFrame() {
    cancelAnimationFrame(this.#nextFrame);
    this.#nextFrame = requestAnimationFrame(() => {
      this.#nextFrame = requestAnimationFrame(() => this.#render(false, this.#position(), mostNewRows));
    });
  }

  /**
   * Makes, updates, places and takes away elements. Where rows are still to be made, what was there stays until then. O(rows on
   * screen).
   * @param {boolean} isChanged whether rows that have an element may be others now
   * @param {Wanted} wanted
   * @param {number} [mostNew] elements to make at most, the upper ones
   * @returns {number} how many there were not made
   */
  #draw(isChanged, wanted, mostNew = Infinity) {
    const missing = new Map([...wanted].filter(([id]) => !this.#elements.has(id)).slice(mostNew).map(([id, { index }]) => [index, id]));
    for (const id of missing.values()) wanted.delete(id);
    for (const [id, row] of this.#elements) {
      if (wanted.has(id) || missing.has(this.#indexes.get(id) ?? -1)) continue;
      this.#elements.delete(id);
      row.element.remove();
    }
    for (const [id, { index, row }] of wanted) this.#update(id, index, row, isChanged);
    this.#indexes = new Map([...wanted].map(([id, { index }]) => [id, index]));
    putInOrder(this.#list, [...wanted.keys()].map((id) => /** @type {LabelRow} */ (this.#elements.get(id)).element));
    return missing.size;
  }

  /**
   * The rows on or near the screen, those farther off only if they have their elements, and the one with the focus.
   * @param {number} virtual
   * @param {number} ahead rows near the screen for which to make elements
   */
  #wanted(virtual, ahead) {
    const onScreen = Math.floor(virtual / this.#rowHeight);
    const below = this.#below(virtual);
    const [first, end] = [this.#clamp(onScreen - overscan), this.#clamp(below + overscan)];
    const focused = this.focusedRow;
    const focusedIndex = focused ? this.#rows.indexOf(focused.id) : -1;
    /** @type {Wanted} */
    const wanted = new Map();
    const want = (/** @type {number} */ index) => {
      const row = this.#rows.at(index);
      const isNear = index >= onScreen - ahead && index < below + ahead;
      if (row && (isNear || this.#elements.has(row.label.id))) wanted.set(row.label.id, { index, row });
    };
    if (focusedIndex >= 0 && focusedIndex < first) want(focusedIndex);
    for (let index = first; index < end; index += 1) want(index);
    if (focusedIndex >= end) want(focusedIndex);
    return wanted;
  }

  /**
   * The first row below the screen.
   * @param {number} virtual
   */
  #below(virtual) {
    return Math.ceil((virtual + innerHeight) / this.#rowHeight);
  }

  /** @param {number} index */
  #clamp(index) {
    return Math.min(Math.max(index, 0), this.#rows.count);
  }

  /** @param {string} id */
  #hasFocus(id) {
    return this.#elements.get(id)?.element.contains(document.activeElement) ?? false;
  }

  /**
   * @param {string} id
   * @param {number} index
   * @param {VisibleRow} shown
   * @param {boolean} isChanged
   */
  #update(id, index, shown, isChanged) {
    const known = this.#elements.get(id);
    const row = known ?? this.#makeRow(id);
    this.#elements.set(id, row);
    row.moveTo(this.#scale.origin + index * this.#rowHeight);
    if (known && !isChanged) return;
    row.element.ariaPosInSet = String(index + 1);
    row.element.ariaSetSize = String(this.#isFirstOnly ? -1 : this.#rows.count);
    row.update(shown);
  }
}
