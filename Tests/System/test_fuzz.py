"""Messages near to valid ones, by seed: the server answers or closes, and nobody else notices."""

import asyncio
import json
import random
import uuid

import pytest

CLIENTS = 20
EDITS = 25

ODD_VALUES = [
    None, True, False, 0, -1, 1, 2**53 - 1, 2**53, 2**64, 1.5, -0.0, 1e308, "", "\0", "first", "\u202e", "é" * 600,
    [], {}, [[]], [None], {"a": {}}, ["after"], ["before", None], "0" * 16, "x" * 20_000]
ODD_BYTES = [b"\xff", b"\0", b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\\u", b"\\ud800", b"e", b"-", b"9" * 400]
EDIT_FIELDS = ["kind", "ids", "name", "isIncluded", "place", "orientation", "base", "seen"]
# Never 1011, a fault of the server's own.
CLOSES = {1007, 1008, 4003, 4004, 4007}


class Fuzzer:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        # Few, so that edits meet one another's labels.
        self.ids = [str(uuid.UUID(int=number, version=4)) for number in range(1, 9)]

    def new_id(self):
        return str(uuid.UUID(int=self.chance.getrandbits(128), version=4))

    def edit(self):
        """The content of an edit as a well-behaved client might send it."""
        id, other, third = self.chance.sample(self.ids, 3)
        place = self.chance.choice([["first"], ["last"], ["after", other], ["before", other]])
        return self.chance.choice([
            {"kind": "insert", "ids": [id], "name": "a", "isIncluded": True, "place": place, "orientation": 0},
            {"kind": "insert", "ids": [self.new_id()], "name": "b", "isIncluded": False, "place": place,
             "orientation": 1},
            {"kind": "rename", "ids": [id], "name": self.chance.choice(["ab", "b", ""]), "base": "a", "seen": 1},
            {"kind": "include", "ids": [id, other, third], "isIncluded": self.chance.random() < 0.5},
            {"kind": "remove", "ids": [id]}, {"kind": "restore", "ids": [id, third]},
            {"kind": "move", "ids": [id, third], "place": place, "orientation": self.chance.randrange(2)},
            {"kind": "reverse", "orientation": self.chance.randrange(2)}, {"kind": "withdraw"}])

    def odd_edit(self):
        """An edit, half the time with fields that are missing, superfluous or of a wrong kind."""
        edit = self.edit()
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            field = self.chance.choice(EDIT_FIELDS)
            if self.chance.random() < 0.3:
                edit.pop(field, None)
            else:
                edit[field] = self.chance.choice(ODD_VALUES)
        return edit

    def odd_bytes(self, message):
        """A message whose bytes are cut, flipped, repeated or mixed with others."""
        data = json.dumps(message, ensure_ascii=False).encode()
        for _ in range(self.chance.choice([1, 1, 2, 5])):
            at = self.chance.randrange(len(data) + 1)
            match self.chance.randrange(4):
                case 0: data = data[:at]
                case 1: data = data[:at] + self.chance.choice(ODD_BYTES) + data[at:]
                case 2: data = data[:at] + data[at // 2:]
                case 3: data = data[:at] + bytes([self.chance.randrange(256)]) + data[at + 1:]
        return data


@pytest.mark.parametrize("seed", range(3))
async def test_edits_with_odd_fields_all_get_an_outcome_and_replicas_stay_alike(attack, make_client, seed):
    clients = [make_client(attack.server, attack.alias) for _ in range(CLIENTS)]

    async def one(client, number):
        fuzzer = Fuzzer(f"{seed}/{number}")
        await client.connect()
        for _ in range(EDITS):
            client.last_sequence += 1
            client.pending[client.last_sequence] = edit = fuzzer.odd_edit()
            await client.send(client.sealed(client.last_sequence, edit), is_valid=False)
        await client.settle()

    await asyncio.gather(*(one(client, number) for number, client in enumerate(clients)))
    outcomes = [outcome for client in clients for outcome in client.outcomes.values()]
    codes = {outcome.get("code", outcome["outcome"]) for outcome in outcomes}
    assert {"applied", "invalidEdit", "unknownLabel", "duplicateID", "removed"} <= codes, "the edits are too tame"
    last = max(client.revision for client in clients)
    for client in clients:
        await client.until(lambda: client.revision >= last, "the head")
        assert [label["id"] for label in client.labels] == [label["id"] for label in clients[0].labels]


@pytest.mark.parametrize("seed", range(3))
async def test_messages_with_odd_bytes_are_answered_or_closed(attack, make_client, seed):
    async def one(number):
        fuzzer = Fuzzer(f"{seed}/{number}")
        client = make_client(attack.server, attack.alias)
        await (client.open() if number % 5 == 0 else client.connect())
        while not client.reader.done():
            client.last_sequence += 1
            message = fuzzer.chance.choice(
                [client.sealed(client.last_sequence, fuzzer.edit()), client.hello(), {"type": "beat"}])
            await client.send(fuzzer.odd_bytes(message))
            await asyncio.sleep(0)
        code, _ = await client.closed()
        assert code in CLOSES, code

    for start in range(0, 100, 20):
        await asyncio.gather(*(one(number) for number in range(start, start + 20)))
