import { alias, makeSocket, openingStorage } from "./opening.js";
import { localizePage } from "../messages/localize.js";
import { byId } from "./element.js";
import { ListPage } from "./listPage.js";

localizePage();
byId("add-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
new ListPage(alias, makeSocket, await openingStorage);
