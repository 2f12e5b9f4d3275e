"""The page as something to install: its manifest and icons, and that nothing of it comes from anywhere else."""

import struct

from conftest import OpenPage
from playwright.async_api import Page, Request
from server import Server


async def test_the_manifest_names_icons_that_are_there_in_their_sizes(open_page: OpenPage, server: Server) -> None:
    a = await open_page()
    href = await a.page.locator("link[rel=manifest]").evaluate("(link) => link.href")
    answer = await a.page.request.get(href)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = await answer.json()
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = await a.page.request.get(f"{server.address}/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            size = struct.unpack(">II", (await picture.body())[16:24])
            assert "×".join(map(str, size)) == icon["sizes"].replace("x", "×")


async def test_pages_run_nothing_inline_and_ask_nobody_else(open_page: OpenPage, server: Server) -> None:
    asked: list[str] = []

    async def listen(page: Page) -> None:
        def hear(request: Request) -> None:
            asked.append(request.url)

        page.on("request", hear)

    a = await open_page(before=listen)
    for address in (server.list_address("demo"), server.address + "/"):
        answer = await a.page.goto(address, wait_until="networkidle")
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert await a.page.locator("script:not([src]), [onclick], style").count() == 0
    assert [url for url in asked if not url.startswith((server.address, "data:"))] == []
