import pytest
from accessibility import violations
from conftest import OpenPage
from list_page import HeldFrames
from playwright.async_api import expect
from server import Server


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_state_of_the_page_breaks_a_rule_of_accessibility(open_page: OpenPage, server: Server, scheme: str) -> None:
    frames = HeldFrames()
    a = await open_page(before=frames.install, color_scheme=scheme)
    b = await open_page()
    assert await violations(a.page) == []
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await a.rename("Tile", "Tile Two")
    frames.release()
    await expect(a.kept_text).to_have_value("Tile Two")
    assert await violations(a.page) == []
    await a.query.fill("nothing like it")
    await a.expect_rows()
    assert await violations(a.page) == []
    await a.page.goto(server.list_address("empty"))
    await a.expect_saved()
    assert await violations(a.page) == []
    await a.page.goto(server.address + "/")
    await expect(a.page.get_by_role("button", name="New list")).to_be_visible()
    assert await violations(a.page) == []
