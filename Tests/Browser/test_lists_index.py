"""The index of lists at the server's root, and what a list's own page does to the list as a whole."""

import re
from collections.abc import AsyncIterator

import pytest
from accessibility import violations
from conftest import OpenPage
from list_page import HeldFrames, ListPage, without_storage
from playwright.async_api import Locator, Page, Route, expect
from server import Server


class Index:
    """What a person does on the index and sees there."""

    def __init__(self, page: Page):
        self.page = page

    def list(self, title: str) -> Locator:
        return self.page.get_by_role("listitem").filter(has=self.page.get_by_role("link", name=title, exact=False))

    async def act(self, title: str, action: str) -> None:
        await self.page.get_by_role("button", name=f"Actions for {title}", exact=True).click()
        await self.page.get_by_role("menuitem", name=action, exact=True).click()

    async def expect_lists(self, *titles: str) -> None:
        await expect(self.page.locator(".list-title")).to_have_text(list(titles))

    async def fill(self, **fields: str) -> None:
        for label, value in fields.items():
            await self.page.get_by_role("dialog").get_by_label(label, exact=True).fill(value)

    async def submit(self, name: str) -> None:
        await self.page.get_by_role("dialog").get_by_role("button", name=name).click()


@pytest.fixture
async def a(open_page: OpenPage) -> ListPage:
    """Somebody who has opened the demo list, so that there is one."""
    return await open_page()


@pytest.fixture
async def index(a: ListPage, server: Server) -> AsyncIterator[Index]:
    page = await a.page.context.new_page()
    await page.goto(server.address + "/")
    await expect(page.locator(".list-row").first).to_be_visible()
    yield Index(page)


async def test_the_index_shows_each_list_with_its_count_and_leads_to_it(index: Index) -> None:
    await index.expect_lists("demo")
    await expect(index.list("demo")).to_contain_text("3 labels")
    await expect(index.list("demo")).to_contain_text(re.compile(r"Created \w+ \d+, \d{4}"))
    await index.page.get_by_role("link", name="demo").click()
    await ListPage(index.page).expect_rows("Grid", "Tile", "Ring")


async def test_a_list_is_created_with_a_title_and_opened(index: Index, server: Server) -> None:
    await index.page.get_by_role("button", name="New list").click()
    await index.fill(Title="Été à Paris")
    await expect(index.page.get_by_role("dialog").get_by_label("Address", exact=True)).to_have_value("ete-a-paris")
    await index.submit("Create list")
    await expect(index.page).to_have_url(server.list_address("ete-a-paris"))
    await expect(index.page.get_by_role("heading", name="Été à Paris", level=1)).to_be_visible()
    await index.page.get_by_role("link", name="All lists").click()
    await index.expect_lists("demo", "Été à Paris")
    await expect(index.list("Été à Paris")).to_contain_text("0 labels")


async def test_an_address_that_is_taken_or_cannot_be_one_is_refused_and_what_was_typed_stays(index: Index) -> None:
    await index.page.get_by_role("button", name="New list").click()
    await index.fill(Title="Again", Address="demo")
    await index.submit("Create list")
    dialog = index.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("There is already a list with this address.")
    await index.fill(Address="Not an address")
    await index.submit("Create list")
    await expect(dialog).to_contain_text("This cannot be an address.")
    await expect(dialog.get_by_label("Title", exact=True)).to_have_value("Again")
    await expect(dialog.get_by_label("Address", exact=True)).to_be_focused()
    assert await violations(index.page) == []


async def test_renaming_a_list_changes_its_title_everywhere_and_its_address_nowhere(a: ListPage, index: Index, server: Server) -> None:
    await index.act("demo", "Rename…")
    await index.fill(Title="Shapes of things")
    await index.submit("Save")
    await index.expect_lists("Shapes of things")
    await expect(index.page.get_by_role("button", name="Actions for Shapes of things")).to_be_focused()
    await expect(a.page.get_by_role("heading", name="Shapes of things", level=1)).to_be_visible()
    await expect(a.page).to_have_title("Shapes of things · Colabel")
    await expect(a.page).to_have_url(server.list_address("demo"))


async def test_a_copy_has_the_same_labels_and_is_a_list_of_its_own(a: ListPage, index: Index, server: Server) -> None:
    await index.act("demo", "Duplicate…")
    await index.fill(Title="Second demo", Address="demo-2")
    await index.submit("Duplicate")
    copy = ListPage(index.page)
    await expect(index.page).to_have_url(server.list_address("demo-2"))
    await copy.expect_rows("Grid", "Tile", "Ring")
    await copy.remove_button("Tile").click()
    await copy.expect_readout("Grid", "Ring")
    await a.expect_readout("Grid", "Tile", "Ring")


