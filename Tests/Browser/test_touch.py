"""A phone: fingers instead of a pointer, a narrow window, and targets that a finger hits."""

from typing import Any

import pytest
from conftest import OpenPage
from playwright.async_api import Page, expect
from server import Server

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 780}}
# What can be pressed and is on screen, with the box that takes the press: a control's label is part of it.
TARGETS = """() => [...document.querySelectorAll("button, input, a[href], select, summary")]
  .filter((element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && !element.closest("[inert]"))
  .map((element) => {
    const boxes = [element, element.closest("label"), ...(element.labels ?? [])].filter(Boolean).map((each) => each.getBoundingClientRect());
    if (element.matches(".list-link")) boxes.push(element.closest("li").getBoundingClientRect());
    return { html: element.outerHTML.slice(0, 120), width: Math.max(...boxes.map(({ width }) => width)),
      height: Math.max(...boxes.map(({ height }) => height)) };
  })"""


async def too_small(page: Page, size: float) -> list[str]:
    targets = await page.evaluate(TARGETS)
    assert targets, "nothing to press"
    return [f"{target['width']:.0f} × {target['height']:.0f}: {target['html']}" for target in targets
            if min(target["width"], target["height"]) < size - 0.5]


@pytest.mark.parametrize("size, options", [(24, {}), (44, PHONE)], ids=["pointer", "finger"])
async def test_what_can_be_pressed_is_large_enough(open_page: OpenPage, server: Server, size: float, options: dict[str, Any]) -> None:
    a = await open_page(**options)
    assert await too_small(a.page, size) == []
    await a.page.goto(server.address + "/")
    await expect(a.page.locator(".list-row").first).to_be_visible()
    assert await too_small(a.page, size) == []


async def test_a_list_is_worked_on_by_touch(open_page: OpenPage) -> None:
    a = await open_page(**PHONE)
    b = await open_page()
    await a.toggle("Tile").tap()
    await expect(b.toggle("Tile")).to_be_checked()
    await a.name_field("Ring").tap()
    await a.name_field("Ring").fill("Ring Two")
    await a.page.keyboard.press("Enter")
    await b.expect_readout("Grid", "Tile", "Ring Two")
    await a.remove_button("Grid").tap()
    await b.expect_readout("Tile", "Ring Two")
    await a.button("Undo").tap()
    await b.expect_readout("Grid", "Tile", "Ring Two")
    await a.page.get_by_label("New label").tap()
    await a.page.keyboard.type("Wall")
    await a.button("Add label").tap()
    await b.expect_readout("Grid", "Tile", "Ring Two", "Wall")


async def test_the_menu_and_the_settings_open_by_touch(open_page: OpenPage) -> None:
    a = await open_page(**PHONE)
    await a.button("List menu").tap()
    await expect(a.page.get_by_role("menuitem", name="Rename…")).to_be_visible()
    await a.page.touchscreen.tap(20, 700)
    await expect(a.page.get_by_role("menuitem", name="Rename…")).to_be_hidden()
    await a.button("Settings").tap()
    dialog = a.page.get_by_role("dialog", name="Settings")
    await dialog.get_by_role("radio", name="Dark").tap()
    await expect(a.page.locator("html")).to_have_css("color-scheme", "dark")
