/**
 * A new element with these properties (`aria…` and `dataset` among them) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const { dataset = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  Object.assign(made.dataset, dataset);
  made.append(...children);
  return made;
}

/**
 * A symbol that has a class of its own; the text beside it says what it means.
 * @param {string} name
 */
export function icon(name) {
  return make("span", { className: `icon icon-${name}`, ariaHidden: "true" });
}
