import { catalogue } from "../messages/localize.js";
import { graphemesIn } from "../model/graphemes.js";
import { make } from "../view/frame/make.js";
import { labelled, openFormDialog, openModalDialog } from "../view/frame/modalDialog.js";
import { aliasFor, aliasLimit, isAlias } from "./alias.js";
import { problemText } from "./problemText.js";

/** The most graphemes that a title has. */
const titleLimit = 200;

/** @typedef {import("./listsAPI.js").ListsAPI} ListsAPI */

/**
 * Asks for a new list's title and address.
 * @param {ListsAPI} api
 * @param {(alias: string) => void} created
 */
export function askForNewList(api, created) {
  const fields = new TitleAndAddress("", "");
  openFormDialog({
    title: catalogue.text("newListTitle"),
    text: "",
    fields: fields.elements,
    submit: catalogue.text("createList"),
    use: () => fields.use((alias, title) => api.create(alias, title)),
    done: () => created(fields.alias),
  });
}

/**
 * Asks for the title and address of a copy.
 * @param {ListsAPI} api
 * @param {{ alias: string, title: string }} list
 * @param {(alias: string) => void} created
 */
export function askForDuplicate(api, { alias, title }, created) {
  const fields = new TitleAndAddress(catalogue.text("copyOf", { list: title }), `${alias.slice(0, aliasLimit - 5)}-copy`);
  openFormDialog({
    title: catalogue.text("duplicateListTitle"),
    text: catalogue.text("duplicateListText"),
    fields: fields.elements,
    submit: catalogue.text("duplicate"),
    use: () => fields.use((copyAlias, copyTitle) => api.duplicate(alias, { alias: copyAlias, ...(copyTitle && { title: copyTitle }) })),
    done: () => created(fields.alias),
  });
}

/**
 * Asks for another title of a list. Without one, the list is called by its alias.
 * @param {ListsAPI} api
 * @param {{ alias: string, title: string }} list
 * @param {(title: string | null) => void} renamed
 */
export function askForTitle(api, { alias, title }, renamed) {
  const field = titleField(title);
  const typed = () => field.value.trim() || null;
  openFormDialog({
    title: catalogue.text("renameListTitle"),
    text: catalogue.text("renameListText"),
    fields: [labelled(catalogue.text("listTitleField"), field)],
    submit: catalogue.text("save"),
    use: async () => {
      const fault = faultOfTitle(typed() ?? "");
      if (fault) return fault;
      try {
        await api.change(alias, { title: typed() });
        return "";
      } catch (error) {
        return problemText(error);
      }
    },
    done: () => renamed(typed()),
  });
  field.select();
}

/**
 * Shows a list's address where it cannot be put onto the clipboard.
 * @param {string} address
 */
export function showLink(address) {
  const field = make("input", { type: "text", readOnly: true, value: address, dir: "ltr", className: "link-field" });
  field.ariaLabel = catalogue.text("linkTitle");
  openModalDialog({
    title: catalogue.text("linkTitle"),
    content: [make("p", { className: "form-text", textContent: catalogue.text("linkText") }), field],
  });
  field.select();
}

/** The two fields of a new list: the address follows the title until somebody types one. */
class TitleAndAddress {
  #title;
  #address;

  /**
   * @param {string} title
   * @param {string} alias
   */
  constructor(title, alias) {
    this.#title = titleField(title);
    this.#address = make("input", { type: "text", value: alias, maxLength: aliasLimit, autocomplete: "off", dir: "ltr",
      autocapitalize: "none", spellcheck: false });
    let isTyped = alias !== "";
    this.#address.addEventListener("input", () => { isTyped = this.#address.value !== ""; });
    this.#title.addEventListener("input", () => { if (!isTyped) this.#address.value = aliasFor(this.#title.value); });
  }

  get elements() {
    return [
      labelled(catalogue.text("listTitleField"), this.#title),
      labelled(catalogue.text("listAddress"), this.#address, catalogue.text("listAddressRule")),
    ];
  }

  get alias() {
    return this.#address.value.trim();
  }

  /**
   * @param {(alias: string, title: string) => Promise<void>} send
   * @returns {Promise<string>} why it came to nothing, or nothing
   */
  async use(send) {
    const { alias } = this;
    const title = this.#title.value.trim();
    const fault = faultOfTitle(title) || (isAlias(alias) ? "" : catalogue.text("problem.invalidAlias"));
    if (fault) {
      (isAlias(alias) ? this.#title : this.#address).focus();
      return fault;
    }
    try {
      await send(alias, title);
      return "";
    } catch (error) {
      return problemText(error);
    }
  }
}

/** @param {string} value */
function titleField(value) {
  return make("input", { type: "text", value, dir: "auto", autocomplete: "off" });
}

/** @param {string} title */
function faultOfTitle(title) {
  const length = [...graphemesIn(title)].length;
  return length > titleLimit ? catalogue.text("titleTooLong", { count: titleLimit }) : "";
}
