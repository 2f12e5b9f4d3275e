"""Undo takes back what one did oneself and nothing of anybody else's; people see each other."""

import json
import re

import pytest
from conftest import OpenPage
from list_page import HeldFrames, ListPage
from playwright.async_api import Locator, Page, WebSocketRoute, expect
from server import Server
from test_accessibility import violations


async def introduce(page: ListPage, name: str, color: str = "Pink") -> None:
    await page.button("You").click()
    await page.page.get_by_label("Your name").fill(name)
    await page.page.get_by_role("radio", name=color).check()
    await page.button("Save").click()


def mark(page: ListPage, name: str) -> Locator:
    return page.row(name).locator(".row-editors")


def others(page: ListPage) -> Locator:
    """What a screen reader says of the others, each."""
    return page.page.get_by_role("list", name="Also here").get_by_role("listitem").locator(".unseen")


async def type_in(page: ListPage, name: str, text: str) -> Locator:
    """Types at the end of a name; the field is returned by its place, since its name changes."""
    await page.name_field(name).focus()
    await page.page.keyboard.press("End")
    await page.page.keyboard.type(text)
    return page.page.locator(":focus")


# Undo


async def test_a_session_of_typing_is_undone_and_redone_in_one_step(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await type_in(a, "Ring", " T")
    await b.expect_readout("Grid", "Tile", "Ring T")
    await a.page.keyboard.type("wo")
    await b.expect_readout("Grid", "Tile", "Ring Two")
    await a.button("Undo").click()
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring")
    await a.button("Redo").click()
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring Two")
    await expect(a.button("Redo")).to_have_attribute("aria-disabled", "true")
    await a.expect_saved()
    await expect(a.notice).to_have_text("")


async def test_the_keys_take_back_text_while_it_is_typed_and_the_step_once_it_is_committed(open_page: OpenPage) -> None:
    a = await open_page()
    await a.toggle("Grid").click()
    field = await type_in(a, "Ring", " Two")
    await a.page.keyboard.press("Control+z")
    await expect(field).not_to_have_value("Ring Two")
    await expect(a.toggle("Grid")).not_to_be_checked()
    await expect(a.button("Redo")).to_have_attribute("aria-disabled", "true")
    await field.fill("Bell")
    await a.page.keyboard.press("Enter")
    await a.page.keyboard.press("Control+z")
    await expect(field).to_have_value("Ring")
    await expect(field).to_be_focused()
    await a.expect_readout("Grid", "Tile", "Ring")
    await a.page.keyboard.press("Control+z")
    await expect(a.toggle("Grid")).to_be_checked()
    await a.page.keyboard.press("Control+Shift+z")
    await expect(a.toggle("Grid")).not_to_be_checked()
    await a.page.keyboard.press("Control+y")
    await expect(field).to_have_value("Bell")
    await a.page.keyboard.type("!")
    await a.expect_readout("Grid", "Tile", "Bell!")
    await a.expect_saved()
    await expect(a.notice).to_have_text("")


async def test_after_adding_the_keys_take_the_new_label_back(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.page.get_by_label("New label").fill("Bell")
    await a.page.keyboard.press("Enter")
    await b.expect_readout("Grid", "Tile", "Ring", "Bell")
    await a.page.keyboard.press("Control+z")
    await b.expect_readout("Grid", "Tile", "Ring")
    await a.page.keyboard.press("Control+y")
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring", "Bell")


async def test_two_toggles_are_undone_and_redone_one_by_one(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    for _ in range(2):
        await a.toggle("Grid").click()
    await a.expect_saved()
    for button, is_on in (("Undo", False), ("Undo", True), ("Redo", False), ("Redo", True)):
        await a.button(button).click()
        for page in (a, b):
            await expect(page.toggle("Grid")).to_be_checked(checked=is_on)
        await a.expect_saved()
    await expect(a.notice).to_have_text("")


async def test_an_undone_removal_brings_place_and_fields_back(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.remove_button("Tile").click()
    await b.expect_readout("Grid", "Ring")
    await b.button("Reverse original order").click()
    await a.expect_readout("Ring", "Grid")
    await a.button("Undo").click()
    for page in (a, b):
        await page.expect_readout("Ring", "Tile", "Grid")
        await expect(page.toggle("Tile")).not_to_be_checked()


async def test_only_ones_own_part_of_a_name_is_undone(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.rename("Ring", "Ring Two")
    await b.expect_readout("Grid", "Tile", "Ring Two")
    await b.rename("Ring Two", "Big Ring Two")
    await a.expect_readout("Grid", "Tile", "Big Ring Two")
    await a.button("Undo").click()
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Big Ring")
    await expect(a.notice).to_have_text("")


async def test_an_undo_that_would_touch_somebody_elses_text_is_refused_and_says_whose(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await introduce(b, "Ben")
    await expect(others(a)).to_have_text(["Ben (self-given name)"])
    await a.rename("Ring", "Ring Two")
    await b.expect_readout("Grid", "Tile", "Ring Two")
    await b.rename("Ring Two", "Ring Three")
    await a.expect_readout("Grid", "Tile", "Ring Three")
    await a.button("Undo").click()
    await expect(a.notice).to_have_text("Not undone: Ben changed “Ring Three” since.")
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring Three")
    await expect(a.button("Undo")).to_have_attribute("aria-disabled", "true")
    await expect(a.button("Redo")).to_have_attribute("aria-disabled", "true")


async def test_an_undo_on_a_label_that_was_removed_says_by_whom(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await introduce(b, "Ben")
    await a.toggle("Ring").click()
    await a.expect_saved()
    await b.remove_button("Ring").click()
    await a.expect_readout("Grid", "Tile")
    await a.button("Undo").click()
    await expect(a.notice).to_have_text(re.compile(r"^Not undone: the label was removed\. Ben removed it at \d+:\d\d [AP]M\.$"))


async def test_what_was_done_while_the_server_was_away_is_taken_back_without_it(open_page: OpenPage, server: Server) -> None:
    a = await open_page()
    await a.expect_loaded()
    server.stop()
    await a.toggle("Grid").click()
    await a.remove_button("Tile").click()
    await expect(a.page.get_by_text("Offline · 2 edits waiting")).to_be_visible()
    await a.button("Undo").click()
    await a.expect_readout("Grid", "Tile", "Ring")
    await expect(a.page.get_by_text("Offline · 1 edit waiting")).to_be_visible()
    await expect(a.toggle("Grid")).not_to_be_checked()
    server.start()
    await a.expect_saved()
    b = await open_page()
    await b.expect_readout("Grid", "Tile", "Ring")
    await expect(b.toggle("Grid")).not_to_be_checked()


# Who removed it


async def test_a_rejection_names_who_removed_the_label_and_when(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a, b = await open_page(before=frames.install), await open_page()
    await introduce(b, "Ada")
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await a.rename("Tile", "Tile Two")
    frames.release()
    await expect(a.notice).to_have_text(re.compile(r"^Edit skipped: label was removed\. Ada removed it at \d+:\d\d [AP]M\.$"))
    await expect(a.kept_text).to_have_value("Tile Two")


# Presence


async def test_who_is_here_appears_with_a_name_and_goes_with_the_page(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await expect(others(a)).to_have_text(["Someone"])
    await introduce(b, "Ada", "Blue")
    await expect(others(a)).to_have_text(["Ada (self-given name)"])
    await b.page.reload()
    await expect(others(a)).to_have_text(["Ada (self-given name)"])
    await b.page.close()
    await expect(others(a)).to_have_count(0)


async def test_the_mark_of_who_edits_follows_them_and_leaves_with_them(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await introduce(b, "Ada")
    await b.name_field("Ring").focus()
    await expect(mark(a, "Ring")).to_contain_text("Ada (self-given name) is editing this label")
    await expect(a.name_field("Ring")).to_have_accessible_description(re.compile("Ada .* is editing this label"))
    await b.page.keyboard.press("ArrowUp")
    await expect(mark(a, "Tile")).to_be_visible()
    await expect(mark(a, "Ring")).to_be_hidden()
    await expect(mark(b, "Tile")).to_be_hidden()
    await b.query.focus()
    await expect(mark(a, "Tile")).to_be_hidden()
    await b.name_field("Grid").focus()
    await expect(mark(a, "Grid")).to_be_visible()
    await b.page.close()
    await expect(mark(a, "Grid")).to_be_hidden()


async def test_a_mark_does_not_move_the_field_that_is_edited_or_its_caret(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    field = await type_in(a, "Ring", "s")
    await a.expect_saved()
    before = await field.bounding_box()
    await b.name_field("Rings").focus()
    await expect(a.page.locator(".row-editors:visible")).to_have_count(1)
    assert await field.bounding_box() == before
    await expect(field).to_be_focused()
    await a.page.keyboard.type("!")
    await expect(field).to_have_value("Rings!")


async def test_who_edits_what_the_filter_hides_is_counted(open_page: OpenPage) -> None:
    a, b = await open_page(fragment="#q=Ring"), await open_page()
    await b.name_field("Grid").focus()
    await expect(a.page.get_by_text("1 editing a hidden label")).to_be_visible()
    await b.name_field("Ring").focus()
    await expect(mark(a, "Ring")).to_be_visible()
    await expect(a.page.get_by_text("editing a hidden label")).to_be_hidden()


async def test_a_name_is_needed_to_be_shown_by_one_and_is_the_same_in_every_tab(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    second = ListPage(await a.page.context.new_page())
    await second.page.goto(a.page.url)
    await second.expect_saved()
    await introduce(a, "  ")
    await expect(a.page.get_by_text("Type a name first.")).to_be_visible()
    await a.page.get_by_label("Your name").fill("Ada")
    await a.page.keyboard.press("Enter")
    await expect(others(b)).to_have_text(["Ada (self-given name)"] * 2)
    assert second.faults == []


async def crowd(page: Page) -> None:
    """Lets a page hear of 250 people, as the server tells of so many."""
    crowded = {"type": "presence", "whole": True, "count": 250, "people": [], "left": []}

    def route(to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()
        to_page.on_message(to_server.send)
        to_server.on_message(lambda frame: to_page.send(json.dumps(crowded) if b'"presence"' in as_bytes(frame) else frame))

    await page.route_web_socket("**/socket", route)


def as_bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


async def test_many_people_are_only_counted(open_page: OpenPage) -> None:
    a = await open_page(before=crowd)
    await expect(a.button("+249")).to_be_visible()
    await expect(others(a)).to_have_count(0)


# Equal names


async def test_a_name_that_another_label_has_is_hinted_at_and_taken(open_page: OpenPage) -> None:
    a = await open_page()
    hint = a.page.get_by_text("There is already a label of this name")
    field = await type_in(a, "Ring", "")
    await field.fill("TILE")
    await expect(hint).to_be_visible()
    await expect(field).to_have_accessible_description(re.compile("already a label"))
    await a.page.keyboard.type("s")
    await expect(hint).to_have_count(0)
    await a.page.keyboard.press("Backspace")
    await a.query.focus()
    await expect(hint).to_have_count(0)
    await a.expect_readout("Grid", "Tile", "TILE")
    await a.page.get_by_label("New label").fill("grid")
    await expect(hint).to_be_visible()
    await a.page.keyboard.press("Enter")
    await expect(hint).to_have_count(0)
    await a.expect_readout("Grid", "Tile", "TILE", "grid")


# All of it for everybody


async def expect_size(targets: Locator, size: int) -> None:
    boxes = await targets.evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
    assert len(boxes) > 5
    assert [box for box in boxes if min(box["width"], box["height"]) < size] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_marks_hints_and_the_dialog_break_no_rule_of_accessibility(open_page: OpenPage, scheme: str) -> None:
    a = await open_page(color_scheme=scheme, viewport={"width": 390, "height": 780})
    b, c = await open_page(), await open_page(color_scheme=scheme)
    await introduce(b, "Ada", "Amber")
    await b.name_field("Ring").focus()
    for page in (a, c):
        await expect(mark(page, "Ring")).to_be_visible()
        field = await type_in(page, "Grid" if page is a else "Tile", "")
        await field.fill("ring")
        await expect(page.page.get_by_text("There is already a label of this name")).to_be_visible()
        assert await violations(page.page) == []
        await expect_size(page.page.locator("button:visible"), 24)
        await page.button("You").click()
        await expect_size(page.page.get_by_role("dialog").get_by_role("radio"), 24)
        assert await violations(page.page) == []
