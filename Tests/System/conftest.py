"""Fixtures of the system tests: servers in folders of their own, and clients that go when the test ends."""

import asyncio

import pytest

from client import Client
from server import Server


@pytest.fixture
def make_server(tmp_path):
    """Makes a server, started, with flags and environment; all of them stop after the test."""
    servers = []

    def make(*flags, environment=None):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        server = Server(folder, *flags, environment=environment)
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
