import { PatternError } from "./renamePattern.js";

/** An expression that needs longer for all names is given up, in milliseconds. */
export const expressionTimeout = 2_000;

/**
 * Applies expressions to names in a worker, since one can take for ever on a short name and only a worker can be stopped then. A new
 * request takes the place of the one before.
 */
export class ExpressionRunner {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {() => void} */
  #giveUp = () => {};

  /**
   * @param {import("./renamePattern.js").RenamePattern} pattern
   * @param {string} language
   * @param {readonly string[]} names
   * @returns {Promise<string[] | null>} null: another request came
   * @throws {PatternError | RangeError} the latter if it takes too long
   */
  run(pattern, language, names) {
    this.stop();
    const worker = new Worker(new URL("renameWorker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new RangeError("The expression takes too long."));
        this.stop();
      }, expressionTimeout);
      this.#giveUp = () => {
        clearTimeout(timer);
        resolve(null);
      };
      worker.onmessage = ({ data }) => {
        clearTimeout(timer);
        if (data.names) resolve(data.names);
        else reject(new PatternError(data.code, data.detail));
      };
      worker.onerror = () => reject(new PatternError("patternInvalid"));
      worker.postMessage({ pattern, language, names });
    });
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#giveUp();
    this.#giveUp = () => {};
  }
}
