"""People on pages and Swift clients edit one list, while links are cut and stalled and the server is killed. Afterwards all is judged.

In CI for a short while, always with the same choices; `make soak MINUTES=3 SEED=1` as long as one likes.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agreement import expect_agreement, read_log, stored_edits
from busy_person import BusyPerson
from conftest import watch
from list_page import ListPage, called
from network import Link
from playwright.async_api import Browser
from rough_sea import RoughSea
from server import Server, binary
from traffic import Traffic
from witness import Witness

SECONDS = float(os.environ.get("SOAK_SECONDS", "20"))
SEED = os.environ.get("SOAK_SEED", "1")
LIST = "endurance"
PEOPLE = 2
PATIENCE = 120
# All rows of the longest list that people make.
WINDOW = {"width": 1000, "height": 8_000}
# Swift clients, who are slowed down so that people can be heard among them: seconds at least, and how much more at most.
CLIENTS = ("--clients", "3", "--writers", "2", "--window", "2", "--labels", "30", "--others", "yes", "--duration", "86400")
CLIENTS_DELAY = (0.04, 0.06)


class SwiftClients:
    """`colabel bench`: its clients judge themselves in the end."""

    def __init__(self, link: Link, folder: Path):
        self.link = link
        self.told = folder / "bench"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            binary(), "bench", "--url", f"{self.link.address}/lists/{LIST}", "--seed", SEED, *CLIENTS,
            stdout=asyncio.subprocess.PIPE, stderr=self.told.open("wb"))
        async with asyncio.timeout(PATIENCE):
            while "1 s: " not in self.told.read_text():
                assert self.process.returncode is None, self.told.read_text()
                await asyncio.sleep(0.02)

    async def end(self) -> list[str]:
        """How the server contradicts what these clients asked for and were told."""
        self.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            report, _ = await self.process.communicate()
        print(report.decode())
        return [] if self.process.returncode == 0 else [f"Swift clients: {report.decode()}{self.told.read_text()[-2000:]}"]

    def stop(self) -> None:
        if self.process and self.process.returncode is None:
            self.process.kill()


class OnPage:
    """A person, their page, and what it was told."""

    def __init__(self, link: Link, number: int, calm: asyncio.Lock):
        self.link = link
        link.witness = self.witness = Witness()
        self.name = f"person {number}"
        self.calm = calm
        self.is_leaving = False

    async def arrive(self, browser: Browser, traffic: Traffic) -> None:
        context = await browser.new_context(locale="en-US", viewport=WINDOW)
        context.on("page", lambda page: watch(page, traffic))
        await self.witness.watch(context)
        self.page = ListPage(await context.new_page())
        self.page.page.set_default_timeout(PATIENCE * 1_000)
        self.page.page.on("dialog", lambda dialog: dialog.accept())
        await called(self.name)(self.page.page)
        await self.page.page.goto(f"{self.link.address}/lists/{LIST}")
        await self.page.expect_loaded()
        self.person = BusyPerson(self.page, f"{SEED}/{self.name}", self.calm)

    async def edit(self) -> None:
        while not self.is_leaving:
            await self.person.act()

    async def come_back(self) -> None:
        await self.page.page.evaluate("dispatchEvent(new Event('online'))")

    async def rest(self) -> None:
        """Waits until nothing is pending, on the page or of pages that are gone."""
        await self.person.come_to_rest()
        async with asyncio.timeout(PATIENCE):
            while await stored_edits(self.page) or not await self.page.page.get_by_text("Saved", exact=True).is_visible():
                await self.come_back()
                await asyncio.sleep(0.2)


async def edit_in_rough_sea(people: list[OnPage], sea: RoughSea) -> None:
    raging = asyncio.create_task(sea.rage())
    editing = [asyncio.create_task(person.edit()) for person in people]
    ended, _ = await asyncio.wait([raging, *editing], timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for person in people:
        person.is_leaving = True
    async with sea.calm:
        raging.cancel()
    await asyncio.gather(*ended, *editing)


async def judge(server: Server, people: list[OnPage]) -> tuple[list[dict[str, Any]], list[str]]:
    """The log, and whatever contradicts it."""
    faults = []
    try:
        await expect_agreement(server, *(person.page for person in people), name=LIST)
    except AssertionError as difference:
        faults.append(str(difference))
    log = await read_log(server, LIST)
    for person in people:
        faults += person.witness.judge(log) + person.page.faults
    return log, faults


def report(log: list[dict[str, Any]], people: list[OnPage], sea: RoughSea) -> str:
    lines = [f"seed {SEED}, {SECONDS:g} s: {len(log)} changes; {dict(sea.happened)}"]
    for person in people:
        outcomes = Counter(told["outcome"] for told in person.witness.told.values())
        lines.append(
            f"{person.name}: {person.person.done.total()} acts, {person.person.missed.total()} missed; edits {dict(outcomes)}; "
            f"{len(person.witness.shown)} texts given back, {len(person.witness.speakers)} connections")
    return "\n".join(lines)


async def test_people_and_swift_clients_end_alike_whatever_happens(
    browser: Browser, server: Server, make_link: Callable[[], Link], traffic: Traffic, tmp_path: Path
) -> None:
    links = [make_link() for _ in range(PEOPLE + 1)]
    links[-1].delay(CLIENTS_DELAY[0], jitter=CLIENTS_DELAY[1])
    swift_clients = SwiftClients(links[-1], tmp_path)
    calm = asyncio.Lock()
    people = [OnPage(link, number, calm) for number, link in enumerate(links[:-1])]

    async def come_back() -> None:
        await asyncio.gather(*(person.come_back() for person in people))

    sea = RoughSea(server, links, f"{SEED}/sea", calm, come_back)
    try:
        await swift_clients.start()
        await asyncio.gather(*(person.arrive(browser, traffic) for person in people))
        await edit_in_rough_sea(people, sea)
        await asyncio.gather(*(person.rest() for person in people))
        faults = await swift_clients.end()
        log, more = await judge(server, people)
    finally:
        swift_clients.stop()
        await asyncio.gather(*(person.page.page.context.close() for person in people))
    faults += more
    print(report(log, people, sea))
    assert not faults, f"seed {SEED}: {len(faults)} faults\n" + "\n".join(faults[:20]) + f"\n{report(log, people, sea)}"
    assert all(person.person.done.total() > person.person.missed.total() for person in people)
    assert sea.happened.total() > 0
