import { catalogue } from "../messages/localize.js";
import { OwnPresence } from "../sync/ownPresence.js";
import { Session } from "../sync/session.js";
import { AddForm } from "./addForm.js";
import { Adding } from "./adding.js";
import { BlankState } from "./blankState.js";
import { ConnectionStatus } from "./connectionStatus.js";
import { Counts } from "./counts.js";
import { PinnedDrafts } from "./drafts/pinnedDrafts.js";
import { Drawing } from "./drawing.js";
import { byId, setText } from "./element.js";
import { EditingMode } from "./editingMode.js";
import { FilterBar } from "./filterBar.js";
import { ListFrame } from "./frame/listFrame.js";
import { HiddenEditors } from "./hiddenEditors.js";
import { ListWork } from "./listWork.js";
import { NameIndex } from "./nameIndex.js";
import { NameRules } from "./nameRules.js";
import { NoticeArea } from "./noticeArea.js";
import { NoticeBoard } from "./noticeBoard.js";
import { followPageLife } from "./pageLife.js";
import { PageStorage } from "./pageStorage.js";
import { People } from "./people.js";
import { PersonDialog, rememberedPerson } from "./personDialog.js";
import { Readout } from "./readout.js";
import { RenderGate } from "./renderGate.js";
import { ReverseButton } from "./reverseButton.js";
import { DraftTyping } from "./rows/draftTyping.js";
import { NameTyping } from "./rows/nameTyping.js";
import { Preparation } from "./rows/preparation.js";
import { RowController } from "./rows/rowController.js";
import { RowWindow } from "./rows/rowWindow.js";
import { VisibleRows } from "./rows/visibleRows.js";
import { UndoControls } from "./undoControls.js";

/** @typedef {import("../sync/notice.js").Notice} Notice */

/** A list that is there within so many milliseconds is shown at once, without saying before that it is loading. */
const loadingDelay = 100;

/** One list's page: puts the parts together that show what the session's replica holds, and turn what the person does into edits. */
export class ListPage {
  #board = new NoticeBoard((ids) => this.#session.forget(ids));
  #visible = new VisibleRows();
  #drawing = new Drawing();
  #gate = new RenderGate(() => this.#drawing.render(), document);
  #ownPresence = new OwnPresence(rememberedPerson());
  /** @type {Session} */
  #session;
  /** @type {PageStorage | null} */
  #storage = null;
  #filterBar;
  #nameIndex;
  #rules;
  #live;
  #drafting;
  /** @type {PinnedDrafts} */
  #pinned;
  #editingMode = new EditingMode();
  #rows;
  /** @type {RowWindow} */
  #window;
  #adding;
  #addForm;
  #isOpening = true;
  /** @type {ListWork | null} */
  #work = null;

