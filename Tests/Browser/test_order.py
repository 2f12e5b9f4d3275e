"""Labels are moved by dragging, by keys, by the menu and the dialog, also while a filter hides their neighbours."""

import pytest
from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, expect
from accessibility import violations
from test_selection import box


def handle(page: ListPage, name: str) -> Locator:
    return page.row(name).locator(".row-handle")


async def drag(page: ListPage, name: str, over: str, share: float) -> None:
    """To a height within another row, without letting go."""
    await handle(page, name).hover()
    await page.page.mouse.down()
    target = await page.row(over).bounding_box()
    assert target
    await page.page.mouse.move(target["x"] + 30, target["y"] + share * target["height"], steps=4)


async def test_a_row_is_dragged_to_where_the_line_shows_and_undone(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await drag(a, "Grid", "Tile", 0.8)
    await expect(a.page.locator(".drop-hint")).to_have_text("After “Tile”")
    await a.page.mouse.up()
    await b.expect_readout("Tile", "Grid", "Ring")
    await drag(a, "Ring", "Tile", 0.2)
    await expect(a.page.locator(".drop-hint")).to_have_text("At the top of the list")
    await a.page.mouse.up()
    await b.expect_readout("Ring", "Tile", "Grid")
    await a.button("Undo").click()
    await b.expect_readout("Tile", "Grid", "Ring")


async def test_escape_leaves_everything_as_it_was(open_page: OpenPage) -> None:
    a = await open_page()
    await drag(a, "Grid", "Ring", 0.8)
    await a.page.keyboard.press("Escape")
    await expect(a.page.locator(".drop-line")).to_be_hidden()
    await a.page.mouse.up()
    await a.expect_saved()
    await a.expect_readout("Grid", "Tile", "Ring")


async def test_a_finger_drags_as_well(open_page: OpenPage) -> None:
    a = await open_page(has_touch=True, viewport={"width": 390, "height": 780})
    start, end = await handle(a, "Grid").bounding_box(), await a.row("Ring").bounding_box()
    assert start and end
    client = await a.page.context.new_cdp_session(a.page)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    await client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        point = {"x": x, "y": y + step / 5 * (end["y"] + end["height"] * 0.8 - y)}
        await client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    await expect(a.page.locator(".drop-hint")).to_have_text("After “Ring”")
    await client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await a.expect_readout("Tile", "Ring", "Grid")


async def test_keys_move_the_row_that_has_the_focus_which_keeps_it(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    field = a.name_field("Ring")
    await field.focus()
    await a.page.keyboard.press("Alt+ArrowUp")
    await b.expect_readout("Grid", "Ring", "Tile")
    await expect(field).to_be_focused()
    await a.page.keyboard.press("Alt+Home")
    await b.expect_readout("Ring", "Grid", "Tile")
    await a.page.keyboard.press("Alt+End")
    await b.expect_readout("Grid", "Tile", "Ring")
    await a.page.keyboard.press("Alt+ArrowDown")
    await expect(a.page.get_by_text("It stands there already.")).to_be_visible()
    await expect(field).to_be_focused()


async def test_while_filtered_the_neighbour_that_is_meant_is_named(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.query.fill("ri")
    await a.name_field("Grid").focus()
    await a.page.keyboard.press("Alt+ArrowDown")
    await b.expect_readout("Tile", "Ring", "Grid")
    await expect(a.page.get_by_text("Moved. After “Ring”.")).to_be_visible()
    await a.page.keyboard.press("Alt+ArrowUp")
    await b.expect_readout("Tile", "Grid", "Ring")
    await expect(a.page.get_by_text("Moved. After “Tile”, which the filter hides.")).to_be_visible()
    await drag(a, "Ring", "Grid", 0.2)
    await expect(a.page.locator(".drop-hint")).to_have_text("After “Tile”, which the filter hides")
    await a.page.mouse.up()
    await b.expect_readout("Tile", "Ring", "Grid")


async def test_a_reversed_list_is_ordered_as_it_is_on_screen(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.button("Reverse original order").click()
    await a.name_field("Grid").focus()
    await a.page.keyboard.press("Alt+ArrowUp")
    await b.expect_readout("Ring", "Grid", "Tile")


async def test_chosen_rows_move_together_and_in_their_order(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.add("Bell")
    await box(a, "Grid").click()
    await box(a, "Ring").click()
    await drag(a, "Ring", "Bell", 0.8)
    await a.page.mouse.up()
    await b.expect_readout("Tile", "Bell", "Grid", "Ring")
    await a.button("Undo").click()
    await b.expect_readout("Grid", "Tile", "Ring", "Bell")


async def test_the_dialog_moves_beside_a_label_that_is_found_by_its_name(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.row("Grid").get_by_role("button", name="More about this label").click()
    await a.page.get_by_role("menuitem", name="Move…").click()
    dialog = a.page.get_by_role("dialog", name="Move “Grid”")
    await dialog.get_by_label("After a label").check()
    await dialog.get_by_label("Find the label").fill("rin")
    await expect(dialog.get_by_role("option")).to_have_text(["Ring"])
    assert await violations(a.page) == []
    await dialog.get_by_role("button", name="Move", exact=True).click()
    await b.expect_readout("Tile", "Ring", "Grid")
    await a.row("Grid").get_by_role("button", name="More about this label").press("ArrowDown")
    await a.page.keyboard.press("End")
    await a.page.keyboard.press("ArrowDown")
    await a.page.get_by_role("menuitem", name="Move to the top").click()
    await b.expect_readout("Grid", "Tile", "Ring")


async def test_a_neighbour_that_somebody_removes_still_says_where(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await drag(a, "Ring", "Tile", 0.2)
    await b.remove_button("Tile").click()
    await b.expect_readout("Grid", "Ring")
    await b.add("Bell")
    await a.page.mouse.up()
    await a.expect_saved()
    for page in (a, b):
        await page.expect_readout("Grid", "Ring", "Bell")
    await expect(a.notice).to_have_text("")


async def test_sorting_says_why_it_is_not_to_be_had(open_page: OpenPage) -> None:
    a = await open_page("one")
    await a.add("Alone")
    sort = a.button("Sort by name")
    await expect(sort).to_have_attribute("aria-disabled", "true")
    await sort.focus()
    await a.page.keyboard.press("Enter")
    await expect(a.page.get_by_text("There is nothing to sort.")).to_be_visible()


@pytest.mark.parametrize("turned", [False, True])
async def test_sorting_by_name_is_one_edit_that_is_undone(open_page: OpenPage, turned: bool) -> None:
    a, b = await open_page(), await open_page()
    if turned:
        await a.button("Reverse original order").click()
    former = ("Ring", "Tile", "Grid") if turned else ("Grid", "Tile", "Ring")
    await b.expect_readout(*former)
    await a.button("Sort by name").click()
    for page in (a, b):
        await page.expect_readout("Grid", "Ring", "Tile")
    await a.button("Undo").click()
    await b.expect_readout(*former)
