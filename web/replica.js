/**
 * What a browser client of a Colabel list is made of, for pages of your own. Plain ES modules, no build step:
 *
 * ```js
 * import { Session, makeUUID } from "https://lists.example/replica.js";
 *
 * const session = new Session({
 *   changed: () => draw(session.replica.list.shown(), session.state, session.replica.pendingCount),
 *   notice: ({ code, edit }) => tell(code, edit),
 *   applied: () => {},
 * }, { makeSocket: () => new WebSocket("wss://lists.example/lists/demo/socket", "colabel.v1") });
 * session.connect();
 * session.edit({ kind: "include", ids: [id], isIncluded: false });
 * ```
 *
 * - `Session` keeps a replica in step with the server over a connection that it renews by itself. `edit` takes a complete edit,
 *   `type` one that more typing may follow; both show at once. `notice` is called with what a person must be told about an own
 *   edit (the codes of the protocol, and those in `sync/notice.js`), `applied` with the sequence of an own edit that took effect.
 *   A page of another origin must be allowed by the server (`--allow-origin`).
 * - `openStorage(alias)` resolves to `{ storage, reason }`: give `storage` to the session, and its edits outlive the page. Each
 *   page is a client of its own; it takes over what another page left behind. `storage.stored?.notices` are notices of earlier
 *   pages; `session.forget([id])` ends one. `reason` says why edits live only as long as the tab, or is null; then an `Orphans`
 *   sends what further pages left behind, whenever it is told to `check()`.
 * - `Replica` is the state machine below: messages of the protocol in, messages out when asked, no socket and no store. What it
 *   says is `unstored` must be stored and then told to its `journal` before it gives an edit out.
 * - `LabelFilter` decides which labels a query shows, by the same rule in every client.
 */
export { LabelFilter } from "./filter.js";
export { makeUUID } from "./model/label.js";
export { LabelList } from "./model/labelList.js";
export { Orphans } from "./storage/orphans.js";
export { openStorage } from "./storage/openStorage.js";
export { Identity } from "./sync/identity.js";
export { ReplicaFault } from "./sync/remoteChange.js";
export { Replica, pendingLimit } from "./sync/replica.js";
export { Session } from "./sync/session.js";
