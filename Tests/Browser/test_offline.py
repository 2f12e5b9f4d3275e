"""What a page has taken in outlives it: nothing is lost with the page, and nothing is applied twice."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import chromium
import pytest
from conftest import OpenPage, watch
from list_page import HeldFrames, ListPage, without_storage
from playwright.async_api import BrowserContext, Page, Playwright, async_playwright, expect
from server import Server
from test_accessibility import violations
from traffic import Traffic

Before = Callable[[Page], Awaitable[None]]


class Person:
    """One person's browser, whose storage outlives it."""

    def __init__(self, playwright: Playwright, storage: Path, server: Server, traffic: Traffic):
        self.playwright = playwright
        self.traffic = traffic
        self.storage = storage
        self.server = server
        self.context: BrowserContext | None = None
        self.pages: list[ListPage] = []

    async def start(self, *arguments: str) -> None:
        self.context = await self.playwright.chromium.launch_persistent_context(
            self.storage, executable_path=chromium.EXECUTABLE, args=[*chromium.ARGUMENTS, *arguments], locale="en-US")
        self.context.set_default_timeout(20_000)

    async def open(self, name: str = "demo", before: Before | None = None, address: str = "") -> ListPage:
        if self.context is None:
            await self.start()
        page = await self.context.new_page()
        watch(page, self.traffic)
        self.pages.append(ListPage(page))
        if before:
            await before(page)
        await page.goto(address or self.server.list_address(name))
        await self.pages[-1].expect_saved()
        return self.pages[-1]

    async def quit(self) -> None:
        if self.context:
            await self.context.close()
        self.context = None

    async def stored(self, page: ListPage) -> dict[str, list[dict[str, Any]]]:
        """Everything in the database of the page's origin."""
        return await page.page.evaluate(
            """async () => {
                 const answer = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
                 const database = await answer(indexedDB.open("colabel"));
                 const names = ["clients", "edits", "notices"];
                 const stores = database.transaction(names);
                 const all = await Promise.all(names.map((name) => answer(stores.objectStore(name).getAll())));
                 database.close();
                 return Object.fromEntries(names.map((name, index) => [name, all[index]]));
               }""")


@pytest.fixture
async def person(server: Server, tmp_path: Path, traffic: Traffic) -> AsyncIterator[Person]:
    async with async_playwright() as playwright:
        person = Person(playwright, tmp_path / "browser", server, traffic)
        yield person
        await person.quit()
        assert [fault for page in person.pages for fault in page.faults] == []


async def effects(server: Server, name: str = "demo") -> list[tuple[str, str]]:
    """Everything that ever happened to a list after it was made: the effect and the name that came by it."""

    def read() -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"{server.address}/api/v1/lists/{name}/changes") as answer:
            return json.load(answer)["changes"]

    changes = await asyncio.to_thread(read)
    return [(effect["effect"], effect.get("value") or effect.get("label", {}).get("name"))
            for change in changes for effect in change["effects"]]


async def until(is_true: Callable[[], Awaitable[bool]]) -> None:
    """Waits for what no page shows."""
    async with asyncio.timeout(20):
        while not await is_true():
            await asyncio.sleep(0.05)


async def expect_stored_edits(person: Person, page: ListPage, count: int) -> None:
    async def is_stored() -> bool:
        return len((await person.stored(page))["edits"]) == count

    await until(is_stored)


async def test_edits_made_offline_outlive_the_browser_and_are_applied_once_each(person: Person, server: Server) -> None:
    a = await person.open()
    await a.expect_loaded()
    before = await effects(server)
    server.stop()
    await a.rename("Ring", "Ring Two")
    await a.add("Bell")
    await a.toggle("Tile").click()
    await expect_stored_edits(person, a, 3)
    await person.quit()
    server.start()
    a = await person.open()
    await a.expect_readout("Grid", "Tile", "Ring Two", "Bell")
    await a.expect_saved()
    assert (await effects(server))[len(before):] == [("renamed", "Ring Two"), ("inserted", "Bell"), ("included", True)]
    await expect_stored_edits(person, a, 0)


