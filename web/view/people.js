import { catalogue } from "../messages/localize.js";
import { graphemesIn } from "../model/graphemes.js";
import { byId, setText } from "./element.js";
import { colorOf, inkOn } from "./personColor.js";

/** @typedef {import("../sync/presence.js").Present} Present */
/** @typedef {import("../sync/presence.js").Presence} Presence */

/** People shown by a chip of their own; the others are counted. */
const chipLimit = 5;

/** Who has the list open: this person first, then a chip for each of the first others, then how many more there are. */
export class People {
  #element = byId("people", HTMLElement);
  #own = byId("own-chip", HTMLElement);
  #others = byId("others", HTMLElement);
  #more = byId("more-people", HTMLButtonElement);
  #all = byId("all-people", HTMLElement);
  #written = "";

  /**
   * @param {Presence} presence
   * @param {import("../sync/person.js").Person | null} person this one
   */
  render(presence, person) {
    const own = { author: presence.author ?? 0, ...presence.own, ...person };
    const { others, count, isCountOnly } = presence;
    const written = JSON.stringify([own, others, count]);
    if (written === this.#written) return;
    this.#written = written;
    paint(this.#own, own);
    setText(this.#own, initialOf(own));
    this.#others.replaceChildren(...others.slice(0, chipLimit).map(chip));
    this.#others.hidden = others.length === 0;
    const more = isCountOnly ? count - 1 : others.length - chipLimit;
    this.#more.hidden = more <= 0;
    setText(this.#more, more > 0 ? catalogue.text("morePeople", { count: more }) : "");
    this.#all.replaceChildren(...others.map(entry));
    this.#element.hidden = false;
  }
}

/**
 * Sets the colours of what stands for a person.
 * @param {HTMLElement} element
 * @param {Present} person
 */
export function paint(element, person) {
  const color = colorOf(person);
  element.style.setProperty("--person", color);
  element.style.setProperty("--on-person", inkOn(color));
}

/** @param {Present} person */
export function nameOf({ name }) {
  return name ?? catalogue.text("someone");
}

/**
 * A name as whoever looks closer is told it: nobody has checked one that is self-given.
 * @param {Present} person
 */
export function carefulNameOf({ name, verified }) {
  if (name === undefined) return catalogue.text("someone");
  return verified ? name : catalogue.text("unverifiedName", { name });
}

/** @param {Present} person */
function initialOf({ name }) {
  if (!name) return "";
  const [first] = graphemesIn(name);
  return first?.segment.toLocaleUpperCase(catalogue.language) ?? "";
}

/** @param {Present} person */
function chip(person) {
  const item = document.createElement("li");
  const circle = element("span", "chip", initialOf(person));
  circle.ariaHidden = "true";
  paint(circle, person);
  item.title = carefulNameOf(person);
  item.append(circle, element("span", "unseen", carefulNameOf(person)));
  return item;
}

/** @param {Present} person */
function entry(person) {
  const item = document.createElement("li");
  const dot = element("span", "dot", "");
  paint(dot, person);
  const name = element("bdi", "", nameOf(person));
  item.append(dot, name);
  if (person.name !== undefined && !person.verified) item.append(element("span", "self-given", catalogue.text("selfGiven")));
  return item;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
