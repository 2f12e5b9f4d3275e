"""Somebody who must not notice an attack."""

import asyncio
from contextlib import asynccontextmanager

from client import until


@asynccontextmanager
async def served_throughout(server, client):
    """Connects a client whose edits go on being settled during and after what happens here."""
    await client.connect()
    lines = len(server.log)
    over = asyncio.Event()
    editing = asyncio.create_task(keep_toggling(client, over))
    yield
    settled = len(client.outcomes)
    await until(lambda: len(client.outcomes) > settled or editing.done(), "an edit after the attack")
    over.set()
    await editing
    assert server.lives
    assert [line for line in server.log[lines:] if line["level"] == "error"] == []


async def keep_toggling(client, over):
    sequence, id = await client.insert("bystander")
    await client.outcome(sequence)
    is_included = True
    while not over.is_set():
        is_included = not is_included
        sequence = await client.edit("include", ids=[id], isIncluded=is_included)
        assert (await client.outcome(sequence))["outcome"] == "applied"
        await asyncio.sleep(0.01)
