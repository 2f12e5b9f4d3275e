"""Takes the pictures of docs/images with the built command: `.venv/bin/python Tests/Browser/screenshots.py [FOLDER]`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from list_page import HeldFrames, ListPage
from playwright.async_api import Browser, async_playwright, expect
from server import ROOT, Server

WIDE = {"width": 1200, "height": 720}
NARROW = {"width": 390, "height": 780}
NAMES = ["Grid", "Tile", "Ring", "Étiquette", "مُرَشَّح", "Ångström", "Istanbul", "Straße", "Pinned", "Draft", "Needs review", "Someday"]


async def open_page(browser: Browser, address: str, scheme: str, size: dict[str, int], frames: HeldFrames | None = None) -> ListPage:
    context = await browser.new_context(locale="en-US", color_scheme=scheme, viewport=size, device_scale_factor=1.5, reduced_motion="reduce")
    page = ListPage(await context.new_page())
    if frames:
        await frames.install(page.page)
    await page.page.goto(address)
    return page


async def fill(page: ListPage) -> None:
    await page.expect_saved()
    for name in NAMES:
        await page.add(name)
    for name in ("Tile", "Draft", "Someday"):
        await page.toggle(name).click()
    await page.expect_saved()


async def take(browser: Browser, server: Server, folder: Path) -> None:
    await fill(await open_page(browser, server.list_address("board"), "light", WIDE))
    for scheme in ("light", "dark"):
        for size_name, size in (("wide", WIDE), ("narrow", NARROW)):
            page = await open_page(browser, server.list_address("board"), scheme, size)
            await page.expect_saved()
            await page.page.screenshot(path=folder / f"list-{scheme}-{size_name}.png")
            await page.page.context.close()
        start = await open_page(browser, server.address + "/", scheme, WIDE)
        await start.page.screenshot(path=folder / f"start-{scheme}.png")
        await take_notice(browser, server, folder, scheme)


async def take_notice(browser: Browser, server: Server, folder: Path, scheme: str) -> None:
    frames = HeldFrames()
    address = server.list_address(f"notice-{scheme}")
    a = await open_page(browser, address, scheme, WIDE, frames)
    await a.expect_saved()
    for name in NAMES[:5]:
        await a.add(name)
    await a.expect_saved()
    b = await open_page(browser, address, scheme, WIDE)
    await b.expect_saved()
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await a.rename("Tile", "Roof tile")
    frames.release()
    await expect(a.kept_text).to_have_value("Roof tile")
    await a.page.mouse.move(0, 0)
    await a.query.focus()
    await a.page.screenshot(path=folder / f"notice-{scheme}.png")


async def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/images"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch) / "data")
        server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
                await take(browser, server, folder)
                await browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
