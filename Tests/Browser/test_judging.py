"""What judges the tests of endurance finds whatever there may be to find."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from log_replica import LogReplica
from witness import Witness

Change = dict[str, Any]


def change(revision: int, author: int, sequence: int, **effect: Any) -> Change:
    return {"revision": revision, "author": author, "sequence": sequence, "effects": [effect]}


def label(id: str) -> dict[str, Any]:
    return {"id": id, "name": id, "isIncluded": True}


def good_log() -> list[Change]:
    return [
        change(1, 1, 1, effect="inserted", label=label("grid"), after=None),
        change(2, 1, 2, effect="inserted", label=label("tile"), after="grid"),
        change(3, 2, 1, effect="renamed", id="grid", value="Grid Two"),
        change(4, 1, 3, effect="moved", id="grid", after="tile"),
        change(5, 1, 4, effect="removed", id="tile"),
        change(6, 1, 5, effect="restored", label=label("tile") | {"overwrote": [{"author": 2, "revision": 2}]}, after=None),
        change(7, 1, 6, effect="included", id="tile", value=False),
        change(8, 1, 7, effect="reversed", value=1)]


def test_a_log_makes_its_list() -> None:
    replica = LogReplica(good_log())
    assert replica.faults == []
    assert replica.labels == [{"id": "tile", "name": "tile", "isIncluded": False}, {"id": "grid", "name": "Grid Two", "isIncluded": True}]
    assert replica.shown == replica.labels[::-1]
    assert replica.revision == 8


@pytest.mark.parametrize(["doctor", "fault"], [
    (lambda log: log.pop(2), "revision 4 stands where 3 belongs"),
    (lambda log: log[3].update(sequence=2), "author 1's edit 2 is logged 2 times"),
    (lambda log: log[2]["effects"][0].update(id="ring"), "revision 3 does not fit: .*"),
    (lambda log: log[5]["effects"][0].update(label=label("grid")), "revision 6 does not fit: .*"),
    (lambda log: log[2]["effects"][0].update(effect="renumbered"), "revision 3 does not fit: .*"),
])
def test_what_no_log_may_hold_is_found(doctor: Callable[[list[Change]], Any], fault: str) -> None:
    log = good_log()
    doctor(log)
    assert re.fullmatch(fault, LogReplica(log).faults[0])


class Socket:
    """A connection of somebody's, as their witness hears it."""

    def __init__(self, witness: Witness):
        self.witness = witness

    def send(self, type: str, **fields: Any) -> None:
        self.witness.sent(1, json.dumps({"type": type, **fields}))

    def receive(self, type: str, **fields: Any) -> None:
        self.witness.received(1, json.dumps({"type": type, **fields}))


REJECTED = {"sequence": 2, "outcome": "rejected", "code": "removed", "asOf": 5}


def witnessed() -> tuple[Witness, Socket]:
    """Author 2 of the good log, who renamed Grid with success and then Tile without."""
    witness = Witness()
    socket = Socket(witness)
    socket.send("hello", client="ada")
    socket.receive("welcome", author=2, outcomes=[])
    socket.send("edit", sequence=1, kind="rename", ids=["grid"], name="Grid Two", base="grid")
    socket.send("edit", sequence=2, kind="rename", ids=["tile"], name="Tile Two", base="tile")
    socket.receive("diff", changes=good_log()[:5])
    socket.receive("settled", outcomes=[REJECTED])
    witness.shown.add("Tile Two")
    return witness, socket


def test_a_person_who_was_told_the_truth_has_nothing_to_complain_of() -> None:
    witness, socket = witnessed()
    socket.receive("welcome", author=2, outcomes=[REJECTED])
    assert witness.judge(good_log()) == []


@pytest.mark.parametrize(["doctor", "fault"], [
    (lambda witness, socket, log: log.pop(2), "told to be applied at 3, and the log has it at None"),
    (lambda witness, socket, log: log.append(change(9, 2, 2, effect="reversed", value=0)), "'removed'.*, and the log has it at 9"),
    (lambda witness, socket, log: log.append(change(9, 2, 7, effect="reversed", value=0)), "is in the log, and no page asked for it"),
    (lambda witness, socket, log: witness.shown.clear(), "was rejected .*, and not shown"),
    (lambda witness, socket, log: socket.send("edit", sequence=3, kind="reverse"), "was never answered"),
    (lambda witness, socket, log: socket.send("edit", sequence=1, kind="reverse"), "was sent as .*, then as"),
    (lambda witness, socket, log: socket.receive("settled", outcomes=[REJECTED | {"outcome": "noEffect"}]), "was told to be .*, then"),
    (lambda witness, socket, log: socket.receive("welcome", author=3, outcomes=[]), "is author 3, and was another"),
])
def test_what_contradicts_what_a_person_was_told_is_found(doctor: Callable[..., Any], fault: str) -> None:
    witness, socket = witnessed()
    log = good_log()
    doctor(witness, socket, log)
    assert any(re.search(fault, found) for found in witness.judge(log))


def test_a_rejected_text_that_grew_into_a_later_one_need_not_be_shown() -> None:
    witness, socket = witnessed()
    witness.shown = {"Tile Three"}
    socket.send("edit", sequence=3, kind="rename", ids=["tile"], name="Tile Three", base="Tile Two")
    socket.receive("settled", outcomes=[REJECTED | {"sequence": 3}])
    assert witness.judge(good_log()) == []
