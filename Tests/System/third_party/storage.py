"""What outlives the process of a `colabel_client`, in SQLite. Written from docs/protocol.md alone."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .label_list import LabelList, Message

# Changes after which the stored list is written anew.
JOURNAL_LENGTH = 500

TABLES = """
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS journal (revision INTEGER PRIMARY KEY, effects TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS notice (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, ticket INTEGER, content TEXT, detail TEXT);
CREATE TABLE IF NOT EXISTS edit (
    ticket INTEGER PRIMARY KEY AUTOINCREMENT, era INTEGER, sequence INTEGER, content TEXT NOT NULL, grp TEXT,
    revision INTEGER, made REAL, withdrawn INTEGER DEFAULT 0, outcome TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS edit_sequence ON edit (era, sequence);
CREATE INDEX IF NOT EXISTS edit_open ON edit (ticket) WHERE outcome IS NULL;
"""


@dataclass(frozen=True)
class Notice:
    """Something that a person must be told. `kind` is one of

    rejected, mixed: an edit, or a part of it, did not happen; overwritten: a text of this client did not survive;
    perhapsApplied: it was sent, and its outcome is lost; notSent: it was given up; undoDropped: an undo lost its target.
    """

    id: int
    kind: str
    ticket: int | None
    content: Message | None  # the edit, with its text
    detail: Message

    @property
    def text(self) -> str | None:
        return (self.content or {}).get("name")


@dataclass
class Edit:
    """An edit without an outcome; a draft as long as it has no sequence."""

    ticket: int
    content: Message
    group: str | None
    revision: int  # the confirmed one when it was made
    made: float
    sequence: int | None = None
    withdrawn: bool = False

    def message(self, acknowledged: int) -> Message:
        head: Message = {"type": "edit", "sequence": self.sequence, "acknowledgedThrough": acknowledged}
        if self.withdrawn:
            return head | {"kind": "withdraw"}
        return head | ({"group": self.group} if self.group else {}) | self.content


class Store:
    """The client's file, locked for as long as it is open: two processes must not share an identity."""

    def __init__(self, path: str, synchronous: str) -> None:
        self.db = sqlite3.connect(path, isolation_level=None, timeout=0.5)
        self.db.executescript(f"PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                              f"PRAGMA synchronous = {synchronous};" + TABLES)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        if self.db.in_transaction:  # nested: the outer one commits
            yield
            return
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def get(self, key: str, default: Any = None) -> Any:
        row = self.db.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else default

    def set(self, **values: Any) -> None:
        self.db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)",
                            [(key, json.dumps(value)) for key, value in values.items()])

    # The list

    def load_list(self) -> LabelList:
        found = LabelList(**self.get("list", {}))
        for effects, in self.db.execute("SELECT effects FROM journal ORDER BY revision").fetchall():
            for effect in json.loads(effects):
                found.apply(effect)
        return found

    def save_list(self, whole: LabelList) -> None:
        self.db.execute("DELETE FROM journal")
        self.set(list={"order": whole.order, "labels": whole.labels, "orientation": whole.orientation})

    def save_change(self, change: Message, whole: LabelList) -> None:
        """Adds a change to the stored list; `whole` has it already."""
        if change["revision"] % JOURNAL_LENGTH == 0:
            self.save_list(whole)
        else:
            self.db.execute("INSERT INTO journal VALUES (?, ?)", (change["revision"], json.dumps(change["effects"])))

    # Edits

    def edits(self, where: str, *values: Any) -> list[Edit]:
        rows = self.db.execute("SELECT ticket, content, grp, revision, made, sequence, withdrawn FROM edit "
                               f"WHERE {where} ORDER BY ticket", values).fetchall()
        return [Edit(ticket, json.loads(content), group, revision, made, sequence, bool(withdrawn))
                for ticket, content, group, revision, made, sequence, withdrawn in rows]

    def add(self, edit: Edit, era: int) -> None:
        """Stores a new edit and gives it its ticket."""
        cursor = self.db.execute("INSERT INTO edit (era, content, grp, revision, made) VALUES (?, ?, ?, ?, ?)",
                                 (era, json.dumps(edit.content), edit.group, edit.revision, edit.made))
        edit.ticket = cursor.lastrowid or 0

    def save(self, edit: Edit, era: int) -> None:
        self.db.execute(
            "UPDATE edit SET era = ?, sequence = ?, content = ?, revision = ?, withdrawn = ? WHERE ticket = ?",
            (era, edit.sequence, json.dumps(edit.content), edit.revision, edit.withdrawn, edit.ticket))

    def settle(self, edit: Edit, outcome: Message) -> None:
        self.db.execute("UPDATE edit SET outcome = ? WHERE ticket = ?", (json.dumps(outcome), edit.ticket))

    def outcome(self, ticket: int) -> Message | None:
        row = self.db.execute("SELECT outcome FROM edit WHERE ticket = ?", (ticket,)).fetchone()
        return json.loads(row[0]) if row and row[0] else None

    def sequence(self, ticket: int, era: int) -> int | None:
        """The sequence under which an edit was sealed by the client of this era."""
        row = self.db.execute("SELECT sequence FROM edit WHERE ticket = ? AND era = ?", (ticket, era)).fetchone()
        return row[0] if row else None

    # Notices

    def add_notice(self, kind: str, edit: Edit | None, detail: Message) -> Notice:
        ticket, content = (edit.ticket, edit.content) if edit else (None, None)
        cursor = self.db.execute("INSERT INTO notice (kind, ticket, content, detail) VALUES (?, ?, ?, ?)",
                                 (kind, ticket, json.dumps(content), json.dumps(detail)))
        return Notice(cursor.lastrowid or 0, kind, ticket, content, detail)

    def notices(self) -> list[Notice]:
        rows = self.db.execute("SELECT id, kind, ticket, content, detail FROM notice ORDER BY id").fetchall()
        return [Notice(id, kind, ticket, json.loads(content), json.loads(detail))
                for id, kind, ticket, content, detail in rows]

    def dismiss(self, notice: int) -> None:
        self.db.execute("DELETE FROM notice WHERE id = ?", (notice,))
