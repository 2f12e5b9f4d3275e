"""What was acknowledged stays, once, whatever happens to the process."""

import asyncio
import random
from datetime import datetime, timedelta

import pytest

from client import until
from raw_peer import RawPeer, handshake
from writers import all_settled, check_history, keep_editing, settled_edits

WRITERS = 4


async def connected(make_client, server):
    clients = [make_client(server) for _ in range(WRITERS)]
    for client in clients:
        await client.connect()
    return clients


@pytest.mark.parametrize("seed", [1, 2])
async def test_killed_again_and_again_under_load_it_loses_and_repeats_nothing(server, make_client, seed):
    chance = random.Random(seed)
    clients = await connected(make_client, server)
    for round in range(4):
        goal = settled_edits(clients) + chance.randrange(20, 300)

        async def kill():
            await until(lambda: settled_edits(clients) >= goal, "enough load")
            server.kill()

        await asyncio.gather(
            kill(), *(keep_editing(client, f"{seed}/{round}/{index}") for index, client in enumerate(clients)))
        server.start()
        await asyncio.gather(*(client.reconnect() for client in clients))
    await all_settled(server, clients)
    check_history(server, clients)


async def test_stopped_under_load_it_says_goodbye_and_keeps_everything(server, make_client):
    clients = await connected(make_client, server)

    async def stop():
        await until(lambda: settled_edits(clients) >= 200, "enough load")
        server.terminate()

    await asyncio.gather(stop(), *(keep_editing(client, index) for index, client in enumerate(clients)))
    assert [await client.closed() for client in clients] == [(1001, "goingAway")] * WRITERS
    assert await asyncio.to_thread(server.stop) == 0
    assert len(server.events("server.stopped")) == 1
    server.start()
    await asyncio.gather(*(client.reconnect() for client in clients))
    await all_settled(server, clients)
    check_history(server, clients)


async def test_peers_that_do_not_say_goodbye_hold_the_stop_up_no_longer_than_the_drain_timeout(
    make_server, make_client
):
    server = make_server("--drain-timeout", "2")
    client = make_client(server)
    await client.connect()
    peers = [await RawPeer.connect(server) for _ in range(3)]
    await peers[0].ask(handshake("/lists/words/socket"))
    await peers[1].send(b"GET / HTTP/1.1\r\n")
    server.terminate()
    assert await client.closed() == (1001, "goingAway")
    assert await asyncio.to_thread(server.stop) == 0
    stopping, = server.events("server.stopping")
    stopped, = server.events("server.stopped")
    duration = datetime.fromisoformat(stopped["time"]) - datetime.fromisoformat(stopping["time"])
    # The timeout, and a generous while for a busy machine.
    assert duration < timedelta(seconds=2 + 5)
    for peer in peers:
        peer.drop()


async def test_a_list_that_was_only_visited_is_none_after_a_crash(server, make_client):
    visitor = make_client(server)
    await visitor.connect()
    server.kill()
    server.start()
    assert server.aliases() == []
    assert (await visitor.connect())["exists"] is False
    sequence, _ = await visitor.insert("first")
    await visitor.outcome(sequence)
    assert server.aliases() == ["words"]
