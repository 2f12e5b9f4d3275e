"""Breaks one rule of the page at a time, in a copy, and checks that the test of that rule fails.

`.venv/bin/python Tests/Browser/mutations.py [WORD…]`: all, or those whose name holds one of the words. `--check` only looks whether the page
still holds what is to be broken. Exits with 1 if a test
passes although its rule is broken. Takes about ten seconds a rule, so it is no part of `make test`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from server import ROOT

# Copies of the page that are tested at a time.
JOBS = int(os.environ.get("JOBS", "2"))


@dataclass(frozen=True)
class Mutation:
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


BY_POSITION = (
    "view/rows/rowController.js",
    "typing.enter(id, name)",
    "typing.enter(this.#session.replica.list.shown()[this.#visible.indexOf(id)].id, name)",
)
SEVEN_ALONE = "test_seven_steps.py::test_the_seven_steps_alone"
SEVEN_TOGETHER = "test_seven_steps.py::test_a_second_page_with_another_filter_sees_every_step"
CONCURRENT_REMOVAL = "test_together.py::test_a_concurrent_removal_rejects_the_rename_with_the_notice"


def in_trouble(check: str) -> str:
    return f"test_bad_network.py::test_people_agree_and_lose_nothing[{check}]"


MUTATIONS = [
    Mutation("a rename hits the label at the visible position", *BY_POSITION, (
        SEVEN_ALONE,
        "test_together.py::test_a_reverse_and_moves_elsewhere_while_filtered_leave_the_row_bound_to_its_label",
    )),
    Mutation("included only does not filter", "filter.js",
             "isIncluded ? !this.excludedOnly : !this.includedOnly", "isIncluded ? !this.excludedOnly : true", (
                 SEVEN_ALONE, "test_together.py::test_what_is_edited_elsewhere_enters_and_leaves_by_each_pages_own_filter")),
    Mutation("reverse starts from the wrong orientation", "view/reverseButton.js",
             'session.edit({ kind: "reverse", orientation }, {});',
             'session.edit({ kind: "reverse", orientation: orientation === 0 ? 1 : 0 }, {});',
             (SEVEN_ALONE, "test_together.py::test_a_rename_meets_a_reverse_that_it_has_not_seen")),
    Mutation("changes of others are not drawn", "view/listPage.js",
             "        if (!this.#isOpening || this.#replica.isLoaded) this.#gate.schedule();\n", "", (SEVEN_TOGETHER,)),
    Mutation("a removal leaves the row", "sync/prediction.js",
             "forEachLive(list, edit.ids, (found) => list.remove(found.id))", "[]",
             ("test_editing.py::test_removing_by_keyboard_moves_the_focus_to_the_next_row",)),
    Mutation("a removal by somebody else is not applied", "sync/remoteChange.js",
             "      list.remove(effect.id);\n", "", (SEVEN_TOGETHER, CONCURRENT_REMOVAL)),
    Mutation("the notice is not shown", "view/noticeArea.js",
             'setText(this.#status, current ? noticeText(current, this.#names) : "");', "", (CONCURRENT_REMOVAL,)),
    Mutation("the rejected text is dropped", "view/noticeBoard.js",
             "text: textOf(notice.edit) || undefined", "text: undefined",
             (CONCURRENT_REMOVAL, "test_together.py::test_the_rejected_text_can_be_added_as_a_new_label")),
    Mutation("restoring forgets the text", "view/adding.js",
             "    this.#session.edit({ ...rename, seen: this.#session.replica.revision }, step);\n", "",
             ("test_together.py::test_the_removed_label_can_be_restored_with_the_rejected_text",)),
    Mutation("the notice never clears", "view/noticeBoard.js",
             "item.isCurrent &&= sequence < item.since", "item.isCurrent &&= sequence > 0",
             ("test_together.py::test_the_notice_clears_at_the_next_good_edit_and_the_text_stays_until_dismissed",)),
    Mutation("a rename names no base", "view/rows/nameEditor.js", "const base = this.#text;", 'const base = "";',
             ("test_together.py::test_two_people_who_type_in_one_name_at_different_places_both_keep_their_text",)),
    Mutation("updates write into the edited field", "view/rows/labelRow.js",
             "if (!this.#editor) this.#writeName(label.name);", "this.#writeName(label.name);",
             ("test_editing.py::test_a_remote_rename_of_the_edited_field_leaves_text_and_caret",)),
    Mutation("equal text is written back", "view/rows/labelRow.js",
             "if (!this.#editor) this.#writeName(label.name);", 'this.name.value = ""; this.name.value = label.name;',
             ("test_editing.py::test_the_echo_of_own_typing_leaves_the_caret",)),
    Mutation("the focused element is moved in the document", "view/rows/inOrder.js",
             "elements.findIndex((element) => element.contains(document.activeElement))", "-1",
             ("test_editing.py::test_rows_that_move_around_the_edited_one_leave_the_focus_in_it",)),
    Mutation("the page repaints during a composition", "view/renderGate.js",
             "this.#isHeldBack = this.#isComposing || this.#isPressed;", "this.#isHeldBack = this.#isPressed;",
             ("test_editing.py::test_nothing_is_repainted_during_a_composition",)),
    Mutation("a row leaves while its name is typed", "view/rows/visibleRows.js",
             "    this.#holdNow();\n  }\n\n  #holdNow", "  }\n\n  #holdNow",
             ("test_editing.py::test_a_row_whose_name_stops_matching_stays_until_the_field_is_left",)),
    Mutation("a removed label's row goes under the typist", "view/rows/visibleRows.js",
             "held.isRemoved = own === undefined;", "held.isRemoved = own === undefined; if (!own) this.#letGo();",
             ("test_editing.py::test_a_label_removed_while_it_is_edited_keeps_its_row_and_its_text",)),
    Mutation("an empty name is not sent", "view/rows/nameEditor.js",
             "if (name === this.#text) return undefined;", 'if (name === this.#text || name === "") return undefined;',
             ("test_editing.py::test_a_name_may_be_emptied_while_typing",)),
    Mutation("a label without a name leaves a gap in the readout", "view/readout.js",
             'isUnnamed ? catalogue.text("unnamed") : label.name', "label.name",
             ("test_editing.py::test_a_label_without_a_name_is_said_to_be_unnamed",)),
    Mutation("the focus is lost after a removal", "view/rows/rowController.js", "if (row) row[control].focus();", "if (row) return;",
             ("test_editing.py::test_removing_by_keyboard_moves_the_focus_to_the_next_row",)),
    Mutation("a removal by somebody else takes the focus", "view/rows/labelRow.js",
             "this.toggle.ariaDisabled = this.removeButton.ariaDisabled = String(isRemoved);",
             "this.toggle.disabled = this.removeButton.disabled = isRemoved;",
             ("test_editing.py::test_a_removal_by_somebody_else_leaves_the_focus_where_it_is",)),
    Mutation("the focus goes with the control that had it", "view/drawing.js", "    this.#keepFocus(focused);\n", "",
             ("test_editing.py::test_the_focus_goes_to_the_labels_when_its_control_goes",)),
    Mutation("the arrow keys stay where they are", "view/rows/rowController.js", "this.#visible.indexOf(id) + step;",
             "this.#visible.indexOf(id);", ("test_editing.py::test_the_arrow_keys_go_from_name_to_name",)),
    Mutation("the filter goes into the query", "view/filterFragment.js", "`#${fragment}`", "`?${fragment}`",
             ("test_editing.py::test_the_filter_lives_in_the_fragment_and_never_in_the_query",)),
    Mutation("too long a name is forgotten", "view/rows/nameTyping.js", "this.#refused = { editor, name: wellFormed(typed) };", "",
             ("test_editing.py::test_a_name_beyond_the_limit_is_not_sent_and_its_text_is_kept",)),
    Mutation("too long a kept text is added unseen", "view/adding.js", "const error = this.#rules.faultOf(text);", 'const error = "";',
             ("test_editing.py::test_a_name_beyond_the_limit_is_not_sent_and_its_text_is_kept",)),
    Mutation("every label gets an element", "view/rows/rowWindow.js", "const overscan = 8;", "const overscan = 5000;",
             ("test_editing.py::test_a_thousand_labels_have_rows_only_near_the_screen",)),
    Mutation("a frame makes every row", "view/rows/rowWindow.js", "const mostNewRows = 8;", "const mostNewRows = 800;",
             ("test_rows.py::test_a_frame_makes_eight_rows_and_what_was_in_the_place_of_the_others_stays_until_the_next",)),
    Mutation("what was in the place of rows to come goes at once", "view/rows/rowWindow.js",
             "if (wanted.has(id) || missing.has(this.#indexes.get(id) ?? -1)) continue;", "if (wanted.has(id)) continue;",
             ("test_rows.py::test_a_frame_makes_eight_rows_and_what_was_in_the_place_of_the_others_stays_until_the_next",)),
    Mutation("a query draws the first rows, and nothing follows", "view/listPage.js", "    this.#gate.afterFrame();\n", "",
             ("test_seven_steps.py",)),
    Mutation("what waited is not sent after reconnecting", "sync/outbox.js",
             "for (const pending of this.#pending) pending.sequence ??= nextSequence();",
             "for (const pending of this.#pending) pending.sequence ??= nextSequence() + 1000;",
             ("test_connection.py::test_edits_made_while_the_server_is_away_arrive_once_after_its_restart",)),
    Mutation("what was sent counts as having arrived", "sync/replica.js", "    this.#sentHere = 0;\n  }", "  }",
             (in_trouble("rename_through_a_filter, 2 people, cut before the server reads"),)),
    Mutation("what is sent again is another edit", "sync/replica.js", "  #leaveSocket() {\n",
             "  #leaveSocket() {\n    for (const each of this.#outbox.edits) each.sequence = null;\n",
             (in_trouble("undo_after_others_edited, 2 people, cut before the answer"),)),
    Mutation("nobody learns who removed a label", "view/noticeText.js", "if (removedBy?.name === undefined) return text;", "return text;",
             (in_trouble("removal_against_rename, 3 people, killed before the answer"),)),
    Mutation("nobody reconnects", "sync/connection.js",
             "this.#retryTimer = this.#clock.setTimeout(() => this.connect(), this.#backoff.next());", "",
             ("test_connection.py::test_a_page_reconnects_by_itself",)),
    Mutation("trying now does nothing", "view/listPage.js", "tryNow: () => session.wake() }", "tryNow: () => {} }",
             ("test_connection.py::test_somebody_who_does_not_want_to_wait_can_try_at_once",)),
    Mutation("leaving does not warn", "view/pageLife.js",
             "if (holdsUnsavedText()) event.preventDefault();", "",
             ("test_connection.py::test_leaving_with_unsent_edits_that_are_stored_nowhere_warns",)),
    Mutation("leaving always warns", "view/pageLife.js",
             "if (holdsUnsavedText()) event.preventDefault();", "event.preventDefault();",
             ("test_connection.py::test_leaving_with_everything_saved_does_not_ask",)),
    Mutation("leaving forgets what was typed and not sent", "view/listPage.js",
             " || this.#pinned.holdsText || this.#addForm.hasText", "",
             ("test_connection.py::test_leaving_with_text_that_is_only_on_the_page_warns",)),
    Mutation("edits are not stored", "sync/journal.js",
             "if (this.#edits.get(key)?.edit !== edit) changes.push", "if (edit === undefined) changes.push",
             ("test_offline.py::test_edits_made_offline_outlive_the_browser_and_are_applied_once_each",)),
    Mutation("a page starts with a client of its own whatever was left", "storage/openStorage.js",
             "summary.editCount === 0", "summary.editCount >= 0",
             ("test_offline.py::test_a_reload_goes_on_with_what_waited_and_shows_it_at_once",)),
    Mutation("nobody looks for orphans", "view/pageStorage.js", "this.#orphans.check()", "Promise.resolve()",
             ("test_offline.py::test_what_a_closed_page_left_behind_is_sent_by_one_that_is_open",)),
    Mutation("locks are always had", "storage/clientLocks.js",
             "{ ifAvailable: true }, (lock) => {", "{ ifAvailable: true }, (lock) => { lock ??= { name: '', mode: 'exclusive' };",
             ("test_offline.py::test_what_two_tabs_have_waiting_is_sent_by_each_itself",)),
    Mutation("notices are not stored", "storage/clientStore.js",
             "if (notice) stores.notices.put({ client, at: now + index, ...notice });", "if (notice) return;",
             ("test_offline.py::test_a_rejected_text_outlives_the_browser_until_it_is_dismissed",)),
    Mutation("a dismissed text comes back", "view/listPage.js",
             "new NoticeBoard((ids) => this.#session.forget(ids))", "new NoticeBoard()",
             ("test_offline.py::test_a_rejected_text_outlives_the_browser_until_it_is_dismissed",)),
    Mutation("nothing says that edits live only in the tab", "view/listPage.js",
             'session.isDurable ? "" :', 'session.isDurable || true ? "" :',
             ("test_offline.py::test_a_browser_without_storage_works_and_says_so",)),
    Mutation("a storage that does not open is waited for", "storage/openStorage.js",
             "const openTimeout = 3_000;", "const openTimeout = 300_000;",
             ("test_offline.py::test_a_storage_that_never_answers_does_not_keep_the_page_from_working",)),
    Mutation("a page in the back-forward cache goes on with its client", "view/pageStorage.js",
             "if (isGivenAway && !error) storage.release();", "",
             ("test_offline.py::test_a_page_in_the_back_forward_cache_gives_its_edits_away_and_starts_anew_when_shown",)),
    Mutation("an empty list is never ready", "sync/replica.js", "      this.isLoaded = true;\n      if (this", "      if (this",
             ("test_connection.py::test_a_new_list_starts_empty_and_holds_what_is_added",)),
    Mutation("a picked language is forgotten", "messages/language.js", "if (picked !== null && isSpoken(picked)) {", "if (false) {",
             ("test_languages.py::test_a_picked_language_comes_before_that_of_the_browser_and_is_remembered",)),
    Mutation("Arabic runs left to right", "messages/localize.js", "document.documentElement.dir = catalogue.direction;", "",
             ("test_languages.py::test_arabic_runs_right_to_left_whole",)),
    Mutation("an archived list can be typed into", "view/frame/readOnlyRows.js", 'name.toggleAttribute("readonly", isReadOnly);', "",
             ("test_lists_index.py::test_an_archived_list_leaves_the_index_can_only_be_read_and_comes_back",)),
    Mutation("single keys act although they are switched off", "view/shortcuts/characterKeys.js",
             " || !rememberedPreferences().characterKeys", "",
             ("test_keyboard_only.py::test_single_keys_can_be_switched_off",)),
    Mutation("a dark page flashes up light", "index.html", '  <script src="../settings/applyColorScheme.js"></script>\n', "",
             ("test_zoom_and_contrast.py::test_a_picked_colour_scheme_comes_before_that_of_the_system_and_is_there_at_the_first_paint",)),
    Mutation("the index leads elsewhere", "listIndex/listsAPI.js", "`lists/${", "`list/${",
             ("test_lists_index.py::test_a_list_is_created_with_a_title_and_opened",)),
    Mutation("Turkish is folded like English", "filter.js", "return /^(tr|az)(-|$)/i.test(language);", "return language === '';",
             ("test_filter_rule.py::test_every_filter_vector_matches_in_the_browser",)),
    Mutation("a control has no name", "index.html", ' data-label="labelName"', "",
             ("test_accessibility.py",)),
    Mutation("a session of typing is undone piece by piece", "sync/undoHistory.js",
             "last.session === session &&", "last.session !== session &&",
             ("test_undo_presence.py::test_a_session_of_typing_is_undone_and_redone_in_one_step",)),
    Mutation("the keys undo the list while somebody types", "view/undoControls.js",
             "this.#isTypedIn(event.target) ||", "",
             ("test_undo_presence.py::test_the_keys_take_back_text_while_it_is_typed_and_the_step_once_it_is_committed",)),
    Mutation("a field keeps the text that was undone", "view/rows/rowController.js",
             "if (row && document.activeElement === row.name) row.takeName();", "",
             ("test_undo_presence.py::test_the_keys_take_back_text_while_it_is_typed_and_the_step_once_it_is_committed",)),
    Mutation("what has no sequence yet cannot be taken back", "sync/undoHistory.js",
             "this.#queue.drop(edit.made);", "",
             ("test_undo_presence.py::test_what_was_done_while_the_server_was_away_is_taken_back_without_it",)),
    Mutation("a refused undo does not say why", "view/noticeText.js",
             'if (edit.kind === "undo" && catalogue.has(ofUndo))', "if (edit.kind === ofUndo)",
             ("test_undo_presence.py::test_an_undo_that_would_touch_somebody_elses_text_is_refused_and_says_whose",)),
    Mutation("nobody learns who removed the label", "view/noticeText.js",
             "if (removedBy?.name === undefined) return text;", "if (text) return text;",
             ("test_undo_presence.py::test_a_rejection_names_who_removed_the_label_and_when",)),
    Mutation("the mark stays when the field is left", "view/rows/nameTyping.js", "    this.#ownPresence.edit(null);\n", "",
             ("test_undo_presence.py::test_the_mark_of_who_edits_follows_them_and_leaves_with_them",)),
    Mutation("people who left are still shown", "sync/presence.js",
             "for (const author of left) this.#people.delete(author);", "",
             ("test_undo_presence.py::test_who_is_here_appears_with_a_name_and_goes_with_the_page",)),
    Mutation("who edits what the filter hides is not counted", "view/hiddenEditors.js", "if (isHidden(label)) count", "count",
             ("test_undo_presence.py::test_who_edits_what_the_filter_hides_is_counted",)),
    Mutation("an equal name is not hinted at", "view/nameIndex.js", "> (own &&", "> 9 + (own &&",
             ("test_undo_presence.py::test_a_name_that_another_label_has_is_hinted_at_and_taken",)),
    Mutation("an action is undone edit by edit", "sync/replica.js",
             "this.undoHistory.recordStep(edits.map((edit) => this.#outbox.add(edit, this.#point.place, { session })));",
             "for (const edit of edits) this.undoHistory.record(this.#outbox.add(edit, this.#point, { session }), {});",
             ("test_bulk.py::test_labels_are_renamed_by_a_pattern_that_is_seen_beforehand",)),
    Mutation("labels that an action was refused for are not counted", "view/selection/bulkResult.js",
             'if (part.outcome === "rejected") this.#refuse(part.id, part);', "",
             ("test_bulk.py::test_the_result_tells_what_changed_and_who_removed_the_rest",)),
    Mutation("an expression is never given up", "view/selection/expressionRunner.js", "worker.postMessage({", "clearTimeout(timer), worker.postMessage({",
             ("test_bulk.py::test_an_expression_that_never_ends_is_given_up",)),
    Mutation("a drop lands on the other side of the row", "view/order/dragging.js", '? "before" : "after";', '? "after" : "before";',
             ("test_order.py::test_a_row_is_dragged_to_where_the_line_shows_and_undone",)),
    Mutation("a step goes to the wrong side of the neighbour", "view/order/places.js",
             '[isUp ? "before" : "after", passed]', '[isUp ? "after" : "before", passed]',
             ("test_order.py::test_while_filtered_the_neighbour_that_is_meant_is_named",)),
    Mutation("changes outside the filter are not counted", "view/notices/outsideChanges.js", "this.#changed.add(id);", "return;",
             ("test_remote_line.py::test_changes_outside_the_filter_are_counted_and_the_way_there_is_shown",)),
    Mutation("one is told what one did oneself", "sync/replica.js", "if (change.author !== this.#author) this.#observer", "this.#observer",
             ("test_remote_line.py::test_what_one_does_oneself_is_not_told",)),
    Mutation("a label's history tells of every label", "view/history/historySource.js",
             "&label=${this.#label}", "",
             ("test_history.py::test_a_labels_history_tells_of_it_alone_and_gives_its_name_back",)),
    Mutation("a slow server counts as saving", "view/connectionStatus.js", "silence >= slowAfter", "false",
             ("test_notices.py::test_saving_that_takes_long_says_so_until_it_is_done",)),
]


def mutated_copy(mutation: Mutation, folder: Path) -> Path:
    web = folder / "web"
    shutil.copytree(ROOT / "web", web)
    file = web / mutation.file
    file.write_text(file.read_text().replace(mutation.old, mutation.new))
    return web


def passes(test: str, web: Path) -> bool:
    """Whether a test passes against a copy of the page. Anything but passing or failing is a fault of this table."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", str(ROOT / "Tests/Browser" / test)]
    run = subprocess.run(command, env={**os.environ, "COLABEL_WEB": str(web)}, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise SystemExit(f"{test} did not run:\n{run.stdout}{run.stderr}")
    return run.returncode == 0


def survivors(mutation: Mutation) -> int:
    """How many of a mutation's tests pass although it breaks their rule."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        web = mutated_copy(mutation, Path(folder))
        for test in mutation.tests:
            survived = passes(test, web)
            count += survived
            print(f"{'NOT NOTICED' if survived else 'noticed'}: {mutation.name} ({test})", flush=True)
    return count


def main(words: list[str]) -> int:
    is_check = words == ["--check"]
    chosen = [mutation for mutation in MUTATIONS if is_check or not words or any(word in mutation.name for word in words)]
    for mutation in chosen:
        if mutation.old not in (ROOT / "web" / mutation.file).read_text():
            raise SystemExit(f"{mutation.name}: {mutation.file} does not hold the text to break")
    if is_check:
        return 0
    with ThreadPoolExecutor(JOBS) as pool:
        survived = sum(pool.map(survivors, chosen))
    print(f"{len(chosen)} rules broken, {survived} tests did not notice.")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