async def test_a_browser_that_dies_before_the_answer_sends_again_and_nothing_is_applied_twice(person: Person, server: Server) -> None:
    frames = HeldFrames()
    a = await person.open(before=frames.install)
    before = await effects(server)
    frames.hold()
    await a.add("Bell")
    await a.rename("Ring", "Ring Two")

    async def has_arrived() -> bool:
        return len(await effects(server)) == len(before) + 2

    await until(has_arrived)
    await person.quit()
    a = await person.open()
    await a.expect_readout("Grid", "Tile", "Ring Two", "Bell")
    await expect_stored_edits(person, a, 0)
    assert await has_arrived()


async def test_a_reload_goes_on_with_what_waited_and_shows_it_at_once(person: Person, server: Server) -> None:
    frames = HeldFrames()
    a = await person.open(before=frames.install)
    before = await effects(server)
    frames.hold()
    await a.add("Bell")
    await expect_stored_edits(person, a, 1)
    frames.waiting.clear()
    await a.page.reload()
    await a.expect_readout("Bell")
    frames.release()
    await a.expect_readout("Grid", "Tile", "Ring", "Bell")
    await a.expect_saved()
    assert (await effects(server))[len(before):] == [("inserted", "Bell")]


async def test_what_was_typed_last_is_stored_when_the_page_goes(person: Person, server: Server) -> None:
    a = await person.open()
    await a.expect_loaded()
    await a.add("Bell")
    await a.expect_saved()
    server.stop()
    await a.name_field("Ring").fill("Ring Two")
    await a.page.close()
    server.start()
    a = await person.open()
    await a.expect_readout("Grid", "Tile", "Ring Two", "Bell")


async def test_leaving_with_edits_that_are_stored_does_not_ask(person: Person, server: Server) -> None:
    a = await person.open()
    await a.expect_loaded()
    server.stop()
    await a.rename("Ring", "Ring Two")
    await expect_stored_edits(person, a, 1)
    async with a.page.expect_event("close"):
        await a.page.close(run_before_unload=True)


async def test_two_tabs_are_two_clients(person: Person, server: Server) -> None:
    a, b = await person.open(), await person.open()
    before = await effects(server)
    await asyncio.gather(a.add("From a"), b.add("From b"))
    for page in (a, b):
        await expect(page.names).to_have_count(5)
        await page.expect_saved()
    stored = await person.stored(a)
    assert len({client["client"] for client in stored["clients"]}) == 2
    assert sorted(name for _, name in (await effects(server))[len(before):]) == ["From a", "From b"]


async def test_what_two_tabs_have_waiting_is_sent_by_each_itself(person: Person, server: Server) -> None:
    frames = HeldFrames()
    a = await person.open(before=frames.install)
    frames.hold()
    await a.add("From a")
    await expect_stored_edits(person, a, 1)
    b = await person.open()
    await b.expect_readout("Grid", "Tile", "Ring", "From a")
    await b.add("From b")
    await b.expect_saved()
    frames.release()
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring", "From a", "From b")
        await page.expect_saved()
    assert len({client["client"] for client in (await person.stored(a))["clients"]}) == 2


async def test_a_duplicated_tab_is_a_client_of_its_own(person: Person, server: Server) -> None:
    a = await person.open()
    await a.page.evaluate("sessionStorage.setItem('mark', 'copied')")
    await a.add("From a")
    await a.expect_saved()
    async with a.page.context.expect_page() as opening:
        await a.page.evaluate("void window.open(location.href)")
    b = ListPage(await opening.value)
    assert await b.page.evaluate("sessionStorage.getItem('mark')") == "copied"
    await b.add("From b")
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring", "From a", "From b")
        await page.expect_saved()
    assert len({client["client"] for client in (await person.stored(a))["clients"]}) == 2


