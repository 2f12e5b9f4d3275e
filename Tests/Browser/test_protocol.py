from conftest import OpenPage, watch
from playwright.async_api import Page
from traffic import Traffic


async def test_what_a_page_says_and_hears_is_held_to_the_schema(open_page: OpenPage) -> None:
    traffic = Traffic()

    async def watch_this(page: Page) -> None:
        watch(page, traffic)

    a = await open_page(before=watch_this)
    await a.expect_loaded()
    await a.rename("Ring", "Ring Two")
    await a.expect_saved()
    seen = {definition for definition, _ in traffic.shapes}
    assert seen >= {"hello", "edit", "welcome", "snapshot", "snapshotLabel", "diff", "change"}
    traffic.sent('{"type": "beat", "misspelt": 1}')
    assert len(traffic.take_faults()) == 1
