import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import chromium
import pytest
from list_page import ListPage
from network import Link
from playwright.async_api import Browser, BrowserContext, Page, WebSocket, async_playwright, expect
from server import Server
from traffic import Traffic

RESULTS = Path(__file__).parent / "results"
failed = pytest.StashKey[bool]()

OpenPage = Callable[..., Coroutine[Any, Any, ListPage]]

expect.set_options(timeout=5_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.failed:
        item.stash[failed] = True
    return report


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.EXECUTABLE, args=chromium.ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def all_traffic() -> Traffic:
    return Traffic()


@pytest.fixture
def traffic(all_traffic: Traffic) -> Iterator[Traffic]:
    """Whatever pages and server say to each other keeps to the schema of the protocol."""
    all_traffic.take_faults()
    yield all_traffic
    faults = all_traffic.take_faults()
    assert not faults, f"{len(faults)} messages break the schema:\n" + "\n".join(faults[:5])


@pytest.fixture
def make_link(server: Server) -> Iterator[Callable[[], Link]]:
    """Makes ways to the server, each with troubles of its own."""
    with ExitStack() as links:
        yield lambda: links.enter_context(Link(server))


def watch(page: Page, traffic: Traffic) -> None:
    def watch_socket(socket: WebSocket) -> None:
        socket.on("framesent", traffic.sent)
        socket.on("framereceived", traffic.received)

    page.on("websocket", watch_socket)


async def keep_trace(context: BrowserContext, item: pytest.Item) -> None:
    """What was done and seen, for `playwright show-trace`, of a test that failed."""
    if not item.stash.get(failed, False):
        return await context.tracing.stop()
    name = re.sub(r"[^\w.-]+", "-", item.name)
    number = len(list(RESULTS.glob(f"{name}-*.zip")))
    await context.tracing.stop(path=RESULTS / f"{name}-{number}.zip")


@pytest.fixture
async def open_page(browser: Browser, server: Server, traffic: Traffic, request: pytest.FixtureRequest) -> AsyncIterator[OpenPage]:
    """Opens a list as a person of their own: other storage, never throttled. A fault in any page fails the test."""
    opened: list[ListPage] = []
    contexts: list[BrowserContext] = []
    is_traced = request.node.get_closest_marker("soak") is None

    async def open_page(
        name: str = "demo", fragment: str = "", before: Callable[[Page], Coroutine[Any, Any, None]] | None = None,
        link: Link | None = None, beside: ListPage | None = None, locale: str = "en-US", **options: Any
    ) -> ListPage:
        """`link`: the way to the server. `beside`: another page of the same person."""
        context = beside.page.context if beside else await browser.new_context(locale=locale, **options)
        if not beside:
            contexts.append(context)
            await context.tracing.start(snapshots=is_traced)
            context.on("page", lambda page: watch(page, traffic))
        page = await context.new_page()
        page.set_default_timeout(20_000)
        list_page = ListPage(page)
        opened.append(list_page)
        if before:
            await before(page)
        await page.goto(f"{link.address if link else server.address}/lists/{name}{fragment}")
        await list_page.expect_online()
        return list_page

    yield open_page
    faults = [fault for each in opened for fault in each.faults]
    if faults:
        request.node.stash[failed] = True
    for context in contexts:
        await keep_trace(context, request.node)
        await context.close()
    assert faults == []
