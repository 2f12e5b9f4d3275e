import { Orphans } from "../storage/orphans.js";

/** @typedef {import("../sync/session.js").Session} Session */
/** @typedef {import("../sync/notice.js").Notice} Notice */
/** @typedef {Extract<import("../storage/openStorage.js").OpenedStorage, { reason: null }>} OpenedStorage */

/** How often a page looks for what other pages left behind, in milliseconds. */
const orphanInterval = 5_000;

/** Shows what another page left behind, looks now and then whether one leaves more, and leaves this page's work to others. */
export class PageStorage {
  #session;
  #orphans;
  #orphansLookedAt = -orphanInterval;

  /**
   * @param {string} alias
   * @param {OpenedStorage} opened
   * @param {{ session: Session, notice: (notice: Notice) => void }} page
   * @param {{ makeSocket: () => WebSocket }} environment
   */
  constructor(alias, opened, page, environment) {
    this.#session = page.session;
    const { storage } = opened;
    for (const notice of storage.stored?.notices ?? []) page.notice(notice);
    storage.hold(this.#session.replica.identity.client)
      .catch((error) => console.warn("This page’s lock cannot be had.", error));
    this.#orphans = new Orphans(opened, alias, page, environment);
    setInterval(() => this.lookForOrphans(), orphanInterval);
    this.#listen(storage);
  }

  /** @param {OpenedStorage["storage"]} storage */
  #listen(storage) {
    addEventListener("pagehide", ({ persisted }) => {
      const isGivenAway = persisted && this.#session.isDurable;
      this.#session.flush((error) => { if (isGivenAway && !error) storage.release(); });
      if (isGivenAway) this.#session.stop();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.#session.state === "stopped") location.reload();
    });
  }

  lookForOrphans() {
    const isEarly = performance.now() < this.#orphansLookedAt + orphanInterval;
    if (isEarly || this.#session.state !== "online") return;
    this.#orphansLookedAt = performance.now();
    this.#orphans.check().catch((error) => console.warn("What other pages left behind cannot be looked at.", error));
  }
}
