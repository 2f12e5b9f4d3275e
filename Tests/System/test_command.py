"""The command line, and the lines that it logs."""

import asyncio
import os
import re
import socket
import uuid
from pathlib import Path

import pytest

from client import until
from server import REPOSITORY, Server, run


def test_help_tells_the_commands_and_their_flags():
    assert "serve" in run("--help").stdout
    result = run("serve", "--help")
    assert (result.returncode, result.stderr) == (0, "")
    for flag in ("--listen HOST:PORT", "--data DIR", "--web DIR", "--log-format", "--log-level", "--allow-origin"):
        assert flag in result.stdout


def test_version_is_one_line():
    result = run("--version")
    assert re.fullmatch(r"colabel \d+\.\d+\.\d+\n", result.stdout) and result.returncode == 0


@pytest.mark.parametrize("arguments, hints", [
    (["serve", "--lisen", "127.0.0.1:0"], ["--lisen", "'--listen'"]), (["serv"], ["'serv'", "'serve'"]),
    (["serve", "--log-format", "xml"], ["--log-format", "text or json"]),
    (["serve", "--listen", "8080"], ["--listen", "HOST:PORT"]), (["serve", "--listen", "x:99999"], ["HOST:PORT"]),
    (["serve", "--data"], ["--data", "DIR"]), (["serve", "--max-labels", "many"], ["--max-labels", "5000000"]),
    (["serve", "--beat-seconds", "0"], ["--beat-seconds", "from 1"])], ids=lambda value: " ".join(value))
def test_a_wrong_argument_is_refused_with_a_hint(arguments, hints):
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("colabel: ") and result.stderr.count("\n") == 1
    assert all(hint in result.stderr for hint in hints)


def serve(folder, *flags):
    """Runs a server that is expected not to start."""
    result = run("serve", "--listen", "127.0.0.1:0", "--data", folder / "data", "--web", REPOSITORY / "web", *flags)
    assert (result.returncode, result.stdout) == (1, "")
    return result.stderr


def test_a_port_in_use_is_told(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        error = serve(tmp_path, "--listen", f"127.0.0.1:{port}")
    assert str(port) in error and "in use" in error


def test_a_data_folder_in_use_is_told_with_the_process_that_holds_it(server):
    error = serve(server.data.parent)
    assert str(server.data) in error and str(server.process.pid) in error
    assert server.request("GET", "/healthz")[0] == 200


def test_a_data_folder_that_cannot_be_one_is_told(tmp_path):
    (tmp_path / "data").write_text("a file")
    assert str(tmp_path / "data") in serve(tmp_path)


def test_a_folder_without_the_page_is_told(tmp_path):
    assert str(tmp_path) in serve(tmp_path, "--web", tmp_path)


def test_a_database_of_garbage_is_told_and_left_alone(tmp_path):
    (tmp_path / "data").mkdir()
    database = tmp_path / "data/colabel.sqlite"
    database.write_bytes(b"not a database " * 1_000)
    assert serve(tmp_path)
    assert database.read_bytes() == b"not a database " * 1_000


def test_it_stops_on_either_signal_with_exit_code_0(make_server):
    for signal in (2, 15):
        server = make_server()
        server.process.send_signal(signal)
        assert server.process.wait(20) == 0


# The log

async def test_the_log_tells_what_happened(make_server, make_client):
    server = make_server("--idle-list-timeout", "1")
    client = make_client(server)
    await client.connect()
    label = str(uuid.uuid4())
    sequence = await client.edit("remove", ids=[label])
    await client.outcome(sequence)
    await client.drop()
    await until(lambda: server.events("list.closed"), "the close of the list")
    assert await asyncio.to_thread(server.stop) == 0

    started, = server.events("server.started")
    assert (started["host"], started["port"], started["data"]) == ("127.0.0.1", server.port, str(server.data))
    opened, = server.events("connection.opened", list="words", address="127.0.0.1")
    closed, = server.events("connection.closed", list="words", connection=opened["connection"], code=1006)
    assert len(server.events("list.opened", list="words")) == len(server.events("list.closed", list="words")) == 1
    rejected, = server.events("edit.rejected")
    assert rejected | {"list": "words", "label": label, "edit": f"{client.id}/{sequence}",
                       "code": "unknownLabel"} == rejected
    assert [line["event"] for line in server.log][-2:] == ["server.stopping", "server.stopped"]
    assert all({"time", "level", "event"} <= line.keys() for line in server.log)
    times = [line["time"] for line in server.log]
    assert times == sorted(times)


async def test_what_a_peer_sends_does_not_break_log_lines(make_server, make_client):
    """An alias is from a narrow alphabet, and names are never logged: only ids, codes and numbers are."""
    server = make_server("--log-level", "debug")
    client = make_client(server)
    await client.connect()
    sequence, id = await client.insert('"},\n{"level":"error"')
    await client.outcome(sequence)
    await client.outcome(await client.edit("rename", ids=[id], name="x" * 600, base="", seen=0))
    assert server.events("edit.rejected", code="invalidName")
    assert server.events("edit.rejected", level="error") == []
    assert "error" not in {line["level"] for line in server.log}


async def test_a_level_leaves_out_what_is_below_it(make_server, make_client):
    server = make_server("--log-level", "warning")
    await make_client(server).connect()
    await asyncio.to_thread(server.stop)
    assert server.log == []


@pytest.mark.parametrize("kind", ["a full disk", "a reader that is gone"])
async def test_a_log_that_cannot_be_written_stops_nobody(make_server, make_client, tmp_path, kind):
    server = Server(tmp_path, "--log-level", "debug")
    if kind == "a full disk":
        server.stderr = Path("/dev/full")
        server.start()
    else:
        reading, writing = os.pipe()
        server.stderr = Path(f"/proc/self/fd/{writing}")
        server.start()
        os.close(writing)
        os.close(reading)
    try:
        client = make_client(server)
        await client.connect()
        outcome = await client.outcome(await client.edit("remove", ids=[str(uuid.uuid4())]))
        assert outcome["code"] == "unknownLabel"
        assert server.lives
    finally:
        assert await asyncio.to_thread(server.stop) == 0
