/**
 * Puts elements of a list into an order, around the one with the focus, which is never moved in the document: moving would take the
 * focus away.
 * @param {HTMLElement} list
 * @param {readonly HTMLElement[]} elements
 */
export function putInOrder(list, elements) {
  const fixed = elements.findIndex((element) => element.contains(document.activeElement));
  for (let index = fixed - 1; index >= 0; index -= 1) {
    if (elements[index].nextSibling !== elements[index + 1]) elements[index + 1].before(elements[index]);
  }
  for (let index = fixed + 1; index < elements.length; index += 1) {
    const before = elements[index - 1] ?? null;
    if (elements[index].parentNode === list && elements[index].previousSibling === before) continue;
    if (before) before.after(elements[index]); else list.prepend(elements[index]);
  }
}
