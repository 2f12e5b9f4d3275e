import { canonicalPlace } from "./placement.js";

/** @typedef {import("./label.js").Label} Label */
/** @typedef {import("./placement.js").Place} Place */
/** @typedef {import("./placement.js").Orientation} Orientation */

/**
 * A place in the order. The place of a removed label is kept, so that labels can still be put beside it.
 * @typedef {{ label: Label, isLive: boolean, previous: Slot | null, next: Slot | null }} Slot
 */

/**
 * Takes one mutation back; the mutations after it must have been taken back before.
 * @typedef {() => void} Inverse
 */

/** Places of removed labels that are kept, as many as the server's default; the oldest beyond go. */
const defaultDeadSlotLimit = 10_000;

/**
 * Is told of each label that comes (`before` is null), goes (`after` is null), gets another value, or moves (both are the same).
 * @typedef {(before: Label | null, after: Label | null) => void} LabelObserver
 */

/**
 * The labels of a list as a linked order with an index by id. Every mutation is O(1) in the length of the list and
 * returns its inverse.
 */
export class LabelList {
  /** @type {Orientation} */
  orientation = 0;
  /** Live labels. */
  count = 0;
  /** @type {Map<string, Slot>} */
  #slots = new Map();
  /** @type {Slot | null} */
  #first = null;
  /** @type {Slot | null} */
  #last = null;
  /**
   * Ids of removed labels whose place is kept, oldest first.
   * @type {Set<string>}
   */
  #dead = new Set();
  #deadSlotLimit;
  /** @type {Set<LabelObserver>} */
  #observers = new Set();

