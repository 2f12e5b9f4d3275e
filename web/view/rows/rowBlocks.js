import { folded } from "../../filter.js";
import { FoundLately } from "./foundLately.js";

/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../filter.js").Folded} Folded */
/** @typedef {import("../../filter.js").LabelFilter} LabelFilter */

/** Entries of a new block; one that grows to twice as many is split. */
const blockSize = 256;
/** Between the names of a block. A query that holds it is found in no block's text. */
export const nameSeparator = "\n";

/** A label of the list in its place. */
export class RowEntry {
  /** Whether it has a row. */
  isShown = false;
  /**
   * The name as the filter compares it, once that was asked for.
   * @type {Folded | null}
   */
  #folded = null;
  /** @type {RowBlock | null} */
  block = null;
  #label;

  /**
   * @param {Label} label
   * @param {boolean} isCounted whether it stands for its label in the list, or only has a row
   */
  constructor(label, isCounted = true) {
    this.#label = label;
    this.isCounted = isCounted;
  }

  get label() {
    return this.#label;
  }

  set label(label) {
    if (label.name !== this.#label.name) {
      this.#folded = null;
      this.block?.renamed(this);
    }
    this.block?.found.clear();
    this.#label = label;
  }

  /** @param {string} language always the same */
  folded(language) {
    return (this.#folded ??= folded(this.#label.name, language));
  }
}

/**
 * The folded names of a block in one text, so that one search looks through them all; `starts` are the offsets at which each
 * begins, and the one at which one more would. `isPlain` if all of them are.
 * @typedef {{ text: string, starts: Int32Array, isPlain: boolean }} BlockText
 */

/** Names that may be others than in a block's text before the text is written anew. */
const renamedLimit = 16;

/** Some hundred entries that follow each other. */
export class RowBlock {
  shownCount = 0;
  labelCount = 0;
  /** What was found in it lately. */
  found = new FoundLately();
  /**
   * The filter by which exactly the right entries are shown, if that is known.
   * @type {LabelFilter | null}
   */
  shownBy = null;
  /** @type {RowEntry[]} */
  entries;
  /** @type {BlockText | null} */
  #text = null;
  /**
   * Entries whose names are others than in the text.
   * @type {Set<RowEntry>}
   */
  #renamed = new Set();

  /** @param {RowEntry[]} entries */
  constructor(entries) {
    this.entries = entries;
    for (const entry of entries) entry.block = this;
    this.count();
  }

  /** Counts anew. O(entries). */
  count() {
    this.shownCount = this.labelCount = 0;
    for (const { isShown, isCounted } of this.entries) {
      if (isShown) this.shownCount += 1;
      if (isCounted) this.labelCount += 1;
    }
  }

  forgetText() {
    this.#text = null;
    this.#renamed.clear();
  }

