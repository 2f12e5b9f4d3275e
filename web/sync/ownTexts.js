import { labelsOf } from "../model/edit.js";
import { textEdit } from "./outbox.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("./messages.js").SnapshotLabel} SnapshotLabel */
/** @typedef {import("./outbox.js").Outbox} Outbox */
/** @typedef {import("./outbox.js").PendingEdit} PendingEdit */
/**
 * Whatever overwrote the text up to the revision `knownThrough` was told.
 * @typedef {{ sequence: number, label: string, edit: Edit, knownThrough: number }} OwnText
 */

/** Own texts that are remembered in case somebody overwrites them unseen; the oldest goes first. */
const rememberedTextLimit = 256;

/**
 * The latest texts that this client brought into the list, to tell which of them others overwrote without having seen them. A
 * snapshot may tell so before it is known whether a text was applied: then that is noted in the outbox.
 */
export class OwnTexts {
  /**
   * By sequence, the latest last.
   * @type {Map<number, OwnText>}
   */
  #texts = new Map();
  #outbox;
  #tell;

  /**
   * @param {Outbox} outbox
   * @param {(text: OwnText) => void} tell
   */
  constructor(outbox, tell) {
    this.#outbox = outbox;
    this.#tell = tell;
  }

  /**
   * @param {number} sequence
   * @param {PendingEdit} pending
   * @param {number} asOf the revision at which it stood
   * @returns {OwnText[]} its text, if it has one
   */
  remember(sequence, pending, asOf) {
    const known = this.#texts.get(sequence);
    return (known ? [known] : ownText(sequence, pending, asOf)).map((text) => this.#keep(text));
  }

  /**
   * @param {OwnText} text
   * @returns {OwnText}
   */
  #keep(text) {
    this.#texts.set(text.sequence, text);
    if (this.#texts.size > rememberedTextLimit) this.#texts.delete(this.#texts.keys().next().value ?? 0);
    return text;
  }

  clear() {
    this.#texts.clear();
  }

  /**
   * Tells if an effect overwrote a text of this client, or brought back a label in which a text had been overwritten when a
   * snapshot passed that over. What this client's own undo brought back is a text of this client from now on.
   * @param {import("./remoteChange.js").Effect} effect
   * @param {number | null} author this client
   * @param {import("./remoteChange.js").Change} change the one that it is part of
   */
  follow(effect, author, change) {
    const { revision } = change;
    if (effect.effect === "renamed") {
      this.#renamed(author, effect.overwrote ?? [], revision);
      if (change.author === author) this.#keepUndone(change.sequence, effect, revision);
    }
    if (effect.effect === "restored") this.tellLast(this.missedBefore(author, [effect.label], () => 0), revision);
  }

  /**
   * @param {number} sequence
   * @param {{ id: string, value: string }} renamed
   * @param {number} revision
   */
  #keepUndone(sequence, { id, value }, revision) {
    if (this.#outbox.find(sequence)?.asked.kind !== "undo") return;
    /** @type {Edit} */
    const edit = { kind: "rename", ids: [id], name: value, base: value, seen: revision };
    this.#keep({ sequence, label: id, edit, knownThrough: revision });
  }

  /**
   * @param {number | null} author this client
   * @param {readonly import("./remoteChange.js").Naming[]} overwrote
   * @param {number} revision
   */
  #renamed(author, overwrote, revision) {
    const own = overwrote.find((naming) => naming.author === author);
    if (!own) return;
    const pending = this.#outbox.find(own.sequence);
    const [text] = pending ? ownText(own.sequence, pending, revision) : [this.#texts.get(own.sequence)];
    if (!text) return;
    this.#tell(text);
    text.knownThrough = revision;
  }

  /**
   * What the changes before a snapshot would have told, read off its labels.
   * @param {number | null} author this client
   * @param {readonly SnapshotLabel[]} labels
   * @param {(label: string) => number} since the revision up to which everything about a label is known
   * @returns {OwnText[]} what is to be told, the latest text of each label
   */
  missedBefore(author, labels, since) {
    const overwrites = overwritesIn(author, labels);
    this.#outbox.noteOverwrites(overwrites);
    const latest = new Map([...this.#texts.values()].map((text) => [text.label, text]));
    return [...latest.values()].filter(({ label, knownThrough }) =>
      (overwrites.get(label) ?? 0) > Math.max(since(label), knownThrough));
  }

  /**
   * Tells that texts were overwritten: of those of one label the last, which followed on the others.
   * @param {readonly OwnText[]} texts
   * @param {number} revision up to which nothing more is to be told of them
   */
  tellLast(texts, revision) {
    const last = new Map(texts.map((text) => [text.label, text]));
    for (const text of last.values()) this.#tell(text);
    for (const text of texts) text.knownThrough = revision;
  }
}

/**
 * @param {number} sequence
 * @param {PendingEdit} pending
 * @param {number} knownThrough
 * @returns {OwnText[]} none if it brings no text
 */
function ownText(sequence, pending, knownThrough) {
  const edit = textEdit(pending);
  return edit ? [{ sequence, label: labelsOf(edit)[0], edit, knownThrough }] : [];
}

/**
 * @param {number | null} author
 * @param {readonly SnapshotLabel[]} labels
 * @returns {Map<string, number>} the latest revision at which a text of the author's was overwritten unseen, by label
 */
function overwritesIn(author, labels) {
  const revisions = new Map();
  for (const { id, overwrote = [] } of labels) {
    const own = overwrote.filter((naming) => naming.author === author);
    if (own.length > 0) revisions.set(id, Math.max(...own.map(({ revision }) => revision)));
  }
  return revisions;
}
