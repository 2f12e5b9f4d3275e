import { labelsOf, textOf } from "../model/edit.js";

/** @typedef {import("../sync/notice.js").Notice} Notice */

/**
 * A notice with the text that it keeps for the person, if any. It is current until a later edit succeeds; its text stays
 * until the person dismisses it.
 * @typedef {{ notice: Notice, text: string | undefined, isCurrent: boolean, since: number }} Item
 */

/** Texts kept; with one more the oldest goes, and is counted. */
export const keptLimit = 100;

/** What the person has to be told, and which of their texts have no place in the list. */
export class NoticeBoard {
  /**
   * Oldest first.
   * @type {Item[]}
   */
  items = [];
  /** Texts that were dropped because too many were kept. */
  droppedCount = 0;

  /** The notice that stands, the newest one. */
  get current() {
    return this.items.filter(({ isCurrent }) => isCurrent).at(-1)?.notice;
  }

  /** Items that keep a text. */
  get kept() {
    return this.items.filter(({ text }) => text !== undefined);
  }

  /**
   * @param {Notice} notice
   * @param {number} nextSequence of the edit that is made next: that and later ones can clear the notice
   */
  add(notice, nextSequence) {
    this.items = this.items.filter((item) => !supersedes(notice, item));
    this.items.push({ notice, text: textOf(notice.edit) || undefined, isCurrent: true, since: nextSequence });
    while (this.items.length > keptLimit) {
      if (this.items.shift()?.text !== undefined) this.droppedCount += 1;
    }
  }

  /**
   * An own edit took effect: notices from before it was made are history, but for the texts that they keep.
   * @param {number} sequence
   */
  applied(sequence) {
    for (const item of this.items) item.isCurrent &&= sequence < item.since;
    this.#sweep();
  }

  /** @param {Item} item */
  dismiss(item) {
    this.items = this.items.filter((other) => other !== item);
    if (this.items.length === 0) this.droppedCount = 0;
  }

  /** Takes away the standing notices, but not the texts they keep. */
  dismissCurrent() {
    for (const item of this.items) item.isCurrent = false;
    this.#sweep();
  }

  #sweep() {
    this.items = this.items.filter(({ isCurrent, text }) => isCurrent || text !== undefined);
  }
}

/**
 * Whether a notice says what an earlier one said and keeps a text that grew out of the earlier one's: one notice for one
 * stretch of typing.
 * @param {Notice} notice
 * @param {Item} earlier
 */
function supersedes(notice, earlier) {
  const [one, other] = [notice.edit, earlier.notice.edit];
  const isSameCase = notice.code === earlier.notice.code && labelsOf(one).join() === labelsOf(other).join();
  if (!isSameCase) return false;
  const [text, earlierText] = [textOf(one), textOf(other)];
  return text === earlierText || (one.kind === "rename" && one.base === earlierText);
}
