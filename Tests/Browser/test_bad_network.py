"""The collaborative checks, while the network between people and server fails at the worst moments, and the server with it.

In CI each check meets some of the troubles, and each trouble some of the checks; `make soak` has all of them meet.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import network as net
import pytest
from agreement import edits_since, expect_agreement, read_log
from conftest import OpenPage
from list_page import ListPage, called
from network import TO_CLIENT, Link, Trouble
from playwright.async_api import expect
from server import Server

NAMES = ("Ada", "Ben", "Cem")
REMOVED_BY_BEN = re.compile(r"Edit skipped: label was removed\. Ben removed it at .+\.")
CHANGED_BY_BEN = "Not undone: Ben changed “Tile” since."
OVERWRITTEN = "Somebody renamed this label at the same time. Your text was replaced."


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Links that were cut take their time to come back."""
    expect.set_options(timeout=20_000)
    yield
    expect.set_options(timeout=5_000)


@dataclass
class Person:
    page: ListPage
    link: Link

    def hear_nothing(self) -> None:
        """From now on, nothing that others do reaches this person, nor any answer."""
        self.link.stall(TO_CLIENT)

    def hear_again(self) -> None:
        self.link.flow(TO_CLIENT)

    async def go_offline(self) -> None:
        self.link.refuse()
        self.link.cut()
        await expect(self.page.button("Try now")).to_be_visible()

    async def come_back(self) -> None:
        self.link.admit()
        await self.page.page.evaluate("dispatchEvent(new Event('online'))")

    async def rename(self, name: str, new: str) -> None:
        """Types it and leaves the field."""
        await self.page.rename(name, new)
        await self.page.query.focus()


Meet = Callable[[str, int], Coroutine[Any, Any, list[Person]]]


@pytest.fixture
def meet(open_page: OpenPage, make_link: Callable[[], Link]) -> Meet:
    """Opens the list for some people; the first one through a filter, if one is given."""

    async def meet(fragment: str = "", count: int = 2) -> list[Person]:
        links = [make_link() for _ in range(count)]
        pages = await asyncio.gather(*(
            open_page(fragment="" if number else fragment, link=link, before=called(NAMES[number])) for number, link in enumerate(links)))
        await asyncio.gather(*(page.expect_loaded() for page in pages))
        for page in pages:
            await expect(page.page.get_by_text("of 3 shown")).to_be_visible()
        return [Person(page, link) for page, link in zip(pages, links, strict=True)]

    return meet


Check = Callable[[Meet, int, Trouble, Server], Coroutine[Any, Any, None]]


