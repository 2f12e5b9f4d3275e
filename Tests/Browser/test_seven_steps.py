from collections.abc import Callable, Coroutine
from typing import Any

from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import expect

Observe = Callable[..., Coroutine[Any, Any, None]]


async def play(a: ListPage, observe: Observe) -> None:
    """The article's table. `observe` is given the whole list after each step."""
    await a.expect_rows("Grid", "Tile", "Ring")
    await a.query.fill("Ring")
    await a.expect_rows("Ring")
    await expect(a.page.get_by_text("1 of 3 shown")).to_be_visible()
    await observe("Grid", "Tile", "Ring")

    await a.names.fill("Ring Two")
    await a.expect_readout("Grid", "Tile", "Ring Two")
    await observe("Grid", "Tile", "Ring Two")

    await a.query.fill("")
    await a.button("Reverse original order").click()
    await a.expect_rows("Ring Two", "Tile", "Grid")
    await a.expect_readout("Ring Two", "Tile", "Grid")
    await observe("Ring Two", "Tile", "Grid")

    await a.rename("Grid", "Grid Two")
    await a.expect_rows("Ring Two", "Tile", "Grid Two")
    await observe("Ring Two", "Tile", "Grid Two")

    await a.included_only.check()
    await a.expect_rows("Ring Two", "Grid Two")
    await a.toggle("Grid Two").click()
    await a.expect_rows("Ring Two")
    await a.expect_readout("Ring Two", "Tile", "Grid Two")
    await observe("Ring Two", "Tile", "Grid Two", excluded="Grid Two")

    await a.included_only.uncheck()
    await a.expect_rows("Ring Two", "Tile", "Grid Two")
    await expect(a.toggle("Grid Two")).not_to_be_checked()

    await a.query.fill("Tile")
    await a.remove_button("Tile").click()
    await a.expect_rows()
    await a.expect_readout("Ring Two", "Grid Two")
    await observe("Ring Two", "Grid Two")
    await a.expect_saved()


async def test_the_seven_steps_alone(open_page: OpenPage) -> None:
    a = await open_page()

    async def observe(*names: str, excluded: str = "") -> None:
        await a.expect_readout(*names)

    await play(a, observe)
    again = await open_page()
    await again.expect_rows("Ring Two", "Grid Two")
    await expect(again.toggle("Grid Two")).not_to_be_checked()


async def test_a_second_page_with_another_filter_sees_every_step(open_page: OpenPage) -> None:
    a = await open_page()
    b = await open_page(fragment="#q=g")

    async def observe(*names: str, excluded: str = "") -> None:
        await b.expect_readout(*names)
        await b.expect_rows(*[name for name in names if "g" in name.lower()])
        if excluded:
            await expect(b.toggle(excluded)).not_to_be_checked()

    await play(a, observe)
    await expect(b.query).to_have_value("g")
