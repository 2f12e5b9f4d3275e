import { graphemesOf } from "../../model/nameMerge.js";

/** @typedef {import("../../model/edit.js").Edit} Edit */
/** @typedef {import("../../sync/replica.js").Replica} Replica */

const encoder = new TextEncoder();

/**
 * What a name field holds while somebody is in it. Every rename says on which text it builds, and which revision the
 * person had seen when they took that text in.
 */
export class NameEditor {
  /** What the editor held at its last edit. */
  #text;
  #seen;
  #history;
  #replica;

  /**
   * @param {Replica} replica
   * @param {string} id
   * @param {string} text
   */
  constructor(replica, id, text) {
    this.#replica = replica;
    this.id = id;
    this.#text = text;
    this.#seen = replica.revision;
    this.#history = replica.history;
  }

  /** What the label's name was when it was last taken in or changed here. */
  get text() {
    return this.#text;
  }

  /**
   * The edit that makes the label's name what was typed, or undefined if nothing changed.
   * @param {string} typed
   * @returns {Extract<Edit, { kind: "rename" }> | undefined}
   */
  rename(typed) {
    const name = wellFormed(typed);
    if (name === this.#text) return undefined;
    const seen = this.#history === this.#replica.history ? this.#seen : 0;
    const base = this.#text;
    this.#text = name;
    return { kind: "rename", ids: [this.id], name, base, seen };
  }
}

/**
 * Half a surrogate pair is no character, and no server takes it.
 * @param {string} text
 */
export function wellFormed(text) {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/**
 * @param {string} name
 * @param {Pick<import("../../sync/messages.js").Limits, "nameGraphemes" | "nameBytes"> | null} limits null: not known yet
 */
export function isTooLong(name, limits) {
  if (!limits || name.length <= Math.min(limits.nameGraphemes, limits.nameBytes / 3)) return false;
  return encoder.encode(name).length > limits.nameBytes || graphemesOf(name).length > limits.nameGraphemes;
}
