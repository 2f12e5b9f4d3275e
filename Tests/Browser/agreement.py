"""Judges from the server's log what pages show, and what became of edits."""

import asyncio
import json
import urllib.request
from typing import Any

from list_page import ListPage
from log_replica import LogReplica
from playwright.async_api import expect
from server import Server

PATIENCE = 30
UNNAMED = "Unnamed label"
# What a page shows, all at one moment. Rows only if the window is high enough for all of them.
SHOWN = """() => ({
  readout: [...document.querySelectorAll("#readout bdi")].map((name) => name.textContent),
  rows: [...document.querySelectorAll("#rows .row-item:not(.is-removed)")].map((row) =>
    ({ name: row.querySelector(".name").value, isIncluded: row.querySelector(".toggle").checked })),
  counts: document.querySelector("#counts").textContent,
  connection: document.querySelector("#connection-text").textContent,
})"""


async def read(server: Server, path: str) -> dict[str, Any]:
    def ask() -> dict[str, Any]:
        with urllib.request.urlopen(f"{server.address}/api/v1/lists/{path}", timeout=PATIENCE) as answer:
            return json.load(answer)

    return await asyncio.to_thread(ask)


async def read_log(server: Server, name: str = "demo") -> list[dict[str, Any]]:
    """Every change of a list, from its first."""
    changes: list[dict[str, Any]] = []
    while page := (await read(server, f"{name}/changes?after={len(changes)}&limit=1000"))["changes"]:
        changes += page
    return changes


async def expect_agreement(server: Server, *pages: ListPage, name: str = "demo") -> list[dict[str, Any]]:
    """The log, after it was found to make the list that the server tells of and that pages without a filter show."""
    for page in pages:
        await expect(page.page.locator("#connection-text")).to_have_text("Saved")
    log = await read_log(server, name)
    replica = LogReplica(log)
    assert replica.faults == [], f"the log contradicts itself: {replica.faults}"
    told = await read(server, f"{name}/labels")
    told = (told["revision"], told["orientation"], told["labels"])
    made = (replica.revision, replica.orientation, replica.labels)
    assert told == made, f"the server tells {told}, and its log makes {made}"
    for page in pages:
        await expect_shown(page, replica)
    return log


async def expect_shown(page: ListPage, replica: LogReplica) -> None:
    wanted = {
        "readout": [label["name"] if label["name"].strip() else UNNAMED for label in replica.shown],
        "rows": [{field: label[field] for field in ("name", "isIncluded")} for label in replica.shown],
        "counts": f"{len(replica.labels)} of {len(replica.labels)} shown",
        "connection": "Saved",
    }
    shown = None
    try:
        async with asyncio.timeout(PATIENCE):
            while (shown := await page.page.evaluate(SHOWN)) != wanted:
                await asyncio.sleep(0.02)
    except TimeoutError:
        assert shown == wanted, f"a page shows {shown}, and its list is {wanted}"


async def stored_edits(page: ListPage) -> int:
    """How many edits wait in the person's browser, those of pages that are gone among them."""
    return await page.page.evaluate(
        """async () => {
             const answer = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
             const database = await answer(indexedDB.open("colabel"));
             const count = await answer(database.transaction("edits").objectStore("edits").count());
             database.close();
             return count;
           }""")


def edits_since(log: list[dict[str, Any]], start: int) -> list[tuple[str, str | bool]]:
    """What changes after a revision did to a list: the effect, and the name or value that came by it."""
    return [(effect["effect"], effect["label"]["name"] if "label" in effect else effect.get("value"))
            for change in log[start:] for effect in change["effects"]]
