"""More rows than the tallest element of a browser can hold are scaled, not cut."""

from collections.abc import AsyncIterator

import pytest
from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Page, Route, expect
from seed import names, writer
from server import Server

COUNT = 2_000
NAMES = list(names(COUNT))
TALLEST = 9_000


async def low_ceiling(page: Page) -> None:
    """As if the browser's tallest element were a tenth of what the rows need."""

    async def lower(route: Route) -> None:
        script = await (await route.fetch()).text()
        assert "tallestElement = 15_000_000" in script
        await route.fulfill(body=script.replace("tallestElement = 15_000_000", f"tallestElement = {TALLEST}"), content_type="text/javascript")

    await page.route("**/view/openListPage.joined.js", lower)


@pytest.fixture
async def scaled(open_page: OpenPage, server: Server) -> AsyncIterator[ListPage]:
    async with writer(server, "many") as made:
        await made.fill(COUNT)
    page = await open_page("many", before=low_ceiling)
    await expect(page.page.get_by_text("2,000 of 2,000 shown")).to_be_visible()
    yield page


async def first_visible(page: ListPage) -> int:
    """The position of the row in the middle of the screen, once nothing moves any more."""
    await page.page.wait_for_function(
        """() => new Promise((done) => {
             const top = () => document.querySelector(".row-item")?.getBoundingClientRect().top;
             const before = top();
             setTimeout(() => done(top() === before), 200);
           })"""
    )
    return int(await page.page.evaluate("document.elementFromPoint(400, innerHeight / 2).closest('.row').querySelector('.row-position').textContent"))


async def test_the_element_is_as_tall_as_may_be_and_the_last_row_can_be_reached(scaled: ListPage) -> None:
    assert await scaled.page.locator("#rows").evaluate("rows => rows.offsetHeight") == TALLEST
    await expect(scaled.name_field(NAMES[0])).to_be_visible()
    await scaled.page.keyboard.press("End")
    await expect(scaled.name_field(NAMES[-1])).to_be_visible()
    await scaled.page.keyboard.press("Home")
    await expect(scaled.name_field(NAMES[0])).to_be_visible()


async def test_the_wheel_moves_rows_by_as_much_as_it_turns_and_misses_none(scaled: ListPage) -> None:
    await scaled.page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    before = await first_visible(scaled)
    assert abs(before - COUNT / 2) < COUNT / 10
    await scaled.page.mouse.move(400, 400)
    height = await scaled.page.locator(".row-item").first.evaluate("row => row.offsetHeight")
    for turn in range(1, 6):
        await scaled.page.mouse.wheel(0, 4 * height)
        assert await first_visible(scaled) == before + 4 * turn
    for turn in range(4, -1, -1):
        await scaled.page.mouse.wheel(0, -4 * height)
        assert await first_visible(scaled) == before + 4 * turn


async def test_what_comes_above_does_not_move_what_is_read_in_a_scaled_list(scaled: ListPage, server: Server) -> None:
    await scaled.page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    before = await first_visible(scaled)
    box = await scaled.row(NAMES[before - 1]).bounding_box()
    async with writer(server, "many") as made:
        for number in range(30):
            await made.insert(f"new {number}", place=("first",))
        await made.settle()
    await expect(scaled.page.get_by_text("2,030 of 2,030 shown")).to_be_visible()
    assert await first_visible(scaled) == before + 30
    now = await scaled.row(NAMES[before - 1]).bounding_box()
    assert box and now and abs(box["y"] - now["y"]) < 1


async def test_keys_walk_and_new_labels_are_shown_at_the_end_of_a_scaled_list(scaled: ListPage) -> None:
    await scaled.add("the very last")
    await expect(scaled.name_field("the very last")).to_be_in_viewport()
    await scaled.name_field("the very last").focus()
    for name in (NAMES[-1], NAMES[-2]):
        await scaled.page.keyboard.press("ArrowUp")
        await expect(scaled.name_field(name)).to_be_focused()
        await expect(scaled.name_field(name)).to_be_in_viewport()
    await scaled.query.fill(f" {COUNT}")
    await scaled.expect_rows(NAMES[-1])
