/**
 * Who takes part, as the server shows them: `author` is the number of their client in the list, `editing` the label whose name they
 * are in. `verified` is there if a name is; false means that the person gave it and nobody checked.
 * @typedef {Readonly<{ author: number, name?: string, color?: string, verified?: boolean, editing?: string }>} Present
 * @typedef {{ whole: boolean, count: number, people: readonly Present[], left: readonly number[] }} PresenceMessage
 */

/** @type {readonly Present[]} */
const nobody = Object.freeze([]);

/** Who else has the list open, and where they are. It holds no more people than the server tells of. */
export class Presence {
  /** Clients that take part, this one included; 0 while nothing is known. */
  count = 0;
  /**
   * This client's own number.
   * @type {number | null}
   */
  author = null;
  /** @type {Map<number, Present>} */
  #people = new Map();
  /**
   * The others by the label that they edit.
   * @type {Map<string, Present[]>}
   */
  #editors = new Map();

  /** @param {PresenceMessage} message */
  take({ whole, count, people, left }) {
    if (whole) this.#people.clear();
    for (const person of people) this.#people.set(person.author, person);
    for (const author of left) this.#people.delete(author);
    this.count = count;
    this.#findEditors();
  }

  /** The connection ended: nothing is known any more. */
  clear() {
    this.take({ whole: true, count: 0, people: [], left: [] });
  }

  /** Everybody but this client, those who came first in front. Empty when too many are there to be told apart. */
  get others() {
    const others = [...this.#people.values()].filter(({ author }) => author !== this.author);
    return others.sort((one, other) => one.author - other.author);
  }

  /** This client's own entry, if the server tells of it. */
  get own() {
    return this.author === null ? undefined : this.#people.get(this.author);
  }

  /** Whether people are counted only, since there are so many. */
  get isCountOnly() {
    return this.#people.size < this.count && this.#people.size === 0;
  }

  /** @param {number} author */
  nameOf(author) {
    return this.#people.get(author)?.name;
  }

  /**
   * The others who are in the name of a label.
   * @param {string} label its id
   * @returns {readonly Present[]}
   */
  editorsOf(label) {
    return this.#editors.get(label) ?? nobody;
  }

  /** The labels that others edit, and who. */
  get editors() {
    return this.#editors.entries();
  }

  #findEditors() {
    this.#editors.clear();
    for (const person of this.others) {
      if (person.editing === undefined) continue;
      const editors = this.#editors.get(person.editing);
      if (editors) editors.push(person);
      else this.#editors.set(person.editing, [person]);
    }
  }
}
