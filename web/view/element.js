/**
 * The element of the page with an id. A missing one is a fault of the markup.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}`);
  return found;
}

/**
 * The first element inside another that a selector finds. A missing one is a fault of the markup.
 * @template {Element} T
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
export function inside(parent, selector, type) {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`There is no ${type.name} ${selector}`);
  return found;
}

/**
 * A copy of what the template with this id holds.
 * @param {string} id
 */
export function fromTemplate(id) {
  const first = byId(id, HTMLTemplateElement).content.firstElementChild?.cloneNode(true);
  if (!(first instanceof HTMLElement)) throw new Error(`The template ${id} is empty`);
  return first;
}

let descriptionsMade = 0;

/**
 * Lets a text describe a control, besides those that do already.
 * @param {Element} control
 * @param {Element} text
 */
export function describe(control, text) {
  descriptionsMade += 1;
  text.id = `description-${descriptionsMade}`;
  const others = control.getAttribute("aria-describedby");
  control.setAttribute("aria-describedby", others ? `${others} ${text.id}` : text.id);
}

/**
 * Writes a text only if it is another one: equal text is no change for a screen reader.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
