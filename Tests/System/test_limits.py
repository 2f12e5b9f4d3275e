"""What is answered at the limits on connections, lists and labels, and that there is room again afterwards."""

import asyncio

from client import DEADLINE, until
from raw_peer import RawPeer, handshake


async def status(server, alias):
    """What a handshake is answered with."""
    peer = await RawPeer.connect(server)
    try:
        return (await peer.ask(handshake(f"/lists/{alias}/socket")))[0]
    finally:
        peer.drop()


async def admitted(server, alias):
    """Waits until a handshake succeeds."""
    async with asyncio.timeout(DEADLINE):
        while await status(server, alias) != 101:
            await asyncio.sleep(0.02)


async def test_beyond_the_connections_a_handshake_is_refused_until_one_leaves(make_server, make_client):
    server = make_server("--max-connections", "3")
    clients = [make_client(server) for _ in range(3)]
    for client in clients:
        await client.connect()
    assert await status(server, "words") == 503
    assert server.request("GET", "/healthz")[0] == 503
    sequence, _ = await clients[0].insert("served")
    await clients[0].outcome(sequence)

    await clients[2].drop()
    await admitted(server, "words")


async def test_beyond_the_open_lists_another_is_refused_until_one_closes(make_server, make_client):
    server = make_server("--max-open-lists", "1", "--idle-list-timeout", "1")
    client = make_client(server, "one")
    await client.connect()
    assert await status(server, "two") == 503
    assert server.request("PUT", "/api/v1/lists/two", headers={"Content-Length": "0"})[0] == 503
    assert await status(server, "one") == 101
    sequence, _ = await client.insert("kept")
    await client.outcome(sequence)


async def test_a_closed_list_makes_room_for_another(make_server, make_client):
    server = make_server("--max-open-lists", "1", "--idle-list-timeout", "1")
    client = make_client(server, "one")
    await client.connect()
    await client.drop()
    await until(lambda: server.events("list.closed", list="one"), "the close of the first list")
    await admitted(server, "two")


async def test_a_full_list_says_so_and_takes_labels_again_when_one_is_removed(make_server, make_client):
    server = make_server("--max-labels", "2")
    client = make_client(server)
    welcome = await client.connect()
    assert welcome["limits"]["labels"] == 2
    sequence, id = await client.insert("one")
    await client.insert("two")
    full, _ = await client.insert("three")
    assert (await client.outcome(full))["code"] == "listFull"
    await client.edit("remove", ids=[id])
    sequence, _ = await client.insert("three")
    assert (await client.outcome(sequence))["outcome"] == "applied"


async def test_the_limits_of_a_message_are_told_and_kept(make_server, make_client):
    server = make_server("--max-message-bytes", "1024")
    client = make_client(server)
    assert (await client.connect())["limits"]["messageBytes"] == 1024
    await client.insert("x" * 1024)
    assert await client.closed() == (1009, "messageTooBig")
    assert server.aliases() == []
