"""Fills a list and edits it through the protocol, as a program does, faster than a page would."""

import asyncio
import json
import random
import secrets
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from server import Server
from websockets.asyncio.client import ClientConnection, connect

# Edits that wait for their outcome; the server allows 256.
OPEN_EDITS = 200
WORDS = "Grid Tile Ring Bell Lattice Draft Review Someday Istanbul Angle Border Corner Frame Margin Panel Ruler Spacer Token Widget".split()
OTHER_WORDS = ["Étiquette", "مُرَشَّح", "Ångström", "Straße", "標籤", "İstanbul", "ağaç", "日本語", "Ω₂ Ⅷ", "café"]


def names(count: int, seed: int = 1) -> Iterable[str]:
    """Three words and a number, one in ten with letters that are not ASCII."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        last = chance.choice(OTHER_WORDS if number % 10 == 0 else WORDS)
        yield f"{chance.choice(WORDS)} {chance.choice(WORDS)} {last} {number}"


class Writer:
    """A client that makes edits and knows which labels the list had at the start, in order, and those that it added."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.sequence = 0
        self.settled = 0
        self.revision = 0
        self.author = 0
        self.applied = 0
        self.ids: list[str] = []
        self.included: dict[str, bool] = {}

    async def start(self) -> None:
        hello = {"type": "hello", "client": str(uuid.uuid4()), "secret": secrets.token_urlsafe(32), "claimed": False,
                 "acknowledgedThrough": 0, "resume": None, "snapshotCoding": "json"}
        await self.socket.send(json.dumps(hello))
        while True:
            message = json.loads(await self.socket.recv())
            if message["type"] == "welcome":
                self.author, self.revision = message["author"], message["revision"]
                if not message["snapshot"]:
                    return
            if message["type"] == "snapshot":
                self.ids += [label["id"] for label in message["labels"]]
                self.included |= {label["id"]: label["isIncluded"] for label in message["labels"]}
                self.revision = message["revision"]
                if message["chunk"] == message["chunks"] - 1:
                    return

    async def edit(self, **edit: Any) -> None:
        """Sends an edit as soon as not too many are open."""
        while self.sequence - self.settled >= OPEN_EDITS:
            await self.receive()
        self.sequence += 1
        await self.socket.send(json.dumps({"type": "edit", "sequence": self.sequence, "acknowledgedThrough": self.settled, **edit}))

    async def receive(self) -> None:
        message = json.loads(await self.socket.recv())
        if message["type"] == "diff":
            own = [change["sequence"] for change in message["changes"] if change["author"] == self.author]
            self.applied += len(own)
            self.settled = max([self.settled, *own])
        elif message["type"] == "settled":
            self.settled = max([self.settled, *[outcome["sequence"] for outcome in message["outcomes"]]])

    async def settle(self) -> None:
        while self.settled < self.sequence:
            await self.receive()

    async def insert(self, name: str, is_included: bool = True, place: tuple[str, ...] = ("last",)) -> str:
        made = str(uuid.uuid4())
        await self.edit(kind="insert", ids=[made], name=name, isIncluded=is_included, place=list(place), orientation=0)
        self.ids.append(made)
        self.included[made] = is_included
        return made

    async def include(self, label: str, is_included: bool) -> None:
        self.included[label] = is_included
        await self.edit(kind="include", ids=[label], isIncluded=is_included)

    async def fill(self, count: int) -> None:
        for number, name in enumerate(names(count)):
            await self.insert(name, is_included=number % 3 != 0)
        await self.settle()


@asynccontextmanager
async def writer(server: Server, name: str) -> AsyncIterator[Writer]:
    address = server.list_address(name).replace("http://", "ws://") + "/socket"
    async with connect(address, subprotocols=["colabel.v1"], max_size=None, compression=None) as socket:
        made = Writer(socket)
        await made.start()
        yield made


if __name__ == "__main__":
    import sys
    import tempfile
    import time
    from pathlib import Path

    async def main() -> None:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder) / "data")
            server.start()
            start = time.monotonic()
            async with writer(server, "many") as made:
                await made.fill(int(sys.argv[1]))
            print(f"{sys.argv[1]} labels in {time.monotonic() - start:.1f} s")
            server.stop()

    asyncio.run(main())
