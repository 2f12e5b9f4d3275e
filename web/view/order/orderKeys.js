import { byId } from "../element.js";

/**
 * Moves the row in which the focus is: Alt with an arrow by one row, with Home and End to the ends of the list.
 * @param {import("./ordering.js").Ordering} ordering
 */
export function listenToOrderKeys(ordering) {
  byId("rows", HTMLElement).addEventListener("keydown", (event) => {
    const id = event.target instanceof Element ? labelOf(event.target) : undefined;
    const isOther = !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing;
    const move = id === undefined || isOther ? undefined : moveOf(event.key, id, ordering);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }, { capture: true });
}

/**
 * @param {string} key
 * @param {string} id
 * @param {import("./ordering.js").Ordering} ordering
 * @returns {(() => void) | undefined}
 */
function moveOf(key, id, ordering) {
  switch (key) {
    case "ArrowUp": return () => ordering.step(id, "up");
    case "ArrowDown": return () => ordering.step(id, "down");
    case "Home": return () => ordering.move(ordering.movingWith(id), ["first"]);
    case "End": return () => ordering.move(ordering.movingWith(id), ["last"]);
    default: return undefined;
  }
}

/**
 * The label of the row that holds an element.
 * @param {Element} element
 */
export function labelOf(element) {
  const row = element.closest(".row-item");
  return row instanceof HTMLElement ? row.dataset.label : undefined;
}
