/**
 * A text, or one for each plural category of the language; `1` is for exactly one where the language has no category for it.
 * @typedef {string | { [category in Intl.LDMLPluralRule | "1"]?: string }} Message
 * @typedef {{ language: string, direction: "ltr" | "rtl", texts: Record<string, Message> }} Messages
 */

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Every text of the page in one language. */
export class Catalogue {
  #messages;
  #locale;
  /**
   * The writers of numbers, times and lists, each made when it is first needed: that takes milliseconds.
   * @type {Map<string, any>}
   */
  #writers = new Map();

  /**
   * @param {Messages} messages
   * @param {string} [locale] a tag of the same language, by whose conventions numbers, times and lists are written
   */
  constructor(messages, locale = messages.language) {
    this.#messages = messages;
    this.language = messages.language;
    this.direction = messages.direction;
    this.#locale = locale;
  }

  /**
   * @template T
   * @param {string} what
   * @param {(locale: string) => T} make
   * @returns {T}
   */
  #writer(what, make) {
    if (!this.#writers.has(what)) this.#writers.set(what, make(this.#locale));
    return this.#writers.get(what);
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
    return this.#writer("list", (locale) => new Intl.ListFormat(locale)).format(texts);
  }

  /**
   * A time of today as a time of day, any other with its date.
   * @param {number} time in milliseconds since 1970
   * @param {number} [now]
   */
  time(time, now = Date.now()) {
    const isToday = new Date(time).toDateString() === new Date(now).toDateString();
    return this.#timeWriter(isToday ? "time" : "moment", { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) }).format(time);
  }

  /** @param {number} time in milliseconds since 1970 */
  date(time) {
    return this.#timeWriter("date", { dateStyle: "medium" }).format(time);
  }

  /**
   * @param {string} what
   * @param {Intl.DateTimeFormatOptions} options
   */
  #timeWriter(what, options) {
    return this.#writer(what, (locale) => new Intl.DateTimeFormat(locale, options));
  }

  /** @param {number} value */
  number(value) {
    return this.#writer("number", (locale) => new Intl.NumberFormat(locale)).format(value);
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
    const category = () => this.#writer("plural", (locale) => new Intl.PluralRules(locale)).select(Number(count));
    return exact ?? message[category()] ?? message.other ?? "";
  }
}
