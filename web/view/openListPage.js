import { catalogue, localize } from "../messages/localize.js";
import { openStorage } from "../storage/openStorage.js";
import { byId, setText } from "./element.js";
import { ListPage } from "./listPage.js";

localize(document);
document.documentElement.lang = catalogue.language;
document.documentElement.dir = catalogue.direction;
const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
document.title = catalogue.text("listTitle", { list: name });
setText(byId("list-name", HTMLElement), name);
const address = new URL(`${encodeURIComponent(name)}/socket`, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
byId("add-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
new ListPage(name, address, await openStorage(name));
