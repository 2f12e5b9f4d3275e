import { catalogue } from "../../messages/localize.js";
import { make } from "./make.js";

let idsMade = 0;

/**
 * Opens a dialog over the page. It exists as long as it is open; the focus goes back to where it came from.
 * @param {{ title: string, content: readonly HTMLElement[], actions?: readonly HTMLElement[], className?: string }} parts
 *   without actions, the dialog has a button that closes it
 * @returns {HTMLDialogElement}
 */
export function openModalDialog({ title, content, actions, className = "" }) {
  idsMade += 1;
  const heading = make("h2", { id: `dialog-title-${idsMade}`, textContent: title });
  const close = make("button", { type: "button", className: "button", textContent: catalogue.text("close") });
  const dialog = make("dialog", { className: `dialog ${className}`.trim() }, heading, ...content,
    make("div", { className: "dialog-actions" }, ...(actions ?? [close])));
  dialog.setAttribute("aria-labelledby", heading.id);
  if (!actions) dialog.setAttribute("closedby", "any");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Opens a dialog that asks for something. It stays open, and says why, until what was typed could be used.
 * @param {{ title: string, text: string, fields: readonly HTMLElement[], submit: string, use: () => Promise<string>,
 *   done?: () => void }} parts `use` answers why nothing came of it, or nothing if it worked; then, with the dialog closed, all is `done`
 */
export function openFormDialog({ title, text, fields, submit, use, done = () => {} }) {
  const problem = make("p", { className: "form-problem", ariaLive: "polite" });
  const send = make("button", { className: "button primary", textContent: submit });
  const cancel = make("button", { type: "button", className: "button quiet", textContent: catalogue.text("cancel") });
  const form = make("form", { className: "form", noValidate: true }, make("p", { className: "form-text", textContent: text, hidden: !text }),
    ...fields, problem, make("div", { className: "dialog-actions" }, cancel, send));
  const dialog = openModalDialog({ title, content: [form], actions: [] });
  let isBusy = false;
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("input", () => { problem.textContent = ""; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    send.ariaDisabled = "true";
    const why = await use();
    isBusy = false;
    send.ariaDisabled = null;
    problem.textContent = why;
    if (why) return;
    dialog.close();
    done();
  });
  return dialog;
}

/**
 * A field with its label above and what there is to know about it below.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} control
 * @param {string} [note]
 */
export function labelled(label, control, note = "") {
  idsMade += 1;
  control.id ||= `field-${idsMade}`;
  const field = make("div", { className: "field" }, make("label", { htmlFor: control.id, textContent: label }), control);
  if (note) {
    field.append(make("p", { id: `${control.id}-note`, className: "field-note", textContent: note }));
    control.setAttribute("aria-describedby", `${control.id}-note`);
  }
  return field;
}
