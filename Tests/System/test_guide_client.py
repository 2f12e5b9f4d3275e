"""The client that stands in the guide works, over links that are cut, just as it stands there."""

import asyncio
import json
import random
import re
import secrets
import uuid

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from client import until
from protocol_schema import FOLDER
from proxy import Proxy
from traffic import TRAFFIC

GUIDE = FOLDER.parent / "protocol.md"
CODE, = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
DOCUMENTED = {"uuid": uuid, "secrets": secrets}
exec(compile(CODE, GUIDE, "exec"), DOCUMENTED)


class GuideClient(DOCUMENTED["Client"]):
    """What the guide leaves to the reader, kept in memory."""

    def __init__(self, port, alias):
        super().__init__()
        self.address = f"ws://127.0.0.1:{port}/lists/{alias}/socket"

    def send(self, message):
        TRAFFIC.sent(message)
        self.outgoing.put_nowait(json.dumps(message))

    def store(self):
        pass

    async def run(self):
        while True:
            try:
                async with connect(self.address, subprotocols=["colabel.v1"], proxy=None, ping_interval=None) as socket:
                    await self.follow(socket)
            except (OSError, ConnectionClosed, InvalidMessage):
                await asyncio.sleep(0.01)

    async def follow(self, socket):
        self.outgoing = asyncio.Queue()
        self.opened()
        sending = asyncio.create_task(self.send_all(socket))
        try:
            async for text in socket:
                TRAFFIC.received(text)
                self.received(json.loads(text))
        finally:
            sending.cancel()
            self.closed()

    async def send_all(self, socket):
        while True:
            await socket.send(await self.outgoing.get())


def an_edit(client, chance):
    ids = [label["id"] for label in client.labels]
    kind = chance.choice(["insert", "insert", "rename", "include", "remove", "move", "reverse", "restore", "undo"])
    spot = {"place": chance.choice([["first"], ["last"]]), "orientation": client.orientation}
    if kind == "insert" or not ids:
        return {"kind": "insert", "ids": [str(uuid.uuid4())], "name": "Ring", "isIncluded": True, **spot}
    label = chance.choice(client.labels)
    match kind:
        case "rename":
            fields = {"name": chance.choice(["Ring Two", "Big Ring", ""]), "base": label["name"],
                      "seen": client.point["revision"]}
        case "include": fields = {"isIncluded": chance.random() < 0.5}
        case "move": fields = spot
        case "reverse": return {"kind": kind, "orientation": client.orientation}
        case "undo": return {"kind": kind, "target": chance.randrange(1, client.next + 1)}
        case _: fields = {}
    return {"kind": kind, "ids": [label["id"]], **fields}


async def edit_now_and_then(client, seed, edits):
    chance = random.Random(seed)
    for _ in range(edits):
        client.edit(an_edit(client, chance))
        await asyncio.sleep(chance.choice([0, 0, 0.01, 0.03]))


async def cut_now_and_then(proxy, seed, cuts):
    chance = random.Random(seed)
    for _ in range(cuts):
        await asyncio.sleep(chance.uniform(0, 0.15))
        proxy.cut()


@pytest.mark.parametrize("seed", range(3))
async def test_the_guides_client_ends_alike_and_hears_of_each_edit_once_over_cut_links(server, seed):
    with Proxy(server.port) as proxy:
        clients = [GuideClient(proxy.port, "words") for _ in range(3)]
        running = [asyncio.create_task(client.run()) for client in clients]
        await asyncio.gather(
            cut_now_and_then(proxy, seed, 12),
            *(edit_now_and_then(client, f"{seed}/{number}", 100) for number, client in enumerate(clients)))
        assert proxy.accepted > 12
        await until(lambda: not any(client.outbox for client in clients) or any_ended(running), "all outcomes")
        head = server.get("/api/v1/lists/words")["revision"]
        await until(lambda: all(client.point["revision"] == head for client in clients) or any_ended(running), "the head")
        for task in running:
            task.cancel()
        ends = await asyncio.gather(*running, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
    for client in clients:
        assert without_marks(client.labels) == server.labels("words")
        assert len({id(content) for content, _ in client.told}) == len(client.told) == 100
        assert client.acknowledged == 100
    outcomes = [outcome for client in clients for _, outcome in client.told]
    assert {outcome["code"] for outcome in outcomes if "code" in outcome} <= {"removed", "nothingToUndo", "changedSince"}
    applied = sum(outcome["outcome"] == "applied" for outcome in outcomes)
    assert applied == head == len({(change["author"], change["sequence"]) for change in server.changes("words")})


async def test_edits_of_the_guides_client_made_before_its_first_connection_are_sent_then(server):
    client = GuideClient(server.port, "words")
    for number in range(3):
        client.edit({"kind": "insert", "ids": [str(uuid.uuid4())], "name": f"{number}", "isIncluded": True,
                     "place": ["last"], "orientation": 0})
    running = asyncio.create_task(client.run())
    await until(lambda: len(client.told) == 3 or running.done(), "all outcomes")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [label["name"] for label in server.labels("words")] == ["0", "1", "2"]
    assert [outcome["outcome"] for _, outcome in client.told] == ["applied"] * 3


def any_ended(tasks):
    return any(task.done() for task in tasks)


def without_marks(labels):
    """Labels without whose text was overwritten in them."""
    return [{field: label[field] for field in ("id", "name", "isIncluded")} for label in labels]
