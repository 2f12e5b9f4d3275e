"""What a person's pages asked for and were told, from their link; and every text that they were given back.

From the link, and not from the browser: Chromium no longer tells what a page sends and receives while it is being left.
"""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext

# Reports every text that the page keeps for the person, when it is shown.
REPORT_KEPT_TEXTS = """new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) {
    const text = node.querySelector?.(".kept-text");
    if (text) keptTextShown(text.value);
  }
}).observe(document, { childList: true, subtree: true });"""

EditName = tuple[str, int]
"""The client and the sequence."""


@dataclass
class Speaker:
    """Who speaks on a connection."""

    client: str = ""
    author: int = 0


class Witness:
    """Of all pages of one person, one after the other or at once.

    What it takes for told may have been lost behind the link. The page keeps asking then, until it has been told: that no
    edit waits in its outbox is for the test to see.
    """

    def __init__(self) -> None:
        self.authors: dict[str, int] = {}
        self.asked: dict[EditName, dict[str, Any]] = {}
        self.told: dict[EditName, dict[str, Any]] = {}
        self.shown: set[str] = set()
        self.faults: list[str] = []
        self.speakers: dict[int, Speaker] = {}

    async def watch(self, context: BrowserContext) -> None:
        await context.expose_binding("keptTextShown", lambda _, text: self.shown.add(text))
        await context.add_init_script(REPORT_KEPT_TEXTS)

    def sent(self, connection: int, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "hello":
            self.speakers[connection] = Speaker(message["client"])
        if message["type"] == "edit":
            name = (self.speakers[connection].client, message["sequence"])
            content = {field: value for field, value in message.items() if field != "acknowledgedThrough"}
            known = self.asked.setdefault(name, content)
            if known != content and content["kind"] != "withdraw":
                self.faults.append(f"{name} was sent as {known}, then as {content}")

    def received(self, connection: int, frame: str | bytes) -> None:
        message = json.loads(zlib.decompress(frame) if isinstance(frame, bytes) else frame)
        speaker = self.speakers[connection]
        match message["type"]:
            case "welcome":
                speaker.author = message["author"]
                if self.authors.setdefault(speaker.client, speaker.author) != speaker.author:
                    self.faults.append(f"client {speaker.client} is author {speaker.author}, and was another")
                self.hear(speaker, message["outcomes"])
            case "settled": self.hear(speaker, message["outcomes"])
            case "diff":
                self.hear(speaker, ({"sequence": change["sequence"], "outcome": "applied", "asOf": change["revision"]}
                                    for change in message["changes"]
                                    if change["author"] == speaker.author and not change.get("partial")))

    def hear(self, speaker: Speaker, outcomes: Iterable[dict[str, Any]]) -> None:
        for outcome in outcomes:
            self.tell((speaker.client, outcome["sequence"]), outcome)

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