  /** @param {RowEntry} entry one of its own */
  renamed(entry) {
    if (this.#text && this.#renamed.add(entry).size > renamedLimit) this.forgetText();
  }

  /** The entries of which the text holds a former name: few. */
  get stale() {
    return this.#renamed;
  }

  /**
   * Whether all names are plain.
   * @param {string} language always the same
   */
  isPlain(language) {
    return this.text(language).isPlain && [...this.#renamed].every((entry) => entry.folded(language).isPlain);
  }

  /**
   * The names as they were when the text was last written: those that `stale` names are others now.
   * @param {string} language always the same
   * @returns {BlockText}
   */
  text(language) {
    return (this.#text ??= joined(this.entries, language));
  }
}

/**
 * @param {readonly RowEntry[]} entries
 * @param {string} language
 */
function joined(entries, language) {
  const starts = new Int32Array(entries.length + 1);
  /** @type {string[]} */
  const texts = [];
  let isPlain = true;
  for (let index = 0; index < entries.length; index += 1) {
    const name = entries[index].folded(language);
    starts[index + 1] = starts[index] + name.text.length + 1;
    texts.push(name.text);
    isPlain &&= name.isPlain;
  }
  return { text: texts.join(nameSeparator), starts, isPlain };
}

/**
 * A list's labels in canonical order, in blocks, so that places and counts are found and changed without looking at each:
 * O(blocks + entries of a block), with 100,000 labels some microseconds.
 */
export class RowBlocks {
  /** @type {RowBlock[]} */
  blocks = [];

  /** @param {RowEntry[]} [entries] */
  constructor(entries = []) {
    for (let start = 0; start < entries.length; start += blockSize) {
      this.blocks.push(new RowBlock(entries.slice(start, start + blockSize)));
    }
  }

  get shownCount() {
    let count = 0;
    for (const block of this.blocks) count += block.shownCount;
    return count;
  }

  get labelCount() {
    let count = 0;
    for (const block of this.blocks) count += block.labelCount;
    return count;
  }

  /**
   * @param {RowEntry} entry in no block
   * @param {RowEntry | null} after null: at the front
   */
  insert(entry, after) {
    if (this.blocks.length === 0) this.blocks.push(new RowBlock([]));
    const block = after?.block ?? this.blocks[0];
    block.entries.splice(after ? block.entries.indexOf(after) + 1 : 0, 0, entry);
    entry.block = block;
    this.#changed(block);
    if (block.entries.length < 2 * blockSize) return;
    const rest = new RowBlock(block.entries.splice(blockSize));
    rest.shownBy = block.shownBy;
    block.count();
    this.blocks.splice(this.blocks.indexOf(block) + 1, 0, rest);
  }

  /** @param {RowEntry} entry */
  takeOut(entry) {
    const { block } = entry;
    if (!block) return;
    entry.block = null;
    block.entries.splice(block.entries.indexOf(entry), 1);
    this.#changed(block);
    if (block.entries.length === 0) this.blocks.splice(this.blocks.indexOf(block), 1);
  }

  /**
   * @param {RowEntry} entry
   * @param {boolean} isShown
   */
  show(entry, isShown) {
    if (entry.isShown === isShown) return;
    entry.isShown = isShown;
    if (entry.block) entry.block.shownCount += isShown ? 1 : -1;
  }

  /** @param {RowBlock} block */
  #changed(block) {
    block.forgetText();
    block.found.clear();
    block.count();
  }

  /**
   * The entry in front of another, shown or not.
   * @param {RowEntry} entry
   * @returns {RowEntry | null}
   */
  previous(entry) {
    const { block } = entry;
    if (!block) return null;
    const index = block.entries.indexOf(entry);
    if (index > 0) return block.entries[index - 1];
    return this.blocks[this.blocks.indexOf(block) - 1]?.entries.at(-1) ?? null;
  }

  /** The last entry, shown or not. */
  get last() {
    return this.blocks.at(-1)?.entries.at(-1) ?? null;
  }

  /**
   * How many shown entries stand before one.
   * @param {RowEntry} entry
   */
  rankOf(entry) {
    return this.#before(entry, ({ shownCount }) => shownCount, ({ isShown }) => isShown);
  }

  /**
   * How many labels stand before one.
   * @param {RowEntry} entry
   */
  positionOf(entry) {
    return this.#before(entry, ({ labelCount }) => labelCount, ({ isCounted }) => isCounted);
  }

  /**
   * @param {RowEntry} entry
   * @param {(block: RowBlock) => number} countOf
   * @param {(entry: RowEntry) => boolean} counts
   */
  #before(entry, countOf, counts) {
    let count = 0;
    for (const block of this.blocks) {
      if (block === entry.block) break;
      count += countOf(block);
    }
    for (const other of entry.block?.entries ?? []) {
      if (other === entry) break;
      if (counts(other)) count += 1;
    }
    return count;
  }

  /**
   * The shown entry that so many others stand before.
   * @param {number} rank
   */
  shownAt(rank) {
    let rest = rank;
    for (const block of this.blocks) {
      if (rest >= block.shownCount) {
        rest -= block.shownCount;
        continue;
      }
      for (const entry of block.entries) if (entry.isShown && (rest -= 1) < 0) return entry;
    }
    return undefined;
  }
}
