import { catalogue } from "../../messages/localize.js";
import { listActions, setArchived } from "../../listIndex/listActions.js";
import { ListsAPI } from "../../listIndex/listsAPI.js";
import { byId, setText } from "../element.js";
import { openSettings } from "../settings/settingsDialog.js";
import { listenToCharacterKeys } from "../shortcuts/characterKeys.js";
import { openShortcutSheet } from "../shortcuts/shortcutSheet.js";
import { MenuButton } from "./menuButton.js";
import { ReadOnlyRows } from "./readOnlyRows.js";

/** What stands around a list: its title, its menu, the settings, the shortcuts, and whether it can only be read. */
export class ListFrame {
  #title = byId("list-name", HTMLElement);
  #banner = byId("archived-banner", HTMLElement);
  #api = new ListsAPI(new URL("../", location.href));
  #readOnlyRows = new ReadOnlyRows();
  #alias;
  #info;

  /**
   * @param {string} alias
   * @param {import("../../sync/listInfo.js").ListInfo} info
   * @param {() => readonly import("../settings/settingsDialog.js").Choice[]} [moreSettings]
   */
  constructor(alias, info, moreSettings = () => []) {
    this.#alias = alias;
    this.#info = info;
    new MenuButton(byId("list-menu", HTMLButtonElement), () => listActions(this.#api, this.#list, this.#observer));
    byId("settings", HTMLButtonElement).addEventListener("click", () => openSettings(moreSettings()));
    byId("shortcuts", HTMLButtonElement).addEventListener("click", openShortcutSheet);
    byId("unarchive", HTMLButtonElement).addEventListener("click", () => setArchived(this.#api, this.#list, false, this.#observer));
    listenToCharacterKeys({
      "?": openShortcutSheet,
      "؟": openShortcutSheet,
      "/": () => byId("query", HTMLInputElement).select(),
      n: () => byId("new-label", HTMLInputElement).focus(),
    });
  }

  render() {
    const { title, isArchived } = this.#list;
    setText(this.#title, title);
    document.title = catalogue.text("listTitle", { list: title });
    this.#banner.hidden = !isArchived;
    this.#readOnlyRows.set(isArchived);
  }

  /** What this puts into each row. */
  get makeRowPart() {
    return this.#readOnlyRows.makeRowPart;
  }

  get #list() {
    return { alias: this.#alias, title: this.#info.title ?? this.#alias, isArchived: this.#info.isArchived };
  }

  /**
   * The server tells every page of a list what became of it, this one too.
   * @returns {import("../../listIndex/listActions.js").ListObserver}
   */
  get #observer() {
    return { changed: () => {}, opened: (alias) => location.assign(this.#api.addressOf(alias)) };
  }
}
