"""What is done to a server while clients load it."""

import time

from .server import Result, Server


def kill_amid(*flags: str) -> Result:
    """Kills the server when the writing has gone on for a second, and starts it again where it was."""
    with Server() as server:
        load = server.begin(*flags)
        load.wait_for(r"^1 s:")
        server.kill()
        server.start()
        result = load.result()
        if result["disconnects"] < result["clients"]:
            raise RuntimeError("the server was killed, and yet clients did not lose their connections")
        return result


def first_joins(server: Server, aliases: list[str]) -> tuple[float, float]:
    """Stops and starts a server, and joins lists, each for the first time. Milliseconds until it listened, and until the
    slowest client had its list."""
    server.stop()
    began = time.perf_counter()
    server.start()
    listening = (time.perf_counter() - began) * 1000
    joins = [
        server.bench(*"--clients 1 --writers 0 --replicas 0 --labels 0 --duration 1".split(), alias=alias)["connecting"]["max"]
        for alias in aliases]
    return listening, max(joins)
