"""Fixtures of the system tests: servers in folders of their own, and clients that go when the test ends."""

import asyncio
import uuid

import pytest

from bystander import served_throughout
from client import Client
from raw_peer import RawPeer, handshake, text
from server import Server
from traffic import TRAFFIC


@pytest.fixture(autouse=True)
def valid_traffic():
    """Whatever a test says and hears keeps to the schema, but for what it breaks on purpose."""
    TRAFFIC.take_faults()
    yield
    faults = TRAFFIC.take_faults()
    assert not faults, f"{len(faults)} messages break the schema:\n" + "\n".join(faults[:5])


@pytest.fixture
def make_server(tmp_path):
    """Makes a server, started, with flags and environment; all of them stop after the test."""
    servers = []

    def make(*flags, **options):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        server = Server(folder, *flags, **options)
        servers.append(server)
        return server.start()

    yield make
    for server in servers:
        server.stop()


@pytest.fixture
def server(make_server):
    return make_server()


@pytest.fixture
async def make_client():
    """Makes a client of a server's list, not connected yet; all of them leave after the test."""
    clients = []

    def make(server, alias="words"):
        clients.append(Client(server, alias))
        return clients[-1]

    yield make
    await asyncio.gather(*(client.drop() for client in clients))


# For hostile peers: one server for all of them, which must still be there in the end.

RESIDENT_BYTES = 256 << 20


@pytest.fixture(scope="session")
def victim(tmp_path_factory):
    """A server whose timeouts are short enough to be waited for."""
    server = Server(
        tmp_path_factory.mktemp("victim"), "--hello-timeout", "3", "--handshake-timeout", "3").start()
    yield server
    assert server.lives
    assert server.resident < RESIDENT_BYTES
    assert server.stop() == 0
    assert server.events("server.stopped")


@pytest.fixture
async def bystander(victim, make_client):
    """Somebody on the attacked list."""
    client = make_client(victim, f"list-{uuid.uuid4()}")
    async with served_throughout(victim, client):
        yield client


@pytest.fixture
async def attack(victim, bystander):
    """Hostile peers of the bystander's list; all of them are gone after the test."""
    attack = Attack(victim, bystander.alias)
    yield attack
    for peer in attack.peers:
        peer.drop()


class Attack:
    def __init__(self, server, alias):
        self.server = server
        self.alias = alias
        self.peers = []

    async def connected(self, **options):
        """A peer with a TCP connection."""
        self.peers.append(await RawPeer.connect(self.server, **options))
        return self.peers[-1]

    async def upgraded(self, **options):
        """A peer whose handshake succeeded."""
        peer = await self.connected(**options)
        status, _ = await peer.ask(handshake(f"/lists/{self.alias}/socket"))
        assert status == 101
        return peer

    async def welcomed(self, client, **options):
        """A peer that has said hello as this client, and was welcomed."""
        peer = await self.upgraded(**options)
        await peer.send(text(client.hello()))
        await peer.message("welcome")
        return peer
