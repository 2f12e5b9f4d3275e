import { systemClock } from "./connection.js";

/** @typedef {import("./person.js").Person} Person */

/** A mark of editing goes after 15 seconds; it is renewed this often, in milliseconds. */
const renewalInterval = 5_000;
/** What changes within so many milliseconds is told at once, as when the focus goes from one name to the next. */
const gatherDelay = 50;

/** What this client tells others about itself: how it wants to be shown, and which label's name it is in. */
export class OwnPresence {
  #clock;
  #person;
  /** @type {string | null} */
  #editing = null;
  #isIntroduced = true;
  /** @type {((message: object) => void) | null} */
  #send = null;
  #timer = /** @type {any} */ (null);

  /**
   * @param {Person | null} person null: shown without a name
   * @param {import("./connection.js").Clock} [clock]
   */
  constructor(person, clock = systemClock) {
    this.#person = person;
    this.#clock = clock;
  }

  get person() {
    return this.#person;
  }

  /**
   * The server welcomed this client, and knows the person from the hello.
   * @param {(message: object) => void} send
   */
  connected(send) {
    this.#send = send;
    this.#isIntroduced = true;
    this.#tell();
  }

  disconnected() {
    this.#send = null;
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** @param {string | null} label the id of the label whose name is being edited */
  edit(label) {
    if (this.#editing === label) return;
    this.#editing = label;
    this.#tellIn(gatherDelay);
  }

  /** @param {Person} person */
  introduce(person) {
    this.#person = person;
    this.#isIntroduced = false;
    this.#tellIn(gatherDelay);
  }

  /** @param {number} delay */
  #tellIn(delay) {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#send && this.#clock.setTimeout(() => this.#tell(), delay);
  }

  #tell() {
    this.#send?.({ type: "presence", editing: this.#editing, ...(this.#isIntroduced ? {} : { person: this.#person }) });
    this.#isIntroduced = true;
    if (this.#editing !== null) this.#tellIn(renewalInterval);
  }
}
