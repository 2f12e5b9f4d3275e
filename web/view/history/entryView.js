import { catalogue } from "../../messages/localize.js";
import { make } from "../frame/make.js";
import { carefulNameOf, paint } from "../people.js";
import { deedText, labelText } from "./deedText.js";
import { actionsOf } from "./historyEntries.js";

/** @typedef {import("./historyEntries.js").HistoryEntry} HistoryEntry */
/** @typedef {import("./historyEntries.js").HistoryItem} HistoryItem */

/** Labels of an entry that are told one by one. */
const itemLimit = 50;

/**
 * What an entry offers; each is asked whether it can be done when the entry is drawn.
 * @typedef {{ isRemoved(id: string): boolean, nameNow(id: string): string | undefined, restore(ids: readonly string[]): void,
 *   takeName(id: string, name: string): void, view(entry: HistoryEntry): void }} EntryActions
 */

/**
 * One line of the history: who, what, when; behind it, what happened to each label, and what can be taken back from there.
 * @param {HistoryEntry} entry
 * @param {EntryActions} actions
 */
export function entryView(entry, actions) {
  const dot = make("span", { className: "dot", ariaHidden: "true" });
  paint(dot, entry);
  const deeds = actionsOf(entry).map(({ effect, items }) => deedText({ effect, count: items.length, name: items[0].name }));
  const text = catalogue.text("didBy", { who: carefulNameOf(entry), what: catalogue.list(deeds) });
  const [first, second] = entry.items;
  const change = !second && first.effect === "renamed" ? [changeText(first)] : [];
  const time = make("time", { dateTime: new Date(entry.time).toISOString(), textContent: catalogue.time(entry.time) });
  const details = make("details", {}, make("summary", { textContent: catalogue.text("historyDetails") }));
  details.addEventListener("toggle", () => {
    if (details.childElementCount === 1) details.append(...contents(entry, actions));
  });
  return make("li", { className: "entry" }, dot, make("p", { className: "entry-text", dir: "auto", textContent: text }), time,
    ...change.map((textContent) => make("p", { className: "entry-change", dir: "auto", textContent })), details);
}

/**
 * @param {HistoryEntry} entry
 * @param {EntryActions} actions
 */
function contents(entry, actions) {
  const { items } = entry;
  const list = make("ul", { className: "entry-items", role: "list" }, ...items.slice(0, itemLimit).map((item) => itemView(item, actions)));
  const more = items.length - itemLimit;
  if (more > 0) list.append(make("li", { textContent: catalogue.text("rename.more", { count: more }) }));
  const view = button("viewRevision", () => actions.view(entry));
  const removed = items.filter(({ effect, id }) => effect === "removed" && id !== null && actions.isRemoved(id))
    .map(({ id }) => id ?? "");
  const buttons = removed.length > 0 ? [button("restoreLabel", () => actions.restore(removed)), view] : [view];
  return [list, make("div", { className: "entry-actions" }, ...buttons)];
}

/**
 * @param {HistoryItem} item
 * @param {EntryActions} actions
 */
function itemView({ effect, id, name, before, after }, actions) {
  if (effect !== "renamed" || id === null || typeof before !== "string") {
    return make("li", { dir: "auto", textContent: effect === "reversed" ? catalogue.text("theOrder") : labelText(name) });
  }
  const line = make("li", { dir: "auto", textContent: changeText({ before, after }) });
  const now = actions.nameNow(id);
  if (now !== undefined && now !== before) {
    const take = button("takeNameBack", () => actions.takeName(id, before), { name: before });
    line.append(" ", take);
  }
  return line;
}

/** @param {Pick<HistoryItem, "before" | "after">} change of a name */
function changeText({ before, after }) {
  return catalogue.text("nameFromTo", { before: String(before ?? ""), after: String(after) });
}

/**
 * @param {string} key
 * @param {() => void} act
 * @param {Record<string, string>} [values]
 */
function button(key, act, values) {
  const made = make("button", { type: "button", className: "button small", textContent: catalogue.text(key, values) });
  made.addEventListener("click", act);
  return made;
}
