import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** @typedef {import("../sync/session.js").ConnectionState} ConnectionState */

/** Says whether what was done is safe: saved, being saved, or waiting. */
export class ConnectionStatus {
  #element = byId("connection", HTMLElement);
  #text = byId("connection-text", HTMLElement);
  #again = byId("connect-again", HTMLButtonElement);
  #tryNow = byId("try-now", HTMLButtonElement);

  /** @param {{ connectAgain(): void, tryNow(): void }} actions */
  constructor({ connectAgain, tryNow }) {
    this.#again.addEventListener("click", connectAgain);
    this.#tryNow.addEventListener("click", tryNow);
  }

  /**
   * @param {ConnectionState} session
   * @param {number} waiting own edits that the server has not settled
   * @param {boolean} isLoaded whether the list has come
   */
  render(session, waiting, isLoaded) {
    const state = session === "online" && !isLoaded ? "connecting" : session;
    this.#element.dataset.state = state === "online" && waiting > 0 ? "saving" : state;
    this.#element.dataset.waiting = String(waiting);
    setText(this.#text, connectionText(state, waiting));
    this.#again.hidden = state !== "replaced";
    this.#tryNow.hidden = state !== "offline";
  }
}

/**
 * @param {ConnectionState} state
 * @param {number} count
 */
function connectionText(state, count) {
  switch (state) {
    case "connecting": return catalogue.text("connecting");
    case "online": return count > 0 ? catalogue.text("saving", { count }) : catalogue.text("online");
    case "stopped":
    case "offline": return count > 0 ? catalogue.text("offlineWaiting", { count }) : catalogue.text("offline");
    case "replaced": return catalogue.text("replaced");
  }
}
