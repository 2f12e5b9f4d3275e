/** @typedef {() => void} Release */

/** A client is used by whoever holds its lock, and by nobody else; the browser takes the lock back when the page goes. */
export class ClientLocks {
  #locks;

  /** @param {LockManager} locks */
  constructor(locks) {
    this.#locks = locks;
  }

  /**
   * @param {string} client
   * @returns {Promise<Release | null>} null: another page holds it
   */
  hold(client) {
    return new Promise((resolve, reject) => {
      this.#locks.request(`colabel/client/${client}`, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise((release) => resolve(() => release(undefined)));
        resolve(null);
        return undefined;
      }).catch(reject);
    });
  }
}
