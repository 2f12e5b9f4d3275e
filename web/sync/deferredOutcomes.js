/** @typedef {import("./messages.js").Outcome} Outcome */

/** Outcomes whose `asOf` the confirmed revision has not reached. */
export class DeferredOutcomes {
  /**
   * By sequence.
   * @type {Map<number, Outcome>}
   */
  #outcomes = new Map();

  /** @param {Outcome} outcome */
  add(outcome) {
    this.#outcomes.set(outcome.sequence, outcome);
  }

  /** @param {number} sequence */
  has(sequence) {
    return this.#outcomes.has(sequence);
  }

  clear() {
    this.#outcomes.clear();
  }

  /**
   * Takes those out that count now, in the order of their sequences.
   * @param {number} revision the confirmed one
   * @returns {Outcome[]}
   */
  takeReached(revision) {
    const reached = [...this.#outcomes.values()].filter(({ asOf }) => asOf <= revision);
    for (const { sequence } of reached) this.#outcomes.delete(sequence);
    return reached.sort((one, other) => one.sequence - other.sequence);
  }
}
