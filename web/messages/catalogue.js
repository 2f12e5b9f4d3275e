/**
 * A text, or one for each plural category of the language; `1` is for exactly one where the language has no category for it.
 * @typedef {string | { [category in Intl.LDMLPluralRule | "1"]?: string }} Message
 * @typedef {{ language: string, direction: "ltr" | "rtl", texts: Record<string, Message> }} Messages
 */

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Every text of the page in one language. */
export class Catalogue {
  #messages;
  #plurals;
  #numbers;
  #lists;
  #times;
  #dates;
  #moments;

  /**
   * @param {Messages} messages
   * @param {string} [locale] a tag of the same language, by whose conventions numbers, times and lists are written
   */
  constructor(messages, locale = messages.language) {
    this.#messages = messages;
    this.language = messages.language;
    this.direction = messages.direction;
    this.#plurals = new Intl.PluralRules(locale);
    this.#numbers = new Intl.NumberFormat(locale);
    this.#lists = new Intl.ListFormat(locale);
    this.#times = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
    this.#dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
    this.#moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
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
      return typeof value === "number" ? this.number(value) : this.#isolated(String(value));
    });
  }

  /**
   * Several texts in one: "a, b and c".
   * @param {readonly string[]} texts
   */
  list(texts) {
    return this.#lists.format(texts);
  }

  /**
   * A time of today as a time of day, any other with its date.
   * @param {number} time in milliseconds since 1970
   * @param {number} [now]
   */
  time(time, now = Date.now()) {
    const isToday = new Date(time).toDateString() === new Date(now).toDateString();
    return (isToday ? this.#times : this.#moments).format(time);
  }

  /** @param {number} time in milliseconds since 1970 */
  date(time) {
    return this.#dates.format(time);
  }

  /** @param {number} value */
  number(value) {
    return this.#numbers.format(value);
  }

  /**
   * A name that may run the other way than the text around it moves nothing there.
   * @param {string} value
   */
  #isolated(value) {
    return this.direction === "rtl" || rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
  }

  /**
   * @param {Exclude<Message, string>} message
   * @param {string | number | undefined} count
   */
  #pluralOf(message, count) {
    const exact = Number(count) === 1 ? message[1] : undefined;
    return exact ?? message[this.#plurals.select(Number(count))] ?? message.other ?? "";
  }
}
