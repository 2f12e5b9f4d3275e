"""People who edit a list at once, and the check of what became of it."""

import asyncio
import random

from client import Client, until

OPEN_EDITS = 20


async def edit_something(client, chance):
    """Sends one edit of a random kind."""
    kind = chance.choices(
        ["insert", "rename", "include", "remove", "move", "reverse"], [8, 8, 3, 3, 2, 1])[0]
    if kind == "insert" or not client.labels:
        await client.insert(f"label {client.last_sequence}", place=("first",))
        return
    id = chance.choice(client.labels)["id"]
    match kind:
        case "rename": await client.rename(id, f"{client.last_sequence} by {client.author}")
        case "include": await client.edit("include", ids=[id], isIncluded=chance.random() < 0.5)
        case "remove": await client.edit("remove", ids=[id])
        case "move": await client.edit("move", ids=[id], place=["first"], orientation=client.orientation)
        case "reverse": await client.edit("reverse", orientation=client.orientation)


async def keep_editing(client, seed, enough=lambda: False):
    """Edits as fast as outcomes come, until there is enough or the connection is closed."""
    chance = random.Random(seed)
    while not enough() and not client.reader.done():
        await edit_something(client, chance)
        await until(lambda: len(client.pending) < OPEN_EDITS or client.reader.done(), "an outcome under load")
    if client.violation:
        raise client.violation


def settled_edits(clients):
    return sum(len(client.outcomes) for client in clients)


async def all_settled(server, clients):
    """Waits until every edit has its outcome and every replica has reached the server's revision."""
    await asyncio.gather(*(client.settle() for client in clients))
    head = server.get(f"/api/v1/lists/{clients[0].alias}")["revision"]
    for client in clients:
        await client.until(lambda: client.revision >= head, f"revision {head}")


def check_history(server, clients: list[Client]):
    """Every edit has one outcome, and what was acknowledged as applied stands in the log once, where it was said to be."""
    alias = clients[0].alias
    changes = server.changes(alias)
    assert [change["revision"] for change in changes] == list(range(1, len(changes) + 1))
    logged = {(change["author"], change["sequence"]): change["revision"] for change in changes}
    assert len(logged) == len(changes), "an edit is in the log twice"
    for client in clients:
        assert sorted(client.outcomes) == list(range(1, client.last_sequence + 1))
        applied = {
            sequence: outcome["asOf"] for sequence, outcome in client.outcomes.items()
            if outcome["outcome"] == "applied"}
        assert applied == {
            sequence: revision for (author, sequence), revision in logged.items() if author == client.author}
    assert {author for author, _ in logged} <= {client.author for client in clients}
    labels = server.labels(alias)
    for client in clients:
        assert client.labels == labels
