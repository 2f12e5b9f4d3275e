"""What a person does on a list's page and sees there."""

import json
from collections.abc import Awaitable, Callable

from playwright.async_api import ConsoleMessage, Locator, Page, WebSocketRoute, expect


class ListPage:
    def __init__(self, page: Page):
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self.hear)

    def hear(self, message: ConsoleMessage) -> None:
        """A socket that cannot connect is what some tests are about, and an icon is loaded late; every other error is a fault."""
        is_of_network = message.text.startswith("WebSocket connection to") or "net::ERR_" in message.text and "/icons/" in message.location["url"]
        if message.type == "error" and not is_of_network:
            self.faults.append(f"{message.text} ({message.location['url']})")

    async def expect_loaded(self) -> None:
        """Icons and all: before the server goes away."""
        await self.page.wait_for_load_state("networkidle")

    @property
    def query(self) -> Locator:
        return self.page.get_by_label("Filter labels")

    @property
    def included_only(self) -> Locator:
        return self.page.get_by_label("Included only")

    @property
    def names(self) -> Locator:
        return self.page.get_by_label("Label name")

    @property
    def readout(self) -> Locator:
        return self.page.get_by_label("Original array")

    @property
    def notice(self) -> Locator:
        return self.page.get_by_role("status")

    @property
    def kept_text(self) -> Locator:
        return self.page.get_by_label("Kept text")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def row(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def name_field(self, name: str) -> Locator:
        return self.row(name).get_by_label("Label name")

    def toggle(self, name: str) -> Locator:
        return self.row(name).get_by_label("Included", exact=True)

    def remove_button(self, name: str) -> Locator:
        return self.row(name).get_by_role("button", name="Remove")

    async def rename(self, name: str, new: str) -> None:
        await self.name_field(name).fill(new)
        await self.page.keyboard.press("Enter")

    async def add(self, name: str) -> None:
        await self.page.get_by_label("New label").fill(name)
        await self.button("Add label").click()

    async def expect_rows(self, *names: str) -> None:
        """The rows' names, in order."""
        await expect(self.names).to_have_count(len(names))
        for index, name in enumerate(names):
            await expect(self.names.nth(index)).to_have_value(name)

    async def expect_readout(self, *names: str) -> None:
        await expect(self.readout).to_have_text(" · ".join(names), use_inner_text=True)

    async def expect_online(self) -> None:
        """In any language."""
        await expect(self.page.locator('#connection[data-state="online"]')).to_be_visible()

    async def expect_saved(self) -> None:
        await expect(self.page.get_by_text("Saved", exact=True)).to_be_visible()

    async def edit_as_script(self, edits: str) -> None:
        """Lets a second client of this page's list make edits once it sees what the page sees: `edits` is JavaScript that has
        `session` and `id(name)`."""
        await self.page.evaluate(
            """async () => {
                 const { Session } = await import("/sync/session.js");
                 const until = async (isTrue) => { while (!isTrue()) await new Promise((done) => setTimeout(done, 10)); };
                 const address = Object.assign(new URL(location.pathname + "/socket", location.href), { protocol: "ws:" });
                 const session = new Session({ changed() {}, notice() {}, applied() {} },
                   { makeSocket: () => new WebSocket(address, "colabel.v1") });
                 session.connect();
                 const readout = document.getElementById("readout");
                 const names = () => session.replica.list.shown().map(({ name }) => name).join(" · ");
                 await until(() => session.replica.isLoaded && names() === readout.textContent);
                 const id = (name) => session.replica.list.shown().find((label) => label.name === name).id;
                 """
            + edits
            + """
                 await until(() => session.replica.pendingCount === 0);
               }"""
        )


async def without_storage(page: Page) -> None:
    """Makes the browser give the page no storage, as some do in private windows."""
    await page.add_init_script("indexedDB.open = () => { throw new DOMException('No storage here.', 'UnknownError'); };")


def called(name: str) -> Callable[[Page], Awaitable[None]]:
    """Somebody who has told their browser their name before."""

    async def introduce(page: Page) -> None:
        person = json.dumps({"name": name, "color": "#1f77b4"})
        await page.add_init_script(f"localStorage.setItem('colabel.person', JSON.stringify({person}))")

    return introduce


class HeldFrames:
    """Holds back what the server sends to a page, as a slow network does, until it is released."""

    def __init__(self) -> None:
        self.is_holding = False
        self.waiting: list[Callable[[], None]] = []

    async def install(self, page: Page) -> None:
        await page.route_web_socket("**/socket", self.route)

    def route(self, to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()
        to_page.on_message(to_server.send)
        to_server.on_message(lambda frame: self.pass_on(lambda: to_page.send(frame)))

    def pass_on(self, send: Callable[[], None]) -> None:
        if self.is_holding:
            self.waiting.append(send)
        else:
            send()

    def hold(self) -> None:
        self.is_holding = True

    def release(self) -> None:
        self.is_holding = False
        while self.waiting:
            self.waiting.pop(0)()
