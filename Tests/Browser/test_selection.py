"""Labels are chosen by their boxes, with Shift, from the keyboard, or all that are shown."""

from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, expect
from accessibility import violations


async def fill(page: ListPage, *names: str) -> None:
    for name in names:
        await page.add(name)
    await page.expect_saved()


def box(page: ListPage, name: str) -> Locator:
    return page.row(name).get_by_label("Select", exact=True)


def bar(page: ListPage) -> Locator:
    return page.row("Selected labels")


async def expect_selected(page: ListPage, *names: str) -> None:
    chosen = page.page.locator(".row-item.is-selected .row")
    await expect(chosen).to_have_count(len(names))
    for index, name in enumerate(names):
        await expect(chosen.nth(index)).to_have_accessible_name(name)


async def test_clicks_and_a_click_with_shift_choose_a_range_and_let_it_go(open_page: OpenPage) -> None:
    a = await open_page()
    await fill(a, "Bell", "Door")
    await box(a, "Tile").click()
    await box(a, "Bell").click(modifiers=["Shift"])
    await expect_selected(a, "Tile", "Ring", "Bell")
    await expect(bar(a)).to_contain_text("3 selected")
    await box(a, "Ring").click()
    await expect_selected(a, "Tile", "Bell")
    assert await violations(a.page) == []
    await a.button("Clear selection").click()
    await expect_selected(a)
    await expect(bar(a)).to_be_hidden()


async def test_the_keyboard_alone_chooses_ranges_all_shown_and_nothing(open_page: OpenPage) -> None:
    a = await open_page()
    await box(a, "Grid").focus()
    await a.page.keyboard.press("Space")
    await a.page.keyboard.press("Shift+ArrowDown")
    await expect_selected(a, "Grid", "Tile")
    await expect(box(a, "Tile")).to_be_focused()
    await a.page.keyboard.press("Control+a")
    await expect_selected(a, "Grid", "Tile", "Ring")
    await a.page.keyboard.press("Escape")
    await expect_selected(a)
    await a.name_field("Ring").focus()
    await a.page.keyboard.press("Control+a")
    await expect_selected(a)


async def test_all_shown_means_what_the_filter_shows_and_the_choice_outlives_the_filter(open_page: OpenPage) -> None:
    a = await open_page()
    await a.query.fill("i")
    await a.expect_rows("Grid", "Tile", "Ring")
    await a.query.fill("ri")
    await a.page.get_by_label("Select all shown").check()
    await a.query.fill("Tile")
    await expect(bar(a)).to_contain_text("2 of them hidden by the filter")
    await a.query.fill("")
    await expect_selected(a, "Grid", "Ring")


async def test_a_choice_follows_its_labels_when_somebody_else_reorders_and_renames_them(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await box(a, "Grid").click()
    await b.button("Reverse original order").click()
    await b.rename("Grid", "Grid Two")
    await a.expect_readout("Ring", "Tile", "Grid Two")
    await expect_selected(a, "Grid Two")
    await b.remove_button("Grid Two").click()
    await expect(bar(a)).to_contain_text("1 of them removed meanwhile")
