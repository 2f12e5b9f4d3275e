import { catalogue } from "../messages/localize.js";

/** @typedef {import("../sync/notice.js").Notice} Notice */

/**
 * Who has a number, and what a label is called now, as far as it is known.
 * @typedef {{ personOf(author: number): string | undefined, labelOf(id: string): string | undefined }} Names
 */

/**
 * What a person is told, with who did it if that is known.
 * @param {Notice} notice
 * @param {Names} names
 */
export function noticeText(notice, names) {
  const { removedBy } = notice;
  const text = plainText(notice, names);
  if (removedBy?.name === undefined) return text;
  return `${text} ${catalogue.text("removedByName", { name: removedBy.name, time: catalogue.time(removedBy.time) })}`;
}

/**
 * @param {Notice} notice
 * @param {Names} names
 */
function plainText({ code, edit, effect, by, isOwn }, names) {
  const ofUndo = `notice.undo.${code}`;
  if (edit.kind === "undo" && catalogue.has(ofUndo)) {
    const name = by === undefined ? undefined : names.personOf(by);
    const who = isOwn ? catalogue.text("you") : name ?? catalogue.text("somebody");
    return catalogue.text(ofUndo, { who, what: what(effect, names) });
  }
  const key = edit.kind === "sort" && code === "tooLarge" ? "notice.sortTooLarge" : `notice.${code}`;
  return catalogue.has(key) ? catalogue.text(key) : catalogue.text("notice.other", { code });
}

/**
 * @param {import("../model/edit.js").Edit | undefined} effect
 * @param {Names} names
 */
function what(effect, names) {
  if (effect?.kind === "reverse") return catalogue.text("theOrder");
  const label = effect && "ids" in effect ? names.labelOf(effect.ids[0])?.trim() : undefined;
  return label ? catalogue.text("quoted", { name: label }) : catalogue.text("it");
}
