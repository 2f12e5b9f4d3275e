import { make } from "./make.js";

/** How long a word about what was just done stands, in milliseconds; longer if something can be done about it. */
const standing = { plain: 4_000, withAction: 10_000 };

/** Stands in the page from the start: screen readers say only what comes into a region that is already there. */
const element = make("div", { className: "toast", ariaLive: "polite" });
document.body.append(element);
let timer = 0;

/**
 * Says in passing what was just done, at the page's lower edge. It stands as long as the pointer or the focus is on it.
 * @param {string} text
 * @param {{ text: string, run(): void }} [action]
 */
export function say(text, action) {
  clearTimeout(timer);
  element.replaceChildren(make("span", { textContent: text }));
  if (action) {
    const button = make("button", { type: "button", className: "button", textContent: action.text });
    button.addEventListener("click", () => {
      clear();
      action.run();
    });
    element.append(button);
  }
  timer = setTimeout(clearUnlessUsed, action ? standing.withAction : standing.plain);
}

function clear() {
  clearTimeout(timer);
  element.replaceChildren();
}

function clearUnlessUsed() {
  if (element.matches(":hover, :focus-within")) timer = setTimeout(clearUnlessUsed, 1_000);
  else clear();
}
