import { textOf } from "../model/edit.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./messages.js").SnapshotLabel} SnapshotLabel */
/** @typedef {{ sequence: number, edit: Edit }} OwnText */

/** Own texts that are remembered in case somebody overwrites them unseen; the oldest goes first. */
const rememberedTextLimit = 256;

/** The latest texts that this client brought into the list, to tell which of them others overwrote without having seen them. */
export class OwnTexts {
  /**
   * By sequence, the latest last.
   * @type {Map<number, Edit>}
   */
  #texts = new Map();

  /**
   * @param {number} sequence
   * @param {Edit} edit
   */
  remember(sequence, edit) {
    if (textOf(edit) === undefined) return;
    this.#texts.set(sequence, edit);
    if (this.#texts.size > rememberedTextLimit) this.#texts.delete(this.#texts.keys().next().value ?? 0);
  }

  clear() {
    this.#texts.clear();
  }

  /**
   * The text that a change by somebody else overwrote, if it is one of these.
   * @param {number | null} author this client
   * @param {readonly import("./remoteChange.js").Naming[]} overwrote
   * @returns {OwnText | undefined}
   */
  overwrittenBy(author, overwrote) {
    const own = overwrote.find((naming) => naming.author === author);
    const edit = own && this.#texts.get(own.sequence);
    return own && edit && { sequence: own.sequence, edit };
  }

  /**
   * What diffs would have said, read off the labels of a snapshot.
   * @param {number | null} author this client
   * @param {readonly SnapshotLabel[]} labels
   * @param {number} since the revision up to which everything is known
   * @returns {OwnText[]}
   */
  overwrittenIn(author, labels, since) {
    const texts = [...this.#texts].reverse();
    return labels.flatMap(({ id, overwrote = [] }) => {
      if (!overwrote.some((naming) => naming.author === author && naming.revision > since)) return [];
      const found = texts.find(([, edit]) => "ids" in edit && edit.ids[0] === id);
      return found ? [{ sequence: found[0], edit: found[1] }] : [];
    });
  }
}
