import { makeUUID } from "../model/label.js";
import { catalogue, localize } from "../messages/localize.js";
import { openStorage } from "../storage/openStorage.js";
import { Orphans } from "../storage/orphans.js";
import { OwnPresence } from "../sync/ownPresence.js";
import { Session } from "../sync/session.js";
import { AddForm } from "./addForm.js";
import { BlankState } from "./blankState.js";
import { ConnectionStatus } from "./connectionStatus.js";
import { byId, setText } from "./element.js";
import { FilterBar } from "./filterBar.js";
import { HiddenEditors } from "./hiddenEditors.js";
import { NameEditor, isTooLong, wellFormed } from "./nameEditor.js";
import { NameIndex } from "./nameIndex.js";
import { NoticeArea } from "./noticeArea.js";
import { NoticeBoard } from "./noticeBoard.js";
import { People } from "./people.js";
import { PersonDialog, rememberedPerson } from "./personDialog.js";
import { Readout } from "./readout.js";
import { RenderGate } from "./renderGate.js";
import { RowWindow } from "./rowWindow.js";
import { UndoControls } from "./undoControls.js";
import { VisibleRows } from "./visibleRows.js";

/** @typedef {import("../model/edit.js").Edit} Edit */
/** @typedef {import("../sync/notice.js").Notice} Notice */
/** @typedef {import("./noticeBoard.js").Item} Item */

/** How often a page looks for what other pages left behind, in milliseconds. */
const orphanInterval = 5_000;

/** One list's page: it draws what the session's replica shows, and turns what the person does into edits. */
class ListPage {
  #board = new NoticeBoard((ids) => this.#session.forget(ids));
  #visible = new VisibleRows();
  /**
   * What stands in an edited field but is too long to be an edit.
   * @type {{ editor: NameEditor, name: string } | null}
   */
  #refused = null;
  #gate = new RenderGate(() => this.#render(), document);
  #counts = byId("counts", HTMLElement);
  #labels = byId("labels", HTMLElement);
  #reverse = byId("reverse", HTMLButtonElement);
  #storageNote = byId("storage-note", HTMLElement);
  #readout = new Readout();
  #ownPresence = new OwnPresence(rememberedPerson());
  #people = new People();
  #hiddenEditors = new HiddenEditors();
  #undoControls = new UndoControls({ undo: () => this.#turnBack("undo"), redo: () => this.#turnBack("redo") });
  /** @type {Session} */
  #session;
  #memoryReason;
  /** @type {Orphans | null} */
  #orphans = null;
  #orphansLookedAt = -orphanInterval;
  #filterBar;
  #nameIndex;
  #window;
  #notices;
  #addForm;
  #blank;
  #connection;