async def test_what_a_closed_page_left_behind_is_sent_by_one_that_is_open(person: Person, server: Server) -> None:
    a, b = await person.open(), await person.open()
    await a.expect_loaded()
    before = await effects(server)
    server.stop()
    await a.rename("Ring", "Ring Two")
    await a.add("Bell")
    await expect_stored_edits(person, a, 2)
    await a.page.close()
    server.start()
    await b.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(b.readout).to_have_text("Grid · Tile · Ring Two · Bell", use_inner_text=True, timeout=20_000)
    await expect_stored_edits(person, b, 0)
    assert (await effects(server))[len(before):] == [("renamed", "Ring Two"), ("inserted", "Bell")]


async def leave_behind(person: Person, server: Server) -> None:
    """Closes a page while its rename of a label that somebody removes is on its way; another page of the person is open."""
    frames = HeldFrames()
    a, b = await person.open(before=frames.install), await person.open()
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await a.rename("Tile", "Tile Two")
    await expect_stored_edits(person, a, 1)
    await a.page.close()


async def test_the_notice_about_an_edit_of_a_closed_page_reaches_the_one_that_is_open(person: Person, server: Server) -> None:
    await leave_behind(person, server)
    b = person.pages[1]
    await expect(b.kept_text).to_have_value("Tile Two", timeout=20_000)
    await expect(b.notice).to_have_text("Edit skipped: label was removed.")
    await expect_stored_edits(person, b, 0)
    await b.page.reload()
    await expect(b.kept_text).to_have_value("Tile Two", timeout=20_000)


async def reject_a_rename(person: Person) -> ListPage:
    frames = HeldFrames()
    a, b = await person.open(before=frames.install), await person.open()
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await a.rename("Tile", "Tile Two")
    frames.release()
    await expect(a.kept_text).to_have_value("Tile Two")
    await b.page.close()
    return a


async def test_a_rejected_text_outlives_the_browser_until_it_is_dismissed(person: Person) -> None:
    await reject_a_rename(person)
    await person.quit()
    for _ in range(2):
        a = await person.open()
        await expect(a.kept_text).to_have_value("Tile Two", timeout=20_000)
        await expect(a.notice).to_have_text("Edit skipped: label was removed.")
        await person.quit()
    a = await person.open()
    await expect(a.kept_text).to_have_value("Tile Two", timeout=20_000)
    await a.page.locator(".kept").get_by_role("button", name="Dismiss").click()

    async def is_gone() -> bool:
        return (await person.stored(a))["notices"] == []

    await until(is_gone)
    await a.page.reload()
    await a.expect_saved()
    await expect(a.kept_text).to_be_hidden()


async def test_a_rejected_text_can_still_be_restored_after_a_restart(person: Person, server: Server) -> None:
    await reject_a_rename(person)
    await person.quit()
    a = await person.open()
    await expect(a.kept_text).to_have_value("Tile Two", timeout=20_000)
    await a.button("Restore label").click()
    await a.expect_readout("Grid", "Tile Two", "Ring")
    await a.expect_saved()
    await expect(a.kept_text).to_be_hidden()
    assert (await effects(server))[-2:] == [("restored", "Tile"), ("renamed", "Tile Two")]


# Where nothing can be stored

INSECURE = "This address has no https. What waits to be saved is kept only as long as this tab is open."
FAILED = "This browser’s storage cannot be used. What waits to be saved is kept only as long as this tab is open."


async def test_plain_http_works_and_says_that_edits_live_only_in_the_tab(person: Person, server: Server) -> None:
    await person.start("--host-resolver-rules=MAP lists.example 127.0.0.1")
    port = server.address.rsplit(":", 1)[1]
    a = await person.open(address=f"http://lists.example:{port}/lists/demo")
    assert not await a.page.evaluate("isSecureContext")
    a.faults = [fault for fault in a.faults if not fault.startswith("The Cross-Origin-Opener-Policy header has been ignored")]
    await expect(a.page.get_by_text(INSECURE)).to_be_visible()
    await a.rename("Ring", "Ring Two")
    await a.expect_saved()
    assert (await effects(server))[-1] == ("renamed", "Ring Two")


