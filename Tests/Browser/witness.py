"""What a person's pages asked for and were told, from their frames; and every text that they were given back."""

import json
import zlib
from typing import Any

from playwright.async_api import BrowserContext, Page, WebSocket

# Reports every text that the page keeps for the person, when it is shown.
REPORT_KEPT_TEXTS = """new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) {
    const text = node.querySelector?.(".kept-text");
    if (text) keptTextShown(text.value);
  }
}).observe(document, { childList: true, subtree: true });"""

EditName = tuple[str, int]
"""The client and the sequence."""


class Witness:
    """Of all pages of one person, one after the other or at once."""

    def __init__(self) -> None:
        self.authors: dict[str, int] = {}
        self.asked: dict[EditName, dict[str, Any]] = {}
        self.told: dict[EditName, dict[str, Any]] = {}
        self.shown: set[str] = set()
        self.faults: list[str] = []
        self.connections = 0

    async def watch(self, context: BrowserContext) -> None:
        await context.expose_binding("keptTextShown", lambda _, text: self.shown.add(text))
        await context.add_init_script(REPORT_KEPT_TEXTS)
        context.on("page", lambda page: self.watch_page(page))

    def watch_page(self, page: Page) -> None:
        page.on("websocket", lambda socket: SocketWitness(self, socket))

    def tell(self, name: EditName, outcome: dict[str, Any]) -> None:
        """It may be told again, but never otherwise."""
        short = {field: outcome.get(field) for field in ("outcome", "code", "asOf", "labels")}
        if self.told.setdefault(name, short) != short:
            self.faults.append(f"{name} was told to be {self.told[name]}, then {short}")

    def judge(self, log: list[dict[str, Any]]) -> list[str]:
        """How the log, and what the person was shown, contradict what the pages asked for and were told."""
        by_author = {author: client for client, author in self.authors.items()}
        logged = {(by_author[change["author"]], change["sequence"]): change["revision"] for change in log if change["author"] in by_author}
        faults = [*self.faults, *(f"{name} is in the log, and no page asked for it" for name in logged.keys() - self.asked.keys())]
        for name, edit in self.asked.items():
            faults += self.judge_edit(name, edit, logged.get(name))
        return faults

    def judge_edit(self, name: EditName, edit: dict[str, Any], revision: int | None) -> list[str]:
        told = self.told.get(name)
        if told is None:
            return [f"{name} was never answered: {edit}"]
        parts = [told, *(told["labels"] or [])]
        had_effect = any(part["outcome"] == "applied" for part in parts)
        faults = []
        if had_effect and revision != told["asOf"]:
            faults.append(f"{name} was told to be applied at {told['asOf']}, and the log has it at {revision}: {edit}")
        if not had_effect and revision is not None:
            faults.append(f"{name} was told to be {told}, and the log has it at {revision}: {edit}")
        text = edit.get("name")
        if told["outcome"] == "rejected" and text and text not in self.shown and not self.is_continued(name, edit):
            faults.append(f"the text of {name} was rejected ({told}), and not shown: {edit}")
        return faults

    def is_continued(self, name: EditName, edit: dict[str, Any]) -> bool:
        """Whether a later text, rejected as well, grew out of this one: the page then keeps that one alone."""
        return any(
            other[0] == name[0] and other[1] > name[1] and later.get("base") == edit["name"] and later["ids"] == edit["ids"]
            and self.told.get(other, {}).get("outcome") == "rejected"
            for other, later in self.asked.items())


class SocketWitness:
    """Of one connection."""

    def __init__(self, witness: Witness, socket: WebSocket) -> None:
        self.witness = witness
        self.client = ""
        self.author = 0
        witness.connections += 1
        socket.on("framesent", self.sent)
        socket.on("framereceived", self.received)

    def sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "hello":
            self.client = message["client"]
        if message["type"] == "edit":
            name = (self.client, message["sequence"])
            content = {field: value for field, value in message.items() if field != "acknowledgedThrough"}
            known = self.witness.asked.setdefault(name, content)
            if known != content and content["kind"] != "withdraw":
                self.witness.faults.append(f"{name} was sent as {known}, then as {content}")

    def received(self, frame: str | bytes) -> None:
        message = json.loads(zlib.decompress(frame) if isinstance(frame, bytes) else frame)
        match message["type"]:
            case "welcome":
                self.author = message["author"]
                if self.witness.authors.setdefault(self.client, self.author) != self.author:
                    self.witness.faults.append(f"client {self.client} is author {self.author}, and was another")
                self.hear(message["outcomes"])
            case "settled": self.hear(message["outcomes"])
            case "diff":
                self.hear({"sequence": change["sequence"], "outcome": "applied", "asOf": change["revision"]}
                          for change in message["changes"] if change["author"] == self.author and not change.get("partial"))

    def hear(self, outcomes: Any) -> None:
        for outcome in outcomes:
            self.witness.tell((self.client, outcome["sequence"]), outcome)
