/**
 * Marks under a name where the filter's query stands in it. They lie behind the field, in a text of the same form that nobody sees
 * or hears, since a field cannot mark parts of its text. While the name is edited the field hides them.
 */
export class NameMarks {
  /** @type {HTMLElement | null} */
  #element = null;
  #written = "";
  #name;

  /** @param {HTMLInputElement} name */
  constructor(name) {
    this.#name = name;
  }

  /**
   * @param {string} name
   * @param {readonly (readonly [start: number, end: number])[]} found in order
   */
  render(name, found) {
    const written = found.length > 0 ? `${found.join()} ${name}` : "";
    if (written === this.#written) return;
    this.#written = written;
    const parts = [];
    let from = 0;
    for (const [start, end] of found) {
      const mark = document.createElement("mark");
      mark.textContent = name.slice(start, end);
      parts.push(name.slice(from, start), mark);
      from = end;
    }
    this.#element ??= this.#make();
    this.#element.replaceChildren(...(found.length > 0 ? [...parts, name.slice(from)] : []));
  }

  #make() {
    const element = document.createElement("span");
    element.className = "name-marks";
    element.dir = "auto";
    element.ariaHidden = "true";
    this.#name.before(element);
    return element;
  }
}
