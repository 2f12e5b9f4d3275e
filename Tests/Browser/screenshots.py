"""Takes the pictures of docs/images with the built command: `.venv/bin/python Tests/Browser/screenshots.py [FOLDER]`."""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import chromium
from list_page import HeldFrames, ListPage, called
from playwright.async_api import Browser, async_playwright, expect
from server import ROOT, Server

WIDE = {"width": 1200, "height": 720}
NARROW = {"width": 390, "height": 780}
SCHEMES = ("light", "dark")
NAMES = ["Étiquette", "مُرَشَّح", "Ångström", "Istanbul", "Straße", "Pinned", "Draft", "Needs review", "Someday"]
TITLES = {"board": "Annotation board", "animals": "Animals", "ete": "Été 2026", "fawakih": "فواكه وخضروات"}


class Studio:
    """A browser and a server, and where the pictures go."""

    def __init__(self, browser: Browser, server: Server, folder: Path):
        self.browser = browser
        self.server = server
        self.folder = folder

    async def open(self, alias: str, before: Callable[..., Awaitable[Any]] | None = None, locale: str = "en-US",
                   size: dict[str, int] = WIDE, **options: Any) -> ListPage:
        context = await self.browser.new_context(
            locale=locale, viewport=size, device_scale_factor=1.5, reduced_motion="reduce", **options)
        page = ListPage(await context.new_page())
        if before:
            await before(page.page)
        await page.page.goto(self.server.list_address(alias))
        await page.expect_online()
        return page

    async def take(self, page: ListPage, name: str) -> None:
        """The picture, with nothing under the pointer; the page is done with."""
        await page.page.mouse.move(0, 0)
        await page.page.evaluate("scrollTo(0, 0)")
        await page.page.screenshot(path=self.folder / f"{name}.png")
        await page.page.context.close()

    async def fill(self) -> None:
        page = await self.open("board", called("Ada"))
        await page.add("Grid")
        for name in ["Tile", "Ring", *NAMES]:
            await page.add(name)
        for name in ("Tile", "Draft", "Someday"):
            await page.toggle(name).click()
        await page.rename("Ring", "Ring Two")
        await page.button("Reverse original order").click()
        await page.button("Reverse original order").click()
        await page.expect_saved()
        for alias, title in TITLES.items():
            answers = await page.page.evaluate(
                """async ([alias, title]) => {
                     const made = await fetch(`/api/v1/lists/${alias}`, { method: "PUT" });
                     const body = JSON.stringify({ title });
                     const named = await fetch(`/api/v1/lists/${alias}`, { method: "PATCH", body, headers: { "Content-Type": "application/json" } });
                     return [made.ok, named.ok];
                   }""", [alias, title])
            assert answers == [True, True], alias
        await page.page.context.close()


async def take_lists(studio: Studio) -> None:
    for scheme in SCHEMES:
        for size_name, size in (("wide", WIDE), ("narrow", NARROW)):
            page = await studio.open("board", called("Bea"), size=size, color_scheme=scheme)
            await studio.take(page, f"list-{scheme}-{size_name}")
        index = await studio.open("board", color_scheme=scheme)
        await index.page.goto(studio.server.address + "/")
        await expect(index.page.locator(".list-row").first).to_be_visible()
        await studio.take(index, f"index-{scheme}")


async def take_arabic(studio: Studio) -> None:
    await studio.take(await studio.open("board", called("نور"), "ar"), "list-ar-wide")
    await studio.take(await studio.open("board", called("نور"), "ar", NARROW, color_scheme="dark"), "list-ar-narrow-dark")


async def take_notice(studio: Studio, scheme: str) -> None:
    frames = HeldFrames()
    a = await studio.open("board", frames.install, color_scheme=scheme)
    b = await studio.open("board", called("Bea"))
    label = f"Roof {scheme}"
    await b.add(label)
    await expect(a.row(label)).to_be_visible()
    await b.expect_saved()
    frames.hold()
    await b.remove_button(label).click()
    await b.expect_saved()
    await a.rename(label, "Roof tile")
    frames.release()
    await expect(a.kept_text).to_have_value("Roof tile")
    await a.query.focus()
    await studio.take(a, f"notice-{scheme}")
    await b.page.context.close()


async def take_bulk_preview(studio: Studio) -> None:
    page = await studio.open("board")
    await page.page.get_by_label("Select all shown").check()
    await page.button("Rename by pattern…").click()
    await page.page.get_by_label("Find", exact=True).fill("i")
    await page.page.get_by_label("Replace with", exact=True).fill("ï")
    await expect(page.page.locator("#rename-preview li").first).to_be_visible()
    await studio.take(page, "bulk-preview")


async def take_history(studio: Studio) -> None:
    page = await studio.open("board")
    await page.button("History").click()
    await expect(page.page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    await studio.take(page, "history")


async def take_shortcuts(studio: Studio) -> None:
    page = await studio.open("board", color_scheme="dark")
    await page.button("Keyboard shortcuts").click()
    await studio.take(page, "shortcuts-dark")


async def take_offline(studio: Studio) -> None:
    page = await studio.open("board")
    await page.expect_loaded()
    studio.server.stop()
    await page.rename("Pinned", "Pinned up")
    await page.toggle("Tile").click()
    await expect(page.page.locator('#connection[data-state="offline"]')).to_be_visible(timeout=30_000)
    await studio.take(page, "offline")


async def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/images"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch) / "data")
        server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=chromium.EXECUTABLE, args=chromium.ARGUMENTS)
                studio = Studio(browser, server, folder)
                await studio.fill()
                await take_lists(studio)
                await take_arabic(studio)
                for scheme in SCHEMES:
                    await take_notice(studio, scheme)
                await take_bulk_preview(studio)
                await take_history(studio)
                await take_shortcuts(studio)
                await take_offline(studio)
                await browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
