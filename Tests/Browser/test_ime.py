"""An input method's composition is nobody's business but the typist's until it is done."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, expect

Compose = Callable[[str], Coroutine[Any, Any, None]]


async def input_method(page: ListPage) -> tuple[Compose, Compose]:
    """What an input method does: show what is being composed, and put in what was chosen."""
    session = await page.page.context.new_cdp_session(page.page)

    async def compose(text: str) -> None:
        await session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})

    async def choose(text: str) -> None:
        await session.send("Input.insertText", {"text": text})

    return compose, choose


async def others_do_everything(other: ListPage) -> None:
    await other.add("Bell")
    await other.rename("Grid", "Lattice")
    await other.button("Reverse original order").click()
    await other.expect_saved()


async def test_a_name_is_composed_while_others_rename_move_and_add(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    compose, choose = await input_method(a)
    await a.name_field("Tile").focus()
    await a.page.keyboard.press("End")
    field = a.page.locator(":focus")
    for text in ("ㅎ", "하", "한"):
        await compose(text)
        await expect(field).to_have_value(f"Tile{text}")
    await others_do_everything(b)
    await b.rename("Tile", "Tiles")
    await compose("한그")
    await expect(field).to_have_value("Tile한그")
    await a.expect_readout("Grid", "Tile", "Ring")
    await choose("한글")
    await expect(field).to_have_value("Tile한글")
    await expect(field).to_be_focused()
    for page in (a, b):
        await expect(page.readout).to_contain_text("한글")
        await expect(page.readout).to_contain_text("Lattice")


async def test_a_label_removed_during_a_composition_leaves_the_text_to_its_author(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    compose, choose = await input_method(a)
    await a.name_field("Tile").focus()
    await a.page.keyboard.press("End")
    await compose("に")
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await compose("にほ")
    await choose("日本")
    await expect(a.notice).to_have_text("Edit skipped: label was removed.")
    await expect(a.kept_text).to_have_value("Tile日本")


async def test_the_filter_waits_for_the_end_of_a_composition(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await b.rename("Ring", "標籤")
    await a.expect_readout("Grid", "Tile", "標籤")
    compose, choose = await input_method(a)
    await a.query.focus()
    await compose("biao")
    await b.add("Bell")
    await b.expect_saved()
    await expect(a.names).to_have_count(3)
    await choose("標")
    await a.expect_rows("標籤")
    await expect(a.query).to_have_value("標")


async def test_a_composition_in_a_draft_is_not_saved_by_the_enter_that_ends_it(open_page: OpenPage) -> None:
    a = await open_page()
    await a.page.evaluate("localStorage.setItem('colabel.preferences', JSON.stringify({ draftsNames: true }))")
    await a.page.reload()
    await a.expect_rows("Grid", "Tile", "Ring")
    compose, choose = await input_method(a)
    await a.name_field("Tile").focus()
    await a.page.keyboard.press("End")
    await compose("に")
    field = a.page.locator(":focus")
    await field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    await choose("日")
    await a.expect_saved()
    await a.expect_readout("Grid", "Tile", "Ring")
    await a.page.keyboard.press("Enter")
    await a.expect_readout("Grid", "Tile日", "Ring")


@pytest.mark.parametrize("field", ["New label", "Filter labels"])
async def test_a_composition_anywhere_holds_drawing_back_and_then_shows_everything(open_page: OpenPage, field: str) -> None:
    a, b = await open_page(), await open_page()
    compose, choose = await input_method(a)
    target: Locator = a.page.get_by_label(field)
    await target.focus()
    await compose("に")
    await others_do_everything(b)
    await a.expect_readout("Grid", "Tile", "Ring")
    await choose("に")
    await a.expect_readout("Bell", "Ring", "Tile", "Lattice")
    await expect(target).to_be_focused()
