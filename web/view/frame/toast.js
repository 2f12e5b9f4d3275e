import { make } from "./make.js";

/** How long a word about what was just done stands, in milliseconds; longer if something can be done about it. */
const standing = { plain: 4_000, withAction: 10_000 };

const element = make("div", { className: "toast", ariaLive: "polite" });
let timer = 0;

/**
 * Says in passing what was just done, at the page's lower edge. It stands as long as the pointer or the focus is on it.
 * @param {string} text
 * @param {{ text: string, run(): void }} [action]
 */
export function say(text, action) {
  if (!element.isConnected) document.body.append(element);
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
