"""The network between one person's browser and the server, and the troubles that it gives at the worst moments."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from threading import Event

from proxy import Direction, Moment, Proxy
from server import Server
from witness import Witness

TO_SERVER, TO_CLIENT = Direction.TO_SERVER, Direction.TO_CLIENT
PATIENCE = 20


class Link(Proxy):
    """One person's way to the server; it knows which messages answer their edits."""

    def __init__(self, server: Server):
        super().__init__(int(server.address.rsplit(":", 1)[1]), splits=True)
        self.authors: set[int] = set()
        self.stalls_at_edit: tuple[Direction, ...] = ()
        self.sights: list[tuple[Direction, Callable[[str | bytes], bool], Event]] = []
        self.witness: Witness | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def heard(self, connection: int, direction: Direction, message: str | bytes) -> None:
        if self.witness and direction is TO_SERVER:
            self.witness.sent(connection, message)
        if direction is TO_CLIENT and type_of(message) == "welcome":
            self.authors.add(json.loads(message)["author"])
        if direction is TO_SERVER and is_edit(message):
            for stalled in self.stalls_at_edit:
                self.gates[stalled].clear()
        for expected, matches, seen in self.sights:
            if expected is direction and matches(message):
                seen.set()

    def passed(self, connection: int, direction: Direction, message: str | bytes) -> None:
        if self.witness and direction is TO_CLIENT:
            self.witness.received(connection, message)

    def sight(self, direction: Direction, matches: Callable[[str | bytes], bool]) -> Event:
        """Set when such a message arrives at the proxy, though it may not get through."""
        self.sights.append((direction, matches, Event()))
        return self.sights[-1][2]

    def answers(self, message: str | bytes) -> bool:
        """Whether the server tells what became of an own edit."""
        match type_of(message):
            case "settled": return True
            case "diff": return any(change["author"] in self.authors for change in json.loads(message)["changes"])
            case _: return False


def type_of(message: str | bytes) -> str:
    """Only snapshots come in binary frames."""
    return json.loads(message)["type"] if isinstance(message, str) else "snapshot"


def is_edit(message: str | bytes) -> bool:
    return type_of(message) == "edit"


def is_welcome(message: str | bytes) -> bool:
    return type_of(message) == "welcome"


async def happens(event: Event, what: str) -> None:
    assert await asyncio.to_thread(event.wait, PATIENCE), what


@dataclass(frozen=True)
class Trouble:
    """What happens to the connection over which somebody sends edits, and when."""

    name: str
    traps: tuple[tuple[Direction, Moment, str], ...] = ()
    """Where the connection is caught and cut, one after the other: at an `edit`, its `answer`, or the next `welcome`."""
    kills: bool = False
    """The server is killed where the connection is caught, and started again."""
    stalls: tuple[Direction, ...] = ()
    """From the first edit on nothing goes through there, until it or its answer has come so far."""
    delay: tuple[float, float] = (0, 0)
    """Seconds by which everything comes later: at least, and how much more at most."""

    def __str__(self) -> str:
        return self.name

    @asynccontextmanager
    async def meets(self, link: Link, server: Server) -> AsyncIterator[None]:
        """What the body makes a page send meets this trouble. Afterwards the link is well, stalls of before included."""
        matches = {"edit": is_edit, "answer": link.answers, "welcome": is_welcome}
        first, *others = [(direction, moment, matches[what]) for direction, moment, what in self.traps] or [None]
        trap = first and link.trap(*first)
        sights = {TO_SERVER: link.sight(TO_SERVER, is_edit), TO_CLIENT: link.sight(TO_CLIENT, link.answers)}
        link.delay(self.delay[0], jitter=self.delay[1])
        link.stalls_at_edit = self.stalls
        yield
        if TO_CLIENT not in self.stalls:
            link.flow()
        for direction in self.stalls:
            await happens(sights[direction], f"nothing was held {direction.value}")
        link.stalls_at_edit = ()
        link.flow()
        while trap:
            await trap.has_sprung()
            if self.kills:
                await asyncio.to_thread(server.kill)
            trap = link.trap(*others.pop(0)) if others else None
            link.cut()
            if self.kills:
                await asyncio.to_thread(server.start)


CLEAN = Trouble("clean")
CUT_BEFORE_READ = Trouble("cut before the server reads", ((TO_SERVER, Moment.BEFORE, "edit"),))
CUT_WITHIN_EDIT = Trouble("cut within the edit", ((TO_SERVER, Moment.WITHIN, "edit"),))
CUT_BEFORE_ANSWER = Trouble("cut before the answer", ((TO_CLIENT, Moment.BEFORE, "answer"),))
CUT_WITHIN_ANSWER = Trouble("cut within the answer", ((TO_CLIENT, Moment.WITHIN, "answer"),))
CUT_AGAIN = Trouble("cut before the answer and within the next welcome", (
    (TO_CLIENT, Moment.BEFORE, "answer"), (TO_CLIENT, Moment.WITHIN, "welcome")))
STALLED_TO_SERVER = Trouble("stalled to the server", stalls=(TO_SERVER,))
STALLED_TO_CLIENT = Trouble("stalled to the client", stalls=(TO_CLIENT,))
DELAYED = Trouble("delayed", delay=(0.05, 0.35))
KILLED_BEFORE_READ = Trouble("killed before the server reads", ((TO_SERVER, Moment.BEFORE, "edit"),), kills=True)
KILLED_BEFORE_ANSWER = Trouble("killed before the answer", ((TO_CLIENT, Moment.BEFORE, "answer"),), kills=True)
TROUBLES = (
    CLEAN, CUT_BEFORE_READ, CUT_WITHIN_EDIT, CUT_BEFORE_ANSWER, CUT_WITHIN_ANSWER, CUT_AGAIN, STALLED_TO_SERVER, STALLED_TO_CLIENT,
    DELAYED, KILLED_BEFORE_READ, KILLED_BEFORE_ANSWER)
