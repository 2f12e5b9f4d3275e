import { catalogue } from "../../messages/localize.js";

/**
 * Says which place is meant by its neighbour in the whole list, also where the filter hides that one.
 * @param {{ above: import("../../model/label.js").Label | null }} neighbours
 * @param {(label: import("../../model/label.js").Label) => boolean} isHidden
 */
export function spotText({ above }, isHidden) {
  if (!above) return catalogue.text("spot.top");
  const name = above.name.trim() || catalogue.text("unnamed");
  return catalogue.text(isHidden(above) ? "spot.afterHidden" : "spot.after", { name });
}
