"""WebSocket frames that break RFC 6455, and messages larger than any may be."""

import asyncio
import json
import os
import random
import uuid

import pytest

from client import until
from raw_peer import BINARY, CLOSE, PING, PONG, TEXT, frame, text


def is_refusal(close):
    """libwebsockets says "protocol error", or ends the connection without a word."""
    return close is None or close[0] == 1002


@pytest.fixture
async def stranger(attack, make_client):
    return await attack.welcomed(make_client(attack.server, attack.alias))


def an_edit(sequence):
    return {"type": "edit", "sequence": sequence, "kind": "remove", "ids": [str(uuid.uuid4())]}


async def test_random_bytes_in_place_of_frames_end_the_connection(attack, make_client):
    for seed in range(20):
        peer = await attack.welcomed(make_client(attack.server, attack.alias))
        # An unmasked frame with reserved bits, and noise behind it: no reading of it is legal.
        await peer.send(b"\x70" + random.Random(seed).randbytes(5_000))
        assert is_refusal(await peer.closed())


async def test_random_bytes_as_a_message_are_not_utf8(stranger):
    await stranger.send(frame(TEXT, b"\xff" + os.urandom(1_000)))
    assert (await stranger.closed())[0] == 1007


@pytest.mark.parametrize("payload", [
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b'{"type": "beat", "x": "\xc3"}', b"\xe2\x82"])
async def test_a_text_frame_that_is_not_utf8_is_closed_as_such(stranger, payload):
    await stranger.send(frame(TEXT, payload))
    assert (await stranger.closed())[0] == 1007


async def test_a_binary_frame_is_refused_as_bad(stranger):
    await stranger.send(frame(BINARY, b'{"type": "beat"}'))
    assert await stranger.closed() == (1008, "badMessage")


async def test_a_message_in_fragments_with_a_ping_in_between_is_read_as_one(stranger):
    payload = json.dumps(an_edit(1)).encode()
    await stranger.send(
        frame(TEXT, payload[:10], fin=False) + frame(PING, b"between") + frame(0, b"", fin=False)
        + frame(0, payload[10:]))
    pongs, settled = [], None
    while not (pongs and settled):
        opcode, payload = await stranger.receive()
        if opcode == PONG:
            pongs.append(payload)
        if opcode == TEXT and json.loads(payload)["type"] == "settled":
            settled = json.loads(payload)
    assert pongs == [b"between"]
    assert settled["outcomes"][0]["code"] == "unknownLabel"


@pytest.mark.parametrize("data", [
    frame(PING, b"x" * 126), frame(PING, b"x", fin=False), frame(CLOSE, b"x" * 126), frame(3, b"x"),
    frame(11, b"x"), frame(TEXT, b"{}", reserved=4), frame(TEXT, b"{}", reserved=1), frame(0, b"from nothing"),
    frame(TEXT, b"{", fin=False) + frame(TEXT, b"}")
], ids=[
    "oversized ping", "fragmented ping", "oversized close", "reserved opcode", "reserved control opcode",
    "reserved bit 1", "reserved bit 3", "continuation of nothing", "message within a message"])
async def test_a_frame_that_the_rfc_forbids_ends_the_connection(stranger, data):
    await stranger.send(data)
    assert is_refusal(await stranger.closed())


@pytest.mark.parametrize("payload", [b"", b"\x03", b"\x00\x05", b"\x03\xe8\xff"])
async def test_a_close_frame_ends_the_connection_however_malformed(stranger, payload):
    await stranger.send(frame(CLOSE, payload))
    await stranger.ending()


async def test_an_unmasked_frame_is_read_like_any_other(stranger):
    """RFC 6455 has servers refuse it, for the sake of old proxies; libwebsockets does not tell masked from unmasked."""
    await stranger.send(frame(TEXT, json.dumps(an_edit(1)).encode(), masked=False))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "unknownLabel"


async def test_a_message_of_twenty_megabytes_is_refused_and_never_held(attack, stranger):
    before = attack.server.resident
    sending = asyncio.create_task(stranger.send(frame(TEXT, b" " * 20_000_000)))
    assert await stranger.closed() == (1009, "messageTooBig")
    sending.cancel()
    assert attack.server.resident - before < 10_000_000


async def test_twenty_megabytes_in_fragments_are_refused_and_never_held(attack, stranger):
    before = attack.server.resident

    async def send():
        await stranger.send(frame(TEXT, b" " * 50_000, fin=False))
        for _ in range(400):
            await stranger.send(frame(0, b" " * 50_000, fin=False))

    sending = asyncio.create_task(send())
    assert await stranger.closed() == (1009, "messageTooBig")
    sending.cancel()
    assert attack.server.resident - before < 10_000_000


async def test_a_frame_that_says_it_has_2_to_the_63_bytes_is_refused(stranger):
    await stranger.send(b"\x81\xff" + (2**63 - 1).to_bytes(8, "big") + bytes(4) + b" " * 1_000)
    assert await stranger.closed() == (1009, "messageTooBig")


async def test_messages_whose_end_never_comes_hold_little(attack, make_client):
    before = attack.server.resident
    for _ in range(50):
        peer = await attack.welcomed(make_client(attack.server, attack.alias))
        await peer.send(frame(TEXT, b" " * 200_000, fin=False))
    assert attack.server.resident - before < 50 * 262_144 + 10_000_000


async def test_a_flood_of_pings_is_answered_without_piling_up(attack, stranger):
    before = attack.server.resident
    for _ in range(100):
        await stranger.send(frame(PING, b"x" * 125) * 200)
    await stranger.send(text(an_edit(1)))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "unknownLabel"
    assert attack.server.resident - before < 10_000_000


async def test_two_thousand_connections_opened_and_dropped_leave_nothing(attack, make_client):
    descriptors = lambda: len(os.listdir(f"/proc/{attack.server.process.pid}/fd"))
    before = descriptors(), attack.server.resident
    for _ in range(20):
        await asyncio.gather(*(open_and_drop(attack, make_client, number) for number in range(100)))
    await until(lambda: descriptors() <= before[0] + 2, "the descriptors of dropped connections")
    assert attack.server.resident - before[1] < 30_000_000


async def open_and_drop(attack, make_client, number):
    """Gets a connection as far as its number says, and resets it there."""
    match number % 4:
        case 0: peer = await attack.connected()
        case 1: peer = await attack.upgraded()
        case 2: peer = await attack.welcomed(make_client(attack.server, attack.alias))
        case 3:
            peer = await attack.upgraded()
            await peer.send(frame(TEXT, b'{"type": "hel', fin=False))
    peer.drop()
