import { catalogue } from "../messages/localize.js";
import { nameLimit, personName, readPerson } from "../sync/person.js";
import { byId, setText } from "./element.js";
import { palette } from "./personColor.js";

/** @typedef {import("../sync/person.js").Person} Person */

const storageKey = "colabel.person";

/** The person as this browser remembers them. */
export function rememberedPerson() {
  try {
    return readPerson(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

/** @param {Person} person */
function remember(person) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(person));
  } catch (error) {
    console.warn("The name is kept for this page only.", error);
  }
}

/** Where people see who is here, and say how they want to be shown themselves. */
export class PersonDialog {
  #dialog = byId("person-dialog", HTMLDialogElement);
  #form = byId("person-form", HTMLFormElement);
  #name = byId("person-name", HTMLInputElement);
  #problem = byId("person-problem", HTMLElement);
  #colors;
  #person;
  #changed;

  /**
   * @param {Person | null} person
   * @param {(person: Person) => void} changed
   */
  constructor(person, changed) {
    this.#person = person;
    this.#changed = changed;
    this.#name.maxLength = nameLimit;
    this.#colors = palette.map((color, index) => colorChoice(color, index));
    byId("person-colors", HTMLElement).append(...this.#colors.map(({ parentElement }) => parentElement ?? ""));
    for (const id of ["me", "more-people"]) byId(id, HTMLButtonElement).addEventListener("click", () => this.#open());
    byId("close-person", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    this.#name.addEventListener("input", () => this.#say(""));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#save();
    });
    addEventListener("storage", ({ key, newValue }) => {
      const stored = key === storageKey ? readPerson(newValue) : null;
      if (stored) this.#take(stored);
    });
  }

  #open() {
    const chosen = this.#person?.color ?? palette[Math.floor(Math.random() * palette.length)];
    this.#name.value = this.#person?.name ?? "";
    for (const choice of this.#colors) choice.checked = choice.value === chosen;
    this.#say("");
    this.#dialog.showModal();
  }

  #save() {
    const name = personName(this.#name.value);
    if (name === "") {
      this.#say(catalogue.text("personNameMissing"));
      this.#name.focus();
      return;
    }
    const color = this.#colors.find(({ checked }) => checked)?.value ?? palette[0];
    remember({ name, color });
    this.#take({ name, color });
    this.#dialog.close();
  }

  /** @param {Person} person */
  #take(person) {
    this.#person = person;
    this.#changed(person);
  }

  /** @param {string} problem */
  #say(problem) {
    setText(this.#problem, problem);
    this.#name.toggleAttribute("aria-invalid", problem !== "");
  }
}

/**
 * @param {string} color
 * @param {number} index
 */
function colorChoice(color, index) {
  const choice = document.createElement("input");
  Object.assign(choice, { type: "radio", name: "color", value: color, className: "swatch" });
  choice.ariaLabel = catalogue.text(`color.${index}`);
  choice.style.setProperty("--person", color);
  const label = document.createElement("label");
  label.title = choice.ariaLabel;
  label.append(choice);
  return choice;
}
