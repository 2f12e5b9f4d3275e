"""`colabel bench`: what it says of a good server, and of one whose messages are tampered with."""

import json
import re

import pytest

from proxy import Direction, Proxy
from server import run


def bench(port, folder, *flags):
    """The exit code, what was printed, and the result."""
    path = folder / "result.json"
    ended = run("bench", "--url", f"http://127.0.0.1:{port}/lists/bench", "--json", path, *flags)
    return ended.returncode, ended.stdout + ended.stderr, json.loads(path.read_text()) if path.exists() else None


@pytest.mark.parametrize("preset", ["fanout", "writers", "storm", "stall"])
def test_a_preset_tells_what_it_measured(server, tmp_path, preset):
    small = {"fanout": ["--clients", "20"], "writers": ["--clients", "10", "--writers", "10"],
             "storm": ["--clients", "25", "--labels", "50", "--storms", "1"], "stall": []}[preset]
    code, told, result = bench(server.port, tmp_path, "--preset", preset, "--duration", "1", *small)
    assert code == 0, told
    assert result["preset"] == preset and result["violations"] == []
    assert result["judgedEdits"] >= result["answered"] > 0
    assert 0 < result["settlement"]["p50"] <= result["settlement"]["p99"] <= result["settlement"]["max"]
    assert result["server"]["bytesBefore"] > 1 << 20 and result["server"]["cpu"] > 0
    assert (result["lateness"]["count"] > 0) == (result["rate"] > 0) if result["rate"] else "lateness" not in result
    assert len(result["storms"]) == (1 if preset == "storm" else 0)
    assert "JUDGEMENT: ok" in told


def test_a_fixed_rate_is_kept(server, tmp_path):
    code, told, result = bench(server.port, tmp_path, "--rate", "100", "--duration", "2", "--clients", "10", "--writers", "2")
    assert code == 0, told
    assert 195 <= result["lateness"]["count"] <= 205


def test_clients_that_join_are_measured(server, tmp_path):
    code, told, result = bench(server.port, tmp_path, "--preset", "join", "--labels", "300", "--duration", "2", "--joins", "5")
    assert code == 0, told
    assert result["joins"]["count"] == 5 and result["joins"]["bytesMost"] > 300 * 16


def test_several_lists_and_idle_connections(server, tmp_path):
    code, told, result = bench(
        server.port, tmp_path, "--lists", "3", "--clients", "9", "--writers", "6", "--idle", "20", "--duration", "1")
    assert code == 0, told
    assert "bytesPerIdleConnection" in result
    assert {f"bench-{number}" for number in (1, 2, 3)} <= set(server.aliases())


def test_what_a_list_held_before_is_left_alone_or_edited_as_asked(server, tmp_path):
    def loaded(existing):
        code, told, _ = bench(server.port, tmp_path, "--existing", existing, "--labels", "50", "--duration", "1")
        assert code == 0, told
        return {label["id"]: label for label in server.labels("bench")}

    held = loaded("no")
    assert held
    left_alone = loaded("no")
    assert {number: left_alone.get(number) for number in held} == held
    edited = loaded("yes")
    assert {number: edited.get(number) for number in held} != held


class Tampering(Proxy):
    """Does something to messages with changes that the server sends: to the tenth on one connection, or to all on all."""

    def __init__(self, port, how, everywhere=False):
        super().__init__(port, splits=True)
        self.how = how
        self.everywhere = everywhere
        self.victim = None
        self.seen = 0

    def altered(self, connection, direction, piece, message):
        if direction is Direction.TO_SERVER or not message or b'"type":"diff"' not in piece:
            return piece
        self.victim = self.victim or connection
        self.seen += connection == self.victim
        is_chosen = self.everywhere or (connection == self.victim and self.seen == 10)
        return self.how(piece) if is_chosen else piece


def misdated(piece):
    return piece.replace(b'"time":1', b'"time":2')


@pytest.mark.parametrize("how, everywhere, found", [
    (misdated, False, r"of another change at revision \d+ than (others|the log has)"),
    (misdated, True, r"of another change at revision \d+ than the log has"),
    (lambda piece: b"", False, r"was told revision \d+ where \d+ belongs"),
    (lambda piece: piece + piece, False, r"was told revision \d+ where \d+ belongs")],
    ids=["another change for one", "another change for all", "a change that is missing", "a change that comes twice"])
def test_a_server_that_tells_clients_something_else_is_found_out(server, tmp_path, how, everywhere, found):
    with Tampering(server.port, how, everywhere) as proxy:
        code, told, result = bench(
            proxy.port, tmp_path, "--clients", "6", "--writers", "1", "--replicas", "0", "--mix", "rename=90,insert=10", "--duration", "1")
    assert code == 1, told
    assert any(re.search(found, violation) for violation in result["violations"]), told
    assert "JUDGEMENT: " in told and "ok" not in told.split("JUDGEMENT: ")[1].split()[0]


def test_a_preset_that_does_not_exist_is_refused(tmp_path):
    code, told, _ = bench(1, tmp_path, "--preset", "fan")
    assert code == 2 and "preset 'fan'" in told
