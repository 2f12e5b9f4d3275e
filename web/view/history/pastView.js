import { catalogue } from "../../messages/localize.js";
import { make } from "../frame/make.js";
import { PastRows } from "./pastRows.js";

/** @typedef {import("./restorePlan.js").ListContent} ListContent */

/**
 * Shows the list as it was, over the page and to be read only.
 * @param {{ revision: number, time: number }} point
 * @param {ListContent} content
 * @param {{ list: import("../../model/labelList.js").LabelList, restoreAll(): void }} now the list as it is
 */
export function openPastView({ revision, time }, content, { list, restoreAll }) {
  const title = make("h2", { id: "past-title", textContent: catalogue.text("pastTitle") });
  const banner = make("p", { className: "past-banner", textContent: catalogue.text("pastBanner", { time: catalogue.time(time), revision }) });
  const labels = content.orientation === 0 ? content.labels : [...content.labels].reverse();
  const differing = labels.filter(({ id, name, isIncluded }) => {
    const label = list.get(id);
    return label?.name !== name || label.isIncluded !== isIncluded;
  });
  const rows = new PastRows(list);
  const onlyDifferent = make("input", { type: "checkbox" });
  onlyDifferent.addEventListener("change", () => rows.show(onlyDifferent.checked ? differing : labels));
  const counts = make("p", { className: "quiet-text", textContent: [catalogue.text("pastCount", { count: labels.length }),
    catalogue.text("pastDifferent", { count: differing.length })].join(catalogue.text("listSeparator")) });
  const back = make("button", { type: "button", className: "button primary", textContent: catalogue.text("pastBack") });
  const restore = make("button", { type: "button", className: "button", textContent: catalogue.text("restoreAll") });
  const dialog = make("dialog", { className: "dialog past" }, title, banner,
    make("div", { className: "past-tools" }, counts, make("label", { className: "check" }, onlyDifferent, ` ${catalogue.text("pastOnlyDifferent")}`)),
    rows.element, make("div", { className: "dialog-actions" }, restore, back));
  dialog.setAttribute("aria-labelledby", title.id);
  back.addEventListener("click", () => dialog.close());
  restore.addEventListener("click", () => {
    dialog.close();
    restoreAll();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  back.focus();
  rows.show(labels);
}
