/** Closes by the server on the same first pending edit after which that edit is withdrawn. */
const closesBeforeWithdrawal = 2;

/** Finds out which edit it is that makes the server close the connection, so that it is not sent forever. */
export class Poison {
  #sequence = 0;
  #count = 0;

  /**
   * The server closed the connection while this was the first pending edit that had been sent.
   * @param {number} sequence
   * @returns {boolean} whether that has happened too often
   */
  suspect(sequence) {
    if (this.#sequence !== sequence) this.#count = 0;
    this.#sequence = sequence;
    this.#count += 1;
    return this.#count >= closesBeforeWithdrawal;
  }
}
