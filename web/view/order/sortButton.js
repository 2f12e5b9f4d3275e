import { catalogue, readerLanguage } from "../../messages/localize.js";
import { byId } from "../element.js";

/** Sorts the list by name, as one edit that the server resolves. Says why, where that cannot be. */
export class SortButton {
  #button = byId("sort", HTMLButtonElement);
  #session;

  /**
   * @param {import("../../sync/session.js").Session} session
   * @param {(text: string) => void} say
   */
  constructor(session, say) {
    this.#session = session;
    this.#button.addEventListener("click", () => {
      const reason = this.#reason;
      if (reason) say(reason);
      else session.edit({ kind: "sort", collation: readerLanguage, orientation: session.replica.list.orientation }, {});
    });
  }

  /** Why there is no sorting now, or nothing. */
  get #reason() {
    const { limits, list } = this.#session.replica;
    if (list.count < 2) return catalogue.text("sortFewer");
    if (limits?.labelsPerSort === undefined) return catalogue.text("sortUnknown");
    return list.count > limits.labelsPerSort ? catalogue.text("sortTooMany", { count: limits.labelsPerSort }) : "";
  }

  render() {
    const reason = this.#reason;
    this.#button.ariaDisabled = String(reason !== "");
    this.#button.title = reason;
  }
}