  /**
   * @param {Iterable<Label>} labels in canonical order
   * @param {Orientation} orientation
   * @param {number} deadSlotLimit
   */
  constructor(labels = [], orientation = 0, deadSlotLimit = defaultDeadSlotLimit) {
    this.orientation = orientation;
    this.#deadSlotLimit = deadSlotLimit;
    for (const label of labels) this.insert(label, this.#last);
  }

  /**
   * @param {LabelObserver} observer told of every change from now on
   * @returns {() => void} ends that
   */
  observe(observer) {
    this.#observers.add(observer);
    return () => { this.#observers.delete(observer); };
  }

  /**
   * @param {Label | null} before
   * @param {Label | null} after
   */
  #tell(before, after) {
    for (const observer of this.#observers) observer(before, after);
  }

  /**
   * The live label with this id.
   * @param {string} id
   */
  get(id) {
    const slot = this.#slots.get(id);
    return slot?.isLive ? slot.label : undefined;
  }

  /**
   * Whether the id's label is removed and its place still known.
   * @param {string} id
   */
  isRemoved(id) {
    return this.#slots.get(id)?.isLive === false;
  }

  /** Live labels in canonical order. */
  *[Symbol.iterator]() {
    for (let slot = this.#first; slot; slot = slot.next) if (slot.isLive) yield slot.label;
  }

  /**
   * Live labels in the order on screen. O(limit).
   * @param {number} [limit] the first ones only
   */
  shown(limit = Infinity) {
    const isForward = this.orientation === 0;
    /** @type {Label[]} */
    const labels = [];
    for (let slot = isForward ? this.#first : this.#last; slot; slot = isForward ? slot.next : slot.previous) {
      if (labels.length >= limit) break;
      if (slot.isLive) labels.push(slot.label);
    }
    return labels;
  }

  /**
   * The slot of a label that is in the order, live or not.
   * @param {string} id
   */
  slot(id) {
    return this.#slots.get(id);
  }

  /**
   * The slot that labels put at a place follow (null: none, the front), or undefined if the place is unknown.
   * @param {Place} place
   * @param {Orientation} orientation the author's
   * @param {ReadonlySet<string>} [without] the labels that move there themselves
   * @returns {Slot | null | undefined}
   */
  spot(place, orientation, without = new Set()) {
    const canonical = canonicalPlace(place, orientation);
    if (canonical[0] === "first") return null;
    if (canonical[0] === "last") return slotNotIn(without, this.#last);
    const anchor = without.has(canonical[1]) ? undefined : this.#slots.get(canonical[1]);
    return canonical[0] === "after" ? anchor : anchor && slotNotIn(without, anchor.previous);
  }

  /**
   * @param {Label} label whose id is not in the order
   * @param {Slot | null} after
   * @returns {Inverse}
   */
  insert(label, after) {
    /** @type {Slot} */
    const slot = { label, isLive: true, previous: null, next: null };
    this.#slots.set(label.id, slot);
    this.#link(slot, after);
    this.count += 1;
    this.#tell(null, label);
    return () => {
      this.#unlink(slot);
      this.#slots.delete(label.id);
      this.count -= 1;
      this.#tell(slot.label, null);
    };
  }

  /**
   * Puts another value in the place of a live label: same id, other fields.
   * @param {Label} label
   * @returns {Inverse}
   */
  replace(label) {
    const slot = this.#slot(label.id);
    const before = slot.label;
    this.#setLabel(slot, label);
    return () => this.#setLabel(slot, before);
  }

  /**
   * @param {string} id
   * @param {Slot | null} after another slot
   * @returns {Inverse}
   */
  move(id, after) {
    const slot = this.#slot(id);
    const before = slot.previous;
    this.#relink(slot, after);
    return () => this.#relink(slot, before);
  }

  /**
   * Takes a live label out; its place stays.
   * @param {string} id
   * @returns {Inverse}
   */
  remove(id) {
    const slot = this.#slot(id);
    this.#bury(slot);
    return () => this.#revive(slot);
  }

  /**
   * Brings a removed label back to the place where it was.
   * @param {string} id
   * @returns {Inverse}
   */
  restore(id) {
    const slot = this.#slot(id);
    this.#revive(slot);
    return () => this.#bury(slot);
  }

  /** @returns {Inverse} */
  reverse() {
    const before = this.orientation;
    this.orientation = before === 0 ? 1 : 0;
    return () => { this.orientation = before; };
  }

  /** Forgets the oldest places of removed labels beyond the limit. Has no inverse: call it with nothing pending. */
  forgetOldPlaces() {
    for (const id of this.#dead) {
      if (this.#dead.size <= this.#deadSlotLimit) return;
      this.#unlink(this.#slot(id));
      this.#slots.delete(id);
      this.#dead.delete(id);
    }
  }

  /**
   * @param {string} id
   * @returns {Slot}
   */
  #slot(id) {
    const slot = this.#slots.get(id);
    if (!slot) throw new RangeError(`No label ${id} in the order`);
    return slot;
  }

  /** @param {Slot} slot */
  #revive(slot) {
    slot.isLive = true;
    this.count += 1;
    this.#dead.delete(slot.label.id);
    this.#tell(null, slot.label);
  }

  /** @param {Slot} slot */
  #bury(slot) {
    slot.isLive = false;
    this.count -= 1;
    this.#dead.add(slot.label.id);
    this.#tell(slot.label, null);
  }

  /**
   * @param {Slot} slot
   * @param {Label} label
   */
  #setLabel(slot, label) {
    const before = slot.label;
    slot.label = label;
    this.#tell(before, label);
  }

  /**
   * @param {Slot} slot
   * @param {Slot | null} after
   */
  #relink(slot, after) {
    this.#unlink(slot);
    this.#link(slot, after);
    if (slot.isLive) this.#tell(slot.label, slot.label);
  }

  /**
   * @param {Slot} slot
   * @param {Slot | null} after
   */
  #link(slot, after) {
    slot.previous = after;
    slot.next = after ? after.next : this.#first;
    if (after) after.next = slot; else this.#first = slot;
    if (slot.next) slot.next.previous = slot; else this.#last = slot;
  }

  /** @param {Slot} slot */
  #unlink(slot) {
    if (slot.previous) slot.previous.next = slot.next; else this.#first = slot.next;
    if (slot.next) slot.next.previous = slot.previous; else this.#last = slot.previous;
  }
}

/**
 * The slot, or the nearest one in front of it, that is not among some labels.
 * @param {ReadonlySet<string>} labels
 * @param {Slot | null} slot
 */
function slotNotIn(labels, slot) {
  let candidate = slot;
  while (candidate && labels.has(candidate.label.id)) candidate = candidate.previous;
  return candidate;
}
