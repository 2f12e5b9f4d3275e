/**
 * Wakes the session when the page or the network comes back, and sends what was typed before the page goes.
 * @param {import("../sync/session.js").Session} session
 * @param {() => boolean} holdsUnsavedText whether something typed would be lost with the page
 */
export function followPageLife(session, holdsUnsavedText) {
  addEventListener("online", () => session.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") session.wake();
    else session.commit();
  });
  addEventListener("beforeunload", (event) => {
    session.commit();
    if (holdsUnsavedText()) event.preventDefault();
  });
}