async def test_a_browser_without_storage_works_and_says_so(person: Person, server: Server) -> None:
    a = await person.open(before=without_storage)
    await expect(a.page.get_by_text(FAILED)).to_be_visible()
    await a.rename("Ring", "Ring Two")
    await a.expect_saved()
    assert (await effects(server))[-1] == ("renamed", "Ring Two")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_saying_so_breaks_no_rule_of_accessibility(open_page: OpenPage, scheme: str) -> None:
    a = await open_page(before=without_storage, color_scheme=scheme)
    await expect(a.page.get_by_text(FAILED)).to_be_visible()
    assert await violations(a.page) == []


async def never_opens(page: Page) -> None:
    await page.add_init_script("indexedDB.open = () => ({});")


async def grants_no_lock(page: Page) -> None:
    await page.add_init_script("LockManager.prototype.request = () => new Promise(() => {});")


@pytest.mark.parametrize("before", [never_opens, grants_no_lock])
async def test_a_storage_that_never_answers_does_not_keep_the_page_from_working(person: Person, server: Server, before: Before) -> None:
    a = await person.open(before=before)
    await a.rename("Ring", "Ring Two")
    await expect(a.page.get_by_text(FAILED)).to_be_visible()
    await a.expect_saved()
    assert (await effects(server))[-1] == ("renamed", "Ring Two")


async def test_a_full_disk_loses_no_edit_and_is_told(person: Person, server: Server) -> None:
    a = await person.open()
    await a.rename("Grid", "Grid Two")
    await a.expect_saved()
    await a.page.evaluate(
        """() => {
             const put = IDBObjectStore.prototype.put;
             IDBObjectStore.prototype.put = function (...values) {
               if (this.name === "edits") throw new DOMException("The disk is full.", "QuotaExceededError");
               return put.apply(this, values);
             };
           }""")
    await a.rename("Ring", "Ring Two")
    await expect(a.page.get_by_text(FAILED)).to_be_visible()
    await a.expect_saved()
    assert (await effects(server))[-2:] == [("renamed", "Grid Two"), ("renamed", "Ring Two")]


async def test_deleting_what_the_site_has_stored_loses_no_edit_and_is_told(person: Person, server: Server) -> None:
    a = await person.open()
    await a.expect_loaded()
    server.stop()
    await a.rename("Ring", "Ring Two")
    await expect_stored_edits(person, a, 1)
    await a.page.evaluate("new Promise((resolve) => { indexedDB.deleteDatabase('colabel').onsuccess = resolve; })")
    await expect(a.page.get_by_text(FAILED)).to_be_visible()
    server.start()
    await a.page.evaluate("dispatchEvent(new Event('online'))")
    await a.expect_saved()
    assert (await effects(server))[-1] == ("renamed", "Ring Two")


async def test_going_back_to_a_page_finds_what_it_left(person: Person, server: Server) -> None:
    a = await person.open()
    await a.expect_loaded()
    server.stop()
    await a.rename("Ring", "Ring Two")
    await expect_stored_edits(person, a, 1)
    await a.page.goto("about:blank")
    server.start()
    before = await effects(server)
    await a.page.go_back()
    await a.expect_readout("Grid", "Tile", "Ring Two")
    await a.expect_saved()
    assert (await effects(server))[len(before):] == [("renamed", "Ring Two")]


async def test_a_page_in_the_back_forward_cache_gives_its_edits_away_and_starts_anew_when_shown(person: Person, server: Server) -> None:
    a = await person.open()
    await a.expect_loaded()
    before = await effects(server)
    server.stop()
    await a.rename("Ring", "Ring Two")
    await expect_stored_edits(person, a, 1)
    await a.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    server.start()
    b = await person.open()
    await b.expect_readout("Grid", "Tile", "Ring Two")
    async with a.page.expect_navigation():
        await a.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await a.expect_saved()
    await a.expect_readout("Grid", "Tile", "Ring Two")
    assert (await effects(server))[len(before):] == [("renamed", "Ring Two")]
