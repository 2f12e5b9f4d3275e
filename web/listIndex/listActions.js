import { catalogue } from "../messages/localize.js";
import { say } from "../view/frame/toast.js";
import { askForDuplicate, askForTitle, showLink } from "./listDialogs.js";
import { problemText } from "./problemText.js";
import { transferActions } from "./transfer.js";

/**
 * What a menu needs to know of a list, and what it tells of what became of it.
 * @typedef {{ alias: string, title: string, isArchived: boolean }} KnownList
 * @typedef {{ changed(change: { title?: string | null, isArchived?: boolean }): void, opened(alias: string): void }} ListObserver
 * @typedef {import("../view/frame/menuButton.js").MenuItem} MenuItem
 */

/**
 * What can be done to a list as a whole, for its menu.
 * @param {import("./listsAPI.js").ListsAPI} api
 * @param {KnownList} list
 * @param {ListObserver} observer
 * @returns {MenuItem[]}
 */
export function listActions(api, list, observer) {
  const address = api.addressOf(list.alias);
  return [
    { text: catalogue.text("renameList"), run: () => askForTitle(api, list, (title) => observer.changed({ title })) },
    { text: catalogue.text("duplicateList"), run: () => askForDuplicate(api, list, observer.opened) },
    { text: catalogue.text("copyLink"), run: () => copyLink(address) },
    ...transferActions.map(({ text, run }) => ({ text: catalogue.text(text), run: () => run(list) })),
    {
      text: catalogue.text(list.isArchived ? "unarchiveList" : "archiveList"),
      run: () => setArchived(api, list, !list.isArchived, observer),
    },
  ];
}

/**
 * Archives a list or takes it out again, and offers to take that back.
 * @param {import("./listsAPI.js").ListsAPI} api
 * @param {KnownList} list
 * @param {boolean} isArchived
 * @param {ListObserver} observer
 */
export async function setArchived(api, list, isArchived, observer) {
  try {
    await api.change(list.alias, { isArchived });
  } catch (error) {
    say(problemText(error));
    return;
  }
  observer.changed({ isArchived });
  say(catalogue.text(isArchived ? "wasArchived" : "wasUnarchived", { list: list.title }), {
    text: catalogue.text("undo"),
    run: () => setArchived(api, list, !isArchived, observer),
  });
}

/**
 * There is no clipboard on plain http: then the link is shown to be copied.
 * @param {string} address
 */
async function copyLink(address) {
  try {
    await navigator.clipboard.writeText(address);
    say(catalogue.text("linkCopied"));
  } catch {
    showLink(address);
  }
}