  /**
   * @param {string} alias
   * @param {URL} socketAddress
   * @param {import("../storage/openStorage.js").OpenedStorage} opened
   */
  constructor(alias, socketAddress, opened) {
    const environment = { makeSocket: () => new WebSocket(socketAddress, "colabel.v1") };
    this.#memoryReason = opened.reason ?? "failed";
    this.#session = new Session({
      changed: () => {
        this.#gate.schedule();
        this.#lookForOrphans();
      },
      notice: (notice) => this.#tell(notice),
      applied: (sequence) => this.#board.applied(sequence),
    }, { ...environment, storage: opened.storage, ownPresence: this.#ownPresence });
    this.#filterBar = new FilterBar(() => this.#filterChanged());
    this.#nameIndex = new NameIndex(this.#filterBar.filter.language);
    this.#window = new RowWindow(byId("rows", HTMLElement), this.#rowActions(), {
      editorsOf: (id) => this.#session.presence.editorsOf(id),
      hintOn: (id, name) => this.#hintOn(name, id),
    });
    this.#notices = new NoticeArea(this.#board, {
      addAsNew: (text) => this.#addKept(text),
      restore: (item) => this.#restore(item),
      changed: () => this.#gate.now(),
    }, {
      personOf: (author) => this.#session.presence.nameOf(author),
      labelOf: (id) => this.#replica.list.get(id)?.name,
    });
    this.#addForm = new AddForm((name) => this.#addTyped(name), (name) => this.#hintOn(name));
    new PersonDialog(this.#ownPresence.person, (person) => {
      this.#ownPresence.introduce(person);
      this.#gate.schedule();
    });
    this.#blank = new BlankState(() => this.#filterBar.clear());
    this.#connection = new ConnectionStatus({
      connectAgain: () => this.#session.connect(),
      tryNow: () => this.#session.wake(),
    });
    this.#listen();
    if (opened.reason === null) this.#useStorage(alias, opened, environment);
    this.#render();
    this.#session.connect();
  }

  /**
   * Shows what another page left behind, and looks now and then whether one leaves more.
   * @param {string} alias
   * @param {Extract<import("../storage/openStorage.js").OpenedStorage, { reason: null }>} opened
   * @param {{ makeSocket: () => WebSocket }} environment
   */
  #useStorage(alias, opened, environment) {
    const { storage } = opened;
    for (const notice of storage.stored?.notices ?? []) this.#tell(notice);
    storage.hold(this.#replica.identity.client).catch((error) => console.warn("This page’s lock cannot be had.", error));
    const page = { session: this.#session, notice: (/** @type {Notice} */ notice) => this.#tell(notice) };
    this.#orphans = new Orphans(opened, alias, page, environment);
    setInterval(() => this.#lookForOrphans(), orphanInterval);
    addEventListener("pagehide", ({ persisted }) => {
      const isGivenAway = persisted && this.#session.isDurable;
      this.#session.flush((error) => { if (isGivenAway && !error) storage.release(); });
      if (isGivenAway) this.#session.stop();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.#session.state === "stopped") location.reload();
    });
  }

  #lookForOrphans() {
    const isEarly = performance.now() < this.#orphansLookedAt + orphanInterval;
    if (!this.#orphans || isEarly || this.#session.state !== "online") return;
    this.#orphansLookedAt = performance.now();
    this.#orphans.check().catch((error) => console.warn("What other pages left behind cannot be looked at.", error));
  }

  /** @param {Notice} notice */
  #tell(notice) {
    this.#board.add(notice, this.#replica.nextSequence);
    this.#gate.schedule();
  }

  get #replica() {
    return this.#session.replica;
  }

  /** Whether something typed here would be lost with the page. */
  get #holdsUnsavedText() {
    const isInMemory = !this.#session.isDurable && (this.#replica.pendingCount > 0 || this.#board.kept.length > 0);
    return isInMemory || this.#refused !== null || this.#addForm.hasText;
  }

  #listen() {
    this.#reverse.addEventListener("click", () => {
      const { count, orientation } = this.#replica.list;
      if (count > 1) this.#session.edit({ kind: "reverse", orientation }, {});
    });
    for (const type of ["scroll", "resize"]) addEventListener(type, () => this.#window.render(), { passive: true });
    addEventListener("online", () => this.#session.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#session.wake();
      else this.#session.commit();
    });
    addEventListener("beforeunload", (event) => {
      this.#session.commit();
      if (this.#holdsUnsavedText) event.preventDefault();
    });
  }

  // Drawing

  #render() {
    const focused = document.activeElement;
    const { list, pendingCount, isLoaded } = this.#replica;
    const labels = list.shown();
    this.#nameIndex.follow(list);
    this.#visible.update(labels, this.#filterBar.filter);
    const { rows } = this.#visible;
    this.#window.show(rows);
    this.#readout.render(labels);
    const shown = rows.filter(({ isRemoved }) => !isRemoved).length;
    setText(this.#counts, isLoaded ? catalogue.text("counts", { shown, total: list.count }) : "");
    this.#blank.render({ isLoaded, shown: rows.length, total: list.count });
    this.#connection.render(this.#session.state, pendingCount, isLoaded);
    setText(this.#storageNote, this.#session.isDurable ? "" : catalogue.text(`memoryOnly.${this.#memoryReason}`));
    this.#board.compare((id) => list.get(id)?.name);
    this.#notices.render();
    this.#reverse.ariaDisabled = String(list.count < 2);
    this.#undoControls.render(this.#replica.undoHistory);
    this.#people.render(this.#session.presence, this.#ownPresence.person);
    this.#hiddenEditors.render(this.#session.presence, (id) => this.#visible.hides(list.get(id), this.#filterBar.filter));
    this.#keepFocus(focused);
  }

  /**
   * The focus is never lost with the control that had it: it goes to the labels then.
   * @param {Element | null} focused what had it before the page was drawn
   */
  #keepFocus(focused) {
    const isElsewhere = document.activeElement !== focused && document.activeElement !== document.body;
    if (isElsewhere || focused === document.body || focused?.getClientRects().length) return;
    this.#labels.focus({ preventScroll: true });
  }

  #filterChanged() {
    this.#addForm.clearHint();
    this.#gate.now();
  }

  // What a row asks for

  /** @returns {import("./labelRow.js").RowActions} */
  #rowActions() {
    return {
      entered: (id) => this.#visible.hold(id),
      left: (id) => {
        this.#visible.release(id);
        this.#gate.schedule();
      },
      nameEntered: (id, name) => {
        this.#ownPresence.edit(id);
        return new NameEditor(this.#replica, id, name);
      },
      nameTyped: (editor, name) => ({ error: this.#typeName(editor, name) }),
      nameLeft: (editor) => this.#leaveName(editor),
      nameCommitted: () => this.#session.commit(),
      nameMoved: (id, step) => this.#moveToName(id, step),
      toggled: (id, isIncluded) => this.#act(id, "toggle", { kind: "include", ids: [id], isIncluded }),
      removed: (id) => this.#act(id, "removeButton", { kind: "remove", ids: [id] }),
    };
  }

  /**
   * @param {NameEditor} editor
   * @param {string} typed
   * @returns {string} why it is not an edit, or nothing
   */
  #typeName(editor, typed) {
    if (this.#refused?.editor !== editor) this.#keepRefused();
    this.#refused = null;
    const error = this.#faultOf(wellFormed(typed));
    if (error) {
      this.#refused = { editor, name: wellFormed(typed) };
      return error;
    }
    const edit = editor.rename(typed);
    if (edit) this.#session.type(edit, editor);
    return "";
  }

  /**
   * What there is to say about a name that is being typed; nothing of it forbids the name.
   * @param {string} name
   * @param {string} [id] the label that is to have it
   */
  #hintOn(name, id) {
    return this.#nameIndex.isTaken(name, id) ? catalogue.text("nameTaken") : "";
  }

  /**
   * Why the server would not take a name, or nothing.
   * @param {string} name
   */
  #faultOf(name) {
    const { limits } = this.#replica;
    return limits && isTooLong(name, limits) ? catalogue.text("nameTooLong", { count: limits.nameGraphemes }) : "";
  }

  /** @param {NameEditor} editor */
  #leaveName(editor) {
    if (this.#refused?.editor === editor) this.#keepRefused();
    this.#ownPresence.edit(null);
    this.#session.commit();
  }

  #keepRefused() {
    const rest = this.#refused?.editor.rename(this.#refused.name);
    if (rest) this.#session.tell("nameTooLong", rest);
    this.#refused = null;
  }

  /**
   * Goes to the name above or below.
   * @param {string} id
   * @param {1 | -1} step
   */
  #moveToName(id, step) {
    const index = this.#visible.rows.findIndex(({ label }) => label.id === id) + step;
    const next = this.#visible.rows[index];
    if (!next) return;
    this.#window.scrollTo(index);
    this.#window.row(next.label.id)?.name.focus();
  }

  /**
   * An edit by which a row may leave: then the focus goes to the same control of the row that takes its place.
   * @param {string} id
   * @param {"toggle" | "removeButton"} control
   * @param {Edit} edit
   */
  #act(id, control, edit) {
    const index = this.#visible.rows.findIndex(({ label }) => label.id === id);
    this.#visible.release(id);
    this.#session.edit(edit, {});
    this.#gate.now();
    const own = this.#window.row(id);
    if (own) {
      if (own.element.contains(document.activeElement)) this.#visible.hold(id);
      return;
    }
    const next = this.#visible.rows[index] ?? this.#visible.rows[index - 1];
    const row = next && this.#window.row(next.label.id);
    if (row) row[control].focus();
    else this.#filterBar.focus();
  }

  /**
   * The person's own doing: a name field that they are in takes in what becomes of the name.
   * @param {"undo" | "redo"} direction
   */
  #turnBack(direction) {
    const row = this.#window.focusedRow;
    this.#session[direction]();
    if (row && !this.#replica.list.get(row.id)) this.#visible.release(row.id);
    this.#gate.now();
    if (row && document.activeElement === row.name) row.takeName();
  }

  // Adding

  /**
   * @param {string} typed
   * @returns {{ error?: string, hint?: string }}
   */
  #addTyped(typed) {
    const name = wellFormed(typed);
    const error = this.#faultOf(name);
    if (error) return { error };
    const id = this.#add(name);
    this.#gate.now();
    const index = this.#visible.rows.findIndex(({ label }) => label.id === id);
    if (index < 0) return { hint: catalogue.text("hiddenByFilter", { name }) };
    this.#window.scrollTo(index);
    return {};
  }

  /**
   * Adds a label at the end of the list as it is on screen.
   * @param {string} name
   */
  #add(name) {
    const id = makeUUID();
    const { orientation } = this.#replica.list;
    this.#session.edit({ kind: "insert", ids: [id], name, isIncluded: true, place: ["last"], orientation }, {});
    return id;
  }

  /**
   * @param {string} text
   * @returns {string} why it was not added, or nothing
   */
  #addKept(text) {
    const error = this.#faultOf(text);
    if (!error) this.#add(text);
    return error;
  }

  /**
   * Brings the label back, with the name that was meant for it.
   * @param {Item} item
   * @returns {string} why it was not brought back, or nothing
   */
  #restore({ notice: { edit } }) {
    if (edit.kind !== "rename") return "";
    const error = this.#faultOf(edit.name);
    if (error) return error;
    const step = {};
    this.#session.edit({ kind: "restore", ids: edit.ids }, step);
    this.#session.edit({ ...edit, seen: this.#replica.revision }, step);
    return "";
  }
}

localize(document);
document.documentElement.lang = catalogue.language;
document.documentElement.dir = catalogue.direction;
const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
document.title = catalogue.text("listTitle", { list: name });
setText(byId("list-name", HTMLElement), name);
const address = new URL(`${encodeURIComponent(name)}/socket`, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
byId("add-form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
new ListPage(name, address, await openStorage(name));
