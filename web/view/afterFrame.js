/** Calls back once the next frame has been shown, for what need not be in it; once, however often it was asked. */
export class AfterFrame {
  #frame = 0;
  #timer = /** @type {any} */ (null);
  #call;

  /** @param {() => void} call */
  constructor(call) {
    this.#call = call;
  }

  /** Begins to wait anew. */
  schedule() {
    this.cancel();
    this.#frame = requestAnimationFrame(() => { this.#timer = setTimeout(this.#call); });
  }

  cancel() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }
}
