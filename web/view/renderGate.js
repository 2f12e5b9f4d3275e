import { AfterFrame } from "./afterFrame.js";

/**
 * Lets the page be drawn once a frame at most, and holds drawing back while it would disturb: during an input method's
 * composition, and between a pointer's press and its release, so that nothing moves under a click that has begun.
 */
export class RenderGate {
  #render;
  #isScheduled = false;
  #isComposing = false;
  #isPressed = false;
  #isHeldBack = false;
  #afterFrame = new AfterFrame(() => this.#draw());

  /**
   * @param {() => void} render
   * @param {Document} document
   */
  constructor(render, document) {
    this.#render = render;
    document.addEventListener("compositionstart", () => { this.#isComposing = true; });
    document.addEventListener("compositionend", () => { this.#isComposing = false; this.#letThrough(); });
    document.addEventListener("pointerdown", () => { this.#isPressed = true; }, true);
    for (const type of ["pointerup", "pointercancel", "dragend"]) {
      document.addEventListener(type, () => this.#release(), true);
    }
    document.defaultView?.addEventListener("blur", () => this.#release());
  }

  /** Draws at the next frame. */
  schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  /** Draws once the next frame has been shown. */
  afterFrame() {
    this.#afterFrame.schedule();
  }

  /** Draws at once, at the person's own doing. */
  now() {
    this.#isHeldBack = false;
    this.#render();
  }

  #draw() {
    this.#isHeldBack = this.#isComposing || this.#isPressed;
    if (!this.#isHeldBack) this.#render();
  }

  /** The click comes after the release. */
  #release() {
    setTimeout(() => {
      this.#isPressed = false;
      this.#letThrough();
    });
  }

  #letThrough() {
    if (this.#isHeldBack) this.schedule();
  }
}
