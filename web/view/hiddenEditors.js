import { catalogue } from "../messages/localize.js";
import { byId, setText } from "./element.js";

/** Says how many people edit labels that the filter hides. */
export class HiddenEditors {
  #element = byId("editing-hidden", HTMLElement);

  /**
   * @param {import("../sync/presence.js").Presence} presence
   * @param {(label: string) => boolean} isHidden whether a label of the list has no row
   */
  render(presence, isHidden) {
    let count = 0;
    for (const [label, people] of presence.editors) if (isHidden(label)) count += people.length;
    setText(this.#element, count > 0 ? catalogue.text("editingHidden", { count }) : "");
    this.#element.title = this.#element.textContent ?? "";
  }
}
