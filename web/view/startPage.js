import { catalogue, localize } from "../messages/localize.js";
import { byId } from "./element.js";

localize(document);
document.documentElement.lang = catalogue.language;
document.documentElement.dir = catalogue.direction;
document.title = catalogue.text("startTitle");

const field = byId("list-alias", HTMLInputElement);
field.addEventListener("input", () => {
  field.setCustomValidity(field.validity.patternMismatch ? catalogue.text("listNameRule") : "");
});
byId("open-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(new URL(`lists/${encodeURIComponent(field.value)}`, location.href));
});
