"""The article's seven steps in Firefox, with a second page open that sees each of them."""

from collections.abc import AsyncIterator

import pytest
from firefox import Firefox, FirefoxPage
from server import Server

READOUT = "document.getElementById('readout').innerText"
ROWS = "[...document.querySelectorAll('#rows .row')].map((row) => row.ariaLabel)"
IS_SAVED = "document.getElementById('connection').dataset.state"


@pytest.fixture
async def firefox() -> AsyncIterator[Firefox]:
    async with Firefox() as firefox:
        yield firefox


async def retype(page: FirefoxPage, role: str, name: str, text: str, within: str | None = None) -> None:
    await page.click(role, name, within)
    await page.press("Control", "a")
    await page.type(text)


async def rename(page: FirefoxPage, name: str, new: str) -> None:
    await retype(page, "textbox", "Label name", new, await page.locate("group", name))
    await page.press("Enter")


async def test_the_seven_steps_in_firefox_are_seen_by_a_second_page(firefox: Firefox, server: Server) -> None:
    a, b = await firefox.open(server.list_address("demo")), await firefox.open(server.list_address("demo"))

    async def expect(rows: list[str], readout: str) -> None:
        await a.expect(ROWS, rows)
        await a.expect(READOUT, readout)
        await b.expect(READOUT, readout)

    await expect(["Grid", "Tile", "Ring"], "Grid · Tile · Ring")
    await retype(a, "searchbox", "Filter labels", "Ring")
    await expect(["Ring"], "Grid · Tile · Ring")
    await rename(a, "Ring", "Ring Two")
    await expect(["Ring Two"], "Grid · Tile · Ring Two")
    await a.click("searchbox", "Filter labels")
    await a.press("Control", "a")
    await a.press("Backspace")
    await a.click("button", "Reverse original order")
    await expect(["Ring Two", "Tile", "Grid"], "Ring Two · Tile · Grid")
    await rename(a, "Grid", "Grid Two")
    await expect(["Ring Two", "Tile", "Grid Two"], "Ring Two · Tile · Grid Two")
    await a.click("checkbox", "Included only")
    await a.expect(ROWS, ["Ring Two", "Grid Two"])
    await a.click("switch", "Included", await a.locate("group", "Grid Two"))
    await expect(["Ring Two"], "Ring Two · Tile · Grid Two")
    await a.click("checkbox", "Included only")
    await expect(["Ring Two", "Tile", "Grid Two"], "Ring Two · Tile · Grid Two")
    await retype(a, "searchbox", "Filter labels", "Tile")
    await a.click("button", "Remove", await a.locate("group", "Tile"))
    await expect([], "Ring Two · Grid Two")
    await a.expect(IS_SAVED, "online")
