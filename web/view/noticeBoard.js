import { labelsOf, textOf } from "../model/edit.js";

/** @typedef {import("../sync/notice.js").Notice} Notice */

/**
 * A notice with the text that it keeps for the person, if any. It is current until a later edit succeeds; its text stays
 * until the person dismisses it. While the label's name holds an overwritten text after all, there is nothing to tell.
 * @typedef {{ notice: Notice, text: string | undefined, isCurrent: boolean, isStanding: boolean, since: number }} Item
 */

/** Notices kept. With one more the oldest without a text goes; if all keep one, the oldest goes and is counted. */
export const keptLimit = 200;

/** What the person has to be told, and which of their texts have no place in the list. */
export class NoticeBoard {
  /**
   * Oldest first.
   * @type {Item[]}
   */
  items = [];
  /** Texts that were dropped because too many were kept. */
  droppedCount = 0;
  #forget;

  /** @param {(ids: string[]) => void} [forget] is told of the notices that are done with */
  constructor(forget = () => {}) {
    this.#forget = forget;
  }

  /** The notice that stands, the newest one. */
  get current() {
    return this.items.filter(({ isCurrent, isStanding }) => isCurrent && !isStanding).at(-1)?.notice;
  }

  /** Items that keep a text which stands nowhere else. */
  get kept() {
    return this.items.filter(({ text, isStanding }) => text !== undefined && !isStanding);
  }

  /**
   * @param {Notice} notice
   * @param {number} nextSequence of the edit that is made next: that and later ones can clear the notice
   */
  add(notice, nextSequence) {
    if (this.items.some((item) => item.notice.id === notice.id)) return;
    const wider = this.items.find((item) => areOverwritten(notice, item.notice) && holds(item.notice, notice));
    if (wider) {
      Object.assign(wider, { isCurrent: true, since: nextSequence });
      this.#forget([notice.id]);
      return;
    }
    const added = { notice, text: textOf(notice.edit) || undefined, isCurrent: true, isStanding: false, since: nextSequence };
    this.#keep([...this.items.filter((item) => !supersedes(notice, item.notice)), added]);
    if (this.items.length > keptLimit) this.#dropOldest();
  }

  #dropOldest() {
    const oldest = this.items.find(({ text }) => text === undefined) ?? this.items[0];
    if (oldest.text !== undefined) this.droppedCount += 1;
    this.#keep(this.items.filter((item) => item !== oldest));
  }

  /** @param {Item[]} items those that are left */
  #keep(items) {
    const kept = new Set(items);
    const gone = this.items.filter((item) => !kept.has(item));
    this.items = items;
    if (gone.length > 0) this.#forget(gone.map(({ notice }) => notice.id));
  }

  /**
   * An own edit took effect: notices from before it was made are history, but for the texts that they keep.
   * @param {number} sequence
   */
  applied(sequence) {
    for (const item of this.items) item.isCurrent &&= sequence < item.since;
    this.#sweep();
  }

  /**
   * Looks which overwritten texts are in their label's name after all, as when the person typed on and won.
   * @param {(id: string) => string | undefined} nameOf the name a label has now, own pending edits included
   */
  compare(nameOf) {
    for (const item of this.items) {
      if (item.notice.code !== "overwritten") continue;
      item.isStanding = nameOf(labelsOf(item.notice.edit)[0])?.includes(item.text ?? "") ?? false;
    }
    this.#keep(this.items.filter(({ isCurrent, isStanding }) => isCurrent || !isStanding));
  }

  /** @param {Item} item */
  dismiss(item) {
    this.#keep(this.items.filter((other) => other !== item));
    if (this.items.length === 0) this.droppedCount = 0;
  }

  /** Dismisses everything that is shown. */
  dismissAll() {
    this.#keep(this.items.filter(({ isStanding }) => isStanding));
    this.droppedCount = 0;
  }

  /** Takes away the standing notices, but not the texts they keep. */
  dismissCurrent() {
    for (const item of this.items) item.isCurrent = false;
    this.#sweep();
  }

  #sweep() {
    this.#keep(this.items.filter(({ isCurrent, text }) => isCurrent || text !== undefined));
  }
}

/**
 * Whether a notice says what an earlier one said and keeps a text that grew out of the earlier one's: one notice for one
 * stretch of typing.
 * @param {Notice} notice
 * @param {Notice} earlier
 */
function supersedes(notice, earlier) {
  if (notice.code === "overwritten") return areOverwritten(notice, earlier) && holds(notice, earlier);
  const [one, other] = [notice.edit, earlier.edit];
  if (notice.code !== earlier.code || labelsOf(one).join() !== labelsOf(other).join()) return false;
  const [text, earlierText] = [textOf(one), textOf(other)];
  return text === earlierText || (one.kind === "rename" && one.base === earlierText);
}

/**
 * Whether two notices tell that own texts of the same label were overwritten.
 * @param {Notice} notice
 * @param {Notice} other
 */
function areOverwritten(notice, other) {
  if (notice.code !== "overwritten" || other.code !== "overwritten") return false;
  return labelsOf(notice.edit).join() === labelsOf(other.edit).join();
}

/**
 * Whether all of a notice's text is in another's.
 * @param {Notice} wide
 * @param {Notice} narrow
 */
function holds(wide, narrow) {
  return (textOf(wide.edit) ?? "").includes(textOf(narrow.edit) ?? "");
}
