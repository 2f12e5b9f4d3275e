"""The local half of a `colabel_client`: what works offline, and outlives the process.

Written from docs/protocol.md alone.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from .label_list import Label, LabelList, Message, Place, clusters
from .storage import Edit, Notice, Store

DEFAULT_LIMITS = {"labels": 200_000, "nameGraphemes": 500, "nameBytes": 4096, "labelsPerEdit": 1000,
                  "restoredBytes": 524_288, "openEdits": 256, "messageBytes": 262_144}


class Refused(ValueError):
    """The edit would break a limit or a rule of the protocol; nothing was stored."""


class DurableReplica:
    """A replica of one list with its outbox, its identity, and what the person must be told."""

    def __init__(self, path: str, synchronous: str, on_event: Callable[[str, Any], None] | None) -> None:
        self.on_event = on_event or (lambda *_: None)
        self.store = Store(path, synchronous)
        with self.store.transaction():
            if self.store.get("client") is None:
                self._new_identity()
        self._load()

    def close(self) -> None:
        self.store.db.close()

    def _load(self) -> None:
        """Reads everything that is durable: at the start, and when a transaction was rolled back."""
        store = self.store
        self.id, self.secret, self.era = store.get("client"), store.get("secret"), store.get("era")
        self.claimed, self.known, self.next = store.get("claimed"), store.get("known"), store.get("next")
        self.acknowledged, self.limits = store.get("acknowledged"), store.get("limits", DEFAULT_LIMITS)
        self.point: Message | None = store.get("point")  # where to resume
        self.former: Message | None = store.get("former")  # where the replica stands, even if it must not be resumed
        self.replica = store.load_list()
        self.pending = {edit.ticket: edit for edit in store.edits("outcome IS NULL")}
        self._events: list[tuple[str, Any]] = []
        self._view: LabelList | None = None

    # What a program reads

    def view(self) -> list[Label]:
        """The list as the person sees it: the replica with all pending edits on top, turned as the screen is."""
        return self._predicted().on_screen()

    @property
    def orientation(self) -> int:
        return self._predicted().orientation

    @property
    def revision(self) -> int:
        return self.former["revision"] if self.former else 0

    def outcome(self, ticket: int) -> Message | None:
        return self.store.outcome(ticket)

    def group_of(self, group: str) -> list[int]:
        return [edit.ticket for edit in self.store.edits("grp = ?", group)]

    def notices(self) -> list[Notice]:
        return self.store.notices()

    def dismiss(self, notice: int) -> None:
        self.store.dismiss(notice)

    # Edits

    def insert(self, name: str, place: Place, is_included: bool = True, *, group: str | None = None) -> int:
        return self._edit(group, kind="insert", ids=[str(uuid.uuid4())], name=name, isIncluded=is_included, place=place,
                          orientation=self.orientation)

    def rename(self, label: str, name: str, base: str | None = None, seen: int | None = None, *,
               group: str | None = None) -> int:
        """`base` and `seen`: what the editor built on. Without them, what the view shows now."""
        if base is None:
            base = self._predicted().labels[label]["name"]
        return self._edit(group, kind="rename", ids=[label], name=name, base=base,
                          seen=self.revision if seen is None else seen)

    def include(self, labels: list[str], is_included: bool, *, group: str | None = None) -> int:
        return self._edit(group, kind="include", ids=labels, isIncluded=is_included)

    def remove(self, labels: list[str], *, group: str | None = None) -> int:
        return self._edit(group, kind="remove", ids=labels)

    def move(self, labels: list[str], place: Place, *, group: str | None = None) -> int:
        return self._edit(group, kind="move", ids=labels, place=place, orientation=self.orientation)

    def reverse(self, *, group: str | None = None) -> int:
        return self._edit(group, kind="reverse", orientation=self.orientation)

    def restore(self, labels: list[str], *, group: str | None = None) -> int:
        return self._edit(group, kind="restore", ids=labels)

    def undo(self, *tickets: int) -> list[int]:
        """Undoes edits of this client, last first, as one group if they are several. An undo of an undo is a redo.

        The last edit, if it is a draft, is just dropped. Returns the tickets of the undos that will be sent.
        """
        made, group = [], str(uuid.uuid4()) if len(tickets) > 1 else None
        for ticket in sorted(tickets, reverse=True):
            edit = self.pending.get(ticket)
            with self._commit():
                if edit and edit.sequence is None and ticket == max(self.pending):
                    self._settle(edit, {"outcome": "dropped"})
                    continue
                while edit and edit.sequence is None:
                    self._seal()
                target = self.store.sequence(ticket, self.era)
                if target is None:
                    raise Refused("only what this client itself has sent can be undone")
                made.append(self._edit(group, kind="undo", target=target))
        return made

    def _edit(self, group: str | None, **content: Any) -> int:
        """Checks the limits and stores a draft, combined with the last one where that is allowed."""
        self._check(content)
        with self._commit():
            last = self.pending[max(self.pending)] if self.pending else None
            if last and self._combines(last, content, group):
                key = "name" if content["kind"] == "rename" else "isIncluded"
                last.content = last.content | {key: content[key]}
                self.store.save(last, self.era)
                return last.ticket
            edit = Edit(0, content, group, self.revision, time.time())
            self.store.add(edit, self.era)
            self.pending[edit.ticket] = edit
        return edit.ticket

    def _combines(self, last: Edit, content: Message, group: str | None) -> bool:
        return (last.sequence is None and content["kind"] in ("rename", "include")
                and last.content["kind"] == content["kind"] and last.content["ids"] == content["ids"]
                and last.group == group and last.revision == self.revision)

    def _check(self, content: Message) -> None:
        ids, limits = content.get("ids", []), self.limits
        if "ids" in content and not 1 <= len(ids) <= limits["labelsPerEdit"]:
            raise Refused(f"an edit names 1 to {limits['labelsPerEdit']} labels")
        if len(set(ids)) < len(ids) or (content["kind"] == "move" and content["place"][-1] in ids):
            raise Refused("a label is named twice, or is to be placed beside itself")
        if "name" in content:
            try:
                size = len(content["name"].encode())
            except UnicodeEncodeError:
                raise Refused("the name is not valid Unicode") from None
            if size > limits["nameBytes"] or len(clusters(content["name"])) > limits["nameGraphemes"]:
                raise Refused("the name is too long")
        if content["kind"] == "insert" and len(self._predicted().order) >= limits["labels"]:
            raise Refused("the list is full")
        if len(json.dumps(content, ensure_ascii=False).encode()) + 200 > limits["messageBytes"]:
            raise Refused("the message would be too big")

    def _seal(self) -> Edit:
        """Gives the first draft its sequence. If it goes out now, the server must not take this client for a new one."""
        with self._commit():
            edit = next(edit for edit in self.pending.values() if edit.sequence is None)
            edit.sequence, self.next = self.next, self.next + 1
            self.store.save(edit, self.era)
            self.store.set(next=self.next)
            if self._is_welcomed():
                self._claim()
        return edit

    def _sealed(self) -> list[Edit]:
        return [edit for edit in self.pending.values() if edit.sequence is not None]

    def _settle(self, edit: Edit, outcome: Message, notice: str | None = None) -> None:
        del self.pending[edit.ticket]
        self.store.settle(edit, outcome)
        self._events.append(("settled", (edit.ticket, outcome)))
        if outcome["outcome"] in ("rejected", "mixed") and outcome.get("code") != "nothingToUndo":
            notice = notice or outcome["outcome"]
        if notice:
            self._tell(notice, edit, outcome)

    def _tell(self, kind: str, edit: Edit | None, detail: Message) -> None:
        self._events.append(("notice", self.store.add_notice(kind, edit, detail)))

    @contextlib.contextmanager
    def _commit(self) -> Iterator[None]:
        """One transaction. Only after the outermost one its events are handed out."""
        is_outermost = not self.store.db.in_transaction
        with self.store.transaction():
            yield
        self._view = None
        if is_outermost:
            events, self._events = self._events, []
            for kind, value in [*events, ("changed", None)]:
                self.on_event(kind, value)
            self._changed()

    def _predicted(self) -> LabelList:
        if self._view is None:
            self._view = self.replica.copy()
            for edit in self.pending.values():
                if not edit.withdrawn:
                    self._view.predict(edit.content)
        return self._view

    # What the connected half adds

    def _is_welcomed(self) -> bool:
        raise NotImplementedError

    def _changed(self) -> None:
        """Something was stored that may have to be sent."""
        raise NotImplementedError

    # Who it is

    def _new_identity(self) -> None:
        """The very first client, or the one after a forgotten one. The replica and the known list remain."""
        self.store.set(client=str(uuid.uuid4()), secret=secrets.token_urlsafe(24), claimed=False, next=1,
                       acknowledged=0, era=self.store.get("era", 0) + 1)

    def _become_new(self, trusts_drafts: bool) -> None:
        """Edits that were sent may have been applied; drafts go on, unless they may have been sent too."""
        for edit in list(self.pending.values()):
            if edit.sequence is not None or not trusts_drafts:
                self._settle(edit, {"outcome": "unknown"}, "perhapsApplied")
            elif edit.content["kind"] == "undo":
                self._settle(edit, {"outcome": "dropped"}, "undoDropped")
        self._new_identity()
        self.id, self.secret, self.era = (self.store.get(key) for key in ("client", "secret", "era"))
        self.claimed, self.next, self.acknowledged = False, 1, 0
        for draft in self.pending.values():
            self._forget_seen(draft)

    def _forget_seen(self, edit: Edit) -> None:
        if "seen" in edit.content:
            edit.content = edit.content | {"seen": 0}
        self.store.save(edit, self.era)

    def _claim(self, known: str | None = None) -> None:
        """The server knows this client; and, if it is named, that list exists."""
        if not self.claimed or known not in (None, self.known):
            self.claimed, self.known = True, known or self.known
            self.store.set(claimed=True, known=self.known)
