"""A slow, a full and a broken disk: nothing is said that is not on it, and nothing is lost."""

import asyncio
import time
import uuid

import pytest

import disk_faults
from client import until
from writers import all_settled, check_history, keep_editing

SYNC_SECONDS = 2


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return disk_faults.build(tmp_path_factory.mktemp("library"))


@pytest.fixture
def faults(library, tmp_path):
    folder = tmp_path / "faults"
    folder.mkdir()
    faults = disk_faults.DiskFaults(library, folder)
    yield faults
    for switch in ("hold-sync", "full"):
        if faults.is_on(switch):
            faults.off(switch)


async def two_clients(make_client, server):
    clients = make_client(server), make_client(server)
    for client in clients:
        await client.connect()
    sequence, _ = await clients[0].insert("before")
    await clients[0].outcome(sequence)
    await all_settled(server, clients)
    return clients


async def told_during_a_slow_sync(server, clients, faults):
    """What clients hear of two edits, one of them rejected, before the sync of their batch has returned."""
    for client in clients:
        client.received.clear()
    faults.on("hold-sync")
    await clients[0].insert("slow")
    await clients[1].edit("remove", ids=[str(uuid.uuid4())])
    told = lambda: [message for client in clients for message in client.received]
    await until(lambda: faults.is_on("held") or told(), "a sync")
    end = time.monotonic() + SYNC_SECONDS
    while time.monotonic() < end and not told():
        status, _, _ = await asyncio.to_thread(server.request, "GET", "/healthz")
        assert status == 200
    early = told()
    faults.off("hold-sync")
    return early


async def test_nothing_of_a_batch_is_told_while_its_sync_takes_two_seconds(make_server, make_client, faults):
    server = make_server(environment=faults.environment)
    clients = await two_clients(make_client, server)
    assert await told_during_a_slow_sync(server, clients, faults) == []
    await all_settled(server, clients)
    assert clients[0].names == clients[1].names == ["before", "slow"]
    assert clients[1].outcomes[1]["code"] == "unknownLabel"
    assert server.events("commit.slow")
    check_history(server, clients)


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
async def test_without_the_sync_of_each_commit_the_same_check_hears_answers_too_early(
    make_server, make_client, faults, synchronous
):
    server = make_server(environment=faults.environment | {"SQLITE_SYNCHRONOUS": synchronous})
    clients = await two_clients(make_client, server)
    assert await told_during_a_slow_sync(server, clients, faults) != []


async def test_on_a_full_disk_edits_wait_until_there_is_space_again(make_server, make_client, faults):
    server = make_server(environment=faults.environment)
    clients = await two_clients(make_client, server)
    for client in clients:
        client.received.clear()
    faults.on("full")
    await clients[0].insert("waiting")
    await until(lambda: len(server.events("commit.retried")) >= 2, "two attempts to write")
    assert server.request("GET", "/healthz")[0] == 200
    newcomer = make_client(server)
    await newcomer.open()
    await newcomer.send(newcomer.hello())
    assert await newcomer.closed() == (4008, "storeUnavailable")
    assert [client.received for client in clients] == [[], []]
    faults.off("full")
    await all_settled(server, clients)
    await newcomer.connect()
    await newcomer.until(lambda: newcomer.names == ["before", "waiting"], "the edit that waited")
    check_history(server, clients)


async def test_after_a_failed_sync_the_list_stops_unanswered_and_a_restart_serves_it_again(
    make_server, make_client, faults
):
    server = make_server(environment=faults.environment)
    clients = await two_clients(make_client, server)
    faults.on("fail-sync")
    sequence, _ = await clients[0].insert("uncertain")
    assert [await client.closed() for client in clients] == [(4008, "storeUnavailable")] * 2
    assert sequence in clients[0].pending
    assert server.events("list.failed", level="error")

    # Later syncs would succeed and prove nothing: it stays stopped, but says so.
    await clients[1].open()
    await clients[1].send(clients[1].hello())
    assert await clients[1].closed() == (4008, "storeUnavailable")
    assert server.request("GET", "/healthz")[0] == 200

    await server.restart()
    for client in clients:
        await client.reconnect()
    await all_settled(server, clients)
    assert clients[1].names == ["before", "uncertain"]
    check_history(server, clients)


async def test_a_sync_that_fails_under_load_acknowledges_nothing_that_is_lost(make_server, make_client, faults):
    server = make_server(environment=faults.environment)
    clients = await two_clients(make_client, server)
    enough = lambda: len(clients[0].outcomes) >= 100

    async def fail():
        await until(enough, "some load")
        faults.on("fail-sync")

    await asyncio.gather(fail(), *(keep_editing(client, index) for index, client in enumerate(clients)))
    server.kill()
    server.start()
    for client in clients:
        await client.reconnect()
    await all_settled(server, clients)
    check_history(server, clients)


async def test_a_stop_commits_the_edits_that_wait_behind_a_slow_commit(make_server, make_client, faults):
    server = make_server(environment=faults.environment)
    clients = await two_clients(make_client, server)
    faults.on("hold-sync")
    await clients[0].insert("in the commit")
    await until(lambda: faults.is_on("held"), "a sync")
    await clients[1].insert("behind it")
    await (await clients[1].socket.ping())  # so that the edit before it was read, too
    server.terminate()
    assert [await client.closed() for client in clients] == [(1001, "goingAway")] * 2
    faults.off("hold-sync")
    assert await asyncio.to_thread(server.stop) == 0
    server.start()
    assert [label["name"] for label in server.labels("words")] == ["before", "in the commit", "behind it"]
    for client in clients:
        await client.reconnect()
    await all_settled(server, clients)
    check_history(server, clients)


async def test_a_full_disk_does_not_hold_the_stop_up_for_ever(make_server, make_client, faults):
    server = make_server("--drain-timeout", "1", environment=faults.environment)
    clients = await two_clients(make_client, server)
    faults.on("full")
    await clients[0].insert("waiting")
    await until(lambda: server.events("commit.retried"), "an attempt to write")
    assert await asyncio.to_thread(server.stop) == 0
    assert server.events("list.failed", level="error")
    faults.off("full")
    server.start()
    for client in clients:
        await client.reconnect()
    await all_settled(server, clients)
    assert clients[1].names == ["before", "waiting"]
    check_history(server, clients)
