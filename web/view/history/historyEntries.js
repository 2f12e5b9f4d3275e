/** @typedef {import("../../sync/remoteChange.js").Change} Change */
/** @typedef {import("../../sync/remoteChange.js").Effect} Effect */

/** Changes of one stretch of typing follow each other within this time, in milliseconds. */
const typingPause = 60_000;

/**
 * A change as the HTTP interface tells it: with what its effects replaced, and its author's name if that is known.
 * @typedef {Effect & { replaced?: string | boolean | number, label?: import("../../model/label.js").Label }} PastEffect
 * @typedef {Omit<Change, "effects"> & { group?: string, name?: string, verified?: boolean, effects: readonly PastEffect[] }} PastChange
 *
 * What one change did to one label, or (`reversed`) to the list. `name` is the label's name after it, if that is known.
 * @typedef {{ effect: Effect["effect"], id: string | null, name: string | undefined, before?: string | boolean,
 *   after?: string | boolean }} HistoryItem
 *
 * What one person did in one go, as one line: revisions above `after` up to and including `revision`.
 * @typedef {{ author: number, name: string | undefined, verified: boolean | undefined, time: number, after: number,
 *   revision: number, group: string | undefined, items: HistoryItem[] }} HistoryEntry
 */

/** Reads a list's log backwards, page by page, and knows what each label was called at every point. */
export class HistoryReader {
  /**
   * By label, its name before the earliest change that was read.
   * @type {Map<string, string>}
   */
  #names;

  /** @param {Iterable<import("../../model/label.js").Label>} labels the list at the revision where reading begins */
  constructor(labels) {
    this.#names = new Map(Array.from(labels, ({ id, name }) => [id, name]));
  }

  /**
   * @param {readonly PastChange[]} changes ascending; the last comes directly before those that were read already
   * @returns {HistoryEntry[]} newest first
   */
  read(changes) {
    /** @type {HistoryEntry[]} */
    const entries = [];
    for (const change of [...changes].reverse()) {
      const items = [...change.effects].reverse().map((effect) => this.#item(effect)).reverse();
      const later = entries.at(-1);
      if (later && isContinued(change, later)) prepend(later, change, items);
      else entries.push(entryOf(change, items));
    }
    return entries;
  }

  /**
   * @param {PastEffect} effect
   * @returns {HistoryItem}
   */
  #item(effect) {
    if (effect.effect === "reversed") return { effect: effect.effect, id: null, name: undefined };
    const id = "id" in effect ? effect.id : effect.label.id;
    const before = typeof effect.replaced === "number" ? undefined : effect.replaced;
    switch (effect.effect) {
      case "renamed":
        if (typeof before === "string") this.#names.set(id, before);
        return { effect: effect.effect, id, name: effect.value, before, after: effect.value };
      case "included": return { effect: effect.effect, id, name: this.#names.get(id), before, after: effect.value };
      case "removed":
        if (effect.label) this.#names.set(id, effect.label.name);
        return { effect: effect.effect, id, name: this.#names.get(id) };
      case "inserted":
      case "restored": return { effect: effect.effect, id, name: effect.label?.name };
      case "moved": return { effect: effect.effect, id, name: this.#names.get(id) };
    }
  }
}

/**
 * @param {PastChange} change
 * @param {HistoryItem[]} items
 * @returns {HistoryEntry}
 */
function entryOf({ author, name, verified, time, revision, group }, items) {
  return { author, name, verified, time, after: revision - 1, revision, group, items };
}

/**
 * Whether a change belongs to the same action as the one that was made after it: a group, or one name being typed.
 * @param {PastChange} change
 * @param {HistoryEntry} later
 */
function isContinued(change, later) {
  if (change.author !== later.author || change.group !== later.group) return false;
  if (change.group !== undefined) return true;
  const [effect, item] = [change.effects[0], later.items[0]];
  return change.effects.length === 1 && later.items.length === 1 && effect.effect === "renamed" && item.effect === "renamed"
    && effect.id === item.id && item.before === effect.value && later.time - change.time < typingPause;
}

/**
 * @param {HistoryEntry} later
 * @param {PastChange} change
 * @param {HistoryItem[]} items
 */
function prepend(later, change, items) {
  later.after = change.revision - 1;
  if (change.group === undefined) later.items[0] = { ...later.items[0], before: items[0].before };
  else later.items.unshift(...items);
}

/**
 * The kinds of effects in an entry, each with the labels it met, in the order in which they came first.
 * @param {HistoryEntry} entry
 * @returns {{ effect: string, items: HistoryItem[] }[]}
 */
export function actionsOf({ items }) {
  /** @type {Map<string, HistoryItem[]>} */
  const actions = new Map();
  for (const item of items) {
    const kind = item.effect === "included" ? (item.after ? "included" : "excluded") : item.effect;
    const same = actions.get(kind);
    if (same) same.push(item);
    else actions.set(kind, [item]);
  }
  return Array.from(actions, ([effect, met]) => ({ effect, items: met }));
}
