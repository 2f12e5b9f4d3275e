"""What is typed into a name may be a draft, which is the person's own until it is saved."""

import json

import pytest
from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, Page, expect


async def drafting(page: Page) -> None:
    """Somebody who has chosen drafts before."""
    await page.add_init_script(f"localStorage.setItem('colabel.preferences', JSON.stringify({json.dumps({'draftsNames': True})}))")


def draft(page: ListPage, name: str) -> Locator:
    return page.page.locator("form.draft").filter(has_text=f"Draft for “{name}”")


def draft_name(page: ListPage, name: str) -> Locator:
    return draft(page, name).get_by_label("Draft name")


async def start_draft(page: ListPage, name: str, text: str) -> None:
    """Types a name and leaves the field."""
    await page.name_field(name).fill(text)
    await page.query.focus()
    await expect(draft_name(page, name)).to_have_value(text)


async def test_enter_saves_a_draft_and_until_then_nobody_else_sees_it(open_page: OpenPage) -> None:
    a, b = await open_page(before=drafting), await open_page()
    await a.name_field("Ring").fill("Ring Two")
    await expect(a.page.get_by_text("Not saved yet: Enter saves, Escape cancels")).to_be_visible()
    await b.add("Bell")
    await a.expect_readout("Grid", "Tile", "Ring", "Bell")
    await b.expect_readout("Grid", "Tile", "Ring", "Bell")
    await a.page.keyboard.press("Enter")
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring Two", "Bell")
    await expect(a.name_field("Ring Two")).to_be_focused()
    await expect(a.page.locator("form.draft")).to_have_count(0)


async def test_escape_takes_a_draft_back_and_the_field_holds_the_name_of_now(open_page: OpenPage) -> None:
    a, b = await open_page(before=drafting), await open_page()
    await a.name_field("Ring").fill("Mine")
    await b.rename("Ring", "Bell")
    await a.expect_readout("Grid", "Tile", "Bell")
    await expect(a.name_field("Bell")).to_have_value("Mine")
    await a.page.keyboard.press("Escape")
    await expect(a.name_field("Bell")).to_have_value("Bell")
    await expect(a.name_field("Bell")).to_be_focused()
    await a.query.focus()
    await expect(a.page.locator("form.draft")).to_have_count(0)


async def test_leaving_an_unchanged_name_leaves_no_draft(open_page: OpenPage) -> None:
    a = await open_page(before=drafting)
    await a.name_field("Ring").fill("Mine")
    await a.name_field("Ring").fill("Ring")
    await a.query.focus()
    await a.expect_rows("Grid", "Tile", "Ring")
    await expect(a.page.locator("form.draft")).to_have_count(0)


async def test_a_draft_whose_field_is_left_stays_open_and_can_be_saved_through_any_filter(open_page: OpenPage) -> None:
    a, b = await open_page(before=drafting), await open_page()
    await start_draft(a, "Ring", "Ring Two")
    await a.query.fill("tile")
    await a.expect_rows("Tile")
    await b.button("Reverse original order").click()
    await b.rename("Ring", "Ringlet")
    await a.expect_readout("Ringlet", "Tile", "Grid")
    await expect(draft(a, "Ring").get_by_text("The label is called “Ringlet” now.")).to_be_visible()
    await expect(draft_name(a, "Ring")).to_have_value("Ring Two")
    await draft(a, "Ring").get_by_role("button", name="Save").click()
    for page in (a, b):
        await expect(page.readout).to_contain_text("Two")
    await expect(a.page.locator("form.draft")).to_have_count(0)


async def test_a_pinned_draft_is_edited_with_the_same_keys(open_page: OpenPage) -> None:
    a = await open_page(before=drafting)
    await start_draft(a, "Ring", "Ring Two")
    await start_draft(a, "Grid", "Grid Two")
    await draft_name(a, "Ring").press("End")
    await a.page.keyboard.type("!")
    await a.page.keyboard.press("Enter")
    await a.expect_readout("Grid", "Tile", "Ring Two!")
    await expect(a.name_field("Ring Two!")).to_be_focused()
    await draft_name(a, "Grid").press("Escape")
    await expect(a.page.locator("form.draft")).to_have_count(0)
    await a.expect_readout("Grid", "Tile", "Ring Two!")


@pytest.mark.parametrize(("choice", "readout"), [("Restore label", ("Grid", "Tile", "Mine")), ("Add as new label", ("Grid", "Tile", "Mine"))])
async def test_a_draft_survives_the_removal_of_its_label(open_page: OpenPage, choice: str, readout: tuple[str, ...]) -> None:
    a, b = await open_page(before=drafting), await open_page()
    await start_draft(a, "Ring", "Mine")
    await b.remove_button("Ring").click()
    await a.expect_readout("Grid", "Tile")
    await expect(draft(a, "Ring").get_by_text("The label was removed.")).to_be_visible()
    await expect(draft(a, "Ring").get_by_role("button", name="Save")).to_be_hidden()
    await expect(draft(a, "Ring").get_by_role("button", name="Copy")).to_be_visible()
    await draft(a, "Ring").get_by_role("button", name=choice).click()
    for page in (a, b):
        await page.expect_readout(*readout)
    await expect(a.page.locator("form.draft")).to_have_count(0)


async def test_a_label_removed_under_a_draft_keeps_its_row_and_then_its_draft(open_page: OpenPage) -> None:
    a, b = await open_page(before=drafting), await open_page()
    await a.name_field("Ring").fill("Mine")
    await b.remove_button("Ring").click()
    await expect(a.page.get_by_text("Removed by somebody else")).to_be_visible()
    await a.query.focus()
    await expect(draft_name(a, "Ring")).to_have_value("Mine")
    await a.expect_rows("Grid", "Tile")


async def test_a_draft_that_is_too_long_says_so_and_is_not_lost(open_page: OpenPage) -> None:
    a = await open_page(before=drafting)
    await a.name_field("Ring").fill("x" * 501)
    await a.page.keyboard.press("Enter")
    await expect(a.page.get_by_text("At most 500 characters")).to_be_visible()
    await a.query.focus()
    await draft(a, "Ring").get_by_role("button", name="Save").click()
    await expect(draft(a, "Ring").get_by_text("At most 500 characters")).to_be_visible()
    await draft_name(a, "Ring").fill("short")
    await a.page.keyboard.press("Enter")
    await a.expect_readout("Grid", "Tile", "short")


async def test_drafts_outlive_a_reload_of_the_page(open_page: OpenPage) -> None:
    a = await open_page(before=drafting)
    await start_draft(a, "Ring", "Ring Two")
    a.page.on("dialog", lambda dialog: dialog.accept())
    await a.page.reload()
    await a.expect_loaded()
    await expect(draft_name(a, "Ring")).to_be_visible()
    await expect(draft_name(a, "Ring")).to_have_value("Ring Two")
    await draft_name(a, "Ring").press("Enter")
    await a.expect_readout("Grid", "Tile", "Ring Two")


async def test_whether_names_are_drafts_is_chosen_in_the_settings(open_page: OpenPage) -> None:
    a = await open_page()
    await a.button("Settings").click()
    await a.page.get_by_role("radio", name="Drafts: Enter saves, Escape cancels").check()
    await a.page.keyboard.press("Escape")
    await a.name_field("Ring").fill("Bell")
    await expect(a.page.get_by_text("Not saved yet: Enter saves, Escape cancels")).to_be_visible()
    await a.expect_readout("Grid", "Tile", "Ring")
    await a.page.keyboard.press("Enter")
    await a.expect_readout("Grid", "Tile", "Bell")
