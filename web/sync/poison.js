/** @typedef {import("./outbox.js").PendingEdit} PendingEdit */

/** Closes by the server on the same edit after which that edit is withdrawn. */
const closesBeforeWithdrawal = 2;

/** Finds out which edit it is that makes the server close the connection, so that it is not sent forever. */
export class Poison {
  #sequence = 0;
  #count = 0;

  /**
   * The server closed the connection over something that was sent. That is blamed on the first edit that can be it: those with
   * an outcome were taken in well, and a withdrawal has nothing in it.
   * @param {readonly PendingEdit[]} pending
   * @param {(sequence: number) => boolean} isUnanswered whether it was sent on that connection and has no outcome
   * @returns {PendingEdit | undefined} one that was blamed too often
   */
  blame(pending, isUnanswered) {
    const blamed = pending.find(({ sequence, edit }) => sequence !== null && edit.kind !== "withdraw" && isUnanswered(sequence));
    if (!blamed || blamed.sequence === null) return undefined;
    if (this.#sequence !== blamed.sequence) this.#count = 0;
    this.#sequence = blamed.sequence;
    this.#count += 1;
    return this.#count >= closesBeforeWithdrawal ? blamed : undefined;
  }
}
