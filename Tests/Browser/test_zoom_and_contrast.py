"""Windows narrow and wide, text at twice its size, forced colours, more contrast, less motion, a picked colour scheme."""

from typing import Any

import pytest
from accessibility import violations
from conftest import OpenPage
from playwright.async_api import Page, expect
from server import Server

# A window of 1280 × 1024 at 200 % and at 400 %, a small phone, a tablet, a wide screen.
WINDOWS = {"200 %": (640, 512), "400 %": (320, 256), "phone": (360, 640), "tablet": (768, 1024), "wide": (1920, 1080)}


async def sticking_out(page: Page) -> list[str]:
    """What reaches beyond the window's edges, so that it could only be seen by scrolling sideways."""
    return await page.evaluate(
        """() => [...document.querySelectorAll("body *")]
             .filter((element) => element.checkVisibility() && !element.closest("svg"))
             .filter((element) => {
               const { left, right, width } = element.getBoundingClientRect();
               return width > 1 && (left < -1 || right > innerWidth + 1);
             })
             .map((element) => element.outerHTML.slice(0, 100))"""
    )


@pytest.mark.parametrize("locale", ["en-US", "fr", "ar"])
@pytest.mark.parametrize("window", WINDOWS)
async def test_nothing_needs_scrolling_sideways(open_page: OpenPage, server: Server, window: str, locale: str) -> None:
    width, height = WINDOWS[window]
    a = await open_page(viewport={"width": width, "height": height}, locale=locale)
    await expect(a.page.locator("#rows .row").first).to_be_attached()
    assert await sticking_out(a.page) == []
    await a.page.locator("#settings").click()
    assert await sticking_out(a.page) == []
    await a.page.goto(server.address + "/")
    await expect(a.page.locator(".list-row").first).to_be_attached()
    assert await sticking_out(a.page) == []


async def test_text_at_twice_its_size_cuts_no_control(open_page: OpenPage) -> None:
    a = await open_page(viewport={"width": 1280, "height": 800})
    await a.page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut = await a.page.evaluate(
        """() => [...document.querySelectorAll("button")].filter((button) => button.checkVisibility())
             .filter((button) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1)
             .map((button) => button.outerHTML)"""
    )
    assert cut == []
    assert await a.page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_forced_colours_leave_controls_and_states_to_be_told_apart(open_page: OpenPage, server: Server, scheme: Any) -> None:
    a = await open_page(forced_colors="active", color_scheme=scheme)
    assert await violations(a.page) == []
    canvas = await a.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    for icon in await a.page.locator(".icon:visible").all():
        assert await icon.evaluate("(icon) => getComputedStyle(icon).backgroundColor") != canvas
    for toggle in await a.page.locator("#rows .toggle").all():
        await expect(toggle).to_have_css("appearance", "auto")
    await a.page.goto(server.address + "/")
    assert await violations(a.page) == []


async def test_less_motion_means_none(open_page: OpenPage) -> None:
    a = await open_page(reduced_motion="reduce")
    moving = await a.page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((element) => {
             const { transitionDuration, animationDuration } = getComputedStyle(element);
             return [transitionDuration, animationDuration].some((times) => times.split(",").some((time) => parseFloat(time) > 0));
           }).map((element) => element.outerHTML.slice(0, 100))"""
    )
    assert moving == []


async def test_a_picked_colour_scheme_comes_before_that_of_the_system_and_is_there_at_the_first_paint(open_page: OpenPage) -> None:
    a = await open_page(color_scheme="light")
    light = await a.page.locator("html").evaluate("(html) => getComputedStyle(html).backgroundColor")
    await a.button("Settings").click()
    await a.page.get_by_role("dialog").get_by_role("radio", name="Dark").click()
    dark = await a.page.locator("html").evaluate("(html) => getComputedStyle(html).backgroundColor")
    assert dark != light
    await a.page.reload(wait_until="commit")
    await expect(a.page.locator("html")).to_have_attribute("data-color-scheme", "dark")
    await expect(a.page.locator("html")).to_have_css("background-color", dark)
    await a.button("Settings").click()
    await a.page.get_by_role("dialog").get_by_role("radio", name="As the system").click()
    await expect(a.page.locator("html")).to_have_css("background-color", light)
