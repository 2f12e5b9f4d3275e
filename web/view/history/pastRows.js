import { catalogue } from "../../messages/localize.js";
import { make } from "../frame/make.js";

/** @typedef {import("../../model/label.js").Label} Label */

/** A row's height, as the style sheet has it, in CSS pixels. */
const rowHeight = 40;
/** Rows drawn above and below what is on screen. */
const overscan = 6;

/** Rows of a list that is over: only those on screen are drawn. Each says what has become of its label. */
export class PastRows {
  #rows = make("ul", { className: "past-list", role: "list", ariaLabel: catalogue.text("labels") });
  element = make("div", { className: "past-rows", tabIndex: 0, role: "region", ariaLabel: catalogue.text("pastTitle") }, this.#rows);
  /** @type {readonly Label[]} */
  #labels = [];
  #list;

  /** @param {import("../../model/labelList.js").LabelList} list the list as it is */
  constructor(list) {
    this.#list = list;
    this.element.addEventListener("scroll", () => this.#render(), { passive: true });
  }

  /** @param {readonly Label[]} labels in their order on screen */
  show(labels) {
    this.#labels = labels;
    this.#rows.style.blockSize = `${labels.length * rowHeight}px`;
    this.element.scrollTop = 0;
    this.#render();
  }

  #render() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
    const end = Math.min(this.#labels.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + overscan);
    this.#rows.replaceChildren(...this.#labels.slice(first, end).map((label, index) => this.#row(label, first + index)));
    if (this.#labels.length === 0) this.#rows.append(make("li", { className: "past-row", textContent: catalogue.text("pastSame") }));
  }

  /**
   * @param {Label} label
   * @param {number} index
   */
  #row({ id, name, isIncluded }, index) {
    const row = make("li", { className: isIncluded ? "past-row" : "past-row is-excluded" },
      make("span", { className: "row-position", textContent: catalogue.number(index + 1) }),
      make("bdi", { className: "past-name", textContent: name.trim() || catalogue.text("unnamed") }),
      make("span", { className: "past-remark", textContent: this.#remark(id, name, isIncluded) }));
    row.style.insetBlockStart = `${index * rowHeight}px`;
    row.setAttribute("aria-posinset", String(index + 1));
    row.setAttribute("aria-setsize", String(this.#labels.length));
    return row;
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {boolean} isIncluded
   */
  #remark(id, name, isIncluded) {
    const now = this.#list.get(id);
    const remarks = isIncluded ? [] : [catalogue.text("pastExcluded")];
    if (!now) remarks.push(catalogue.text("pastGone"));
    else if (now.name !== name) remarks.push(catalogue.text("pastRenamed", { name: now.name.trim() || catalogue.text("unnamed") }));
    return remarks.join(catalogue.text("listSeparator"));
  }
}
