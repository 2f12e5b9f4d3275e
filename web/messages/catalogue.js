/**
 * @typedef {string | { [category in Intl.LDMLPluralRule]?: string }} Message
 * @typedef {{ language: string, direction: "ltr" | "rtl", texts: Record<string, Message> }} Messages
 */

/** Every text of the page in one language. */
export class Catalogue {
  #messages;
  #plurals;
  #numbers;

  /** @param {Messages} messages */
  constructor(messages) {
    this.#messages = messages;
    this.language = messages.language;
    this.direction = messages.direction;
    this.#plurals = new Intl.PluralRules(messages.language);
    this.#numbers = new Intl.NumberFormat(messages.language);
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this.#messages.texts, key);
  }

  /**
   * The text of a key with its {values} filled in; numbers are written as the language writes them.
   * @param {string} key
   * @param {Record<string, string | number>} [values] `count` chooses the plural category
   */
  text(key, values = {}) {
    const message = this.#messages.texts[key];
    if (message === undefined) throw new RangeError(`No message ${key}`);
    const template = typeof message === "string" ? message : this.#pluralOf(message, values.count);
    return template.replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name];
      return typeof value === "number" ? this.#numbers.format(value) : String(value);
    });
  }

  /**
   * @param {Exclude<Message, string>} message
   * @param {string | number | undefined} count
   */
  #pluralOf(message, count) {
    return message[this.#plurals.select(Number(count))] ?? message.other ?? "";
  }
}
