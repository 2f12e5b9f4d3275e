import { LabelFilter } from "../../filter.js";
import { catalogue, readerLanguage } from "../../messages/localize.js";
import { make } from "../frame/make.js";
import { labelled, openFormDialog } from "../frame/modalDialog.js";

/** @typedef {import("../../model/label.js").Label} Label */
/** @typedef {import("../../model/placement.js").Place} Place */

/** Labels offered at once; a longer query finds the others. */
const offeredLimit = 50;
/** @type {readonly Place[0][]} */
const sides = ["first", "last", "before", "after"];

/**
 * Asks where labels are to go: to an end of the list, or beside a label that is found by its name.
 * @param {readonly Label[]} moving
 * @param {readonly Label[]} labels the whole list as it is on screen
 * @param {(place: Place) => void} chosen
 */
export function openMoveDialog(moving, labels, chosen) {
  const ids = new Set(moving.map(({ id }) => id));
  const others = labels.filter(({ id }) => !ids.has(id));
  const choices = sides.map((side) => make("input", { type: "radio", name: "side", value: side, checked: side === "first" }));
  const query = make("input", { type: "search", autocomplete: "off", dir: "auto" });
  const found = make("select", { size: 6 });
  const search = make("div", { className: "move-search", hidden: true }, labelled(catalogue.text("findLabel"), query),
    labelled(catalogue.text("foundLabels"), found));
  const side = () => /** @type {Place[0]} */ (choices.find(({ checked }) => checked)?.value ?? "first");
  const offer = () => found.replaceChildren(...offered(others, query.value).map(option));
  for (const choice of choices) {
    choice.addEventListener("change", () => { search.hidden = side() === "first" || side() === "last"; });
  }
  query.addEventListener("input", offer);
  offer();
  openFormDialog({
    title: titleFor(moving), text: "", fields: [whereField(choices), search], submit: catalogue.text("moveHere"),
    use: async () => {
      const place = placeOf(side(), found.value || found.options[0]?.value);
      if (!place) return catalogue.text("spot.anchorMissing");
      chosen(place);
      return "";
    },
  });
}

/** @param {readonly Label[]} moving */
function titleFor(moving) {
  const [first] = moving;
  if (moving.length !== 1) return catalogue.text("moveTitle", { count: moving.length });
  return catalogue.text("moveTitleOne", { name: first.name.trim() || catalogue.text("unnamed") });
}

/** @param {readonly HTMLInputElement[]} choices */
function whereField(choices) {
  return make("fieldset", { className: "move-sides" }, make("legend", { textContent: catalogue.text("moveWhere") }),
    ...choices.map((choice) => make("label", {}, choice, ` ${catalogue.text(`move.${choice.value}`)}`)));
}

/**
 * @param {readonly Label[]} labels
 * @param {string} query
 */
function offered(labels, query) {
  const filter = new LabelFilter({ query, language: readerLanguage });
  /** @type {Label[]} */
  const matching = [];
  for (const label of labels) {
    if (matching.length === offeredLimit) break;
    if (filter.matches(label)) matching.push(label);
  }
  return matching;
}

/** @param {Label} label */
function option({ id, name }) {
  return make("option", { value: id, textContent: name.trim() || catalogue.text("unnamed"), dir: "auto" });
}

/**
 * @param {Place[0]} side
 * @param {string | undefined} anchor
 * @returns {Place | null}
 */
function placeOf(side, anchor) {
  if (side === "first" || side === "last") return [side];
  return anchor ? [side, anchor] : null;
}
