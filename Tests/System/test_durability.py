"""What was acknowledged stays, once, whatever happens to the process."""

import asyncio
import random

import pytest

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
            while settled_edits(clients) < goal:
                await asyncio.sleep(0)
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
        while settled_edits(clients) < 200:
            await asyncio.sleep(0)
        server.terminate()

    await asyncio.gather(stop(), *(keep_editing(client, index) for index, client in enumerate(clients)))
    assert [await client.closed() for client in clients] == [(1001, "goingAway")] * WRITERS
    assert await asyncio.to_thread(server.stop) == 0
    assert len(server.events("server.stopped")) == 1
    server.start()
    await asyncio.gather(*(client.reconnect() for client in clients))
    await all_settled(server, clients)
    check_history(server, clients)
