import { catalogue } from "../messages/localize.js";
import { icon, make } from "../view/frame/make.js";
import { MenuButton } from "../view/frame/menuButton.js";
import { listActions } from "./listActions.js";

/** One list of the index: what it is, and a menu of what can be done with it. */
export class ListRow {
  /**
   * @param {import("./listsAPI.js").ListsAPI} api
   * @param {import("./listsAPI.js").ListEntry} list
   * @param {import("./listActions.js").ListObserver} observer
   */
  constructor(api, list, observer) {
    const { alias, count, created, isArchived } = list;
    const title = list.title ?? alias;
    const link = make("a", { href: api.addressOf(alias), className: "list-link" },
      make("span", { className: "list-title", dir: "auto", textContent: title }),
      make("span", { className: "list-alias", dir: "ltr", textContent: alias, hidden: title === alias }));
    const menu = make("button", { type: "button", className: "button quiet icon-only", ariaLabel: catalogue.text("actionsOf", { list: title }) },
      icon("more"));
    this.element = make("li", { className: "list-row" }, link,
      make("span", { className: "list-count", textContent: count === null ? "" : catalogue.text("labelsInList", { count }) }),
      make("span", { className: "list-created", textContent: catalogue.text("createdOn", { date: catalogue.date(created) }) }),
      menu);
    new MenuButton(menu, () => listActions(api, { alias, title, isArchived }, observer));
  }
}
