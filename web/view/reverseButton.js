import { byId } from "./element.js";

/** Reverses the original order. */
export class ReverseButton {
  #button = byId("reverse", HTMLButtonElement);
  #session;

  /** @param {import("../sync/session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.#button.addEventListener("click", () => {
      const { count, orientation } = session.replica.list;
      if (count > 1) session.edit({ kind: "reverse", orientation }, {});
    });
  }

  render() {
    this.#button.ariaDisabled = String(this.#session.replica.list.count < 2);
  }
}
