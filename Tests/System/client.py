"""A client of `colabel.v1`: one replica of one list, its edits and their outcomes."""

import asyncio
import json
import secrets
import uuid
import zlib

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from traffic import TRAFFIC

DEADLINE = 20


class ProtocolViolation(AssertionError):
    """The server said something that no server may say."""


async def until(condition, what, deadline=DEADLINE):
    """Waits until a condition holds, looking again every few milliseconds."""
    try:
        async with asyncio.timeout(deadline):
            while not condition():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"not within {deadline} s: {what}") from None


class Client:
    def __init__(self, server, alias):
        self.server = server
        self.alias = alias
        self.id = str(uuid.uuid4())
        self.secret = secrets.token_urlsafe(24)
        self.claimed = False
        self.author = None
        self.point = None
        self.orientation = 0
        self.labels = []  # in canonical order
        self.last_sequence = 0
        self.pending = {}  # sequence → edit without an outcome
        self.outcomes = {}  # sequence → outcome
        self.waiting = []  # outcomes whose `asOf` the replica has not reached
        self.acknowledge = True
        self.received = []  # every message of this connection
        self.welcomes = []  # every welcome ever
        self.chunks = []
        self.socket = None
        self.reader = None
        self.violation = None

    # The connection

    async def connect(self, **fields):
        """Says hello, with any of its fields replaced, and returns the welcome."""
        await self.open()
        await self.send(self.hello(**fields))
        await self.until(lambda: self.received, "a welcome")
        return self.welcomes[-1]

    async def open(self):
        """Connects without saying hello."""
        await self.drop()
        self.received, self.chunks = [], []
        self.socket = await connect(
            f"ws://127.0.0.1:{self.server.port}/lists/{self.alias}/socket",
            subprotocols=["colabel.v1"], compression=None, ping_interval=None, proxy=None, max_size=None,
            open_timeout=DEADLINE)
        self.reader = asyncio.create_task(self.read())

    def hello(self, **fields):
        return {
            "type": "hello", "client": self.id, "secret": self.secret, "claimed": self.claimed,
            "acknowledgedThrough": self.acknowledged, "resume": self.point, "snapshotCoding": "json"} | fields

    async def reconnect(self, **fields):
        """Connects anew, and sends again what was unanswered, also what the welcome has answered meanwhile."""
        unanswered, acknowledged = sorted(self.pending.items()), self.acknowledged
        welcome = await self.connect(**fields)
        for sequence, edit in unanswered:
            await self.send(self.sealed(sequence, edit) | {"acknowledgedThrough": acknowledged})
        return welcome

    async def send(self, message, is_valid=True):
        """Sends an object as JSON, or bytes as they are. A closed connection takes nothing; that shows later."""
        if is_valid and not isinstance(message, bytes):
            TRAFFIC.sent(message)
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        try:
            await self.socket.send(data, text=True)
        except ConnectionClosed:
            pass

    async def drop(self):
        """Leaves without a close frame, as a lost link does."""
        if self.socket is not None:
            self.reader.cancel()
            self.socket.transport.abort()
            await self.socket.wait_closed()
            self.socket = None

    async def closed(self):
        """Waits until the server has closed the connection: its code and reason."""
        await self.until(lambda: self.reader.done(), "a close", may_be_closed=True)
        return self.socket.close_code, self.socket.close_reason

    async def read(self):
        try:
            async for frame in self.socket:
                message = json.loads(zlib.decompress(frame) if isinstance(frame, bytes) else frame)
                TRAFFIC.received(frame if isinstance(frame, bytes) else message)
                self.received.append(message)
                self.handle(message)
        except ConnectionClosed:
            pass
        except Exception as error:  # told by the next `until`: nobody awaits this task
            self.violation = error

    async def until(self, condition, what, deadline=DEADLINE, may_be_closed=False):
        """Waits for a condition, and fails early if it cannot come true any more."""
        def settled():
            return condition() or self.violation or (self.reader.done() and not may_be_closed)
        await until(settled, f"{what} at {self.alias}", deadline)
        if self.violation:
            raise self.violation
        if not condition():
            raise AssertionError(f"closed with {self.socket.close_code} {self.socket.close_reason} before {what}")

    # Edits

    async def edit(self, kind, **fields):
        """Sends a new edit and returns its sequence."""
        self.last_sequence += 1
        self.pending[self.last_sequence] = {"kind": kind} | fields
        await self.send(self.sealed(self.last_sequence, self.pending[self.last_sequence]))
        return self.last_sequence

    async def insert(self, name, place=("last",), is_included=True, id=None):
        """Sends the insert of a label and returns its sequence and id."""
        id = id or str(uuid.uuid4())
        return await self.edit(
            "insert", ids=[id], name=name, isIncluded=is_included, place=list(place),
            orientation=self.orientation), id

    async def rename(self, id, name):
        return await self.edit("rename", ids=[id], name=name, base=self.name(id), seen=self.revision)

    async def outcome(self, sequence, deadline=DEADLINE):
        """Waits for an edit's outcome."""
        await self.until(lambda: sequence in self.outcomes, f"the outcome of {sequence}", deadline)
        return self.outcomes[sequence]

    async def settle(self):
        """Waits until every edit has its outcome."""
        await self.until(lambda: not self.pending, f"the outcomes of {sorted(self.pending)[:5]}…")

    def sealed(self, sequence, edit):
        return {"type": "edit", "sequence": sequence, "acknowledgedThrough": self.acknowledged} | edit

    @property
    def acknowledged(self):
        """Up to where every outcome is known."""
        if not self.acknowledge:
            return 0
        return min(self.pending, default=self.last_sequence + 1) - 1

    # The replica

    @property
    def revision(self):
        return self.point["revision"] if self.point else 0

    @property
    def names(self):
        """The names as they stand on screen."""
        names = [label["name"] for label in self.labels]
        return names[::-1] if self.orientation else names

    def name(self, id):
        return self.labels[self.index(id)]["name"]

    def index(self, id):
        return next(index for index, label in enumerate(self.labels) if label["id"] == id)

    def handle(self, message):
        match message["type"]:
            case "welcome": self.welcomed(message)
            case "snapshot": self.snapshot(message)
            case "diff":
                self.claimed = True
                for change in message["changes"]:
                    self.apply(change)
            case "settled":
                self.claimed = True
                self.waiting += message["outcomes"]
            case "list": self.info = {"title": message["title"], "isArchived": message["isArchived"]}
            case "beat" | "error" | "presence": pass
            case other: raise ProtocolViolation(f"there is no message {other!r}")
        self.take_outcomes()

    def welcomed(self, welcome):
        self.welcomes.append(welcome)
        self.info = {"title": welcome.get("title"), "isArchived": welcome.get("isArchived", False)}
        if self.author not in (None, welcome["author"]) and welcome["list"] == (self.point or welcome)["list"]:
            raise ProtocolViolation(f"author {self.author} became {welcome['author']}")
        self.author = welcome["author"]
        self.claimed = self.claimed or welcome["exists"]
        if self.point is None or welcome["reset"]:
            self.point = {"list": welcome["list"], "epoch": welcome["epoch"], "revision": 0, "hash": "0" * 16}
            self.labels, self.orientation = [], 0
        self.waiting = list(welcome["outcomes"])

    def snapshot(self, chunk):
        if chunk["chunk"] == 0:
            self.chunks = []
        if chunk["chunk"] != len(self.chunks):
            raise ProtocolViolation(f"chunk {chunk['chunk']} came as number {len(self.chunks)}")
        self.chunks.append(chunk)
        if len(self.chunks) < chunk["chunks"]:
            return
        self.point = {key: chunk[key] for key in ("list", "epoch", "revision", "hash")}
        self.orientation = chunk["orientation"]
        self.labels = [
            {key: label[key] for key in ("id", "name", "isIncluded")}
            for part in self.chunks for label in part["labels"]]
        self.chunks = []

    def apply(self, change):
        if change["revision"] != self.revision + 1:
            raise ProtocolViolation(f"revision {change['revision']} came after {self.revision}")
        for effect in change["effects"]:
            self.apply_effect(effect)
        self.point = self.point | {"revision": change["revision"], "hash": change["hash"]}
        if change["author"] == self.author and not change.get("partial"):
            self.learn(change["sequence"], {"outcome": "applied", "asOf": change["revision"]})

    def apply_effect(self, effect):
        match effect["effect"]:
            case "inserted" | "restored": self.place(effect["label"], effect["after"])
            case "renamed": self.labels[self.index(effect["id"])]["name"] = effect["value"]
            case "included": self.labels[self.index(effect["id"])]["isIncluded"] = effect["value"]
            case "moved": self.place(self.labels.pop(self.index(effect["id"])), effect["after"])
            case "reversed": self.orientation = effect["value"]
            case "removed": self.labels.pop(self.index(effect["id"]))
            case other: raise ProtocolViolation(f"there is no effect {other!r}")

    def place(self, label, after):
        index = 0 if after is None else self.index(after) + 1
        self.labels.insert(index, dict(label))

    def take_outcomes(self):
        due = [outcome for outcome in self.waiting if outcome["asOf"] <= self.revision]
        self.waiting = [outcome for outcome in self.waiting if outcome["asOf"] > self.revision]
        for outcome in due:
            self.learn(outcome["sequence"], {key: value for key, value in outcome.items() if key != "sequence"})

    def learn(self, sequence, outcome):
        """Notes an outcome. One edit has one outcome for ever."""
        known = self.outcomes.setdefault(sequence, outcome)
        if known != outcome:
            raise ProtocolViolation(f"edit {sequence} was {known}, and then {outcome}")
        self.pending.pop(sequence, None)
