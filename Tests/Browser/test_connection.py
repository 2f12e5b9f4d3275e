from conftest import OpenPage
from list_page import without_storage
from playwright.async_api import Dialog, Page, expect
from server import Server


async def test_edits_made_while_the_server_is_away_arrive_once_after_its_restart(open_page: OpenPage, server: Server) -> None:
    a = await open_page()
    b = await open_page()
    await a.expect_loaded()
    await b.expect_loaded()
    server.stop()
    await expect(a.page.get_by_text("Offline", exact=True)).to_be_visible()
    await a.rename("Ring", "Ring Two")
    await a.add("Bell")
    await expect(a.page.get_by_text("Offline · 2 edits waiting")).to_be_visible()
    await a.expect_readout("Grid", "Tile", "Ring Two", "Bell")
    server.start()
    for page in (a, b):
        await page.page.evaluate("dispatchEvent(new Event('online'))")
        await page.expect_saved()
        await page.expect_readout("Grid", "Tile", "Ring Two", "Bell")


async def test_a_page_reconnects_by_itself(open_page: OpenPage, server: Server) -> None:
    a = await open_page()
    await a.expect_loaded()
    server.stop()
    await expect(a.page.get_by_text("Offline", exact=True)).to_be_visible()
    server.start()
    await expect(a.page.get_by_text("Saved", exact=True)).to_be_visible(timeout=20_000)
    await a.rename("Ring", "Ring Two")
    await a.expect_saved()


async def test_somebody_who_does_not_want_to_wait_can_try_at_once(open_page: OpenPage, server: Server) -> None:
    async def never_try_again_by_itself(page: Page) -> None:
        await page.add_init_script("const wait = setTimeout; setTimeout = (body, delay) => wait(body, delay >= 250 ? 1e9 : delay);")

    a = await open_page(before=never_try_again_by_itself)
    await a.expect_loaded()
    await expect(a.button("Try now")).to_be_hidden()
    server.stop()
    await expect(a.button("Try now")).to_be_visible()
    server.start()
    await a.button("Try now").click()
    await a.expect_saved()
    await expect(a.button("Try now")).to_be_hidden()
    await expect(a.page.get_by_label("Labels", exact=True)).to_be_focused()


async def test_leaving_with_unsent_edits_that_are_stored_nowhere_warns(open_page: OpenPage, server: Server) -> None:
    a = await open_page(before=without_storage)
    asked: list[str] = []

    async def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.dismiss()

    a.page.on("dialog", stay)
    await a.expect_loaded()
    server.stop()
    await a.rename("Ring", "Ring Two")
    async with a.page.expect_event("dialog"):
        await a.page.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    await a.expect_readout("Grid", "Tile", "Ring Two")


async def test_leaving_with_text_that_is_only_on_the_page_warns(open_page: OpenPage) -> None:
    a = await open_page(before=without_storage)

    async def expect_question() -> None:
        async with a.page.expect_event("dialog") as asking:
            await a.page.close(run_before_unload=True)
        question = await asking.value
        assert question.type == "beforeunload"
        await question.dismiss()

    await a.page.get_by_label("New label").fill("Bell")
    await expect_question()
    await a.page.get_by_label("New label").fill("")
    await a.name_field("Ring").fill("x" * 501)
    await expect_question()
    await a.query.focus()
    await expect(a.kept_text).to_be_visible()
    await expect_question()
    await a.page.locator(".kept").get_by_role("button", name="Dismiss").click()
    async with a.page.expect_event("close"):
        await a.page.close(run_before_unload=True)


async def test_leaving_with_everything_saved_does_not_ask(open_page: OpenPage) -> None:
    a = await open_page()
    asked: list[str] = []

    async def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.accept()

    a.page.on("dialog", leave)
    await a.rename("Ring", "Ring Two")
    await a.expect_saved()
    async with a.page.expect_event("close"):
        await a.page.close(run_before_unload=True)
    assert asked == []


async def test_a_new_list_starts_empty_and_holds_what_is_added(open_page: OpenPage) -> None:
    a = await open_page("new-list")
    await expect(a.page.get_by_text("No labels yet")).to_be_visible()
    await a.add(" ")
    await expect(a.page.get_by_text("Type the new label’s name first.")).to_be_visible()
    await a.add("First")
    await a.add("Second")
    await expect(a.page.get_by_label("New label")).to_be_focused()
    await a.expect_readout("First", "Second")
    b = await open_page("new-list")
    await b.expect_rows("First", "Second")
