"""A client of `colabel.v1` as somebody else would write it: durable, with drafts, undo, presence and deflated snapshots.

It was written from docs/protocol.md and the schema alone, without a look at the server, the page or the other tests, and
must stay so: it shows that the guide says enough. It imports nothing of the test suite. What it cannot know from the guide
is to be mended in the guide.

    client = Client("ws://localhost:8080", "demo", "demo.sqlite", person={"name": "Ada"}, on_event=print)
    task = asyncio.create_task(client.run())
    ring = client.insert("Ring", ["last"])  # a ticket; works offline too
    client.undo(ring)

An edit is a *draft* while it has no sequence: it can still be combined with a later one, or dropped. It is *sealed* just
before it is sent. Once it is *settled* it stays as a row, for undo and for the texts of notices. What a person must be told
is a `Notice`: stored with what it is about, handed to `on_event` after that, and kept until it is `dismiss`ed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
import zlib
from collections.abc import Callable
from typing import Any

import websockets

from .durable_replica import DurableReplica
from .label_list import Broken, LabelList, Message, without_marks

BLAMING_CLOSES = {1007, 1008, 1009, 1011, 4007}
WRONG_SECRET, EXPIRED, REPLACED = 4003, 4004, 4005
# A reason of this client's own: the server knows of edits that this storage does not.
ROLLED_BACK = -1
# A connection that lasted so long starts the back-off from the shortest again.
LASTING_SECONDS = 5.0
INFLATED_BYTES = 8 << 20
NEVER = float("inf")


class Client(DurableReplica):
    """One replica of one list, with its outbox. All methods belong to the event loop's thread."""

    def __init__(self, server: str, alias: str, path: str, *, person: Message | None = None, deflate: bool = True,
                 on_event: Callable[[str, Any], None] | None = None, tap: Callable[[str, Any], None] | None = None,
                 linger: float = 0.3, backoff: tuple[float, float] = (0.5, 30.0), repeat_editing: float = 4.0,
                 synchronous: str = "FULL") -> None:
        """`on_event(kind, value)`: "notice" (Notice), "settled" ((ticket, outcome)), "changed", "presence", "online",
        "offline" (why), "replaced", "fault". `tap("sent" | "received", message)` sees every message. `linger`: seconds
        for which a draft waits to be combined with the next edit. `synchronous`: SQLite's; "NORMAL" survives the death
        of the process, "FULL" that of the machine."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,63}", alias):
            raise ValueError("not a valid alias")
        self.url = f"{server.replace('http', 'ws', 1).rstrip('/')}/lists/{alias}/socket"
        self.person, self.deflate = person, deflate
        self.linger, self.backoff, self.repeat_editing = linger, backoff, repeat_editing
        self.tap = tap or (lambda *_: None)
        super().__init__(path, synchronous, on_event)
        self._stop = asyncio.Event()
        self._editing: str | None = None
        self._blamed: int | None = None
        self._disconnected()

    @property
    def is_idle(self) -> bool:
        """Online, and everything is settled and acknowledged."""
        return bool(self.author and self.point and not self.awaits and not self.pending
                    and self._told == self.acknowledged)

    def _is_welcomed(self) -> bool:
        return self._welcomed

    def _changed(self) -> None:
        self._wake.set()

    # Connections

    async def run(self) -> None:
        """Connects again and again, until `stop`, cancellation, or another process takes over."""
        attempt = 0
        while not self._stop.is_set():
            shortest, longest = self.backoff
            wait = min(longest, shortest * 2 ** min(attempt, 20))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(random.uniform(wait / 2, wait) if attempt else 0):
                    await self._stop.wait()
                return
            attempt += 1
            began = time.monotonic()
            code, why = await self._connection()
            if time.monotonic() - began >= LASTING_SECONDS:
                attempt = 1
            with self._commit():
                self._closed(code)
            self._disconnected()
            self.on_event("offline", why)
            if code == REPLACED:
                self.on_event("replaced", None)
                return

    async def stop(self) -> None:
        self._stop.set()
        if self._socket:
            await self._socket.close()

    def _disconnected(self) -> None:
        self._socket: Any = None
        self.author: int | None = None
        self.awaits, self._welcomed = True, False
        self._waiting: dict[int, Message] = {}  # outcomes whose asOf is not reached
        self._chunks: list[Message] = []
        self._sent = 0  # the highest sequence on this connection
        self._told = self.acknowledged  # the acknowledgedThrough that was sent last
        self._acknowledge_due = self._presence_due = NEVER
        self._shows_person = self._beat_due = False
        self._beat_seconds = 15.0
        self._wake = asyncio.Event()
        self.people: dict[int, Message] = {}
        self.present = 0

    async def _connection(self) -> tuple[int | None, str]:
        """Runs one connection to its end. Returns the code of its close, and why."""
        try:
            async with websockets.connect(
                    self.url, subprotocols=[websockets.Subprotocol("colabel.v1")], compression=None, proxy=None,
                    max_size=2**20, ping_interval=None, open_timeout=20, close_timeout=2) as socket:
                self._socket = socket
                await self._send(self._hello())
                pump = asyncio.create_task(self._pump())
                try:
                    return await self._listen(), "this client must be renewed"
                finally:
                    pump.cancel()
        except websockets.ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (None, "the link was lost")
        except (OSError, TimeoutError, websockets.WebSocketException) as error:
            return None, str(error) or type(error).__name__
        except (Broken, KeyError, ValueError, TypeError, zlib.error) as error:
            self.on_event("fault", repr(error))
            with self._commit():
                self._load()
                self.point = None  # the next welcome brings a snapshot
                self.store.set(point=None)
            return None, f"broken: {error}"

    def _hello(self) -> Message:
        hello = {"type": "hello", "client": self.id, "secret": self.secret, "claimed": self.claimed,
                 "acknowledgedThrough": self.acknowledged, "resume": self.point if self.known else None,
                 "snapshotCoding": "deflate" if self.deflate else "json"}
        return hello | ({"person": self.person} if self.person else {})

    async def _listen(self) -> int:
        """Takes in messages until this client has to be another one."""
        while True:
            async with asyncio.timeout(2 * self._beat_seconds):
                frame = await self._socket.recv()
            message = json.loads(inflated(frame) if isinstance(frame, bytes) else frame)
            self.tap("received", message)
            if code := self._received(message):
                return code

    def _closed(self, code: int | None) -> None:
        if code in (WRONG_SECRET, EXPIRED, ROLLED_BACK):
            self._become_new(trusts_drafts=code != ROLLED_BACK)
        elif code in BLAMING_CLOSES:
            blamed = next((edit for edit in self._sealed() if (edit.sequence or 0) <= self._sent
                           and edit.sequence not in self._waiting and not edit.withdrawn), None)
            if blamed and blamed.ticket == self._blamed:
                blamed.withdrawn = True
                self.store.save(blamed, self.era)
            self._blamed = blamed.ticket if blamed else self._blamed

    # Sending

    async def _send(self, message: Message) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.tap("sent", message)
        await self._socket.send(text)

    async def _pump(self) -> None:
        """Sends whatever is due, and sleeps until something may be."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                self._wake.clear()
                while message := self._due():
                    await self._send(message)
                due = min(self._acknowledge_due, self._presence_due, self._draft_due())
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(None if due == NEVER else max(0.01, due - time.time())):
                        await self._wake.wait()

    def _draft_due(self) -> float:
        if not self._welcomed or self.next > self.acknowledged + self.limits["openEdits"]:
            return NEVER
        return next((edit.made + self.linger for edit in self.pending.values() if edit.sequence is None), NEVER)

    def _due(self) -> Message | None:
        """The next message to send, if any."""
        if not self._welcomed:
            return None
        if self._beat_due:
            self._beat_due = False
            return {"type": "beat"}
        now = time.time()
        edit = next((edit for edit in self._sealed() if (edit.sequence or 0) > self._sent
                     and edit.sequence not in self._waiting), None)
        if not edit and self._draft_due() <= now:
            edit = self._seal()
        if edit and edit.sequence and edit.sequence <= self.acknowledged + self.limits["openEdits"]:
            self._sent, self._told, self._acknowledge_due = edit.sequence, self.acknowledged, NEVER
            return edit.message(self.acknowledged)
        if self._presence_due <= now:
            self._presence_due = now + self.repeat_editing if self._editing else NEVER
            person = {"person": self.person} if self._shows_person else {}
            self._shows_person = False
            return {"type": "presence", "editing": self._editing} | person
        if self._acknowledge_due <= now:
            self._told, self._acknowledge_due = self.acknowledged, NEVER
            return {"type": "acknowledge", "acknowledgedThrough": self.acknowledged}
        return None

    def set_editing(self, label: str | None, person: Message | None = None) -> None:
        """Shows others which label's field has the focus. It is repeated until it is None."""
        self._editing, self.person, self._presence_due = label, person or self.person, 0.0
        self._shows_person = self._shows_person or person is not None
        self._wake.set()

    # What the server says

    def _received(self, message: Message) -> int | None:
        """Handles a message in one transaction. Returns a code if this client must become another."""
        kind = message.get("type")
        if kind == "beat":
            self._beat_due = True
            self._wake.set()
        elif kind == "presence":
            self._presence(message)
        elif kind == "error":
            self.on_event("fault", f"{message['code']}: {message['message']}")
        elif kind == "welcome" and message["lastSequence"] >= self.next and self.known in (None, message["list"]):
            return ROLLED_BACK
        elif kind in ("welcome", "snapshot", "diff", "settled"):
            with self._commit():
                getattr(self, f"_{kind}")(message)
                self._settle_reached()
            if kind == "welcome":
                self._welcomed = True
                self._wake.set()
                self.on_event("online", message)
        return None

    def _presence(self, message: Message) -> None:
        if message["whole"]:
            self.people = {}
        self.people |= {one["author"]: one for one in message["people"]}
        for gone in message["left"]:
            self.people.pop(gone, None)
        self.present = message["count"]
        self.on_event("presence", self.people)

    def _welcome(self, message: Message) -> None:
        if self.known not in (None, message["list"]):
            self._leave_list()
        elif message["reset"]:
            for edit in self.pending.values():
                if edit.sequence is None or edit.sequence > message["lastSequence"]:
                    self._forget_seen(edit)
        if message["exists"]:
            self._claim(message["list"])
        elif self._sealed():
            self._claim()
        self.author, self.limits, self.awaits = message["author"], message["limits"], message["snapshot"]
        self._beat_seconds = message["beatSeconds"]
        self._waiting = {outcome["sequence"]: outcome for outcome in message["outcomes"]}
        if self._editing:
            self._presence_due = 0.0
        self.store.set(limits=self.limits, acknowledged=self.acknowledged)

    def _leave_list(self) -> None:
        """The alias names another list. The edits for the former one are not sent, and cannot be undone here."""
        for edit in list(self.pending.values()):
            self._settle(edit, {"outcome": "notSent"}, "notSent")
        self.known, self.point, self.former, self.acknowledged = None, None, None, self.next - 1
        self.replica, self.era = LabelList(), self.era + 1
        self.store.save_list(self.replica)
        self.store.set(era=self.era, known=None, point=None, former=None)

    def _snapshot(self, message: Message) -> None:
        if message["chunk"] == 0:
            self.awaits, self._chunks = True, []
        if not self.awaits or message["chunk"] != len(self._chunks):
            raise Broken("a chunk is missing")
        self._chunks.append(message)
        if len(self._chunks) < message["chunks"]:
            return
        former, labels = self.former, [label for chunk in self._chunks for label in chunk["labels"]]
        self.awaits, self._chunks = False, []
        self._stand_at({key: message[key] for key in ("list", "epoch", "revision", "hash")})
        self.replica = LabelList([label["id"] for label in labels],
                                 {label["id"]: without_marks(label) for label in labels}, message["orientation"])
        self.store.save_list(self.replica)
        if message["revision"] > 0:
            self._claim(message["list"])
        self._settle_reached()  # so that the texts of own edits are found
        if former and (former["list"], former["epoch"]) == (message["list"], message["epoch"]):
            for label in labels:
                self._tell_overwritten(label, former["revision"])

    def _tell_overwritten(self, label: Message, since: int) -> None:
        for own in label.get("overwrote", []):
            if own["author"] == self.author and own["revision"] > since:
                edits = self.store.edits("era = ? AND sequence IS NOT NULL AND content LIKE ?", self.era,
                                         f"%{label['id']}%")
                texts = [edit for edit in edits if edit.content["kind"] in ("rename", "insert")]
                self._tell("overwritten", texts[-1] if texts else None,
                           {"id": label["id"], "by": label["name"], **own})

    def _stand_at(self, point: Message) -> None:
        self.point = self.former = point
        self.store.set(point=point, former=point)

    def _diff(self, message: Message) -> None:
        for change in message["changes"]:
            if not self.point or change["revision"] != self.point["revision"] + 1:
                raise Broken("a gap between revisions")
            for effect in change["effects"]:
                self.replica.apply(effect)
            self._stand_at(self.point | {"revision": change["revision"], "hash": change["hash"]})
            self.store.save_change(change, self.replica)
            self._claim(self.point["list"])
            if change["author"] == self.author and not change.get("partial"):
                self._waiting[change["sequence"]] = {
                    "sequence": change["sequence"], "outcome": "applied", "asOf": change["revision"]}
            self._settle_reached()
            for effect in change["effects"]:
                for own in effect.get("overwrote", []):
                    if own["author"] == self.author:
                        texts = self.store.edits("era = ? AND sequence = ?", self.era, own["sequence"])
                        self._tell("overwritten", texts[0] if texts else None,
                                   {"id": effect["id"], "by": effect["value"], "revision": change["revision"], **own})

    def _settled(self, message: Message) -> None:
        self._claim()
        self._waiting |= {outcome["sequence"]: outcome for outcome in message["outcomes"]}

    def _settle_reached(self) -> None:
        if self.awaits or not self.point:
            return
        by_sequence = {edit.sequence: edit for edit in self._sealed()} if self._waiting else {}
        for sequence in sorted(self._waiting):
            if self._waiting[sequence]["asOf"] <= self.point["revision"]:
                outcome = self._waiting.pop(sequence)
                if edit := by_sequence.get(sequence):
                    self._settle(edit, outcome)
        acknowledged = min((edit.sequence or 0 for edit in self._sealed()), default=self.next) - 1
        if acknowledged != self.acknowledged:
            self.acknowledged = acknowledged
            self.store.set(acknowledged=acknowledged)
        if self.acknowledged > self._told and self._acknowledge_due == NEVER:
            self._acknowledge_due = time.time() + 1.0


def inflated(frame: bytes) -> bytes:
    inflater = zlib.decompressobj()
    text = inflater.decompress(frame, INFLATED_BYTES)
    if not inflater.eof:
        raise Broken("a snapshot that is cut short, or too large")
    return text
