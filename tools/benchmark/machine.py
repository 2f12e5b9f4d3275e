"""What the figures were measured on."""

import os
import platform
import re
import resource
import statistics
import time
from datetime import datetime, timezone
from pathlib import Path

SYNCS = 200


def raise_file_limit() -> None:
    """As many open files as the system allows: each connection is one, of the server and of the generator."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def sync_milliseconds(folder: Path) -> float:
    """How long the disk takes to have 4 KiB more on it: the median."""
    path = folder / "sync-probe"
    times = []
    with open(path, "wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    path.unlink()
    return statistics.median(times) * 1000


def describe(folder: Path) -> str:
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        f"{datetime.now(timezone.utc):%Y-%m-%d}, {cpu[1] if cpu else platform.machine()}, {os.cpu_count()} cores, "
        f"{int(memory[1]) / 1e6:.0f} GB of memory, Linux {platform.release()}, a sync of 4 KiB takes "
        f"{sync_milliseconds(folder):.3f} ms, {files} open files. Server and generator on this one machine.")
