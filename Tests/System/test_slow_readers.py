"""Peers that read slowly or not at all cost a bounded amount of memory, and nobody waits for them."""

import itertools
import json
import uuid

import pytest

from bystander import served_throughout
from client import until
from raw_peer import TEXT, RawPeer, handshake, text

MEGABYTE = 1 << 20
SLOW_READERS = 40
LONG_NAMES = ("--max-name-length", "4096")


@pytest.fixture
async def slow_reader(make_client):
    """Makes a peer of a list that has said hello and reads only what it is asked to; its receive buffer is small."""
    peers = []

    async def make(client):
        peers.append(await RawPeer.connect(client.server, receive_buffer=4096))
        await peers[-1].ask(handshake(f"/lists/{client.alias}/socket"))
        await peers[-1].send(text(client.hello()))
        await peers[-1].message("welcome")
        return peers[-1]

    yield make
    for peer in peers:
        peer.drop()


async def write_big_names(client, kilobytes):
    """Renames one label again and again: that much has to be sent to everybody."""
    sequence, id = await client.insert("")
    await client.outcome(sequence)
    for number in range(kilobytes // 4):
        await client.rename(id, f"{number}{'x' * 4000}")
        await until(lambda: len(client.pending) < 50 or client.reader.done(), "room for another edit")
    await client.settle()


async def test_who_never_reads_is_dropped_and_holds_little_meanwhile(make_server, make_client, slow_reader):
    server = make_server(*LONG_NAMES, "--max-lag-bytes", "262144", "--ping-interval", "1", "--hang-up-after", "2")
    async with served_throughout(server, make_client(server)):
        writer = make_client(server)
        await writer.connect()
        for _ in range(SLOW_READERS):
            await slow_reader(make_client(server))
        before = server.resident
        await write_big_names(writer, kilobytes=1024)
        # As much again for each of them would be 40 MB.
        assert server.resident - before < 16 * MEGABYTE
        await until(
            lambda: len(server.events("connection.closed", reason="heartbeat")) == SLOW_READERS, "their end")


async def test_who_fell_behind_and_reads_again_is_brought_to_the_head(make_server, make_client, slow_reader):
    server = make_server(*LONG_NAMES, "--max-lag-bytes", "65536")
    async with served_throughout(server, make_client(server, "other")):
        writer, reader = make_client(server), make_client(server)
        await writer.connect()
        peer = await slow_reader(reader)
        await write_big_names(writer, kilobytes=512)
        reader.point = writer.point | {"revision": 0}
        snapshots = 0
        while reader.revision < writer.revision:
            opcode, payload = await peer.receive()
            if opcode == TEXT:
                message = json.loads(payload)
                snapshots += message["type"] == "snapshot"
                reader.handle(message)
        assert reader.labels == writer.labels
        assert snapshots >= 2, "one at the start, one instead of the diffs that were no longer kept"


async def test_who_cannot_keep_up_is_closed_as_too_slow(make_server, make_client, slow_reader):
    server = make_server(*LONG_NAMES, "--max-lag-bytes", "65536", "--max-resyncs", "0")
    async with served_throughout(server, make_client(server, "other")):
        writer = make_client(server)
        await writer.connect()
        peer = await slow_reader(make_client(server))
        await write_big_names(writer, kilobytes=512)
        assert await peer.closed() == (4006, "tooSlow")


async def test_who_does_not_read_the_answers_to_its_own_edits_is_closed_as_too_slow(
    make_server, make_client, slow_reader
):
    server = make_server("--max-own-bytes", "65536")
    async with served_throughout(server, make_client(server, "other")):
        peer = await slow_reader(make_client(server))
        numbers = itertools.count(1)
        while not server.events("connection.closed", reason="tooSlow"):
            for sequence in itertools.islice(numbers, 500):
                await peer.send(text({
                    "type": "edit", "sequence": sequence, "acknowledgedThrough": sequence - 1, "kind": "remove",
                    "ids": [str(uuid.uuid4())]}))
