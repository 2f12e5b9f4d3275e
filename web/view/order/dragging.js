import { byId } from "../element.js";
import { make } from "../frame/make.js";
import { labelOf } from "./orderKeys.js";
import { besidePlace } from "./places.js";

/** @typedef {import("../../model/placement.js").Place} Place */

/** A press becomes a drag once the pointer has gone so far, in CSS pixels. */
const slop = 4;
/** Near the window's edge the page scrolls: within so many CSS pixels, by at most so many a frame. */
const edge = { size: 72, speed: 18 };

/** Lets labels be dragged by a row's handle, with mouse, pen or finger. Escape leaves everything as it was. */
export class Dragging {
  #rows = byId("rows", HTMLElement);
  #line = make("div", { className: "drop-line", hidden: true });
  #hint = make("div", { className: "drop-hint", hidden: true });
  #ordering;
  /** @type {{ id: string, moving: readonly string[], startY: number, x: number, y: number, isDragging: boolean } | null} */
  #drag = null;
  /** @type {Place | null} */
  #place = null;
  /** @type {AbortController | null} */
  #listening = null;

  /** @param {import("./ordering.js").Ordering} ordering */
  constructor(ordering) {
    this.#ordering = ordering;
    document.body.append(this.#line, this.#hint);
  }

  /**
   * @param {string} id the label whose handle is pressed
   * @param {PointerEvent} event
   */
  begin(id, event) {
    event.preventDefault();
    this.#drag = { id, moving: this.#ordering.movingWith(id), startY: event.clientY, x: event.clientX, y: event.clientY,
      isDragging: false };
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    document.addEventListener("pointermove", (moved) => this.#follow(moved), { signal });
    document.addEventListener("pointerup", () => this.#drop(), { signal });
    document.addEventListener("pointercancel", () => this.#end(), { signal });
    document.addEventListener("keydown", (pressed) => this.#press(pressed), { signal, capture: true });
  }

  /** @param {PointerEvent} event */
  #follow({ clientX, clientY }) {
    const drag = this.#drag;
    if (!drag) return;
    Object.assign(drag, { x: clientX, y: clientY });
    if (!drag.isDragging && Math.abs(clientY - drag.startY) < slop) return;
    if (!drag.isDragging) {
      drag.isDragging = true;
      document.body.classList.add("is-dragging");
      this.#scroll();
    }
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#end();
  }

  #drop() {
    const drag = this.#drag;
    const place = this.#place;
    this.#end();
    if (drag?.isDragging && place) this.#ordering.move(drag.moving, place);
  }

  #end() {
    this.#listening?.abort();
    this.#drag = this.#place = null;
    this.#line.hidden = this.#hint.hidden = true;
    document.body.classList.remove("is-dragging");
    for (const row of this.#rows.querySelectorAll(".is-dragged")) row.classList.remove("is-dragged");
  }

  /** Scrolls, frame by frame, as long as the pointer is near an edge. */
  #scroll() {
    const drag = this.#drag;
    if (!drag) return;
    const bounds = { top: byId("filter-form", HTMLElement).getBoundingClientRect().bottom,
      bottom: byId("add-form", HTMLElement).getBoundingClientRect().top };
    const above = Math.max(bounds.top, 0) + edge.size - drag.y;
    const below = drag.y - (Math.min(bounds.bottom, innerHeight) - edge.size);
    const pull = above > 0 ? -above : Math.max(below, 0);
    if (pull !== 0) {
      scrollBy({ top: Math.max(-1, Math.min(1, pull / edge.size)) * edge.speed });
      this.#show();
    }
    requestAnimationFrame(() => this.#scroll());
  }

  /** Shows where the labels would go now. */
  #show() {
    const drag = this.#drag;
    const row = drag && this.#nearestRow(drag.y);
    if (!drag || !row) return;
    const { top, bottom, left, width } = row.getBoundingClientRect();
    const side = drag.y < (top + bottom) / 2 ? "before" : "after";
    const moving = new Set(drag.moving);
    this.#place = besidePlace(moving, labelOf(row) ?? "", side);
    for (const each of this.#rows.children) each.classList.toggle("is-dragged", moving.has(labelOf(each) ?? ""));
    this.#line.hidden = this.#hint.hidden = this.#place === null;
    if (!this.#place) return;
    const y = side === "before" ? top : bottom;
    Object.assign(this.#line.style, { top: `${y}px`, left: `${left}px`, width: `${width}px` });
    this.#hint.textContent = this.#ordering.spotText(this.#place, drag.moving);
    Object.assign(this.#hint.style, { top: `${drag.y + 12}px`, left: `${Math.min(drag.x + 16, left + width / 2)}px` });
  }

  /**
   * The row under the pointer's height, or the one nearest to it.
   * @param {number} y
   */
  #nearestRow(y) {
    /** @type {{ row: Element, distance: number } | null} */
    let nearest = null;
    for (const row of this.#rows.children) {
      const { top, bottom } = row.getBoundingClientRect();
      const distance = Math.max(top - y, y - bottom, 0);
      if (!nearest || distance < nearest.distance) nearest = { row, distance };
    }
    return nearest?.row ?? null;
  }
}
