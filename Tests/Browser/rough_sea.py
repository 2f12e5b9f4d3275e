"""Links and a server to which something happens again and again, by chance: cuts, stalls and crashes."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable

from network import TO_CLIENT, TO_SERVER, Link, is_edit
from proxy import Moment
from server import Server

# Seconds between two troubles, and of a stall, at least and at most.
PAUSE = (0.8, 2.5)
STALL = (0.1, 2)
# Seconds in which a message has to come for the connection to be caught at it.
AMBUSH = 2
# Out of their sum.
TROUBLES = {"cut": 40, "cut_at_message": 25, "stall": 20, "cut_all": 5, "crash": 10}


class RoughSea:
    """Nothing happens while somebody else holds `calm`. `comes_back` tells pages, now and then, that they are online."""

    def __init__(
        self, server: Server, links: list[Link], seed: str, calm: asyncio.Lock, comes_back: Callable[[], Awaitable[None]]
    ):
        self.server = server
        self.links = links
        self.chance = random.Random(seed)
        self.comes_back = comes_back
        self.calm = calm
        self.happened: Counter[str] = Counter()

    async def rage(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(self.chance.uniform(*PAUSE))
            trouble, = self.chance.choices(list(TROUBLES), list(TROUBLES.values()))
            async with self.calm:
                await getattr(self, trouble)(self.chance.choice(self.links))
                if self.chance.random() < 0.5:
                    await self.comes_back()
            self.happened[trouble] += 1

    async def cut(self, link: Link) -> None:
        await asyncio.to_thread(link.cut)

    async def cut_at_message(self, link: Link) -> None:
        direction, matches = self.chance.choice(((TO_SERVER, is_edit), (TO_CLIENT, link.answers)))
        trap = link.trap(direction, self.chance.choice(list(Moment)), matches)
        await asyncio.to_thread(trap.sprung.wait, AMBUSH)
        link.disarm(trap)
        await self.cut(link)

    async def stall(self, link: Link) -> None:
        link.stall(self.chance.choice((TO_SERVER, TO_CLIENT)))
        await asyncio.sleep(self.chance.uniform(*STALL))
        if self.chance.random() < 0.5:
            await self.cut(link)
        link.flow()

    async def cut_all(self, _: Link) -> None:
        for link in self.links:
            await self.cut(link)

    async def crash(self, link: Link) -> None:
        """Sometimes at the moment when an answer is on its way."""
        if self.chance.random() < 0.5:
            trap = link.trap(TO_CLIENT, Moment.BEFORE, link.answers)
            await asyncio.to_thread(trap.sprung.wait, AMBUSH)
            link.disarm(trap)
        await asyncio.to_thread(self.server.kill)
        await self.cut(link)
        await asyncio.to_thread(self.server.start)
