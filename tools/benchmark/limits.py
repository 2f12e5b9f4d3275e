"""What the machine allows without any server: the bounds of what one on it can do."""

import multiprocessing
import os
import select
import socket
import sqlite3
import time
from pathlib import Path

SECONDS = 2
ROW_BYTES = 200


def committed_rows(folder: Path, rows: int) -> float:
    """Rows a second that SQLite alone commits, so many at a time, each commit with its sync."""
    path = folder / "limit.sqlite"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, body BLOB)")
    batch = [(os.urandom(ROW_BYTES),) for _ in range(rows)]
    count = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO rows (body) VALUES (?)", batch)
        database.execute("COMMIT")
        count += rows
    rate = count / (time.perf_counter() - began)
    database.close()
    for leftover in folder.glob("limit.sqlite*"):
        leftover.unlink()
    return rate


def drain(sockets: list[socket.socket]) -> None:
    """Reads everything as fast as it comes."""
    room = bytearray(1 << 20)
    watched = select.epoll()
    by_number = {each.fileno(): each for each in sockets}
    for number in by_number:
        watched.register(number, select.EPOLLIN)
    while True:
        for number, _ in watched.poll():
            by_number[number].recv_into(room)


def writes(connections: int, size: int) -> float:
    """Writes a second of so many bytes, one after the other to so many connections of this machine, whose ends another process reads."""
    with socket.create_server(("127.0.0.1", 0), backlog=connections) as listener:
        near, far = [], []
        for _ in range(connections):
            near.append(socket.create_connection(listener.getsockname()))
            near[-1].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            far.append(listener.accept()[0])
    reader = multiprocessing.get_context("fork").Process(target=drain, args=(far,), daemon=True)
    reader.start()
    message = bytes(size)
    count = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for each in near:
            each.sendall(message)
        count += connections
    rate = count / (time.perf_counter() - began)
    reader.kill()
    reader.join()
    for each in (*near, *far):
        each.close()
    return rate
