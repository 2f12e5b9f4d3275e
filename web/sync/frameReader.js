import { inflate } from "./inflate.js";

/** Bytes of frames that may wait for one that is being inflated. */
export const waitingLimit = 64 * 1024 * 1024;

/**
 * @typedef {{ message(message: any): void, failed(reason: { isCorrupt: boolean }): void }} FrameHandler `isCorrupt`: a part of
 *   a snapshot is missing now
 */

/** Turns frames into messages, strictly in order although inflating takes time. After a failure it reads nothing more. */
export class FrameReader {
  /** @type {(string | ArrayBuffer)[]} */
  #waiting = [];
  #waitingSize = 0;
  #isInflating = false;
  #isStopped = false;
  #handler;

  /** @param {FrameHandler} handler */
  constructor(handler) {
    this.#handler = handler;
  }

  /** @param {string | ArrayBuffer} frame */
  read(frame) {
    this.#waiting.push(frame);
    this.#waitingSize += sizeOf(frame);
    if (this.#waitingSize > waitingLimit) this.#fail(true);
    else if (!this.#isInflating) this.#readWaiting();
  }

  /** The socket is gone: what has not been read never will be. */
  stop() {
    this.#isStopped = true;
    this.#waiting = [];
  }

  #readWaiting() {
    while (!this.#isStopped) {
      const frame = this.#waiting.shift();
      if (frame === undefined) return;
      this.#waitingSize -= sizeOf(frame);
      if (typeof frame !== "string") {
        this.#isInflating = true;
        inflate(frame).then((text) => this.#inflated(text), () => this.#fail(true));
        return;
      }
      this.#parse(frame, false);
    }
  }

  /** @param {string} text */
  #inflated(text) {
    this.#isInflating = false;
    this.#parse(text, true);
    this.#readWaiting();
  }

  /**
   * @param {string} text
   * @param {boolean} isSnapshot
   */
  #parse(text, isSnapshot) {
    if (this.#isStopped) return;
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      this.#fail(isSnapshot);
      return;
    }
    this.#handler.message(message);
  }

  /** @param {boolean} isCorrupt */
  #fail(isCorrupt) {
    if (this.#isStopped) return;
    this.stop();
    this.#handler.failed({ isCorrupt });
  }
}

/** @param {string | ArrayBuffer} frame */
function sizeOf(frame) {
  return typeof frame === "string" ? frame.length : frame.byteLength;
}
