import { localizePage } from "../messages/localize.js";
import { openStorage } from "../storage/openStorage.js";
import { byId } from "./element.js";
import { ListPage } from "./listPage.js";

localizePage();
const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const address = new URL(`${encodeURIComponent(name)}/socket`, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
byId("add-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
new ListPage(name, address, await openStorage(name));
