"""A rejected edit says what happened, who and when, keeps its text, and offers what to do; and what is not saved says why."""

from conftest import OpenPage
from list_page import HeldFrames, ListPage, called, without_storage
from playwright.async_api import Page, WebSocketRoute, expect
from accessibility import violations


async def reject_renames(a: ListPage, b: ListPage, frames: HeldFrames, *names: str) -> None:
    """A renames labels that B has just removed."""
    frames.hold()
    for name in names:
        await b.remove_button(name).click()
    await b.expect_saved()
    for name in names:
        await a.rename(name, f"{name} Two")
    frames.release()
    await expect(a.kept_text).to_have_count(len(names))


async def test_a_rejected_rename_says_who_and_when_and_several_stand_side_by_side(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a, b = await open_page(before=frames.install), await open_page(before=called("Ben"))
    await reject_renames(a, b, frames, "Tile", "Ring")
    await expect(a.notice).to_contain_text("Edit skipped: label was removed. Ben removed it at ")
    await expect(a.page.get_by_text("2 texts are kept here until you dismiss them")).to_be_visible()
    for index, text in enumerate(("Ring Two", "Tile Two")):
        await expect(a.kept_text.nth(index)).to_have_value(text)
        for button in ("Restore label", "Add as new label", "Copy", "Dismiss"):
            await expect(a.page.locator(".kept").nth(index).get_by_role("button", name=button, exact=True)).to_be_visible()
    assert await violations(a.page) == []


async def test_each_notice_is_dealt_with_for_itself_and_the_next_good_edit_clears_the_rest_but_no_text(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a, b = await open_page(before=frames.install), await open_page(before=called("Ben"))
    await reject_renames(a, b, frames, "Tile", "Ring")
    await a.page.locator(".kept").nth(0).get_by_role("button", name="Restore label").click()
    for page in (a, b):
        await page.expect_readout("Grid", "Ring Two")
    await expect(a.kept_text).to_have_count(1)
    await a.toggle("Grid").click()
    await a.expect_saved()
    await expect(a.notice).to_have_text("")
    await expect(a.kept_text).to_have_value("Tile Two")
    await a.page.locator(".kept").get_by_role("button", name="Add as new label").click()
    await b.expect_readout("Grid", "Ring Two", "Tile Two")
    await expect(a.kept_text).to_have_count(0)


async def test_saving_that_takes_long_says_so_until_it_is_done(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a = await open_page(before=frames.install)
    frames.hold()
    await a.toggle("Grid").click()
    await expect(a.page.get_by_text("Saving 1 edit…")).to_be_visible()
    await expect(a.page.get_by_text("Not saved yet: the server has not confirmed 1 edit for")).to_be_visible(timeout=15_000)
    assert await violations(a.page) == []
    frames.release()
    await a.expect_saved()


async def test_a_server_that_cannot_write_is_told_as_the_reason(open_page: OpenPage) -> None:
    refuses = False

    def route(to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()
        to_server.on_message(to_page.send)

        async def pass_on(message: str | bytes) -> None:
            if refuses:
                await to_page.close(code=4008, reason="storeUnavailable")
            else:
                to_server.send(message)

        to_page.on_message(pass_on)

    async def install(page: Page) -> None:
        await page.route_web_socket("**/socket", route)

    a = await open_page(before=install)
    refuses = True
    await a.toggle("Grid").click()
    await expect(a.page.get_by_text("Not saved: the server cannot write · 1 edit waiting")).to_be_visible()
    refuses = False
    await a.button("Try now").click()
    await a.expect_saved()
    await expect(a.toggle("Grid")).not_to_be_checked()


async def test_leaving_with_what_no_storage_holds_warns(open_page: OpenPage) -> None:
    frames = HeldFrames()

    async def install(page: Page) -> None:
        await without_storage(page)
        await frames.install(page)

    a = await open_page(before=install)
    frames.hold()
    await a.toggle("Grid").click()
    async with a.page.expect_event("dialog") as asking:
        await a.page.close(run_before_unload=True)
    question = await asking.value
    assert question.type == "beforeunload"
    await question.dismiss()
    frames.release()
    await a.expect_saved()
