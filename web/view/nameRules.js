import { catalogue } from "../messages/localize.js";
import { isTooLong } from "./rows/nameEditor.js";

/** What there is to say about a name before it becomes an edit. */
export class NameRules {
  #session;
  #nameIndex;

  /**
   * @param {import("../sync/session.js").Session} session
   * @param {import("./nameIndex.js").NameIndex} nameIndex
   */
  constructor(session, nameIndex) {
    this.#session = session;
    this.#nameIndex = nameIndex;
  }

  /**
   * Why the server would not take a name, or nothing.
   * @param {string} name
   */
  faultOf(name) {
    const { limits } = this.#session.replica;
    return limits && isTooLong(name, limits) ? catalogue.text("nameTooLong", { count: limits.nameGraphemes }) : "";
  }

  /**
   * What there is to say about a name that is being typed; nothing of it forbids the name.
   * @param {string} name
   * @param {string} [id] the label that is to have it
   */
  hintOn(name, id) {
    return this.#nameIndex.isTaken(name, id) ? catalogue.text("nameTaken") : "";
  }
}
