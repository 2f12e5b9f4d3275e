import { make } from "./make.js";

/**
 * @typedef {{ text: string, run(): void }} MenuItem
 */

/** The gap between a button and its menu, and between a menu and the window's edge, in CSS pixels. */
const gap = 4;

/** A button that opens a menu: arrow keys, Home, End and a letter move in it, Escape and a click elsewhere close it. */
export class MenuButton {
  #button;
  #itemsOf;
  /**
   * Made when it first opens: there are many more buttons than menus that are opened.
   * @type {HTMLElement | null}
   */
  #menu = null;
  /** Whether the button is being clicked while the menu is open: then the click is one elsewhere, and closes it. */
  #isClosing = false;

  /**
   * @param {HTMLButtonElement} button
   * @param {() => readonly MenuItem[]} itemsOf asked each time the menu opens
   */
  constructor(button, itemsOf) {
    this.#button = button;
    this.#itemsOf = itemsOf;
    button.setAttribute("aria-haspopup", "menu");
    button.ariaExpanded = "false";
    button.addEventListener("pointerdown", () => { this.#isClosing = this.#menu?.matches(":popover-open") ?? false; });
    button.addEventListener("click", () => {
      if (!this.#isClosing) this.#open("first");
      this.#isClosing = false;
    });
    button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.#open(event.key === "ArrowDown" ? "first" : "last");
    });
  }

  #make() {
    const button = this.#button;
    const menu = make("div", { className: "menu", role: "menu", popover: "auto", ariaLabel: button.ariaLabel ?? button.textContent });
    button.after(menu);
    menu.addEventListener("keydown", (event) => this.#press(event, menu));
    menu.addEventListener("toggle", (event) => {
      button.ariaExpanded = String(/** @type {ToggleEvent} */ (event).newState === "open");
    });
    return menu;
  }

  /** @param {"first" | "last"} which */
  #open(which) {
    const menu = this.#menu ??= this.#make();
    const items = this.#itemsOf().map((item) => this.#element(item, menu));
    menu.replaceChildren(...items);
    menu.showPopover();
    this.#place(menu);
    items.at(which === "first" ? 0 : -1)?.focus();
  }

  /**
   * @param {MenuItem} item
   * @param {HTMLElement} menu
   */
  #element({ text, run }, menu) {
    const element = make("button", { type: "button", role: "menuitem", tabIndex: -1, className: "menu-item", textContent: text });
    element.addEventListener("click", () => {
      menu.hidePopover();
      this.#button.focus();
      run();
    });
    return element;
  }

  /**
   * Below the button, its end under the button's end; above it or shifted where the window has no room.
   * @param {HTMLElement} menu
   */
  #place(menu) {
    const button = this.#button.getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(this.#button).direction === "rtl";
    const left = isRightToLeft ? button.left : button.right - width;
    const isRoomBelow = button.bottom + gap + height <= innerHeight - gap;
    const top = isRoomBelow ? button.bottom + gap : Math.max(gap, button.top - gap - height);
    menu.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
    menu.style.top = `${top}px`;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement} menu
   */
  #press(event, menu) {
    const items = /** @type {HTMLElement[]} */ ([...menu.children]);
    const index = items.findIndex((item) => item === document.activeElement);
    const target = targetOf(event.key, items, index);
    if (event.key === "Tab") menu.hidePopover();
    if (!target) return;
    event.preventDefault();
    target.focus();
  }
}

/**
 * @param {string} key
 * @param {readonly HTMLElement[]} items
 * @param {number} index
 */
function targetOf(key, items, index) {
  switch (key) {
    case "ArrowDown": return items[(index + 1) % items.length];
    case "ArrowUp": return items.at(index - 1);
    case "Home": return items[0];
    case "End": return items.at(-1);
    default: {
      if (key.length !== 1) return undefined;
      const letter = key.toLocaleLowerCase();
      return [...items.slice(index + 1), ...items].find(({ textContent }) => textContent?.toLocaleLowerCase().startsWith(letter));
    }
  }
}
