"""A list of labels as a `colabel_client` keeps it, and how names merge. Written from docs/protocol.md alone."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Message = dict[str, Any]
Place = list[str]

MADE = ("inserted", "restored")
EFFECTS = (*MADE, "renamed", "included", "moved", "removed", "reversed")


class Broken(Exception):
    """What the server sent does not fit the replica."""


class Label(NamedTuple):
    id: str
    name: str
    is_included: bool


@dataclass
class LabelList:
    """Labels in canonical order, and how the screen is turned."""

    order: list[str] = field(default_factory=list)
    labels: dict[str, Message] = field(default_factory=dict)
    orientation: int = 0

    def copy(self) -> LabelList:
        return LabelList(self.order[:], dict(self.labels), self.orientation)

    def on_screen(self) -> list[Label]:
        order = reversed(self.order) if self.orientation else self.order
        return [Label(id, self.labels[id]["name"], self.labels[id]["isIncluded"]) for id in order]

    # What the server says

    def apply(self, effect: Message) -> None:
        """Applies an effect, or raises `Broken`."""
        kind = effect.get("effect")
        if kind not in EFFECTS:
            raise Broken(f"an unknown effect: {kind}")
        if kind == "reversed":
            self.orientation = effect["value"]
            return
        target = effect["label"]["id"] if kind in MADE else effect["id"]
        if (target in self.labels) == (kind in MADE):
            raise Broken(f"{kind}, but the label is{'' if target in self.labels else ' not'} there")
        if kind == "renamed":
            self.change(target, name=effect["value"])
        elif kind == "included":
            self.change(target, isIncluded=effect["value"])
        elif kind == "removed":
            self.remove([target])
        else:
            self.take([target])
            if kind in MADE:
                self.labels[target] = without_marks(effect["label"])
            self.put([target], self.behind(effect["after"], target))

    def behind(self, after: str | None, target: str) -> int:
        if after is None:
            return 0
        if after not in self.labels or after == target:
            raise Broken("the label in front is not there")
        return self.order.index(after) + 1

    # What an edit of one's own will probably do

    def predict(self, edit: Message) -> None:
        """Applies a pending edit. Restores and undos are left to the server."""
        kind, ids = edit["kind"], [id for id in edit.get("ids", []) if id in self.labels]
        if kind == "insert" and not ids:
            id, = edit["ids"]
            self.labels[id] = {"id": id, "name": edit["name"], "isIncluded": edit["isIncluded"]}
            self.put([id], self.index(edit["place"], edit["orientation"]))
        elif kind == "move":
            self.take(ids)
            self.put(ids[::-1] if edit["orientation"] else ids, self.index(edit["place"], edit["orientation"]))
        elif kind == "remove":
            self.remove(ids)
        elif kind == "reverse":
            self.orientation = 1 - edit["orientation"]
        elif kind == "include":
            for id in ids:
                self.change(id, isIncluded=edit["isIncluded"])
        elif kind == "rename":
            for id in ids:
                self.change(id, name=merge(edit["base"], self.labels[id]["name"], edit["name"]))

    def index(self, place: Place, orientation: int) -> int:
        """Where a place on a screen is in the canonical order. An anchor that is gone counts as the end."""
        where = place[0]
        if orientation:
            where = {"first": "last", "last": "first", "before": "after", "after": "before"}[where]
        if where == "first":
            return 0
        if where == "last" or place[1] not in self.labels:
            return len(self.order)
        return self.order.index(place[1]) + (where == "after")

    def put(self, ids: list[str], index: int) -> None:
        self.order[index:index] = ids

    def take(self, ids: list[str]) -> None:
        gone = set(ids)
        self.order = [id for id in self.order if id not in gone]

    def remove(self, ids: list[str]) -> None:
        self.take(ids)
        for id in ids:
            del self.labels[id]

    def change(self, id: str, **fields: Any) -> None:
        self.labels[id] = self.labels[id] | fields


def without_marks(label: Message) -> Message:
    return {key: label[key] for key in ("id", "name", "isIncluded")}


# Names

def clusters(text: str) -> list[str]:
    """Extended grapheme clusters, nearly, since the standard library has none: enough to predict, and the server decides."""
    found: list[str] = []
    for char in text:
        last = found[-1] if found else ""
        if last and joins(last, char):
            found[-1] += char
        else:
            found.append(char)
    return found


def joins(last: str, char: str) -> bool:
    """Whether a character belongs to the cluster in front of it."""
    extends = (unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Mc")
               or char in "\u200d\ufe0f" or "\U0001f3fb" <= char <= "\U0001f3ff")
    pairs = len(last) == 1 and is_regional(last) and is_regional(char)
    return bool(extends or pairs or last + char == "\r\n" or last.endswith("\u200d"))


def is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def merge(base: str, current: str, new: str) -> str:
    """The three-way merge of names; of two in conflict, the new one."""
    if current in (base, new):
        return new
    if new == base:
        return current
    b, c, n = clusters(base), clusters(current), clusters(new)
    (c_start, c_end), (n_start, n_end) = changed(b, c), changed(b, n)
    if c_end < n_start:
        return "".join(c[:len(c) - (len(b) - c_end)] + b[c_end:n_start] + n[n_start:])
    if n_end < c_start:
        return "".join(n[:len(n) - (len(b) - n_end)] + b[n_end:c_start] + c[c_start:])
    return new


def changed(base: list[str], other: list[str]) -> tuple[int, int]:
    """The region of base that is left after the longest common prefix and then the longest common suffix."""
    start, end = 0, 0
    while start < min(len(base), len(other)) and base[start] == other[start]:
        start += 1
    while end < min(len(base), len(other)) - start and base[-1 - end] == other[-1 - end]:
        end += 1
    return start, len(base) - end
