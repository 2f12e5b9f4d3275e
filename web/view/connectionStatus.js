import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** @typedef {import("../sync/session.js").ConnectionState} ConnectionState */
/** @typedef {import("../sync/trouble.js").Trouble} Trouble */

/** Saving without any answer is called slow after this time, in milliseconds. */
export const slowAfter = 5_000;

/**
 * `waiting`: own edits that the server has not settled; `trouble`: why the server closed the last connection, if it said so.
 * @typedef {{ state: ConnectionState, waiting: number, isLoaded: boolean, trouble: Trouble | null }} SavingState
 */

/** Says whether what was done is safe: saved, being saved, waiting, or not saved and why. */
export class ConnectionStatus {
  #element = byId("connection", HTMLElement);
  #text = byId("connection-text", HTMLElement);
  #again = byId("connect-again", HTMLButtonElement);
  #tryNow = byId("try-now", HTMLButtonElement);
  #waiting = 0;
  /** When the server last settled something, or was given the first of what waits. */
  #progressAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {{ connectAgain(): void, tryNow(): void }} actions */
  constructor({ connectAgain, tryNow }) {
    this.#again.addEventListener("click", connectAgain);
    this.#tryNow.addEventListener("click", tryNow);
  }

  /** @param {SavingState} saving */
  render(saving) {
    const { waiting, isLoaded } = saving;
    const state = saving.state === "online" && !isLoaded ? "connecting" : saving.state;
    if (waiting < this.#waiting || this.#waiting === 0) this.#progressAt = Date.now();
    this.#waiting = waiting;
    const silence = state === "online" && waiting > 0 ? Date.now() - this.#progressAt : 0;
    const isSlow = silence >= slowAfter;
    this.#element.dataset.state = state === "online" && waiting > 0 ? (isSlow ? "slow" : "saving") : state;
    this.#element.dataset.waiting = String(waiting);
    setText(this.#text, isSlow ? slowText(waiting, silence) : connectionText({ ...saving, state }));
    this.#again.hidden = state !== "replaced";
    this.#tryNow.hidden = state !== "offline";
    clearTimeout(this.#timer);
    if (state === "online" && waiting > 0) this.#timer = setTimeout(() => this.render(saving), 1_000);
  }
}

/**
 * @param {number} count
 * @param {number} silence in milliseconds
 */
function slowText(count, silence) {
  return catalogue.text("notSaved.slow", { count, seconds: Math.floor(silence / 1_000) });
}

/** @param {SavingState} saving */
function connectionText({ state, waiting: count, trouble }) {
  switch (state) {
    case "connecting": return catalogue.text("connecting");
    case "online": return count > 0 ? catalogue.text("saving", { count }) : catalogue.text("online");
    case "stopped":
    case "offline": return offlineText(count, trouble);
    case "replaced": return catalogue.text("replaced");
  }
}

/**
 * @param {number} count
 * @param {Trouble | null} trouble
 */
function offlineText(count, trouble) {
  if (count > 0) return catalogue.text(trouble ? `notSaved.${trouble}` : "offlineWaiting", { count });
  return catalogue.text(trouble && trouble !== "refused" ? `offline.${trouble}` : "offline");
}
