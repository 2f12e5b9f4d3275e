import { openStorage } from "../storage/openStorage.js";

/** The list's alias: the last part of the page's address. */
export const alias = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

const address = new URL(`${encodeURIComponent(alias)}/socket`, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";

const openSocket = () => new WebSocket(address, "colabel.v1");

/** The first socket, and what the browser has stored of the list: both open while the page's texts still load. */
let firstSocket = /** @type {WebSocket | null} */ (openSocket());
export const openingStorage = openStorage(alias);

/** A socket to the list's server: the first one if it still lives. */
export function makeSocket() {
  const socket = firstSocket && firstSocket.readyState <= WebSocket.OPEN ? firstSocket : openSocket();
  firstSocket = null;
  return socket;
}