async def test_an_archived_list_leaves_the_index_can_only_be_read_and_comes_back(a: ListPage, index: Index) -> None:
    await index.act("demo", "Archive")
    await expect(index.page.get_by_text("“demo” is archived.")).to_be_visible()
    await expect(index.page.locator(".list-row")).to_have_count(0)
    await expect(a.page.get_by_text("This list is archived")).to_be_visible()
    await expect(a.name_field("Tile")).not_to_be_editable()
    await expect(a.page.get_by_label("New label")).to_be_hidden()
    await a.toggle("Tile").click(force=True)
    await expect(a.toggle("Tile")).not_to_be_checked()
    await a.query.fill("Ring")
    await a.expect_rows("Ring")
    assert await violations(a.page) == []

    await index.page.get_by_role("radio", name="Archived").click()
    await index.expect_lists("demo")
    await index.act("demo", "Take out of the archive")
    await expect(index.page.get_by_text("Nothing is archived")).to_be_visible()
    await expect(a.page.get_by_text("This list is archived")).to_be_hidden()
    await a.query.fill("")
    await a.toggle("Tile").click()
    await expect(a.toggle("Tile")).to_be_checked()
    await a.expect_saved()


async def test_archiving_is_taken_back_from_the_word_about_it(index: Index) -> None:
    await index.act("demo", "Archive")
    await index.page.get_by_role("button", name="Undo").click()
    await expect(index.page.get_by_text("“demo” is in use again.")).to_be_visible()
    await index.page.reload()
    await index.expect_lists("demo")


async def test_a_list_is_archived_and_taken_out_again_from_its_own_page(a: ListPage) -> None:
    await a.button("List menu").click()
    await a.page.get_by_role("menuitem", name="Archive").click()
    await expect(a.page.get_by_text("This list is archived")).to_be_visible()
    await a.button("Take out of the archive").click()
    await expect(a.page.get_by_text("This list is archived")).to_be_hidden()
    await expect(a.name_field("Tile")).to_be_editable()


async def test_what_was_typed_while_somebody_archived_the_list_is_kept(index: Index, open_page: OpenPage) -> None:
    frames = HeldFrames()
    b = await open_page(before=frames.install)
    frames.hold()
    await index.act("demo", "Archive")
    await expect(index.page.get_by_text("“demo” is archived.")).to_be_visible()
    await b.rename("Tile", "Roof tile")
    frames.release()
    await expect(b.page.get_by_text("Edit skipped: the list is archived.").first).to_be_visible()
    await expect(b.kept_text).to_have_value("Roof tile")
    await b.expect_readout("Grid", "Tile", "Ring")


async def test_a_link_is_copied_or_shown_where_there_is_no_clipboard(a: ListPage, index: Index, server: Server) -> None:
    await index.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await index.act("demo", "Copy link")
    await expect(index.page.get_by_text("Link copied")).to_be_visible()
    assert await index.page.evaluate("navigator.clipboard.readText()") == server.list_address("demo")
    await index.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }")
    await index.act("demo", "Copy link")
    await expect(index.page.get_by_role("textbox", name="Link to this list")).to_have_value(server.list_address("demo"))


async def test_a_menu_is_closed_by_its_button_and_by_a_click_elsewhere(index: Index) -> None:
    opener = index.page.get_by_role("button", name="Actions for demo")
    item = index.page.get_by_role("menuitem", name="Archive")
    for close in (opener, index.page.get_by_role("heading", name="Lists")):
        await opener.click()
        await expect(item).to_be_visible()
        await close.click()
        await expect(item).to_be_hidden()


async def test_the_filter_finds_lists_by_title_and_by_address(index: Index) -> None:
    await index.page.get_by_label("Filter lists").fill("DEM")
    await index.expect_lists("demo")
    await index.page.get_by_label("Filter lists").fill("nothing like it")
    await expect(index.page.get_by_text("No list matches")).to_be_visible()
    assert await violations(index.page) == []


async def test_lists_that_cannot_be_shown_are_asked_for_again(index: Index) -> None:
    async def refuse(route: Route) -> None:
        await route.abort()

    await index.page.route("**/api/v1/lists?*", refuse)
    await index.page.reload()
    await expect(index.page.get_by_text("The lists cannot be shown")).to_be_visible()
    await expect(index.page.get_by_text("The server did not answer. Try again.")).to_be_visible()
    assert await violations(index.page) == []
    await index.page.unroute("**/api/v1/lists?*")
    await index.page.get_by_role("button", name="Try now").click()
    await index.expect_lists("demo")


async def test_a_browser_without_storage_changes_its_colours_for_the_page_alone(open_page: OpenPage) -> None:
    a = await open_page(before=without_storage)
    await a.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }")
    await a.button("Settings").click()
    await a.page.get_by_role("dialog").get_by_role("radio", name="Dark").click()
    await expect(a.page.locator("html")).to_have_css("color-scheme", "dark")
    await expect(a.page.get_by_text("This browser remembers nothing here")).to_be_visible()