  /**
   * @param {string} alias
   * @param {() => WebSocket} makeSocket
   * @param {import("../storage/openStorage.js").OpenedStorage} opened
   */
  constructor(alias, makeSocket, opened) {
    const environment = { makeSocket };
    this.#session = this.#makeSession(environment, opened);
    // The server answers while the parts are put together.
    this.#session.connect();
    this.#filterBar = new FilterBar(alias, () => this.#filterChanged());
    this.#nameIndex = new NameIndex(this.#filterBar.filter.language);
    this.#rules = new NameRules(this.#session, this.#nameIndex);
    this.#live = new NameTyping(this.#session, this.#ownPresence, this.#rules);
    this.#drafting = new DraftTyping(this.#session, this.#ownPresence, this.#rules, (editor, text) => this.#pinned.add(editor, text));
    this.#rows = new RowController({ session: this.#session, visible: this.#visible, gate: this.#gate,
      typing: () => this.#editingMode.isDraft ? this.#drafting : this.#live,
      filterBar: this.#filterBar, window: () => this.#window });
    this.#work = new ListWork({ alias, session: this.#session, visible: this.#visible, gate: this.#gate,
      filterBar: this.#filterBar, rows: this.#rows, window: () => this.#window });
    const frame = new ListFrame(alias, this.#session.info, () => [this.#editingMode.choice]);
    this.#window = this.#makeWindow([...this.#work.rowParts, frame.makeRowPart]);
    this.#adding = new Adding(this.#session, this.#rules, this.#gate, this.#rows);
    this.#pinned = new PinnedDrafts(alias, { session: this.#session, ownPresence: this.#ownPresence, rules: this.#rules,
      adding: this.#adding, rows: this.#rows, gate: this.#gate });
    this.#addForm = new AddForm((name) => this.#adding.addTyped(name), (name) => this.#rules.hintOn(name));
    this.#addViews(opened.reason);
    this.#drawing.add(frame, ...this.#work.views, { render: () => this.#window.settle() },
      new Preparation(this.#visible));
    followPageLife(this.#session, () => this.#holdsUnsavedText);
    if (opened.reason === null) {
      const page = { session: this.#session, notice: (/** @type {Notice} */ notice) => this.#tell(notice) };
      this.#storage = new PageStorage(alias, opened, page, environment);
    }
    setTimeout(() => {
      this.#isOpening = false;
      this.#gate.schedule();
    }, loadingDelay);
  }

  get #replica() {
    return this.#session.replica;
  }

  /**
   * @param {{ makeSocket: () => WebSocket }} environment
   * @param {import("../storage/openStorage.js").OpenedStorage} opened
   */
  #makeSession(environment, { storage }) {
    return new Session({
      changed: () => {
        if (!this.#isOpening || this.#replica.isLoaded) this.#gate.schedule();
        this.#storage?.lookForOrphans();
      },
      notice: (notice) => this.#tell(notice),
      applied: (sequence) => this.#board.applied(sequence),
      answered: (edit, outcome) => this.#work?.answered(edit, outcome) ?? false,
      changedByOther: (change) => this.#work?.changedByOther(change),
    }, { ...environment, storage, ownPresence: this.#ownPresence });
  }

  /** @param {readonly import("./rows/labelRow.js").RowPartMaker[]} parts */
  #makeWindow(parts) {
    return new RowWindow(byId("rows", HTMLElement), this.#rows.actions, {
      editorsOf: (id) => this.#session.presence.editorsOf(id),
      hintOn: (id, name) => this.#rules.hintOn(name, id) || (this.#drafting.isDrafting(id) ? catalogue.text("draftHint") : ""),
      foundIn: (name) => this.#filterBar.filter.found(name),
    }, parts);
  }

  // Drawing

  /** @param {"insecure" | "failed" | null} memoryReason why this page has no storage, if so */
  #addViews(memoryReason) {
    const session = this.#session;
    const readout = new Readout();
    const counts = new Counts();
    const blank = new BlankState(() => this.#filterBar.clear());
    this.#drawing.add({ render: () => this.#updateRows() },
      this.#pinned,
      { render: () => this.#window.show(this.#visible) },
      { render: () => readout.render(this.#replica.list) },
      { render: () => counts.render(this.#counts) },
      { render: () => blank.render({ isLoaded: this.#replica.isLoaded, shown: this.#visible.count,
        total: this.#replica.list.count }) });
    this.#addStatusViews(memoryReason ?? "failed");
    this.#drawing.add(this.#makeNotices(), new ReverseButton(session));
    const undoControls = new UndoControls({ undo: () => this.#rows.turnBack("undo"), redo: () => this.#rows.turnBack("redo") });
    this.#drawing.add({ render: () => undoControls.render(this.#replica.undoHistory) });
    this.#addPeople();
  }

  #updateRows() {
    const { list } = this.#replica;
    this.#nameIndex.follow(list);
    this.#visible.update(list, this.#filterBar.filter);
  }

  get #counts() {
    return this.#replica.isLoaded ? { shown: this.#visible.labelCount, total: this.#replica.list.count } : null;
  }

  /** @param {"insecure" | "failed"} memoryReason */
  #addStatusViews(memoryReason) {
    const session = this.#session;
    const storageNote = byId("storage-note", HTMLElement);
    const connection = new ConnectionStatus({ connectAgain: () => session.connect(), tryNow: () => session.wake() });
    this.#drawing.add(
      { render: () => connection.render({ state: session.state, waiting: this.#replica.pendingCount, isLoaded: this.#replica.isLoaded,
        trouble: session.trouble }) },
      { render: () => setText(storageNote, session.isDurable ? "" : catalogue.text(`memoryOnly.${memoryReason}`)) },
    );
  }

  #makeNotices() {
    const notices = new NoticeArea(this.#board, {
      addAsNew: (text) => this.#adding.addKept(text),
      restore: ({ notice: { edit } }) => edit.kind === "rename" ? this.#adding.restore(edit) : "",
      changed: () => this.#gate.now(),
    }, {
      personOf: (author) => this.#session.presence.nameOf(author),
      labelOf: (id) => this.#replica.list.get(id)?.name,
    });
    return {
      render: () => {
        this.#board.compare((id) => this.#replica.list.get(id)?.name);
        notices.render();
      },
    };
  }

  #addPeople() {
    const { presence } = this.#session;
    const people = new People();
    const hiddenEditors = new HiddenEditors();
    new PersonDialog(this.#ownPresence.person, (person) => {
      this.#ownPresence.introduce(person);
      this.#gate.schedule();
    });
    this.#drawing.add({ render: () => people.render(presence, this.#ownPresence.person) },
      { render: () => hiddenEditors.render(presence, (id) => this.#visible.hides(id)) });
  }

  /** @param {Notice} notice */
  #tell(notice) {
    this.#board.add(notice, this.#replica.nextSequence);
    this.#gate.schedule();
  }

  /** What the person looks at comes first; how many rows there are, and all else, once that is seen. */
  #filterChanged() {
    this.#addForm.clearHint();
    this.#updateRows();
    this.#window.showFirst(this.#visible);
    this.#gate.afterFrame();
  }

  /** Whether something typed here would be lost with the page. */
  get #holdsUnsavedText() {
    const isInMemory = !this.#session.isDurable && (this.#replica.pendingCount > 0 || this.#board.kept.length > 0);
    return isInMemory || this.#live.holdsText || this.#drafting.holdsText || this.#pinned.holdsText || this.#addForm.hasText;
  }
}