async def removal_against_rename(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """B removes what A, and C if there, have not seen to be removed and rename. A restores it, C adds it as new."""
    a, b, *others = await meet(count=count)
    start = len(await read_log(server))
    for person in (a, *others):
        person.hear_nothing()
    await b.page.remove_button("Tile").click()
    await b.page.expect_saved()
    for c in others:
        await c.rename("Tile", "Brick")
        c.hear_again()
    async with trouble.meets(a.link, server):
        await a.rename("Tile", "Tile Two")
    for person, text in zip((a, *others), ("Tile Two", "Brick"), strict=False):
        await expect(person.page.notice).to_have_text(REMOVED_BY_BEN)
        await expect(person.page.kept_text).to_have_value(text)
    for person in (a, b, *others):
        await person.page.expect_rows("Grid", "Ring")
    for c in others:
        await c.page.button("Add as new label").click()
    await a.page.button("Restore label").click()
    last = ["Brick" for _ in others]
    for person in (a, b, *others):
        await person.page.expect_rows("Grid", "Tile Two", "Ring", *last)
        await expect(person.page.kept_text).to_have_count(0)
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    wanted = [("removed", "Tile"), ("restored", "Tile"), ("renamed", "Tile Two"), *(("inserted", name) for name in last)]
    assert sorted(edits_since(log, start)) == sorted(wanted)


async def removal_and_a_new_label(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """As before, but A adds the text as a new label."""
    a, b, *others = await meet(count=count)
    a.hear_nothing()
    await b.page.remove_button("Tile").click()
    await b.page.expect_saved()
    async with trouble.meets(a.link, server):
        await a.rename("Tile", "Tile Two")
    await expect(a.page.kept_text).to_have_value("Tile Two")
    await a.page.button("Add as new label").click()
    for person in (a, b, *others):
        await person.page.expect_rows("Grid", "Ring", "Tile Two")
    await expect(a.page.kept_text).to_have_count(0)
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    assert edits_since(log, 0)[-2:] == [("removed", "Tile"), ("inserted", "Tile Two")]


async def rename_through_a_filter(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """A renames the one row it sees, while B reverses the list and moves its labels, and C moves one as well."""
    a, b, *others = await meet("#q=Ring", count)
    await a.page.expect_rows("Ring")
    a.hear_nothing()
    await b.page.button("Reverse original order").click()
    await b.page.expect_saved()
    for person in (b, *others):
        await person.page.expect_readout("Ring", "Tile", "Grid")
        await person.page.edit_as_script(
            """const { orientation } = session.replica.list;
               session.edit({ kind: "move", ids: [id("Ring")], place: ["after", id("Tile")], orientation });""")
        await person.page.edit_as_script(
            """const { orientation } = session.replica.list;
               session.edit({ kind: "move", ids: [id("Ring")], place: ["first"], orientation });""")
    async with trouble.meets(a.link, server):
        await a.page.rename("Ring", "Ring Two")
    for person in (a, b, *others):
        await person.page.expect_readout("Ring Two", "Tile", "Grid")
    await a.page.expect_rows("Ring Two")
    await a.page.query.fill("")
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    assert [edit for edit in edits_since(log, 0) if edit[0] == "renamed"] == [("renamed", "Ring Two")]


async def renames_at_different_places(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """B has written before the name what A, who has not seen it, writes behind, and C, who has not either, into it."""
    a, b, *others = await meet(count=count)
    for person in (a, *others):
        person.hear_nothing()
    await b.rename("Grid", "My Grid")
    await b.page.expect_saved()
    for c in others:
        await c.rename("Grid", "Gr-id")
        c.hear_again()
    async with trouble.meets(a.link, server):
        await a.rename("Grid", "Grids")
    for person in (a, b, *others):
        await person.page.expect_readout("My Gr-ids" if others else "My Grids", "Tile", "Ring")
        await person.page.expect_saved()
        await expect(person.page.notice).to_have_text("")
        await expect(person.page.kept_text).to_have_count(0)
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    assert len([edit for edit in edits_since(log, 0) if edit[0] == "renamed"]) == count


async def renames_at_the_same_place(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """The last one wins: A over B, and C over both. Those before are told, and their texts kept."""
    a, b, *others = await meet(count=count)
    for person in (a, *others):
        person.hear_nothing()
    await b.rename("Grid", "Gold")
    await b.page.expect_saved()
    async with trouble.meets(a.link, server):
        await a.rename("Grid", "Green")
    await a.page.expect_saved()
    for c in others:
        await c.rename("Grid", "Gray")
        c.hear_again()
    for person in (a, b, *others):
        await person.page.expect_readout("Gray" if others else "Green", "Tile", "Ring")
    for person, text in [(b, "Gold")] + [(a, "Green") for _ in others]:
        await expect(person.page.notice).to_have_text(OVERWRITTEN)
        await expect(person.page.kept_text).to_have_value(text)
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    assert edits_since(log, 0)[-count:] == [("renamed", name) for name in ("Gold", "Green", "Gray")[:count]]


async def offline_edits_against_a_removal(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """A edits three labels offline and removes one; B removes one of the three; C renames and toggles others of them."""
    a, b, *others = await meet(count=count)
    await b.page.add("Bell")
    await a.page.expect_readout("Grid", "Tile", "Ring", "Bell")
    start = len(await expect_agreement(server, a.page, b.page))
    await a.go_offline()
    for name in ("Grid", "Ring", "Bell"):
        await a.rename(name, f"{name} Two")
    await a.page.remove_button("Tile").click()
    await a.page.query.focus()  # else the row that took the focus stays, whatever becomes of its label
    await expect(a.page.page.get_by_text("Offline · 4 edits waiting")).to_be_visible()
    await b.page.remove_button("Ring").click()
    await b.page.expect_saved()
    for c in others:
        await c.page.toggle("Bell").click()
        await c.rename("Grid", "My Grid")
        await c.page.expect_saved()
    async with trouble.meets(a.link, server):
        await a.come_back()
    for person in (a, b, *others):
        await person.page.expect_rows("My Grid Two" if others else "Grid Two", "Bell Two")
    await expect(a.page.notice).to_have_text(REMOVED_BY_BEN)
    await expect(a.page.kept_text).to_have_value("Ring Two")
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    own = [change for change in log[start:] if change["author"] in a.link.authors]
    assert edits_since(own, 0) == [("renamed", "My Grid Two" if others else "Grid Two"), ("renamed", "Bell Two"), ("removed", "Tile")]


async def undo_after_others_edited(meet: Meet, count: int, trouble: Trouble, server: Server) -> None:
    """A undoes a rename that B, and C, have built on: only A's part goes. Then a toggle that B has toggled back: A is told."""
    a, b, *others = await meet(count=count)
    await a.page.toggle("Tile").click()
    await a.rename("Grid", "Grids")
    await b.page.expect_readout("Grids", "Tile", "Ring")
    a.hear_nothing()
    await b.page.toggle("Tile").click()
    await b.rename("Grids", "My Grids")
    for c in others:
        await c.page.expect_readout("My Grids", "Tile", "Ring")
        await c.rename("My Grids", "My Gr-ids")
    for person in (b, *others):
        await person.page.expect_saved()
    start = len(await read_log(server))
    async with trouble.meets(a.link, server):
        await a.page.button("Undo").click()
    for person in (a, b, *others):
        await person.page.expect_readout("My Gr-id" if others else "My Grid", "Tile", "Ring")
        await person.page.expect_saved()
        await expect(person.page.notice).to_have_text("")
    await a.page.button("Undo").click()
    await expect(a.page.notice).to_have_text(CHANGED_BY_BEN)
    log = await expect_agreement(server, *(person.page for person in (a, b, *others)))
    assert edits_since(log, start) == [("renamed", "My Gr-id" if others else "My Grid")]


CHECKS: tuple[Check, ...] = (
    removal_against_rename, removal_and_a_new_label, rename_through_a_filter, renames_at_different_places, renames_at_the_same_place,
    offline_edits_against_a_removal, undo_after_others_edited)
# What CI runs of the product: each check with some troubles for two people, and with some for three.
IN_CI: dict[Check, tuple[tuple[Trouble, ...], tuple[Trouble, ...]]] = {
    removal_against_rename: ((net.CUT_BEFORE_ANSWER, net.STALLED_TO_SERVER), (net.KILLED_BEFORE_ANSWER,)),
    removal_and_a_new_label: ((net.CUT_WITHIN_ANSWER, net.DELAYED), ()),
    rename_through_a_filter: ((net.CUT_BEFORE_READ,), (net.KILLED_BEFORE_READ,)),
    renames_at_different_places: ((net.CUT_WITHIN_EDIT,), (net.DELAYED,)),
    renames_at_the_same_place: ((net.CUT_AGAIN,), (net.CUT_BEFORE_ANSWER,)),
    undo_after_others_edited: ((net.CUT_BEFORE_ANSWER, net.KILLED_BEFORE_READ), (net.STALLED_TO_CLIENT,)),
    offline_edits_against_a_removal: ((net.KILLED_BEFORE_ANSWER, net.STALLED_TO_CLIENT), (net.CUT_WITHIN_ANSWER,)),
}


def product() -> Iterator[Any]:
    for check in CHECKS:
        for count in (2, 3):
            for trouble in net.TROUBLES:
                marks = () if trouble in IN_CI[check][count - 2] else pytest.mark.soak
                yield pytest.param(check, count, trouble, marks=marks, id=f"{check.__name__}, {count} people, {trouble}")


@pytest.mark.parametrize(["check", "count", "trouble"], list(product()))
async def test_people_agree_and_lose_nothing(meet: Meet, server: Server, check: Check, count: int, trouble: Trouble) -> None:
    await check(meet, count, trouble, server)


@pytest.mark.soak
async def test_a_link_that_has_gone_silent_is_given_up(meet: Meet, server: Server) -> None:
    """Nobody closes it: only the silence, of twice the seconds between two beats, tells that it is dead."""
    a, b = await meet()
    a.link.stall()
    await a.rename("Ring", "Ring Two")
    await expect(a.page.button("Try now")).to_be_visible(timeout=60_000)
    await b.rename("Tile", "Tile Two")
    a.link.cut()
    a.link.flow()
    for person in (a, b):
        await person.page.expect_readout("Grid", "Tile Two", "Ring Two")
    log = await expect_agreement(server, a.page, b.page)
    assert sorted(edits_since(log, 0)[-2:]) == [("renamed", "Ring Two"), ("renamed", "Tile Two")]


@pytest.mark.parametrize("trouble", [
    pytest.param(trouble, id=str(trouble), marks=() if trouble in (net.CUT_BEFORE_ANSWER, net.KILLED_BEFORE_READ) else pytest.mark.soak)
    for trouble in net.TROUBLES])
async def test_two_tabs_of_a_person_come_back_together(
    open_page: OpenPage, make_link: Callable[[], Link], server: Server, trouble: Trouble
) -> None:
    link = make_link()
    a = await open_page(link=link)
    b = await open_page(link=link, beside=a)
    start = len(await read_log(server))
    people = [Person(a, link), Person(b, link)]
    link.refuse()
    link.cut()
    for person in people:
        await person.page.page.bring_to_front()
        await expect(person.page.button("Try now")).to_be_visible()
    await people[1].rename("Ring", "Ring Two")
    await b.remove_button("Tile").click()
    await a.page.bring_to_front()
    await people[0].rename("Grid", "Grid Two")
    await a.add("Bell")
    link.admit()
    async with trouble.meets(link, server):
        await asyncio.gather(*(page.page.evaluate("dispatchEvent(new Event('online'))") for page in (a, b)))
    for page in (a, b):
        await page.page.bring_to_front()
        await page.expect_rows("Grid Two", "Ring Two", "Bell")
    log = await expect_agreement(server, a)
    assert sorted(edits_since(log, start)) == [("inserted", "Bell"), ("removed", "Tile"), ("renamed", "Grid Two"), ("renamed", "Ring Two")]
