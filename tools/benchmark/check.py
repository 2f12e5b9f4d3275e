"""A short run of the presets in small: whether the judgement is good, in a few seconds, for CI."""

import sys
from collections.abc import Callable

from .disturbing import kill_amid
from .server import JudgementFailed, Server

SMALL: dict[str, tuple[str, ...]] = {
    "fanout": ("--preset", "fanout", "--clients", "50", "--duration", "2"),
    "writers": ("--preset", "writers", "--clients", "20", "--writers", "20", "--replicas", "5", "--duration", "2"),
    "storm": ("--preset", "storm", "--clients", "105", "--labels", "500", "--storms", "2", "--duration", "3"),
    "stall": ("--preset", "stall", "--duration", "3"),
    "lists": ("--lists", "10", "--clients", "40", "--writers", "20", "--duration", "1"),
}


def bench(flags: tuple[str, ...]) -> int:
    with Server() as server:
        return server.bench(*flags)["judgedEdits"]


def kill() -> int:
    return kill_amid("--preset", "writers", "--clients", "10", "--writers", "10", "--duration", "3")["judgedEdits"]


def run() -> bool:
    checks: dict[str, Callable[[], int]] = {name: lambda flags=flags: bench(flags) for name, flags in SMALL.items()}
    checks["kill"] = kill
    is_good = True
    for name, check in checks.items():
        try:
            print(f"{name}: ok, {check()} edits", flush=True)
        except JudgementFailed as failure:
            is_good = False
            print(f"{name}: JUDGEMENT FAILED\n{failure}", file=sys.stderr, flush=True)
    return is_good
