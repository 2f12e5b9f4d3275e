"""Loads Colabel and its peers with the same work, one after the other, and prints how they compare: `make bench-peers`.

The load generator and the peers are not part of the project: HARNESS names their folder. They are copied to .build/peers, where Colabel
is added to them. Nothing else should run meanwhile. Exits with 1 if Colabel misses a goal.
"""

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Browser"))
from seed import writer  # noqa: E402
from server import Server  # noqa: E402

SCRATCH = ROOT / ".build/peers"
HARNESS = SCRATCH / "harness"
PACKAGES = ["socketify", "websockets", "psutil", "pycrdt", "pycrdt-websocket", "uvicorn", "uvloop", "aiosqlite"]
# The goals are set beside this one.
NAIVE = "lww-uws"
OURS = "colabel"
# The same with a commit for each edit: no peer, but what the broadcast would be if it kept what it says.
DURABLE = "lww-uws-durable"
PEERS = ["lww-ws", NAIVE, DURABLE, "y-websocket", "pycrdt"]
LIST = "bench"
# Its clients wait for the welcome before they edit, which the generator's seeding does not: the server starts with a filled folder.
ADAPTER = f"""
PEERS["{OURS}"] = dict(
    cmd=["bash", "-c", "cp -r $SEEDED {{store}}/data && exec {ROOT}/.build/release/colabel serve --listen 127.0.0.1:{{port}} --data {{store}}/data"],
    gen=["node", "{ROOT}/Tests/Peers/colabel_messages.js"], env={{"HARNESS": "{HARNESS}"}}, path="/lists/{LIST}/socket",
    opts=["--proto", "colabel.v1"], joinpat='"type":"presence"', msgs={{1: 250000, 50: 12000}})
PEERS["{DURABLE}"] = dict(PEERS["{NAIVE}"], cmd=["{{P}}/venv/bin/python", "{ROOT}/Tests/Peers/durable_broadcast.py", "{{port}}", "{{store}}/edits"])
"""
# The generator's first message is the same on every connection; each of ours is a client of its own.
SAME_INIT = "else if (initf) { static MsgFile *f; if (!f) f = loadf(initf); sendall(c, f); }"
OWN_INIT = """else if (initf) {
      static MsgFile *f; static uint8_t *own;
      if (!f) { f = loadf(initf); if (f->n) own = memmem(f->raw + f->m[0].off, f->m[0].len, "~C", 2); }
      if (own) digits(own, 12, 1000000 + (c - C), '0');
      sendall(c, f);
    }"""
# With --quick-search, for every peer alike: the C library looks for a short needle byte by byte, which takes up to half of the generator's
# time. It is not the default, because the goals were set with the generator as it is.
INCLUDES_END = "typedef struct { uint32_t off"
QUICK_SEARCH = """static void *quick(const void *heap, size_t n, const void *needle, size_t k) {
  const uint8_t *p = heap, *end = p + n;
  while ((size_t)(end - p) >= k && (p = memchr(p, *(const uint8_t *)needle, end - p - k + 1))) {
    if (!memcmp(p, needle, k)) return (void *)p;
    p++;
  }
  return NULL;
}
#define memmem quick
"""

Result = dict[str, float]


@dataclass(frozen=True)
class Cell:
    """One measurement: how it is asked for, which of its numbers counts, and what that has to be beside the naive broadcast's."""

    name: str
    scenario: str
    arguments: tuple[str, ...]
    number: Callable[[Result], float]
    unit: str
    goal: Callable[[float, float], bool]
    target: str
    is_more_better: bool = False


def at_least(factor: float) -> dict[str, object]:
    return {"number": lambda result: result["acks_per_s"], "unit": "edits/s", "goal": lambda ours, naive: ours >= factor * naive > 0,
            "target": f"≥ {factor} ×", "is_more_better": True}


def no_later(field: str) -> dict[str, object]:
    return {"number": lambda result: result[field], "unit": "ms", "goal": lambda ours, naive: ours <= naive, "target": "≤ 1 ×"}


CELLS = [
    *(Cell(f"fan-out to {clients}", "s1", (str(clients),), **at_least(factor)) for clients, factor in ((10, 2.4), (100, 6.5), (500, 12))),
    Cell("50 edits/s to 500, p50", "s1lat", ("500",), **no_later("lat_p50_ms")),
    Cell("50 edits/s to 500, p99", "s1lat", ("500",), **no_later("lat_p99_ms")),
    Cell("50 writers, window 8", "s2", (), **at_least(4.5)),
    Cell("50 writers, p99", "s2", (), lambda result: result["ack_p99_ms"], "ms", lambda ours, _: ours <= 20, "≤ 20 ms"),
    Cell("join 100,000, server CPU", "s3", ("100000",), lambda result: result["cpu_ms_per_join"], "ms", lambda ours, _: ours <= 3, "≤ 3 ms"),
    Cell("join 100,000, bytes", "s3", ("100000",), lambda result: result["bytes"] / 1e6, "MB", lambda ours, _: ours <= 3.5, "≤ 3.5 MB"),
]


def prepare(source: Path, searches_quickly: bool) -> None:
    shutil.rmtree(HARNESS, ignore_errors=True)
    shutil.copytree(source, HARNESS)
    for path in HARNESS.rglob("*"):
        path.chmod(path.stat().st_mode | 0o200)
    load = (HARNESS / "wsload.c").read_text()
    if SAME_INIT not in load or INCLUDES_END not in load:
        raise SystemExit("The load generator is another than the one that this command knows")
    load = load.replace(SAME_INIT, OWN_INIT)
    if searches_quickly:
        load = load.replace(INCLUDES_END, QUICK_SEARCH + INCLUDES_END, 1)
    (HARNESS / "wsload.c").write_text(load)
    subprocess.run([shutil.which("gcc") or "clang", "-O2", "-o", "wsload", "wsload.c"], cwd=HARNESS, check=True)
    with (HARNESS / "adapters.py").open("a") as adapters:
        adapters.write(ADAPTER)
    installed = SCRATCH / "venv/installed"
    if not installed.exists() or installed.read_text() != " ".join(PACKAGES):
        subprocess.run([sys.executable, "-m", "venv", "--clear", SCRATCH / "venv"], check=True)
        subprocess.run([SCRATCH / "venv/bin/pip", "install", "--quiet", *PACKAGES], check=True)
        installed.write_text(" ".join(PACKAGES))


def seeded(count: int) -> Path:
    """A data folder with a list of the generator's labels."""
    folder = SCRATCH / f"seeded-{count}"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        told = subprocess.check_output(["node", "-p", f"JSON.stringify(require('{HARNESS}/gen/common').labels({count}))"])
        server = Server(folder / "data")
        server.start()
        try:
            asyncio.run(fill(server, json.loads(told)))
        finally:
            server.stop()
        (folder / "ready").touch()
    return folder / "data"


async def fill(server: Server, labels: list[dict[str, object]]) -> None:
    async with writer(server, LIST) as made:
        for label in labels:
            await made.edit(kind="insert", ids=[label["id"]], name=label["name"], isIncluded=label["isIncluded"], place=["last"], orientation=0)
        await made.settle()


def measure(scenario: str, arguments: tuple[str, ...], peer: str) -> Result | None:
    labels = int(arguments[0]) if scenario == "s3" else 500
    environment = dict(os.environ, PEERS=str(SCRATCH), SEEDED=str(seeded(labels)), **({"INTRODUCES": "1"} if scenario == "s3" else {}))
    told = subprocess.run([sys.executable, HARNESS / "bench.py", scenario, peer, *arguments], env=environment, capture_output=True, text=True,
                          timeout=300)
    lines = [line for line in told.stdout.splitlines() if line.startswith("{")]
    if not lines or "error" in json.loads(lines[-1]):
        print(f"{scenario} {peer} told nothing: {told.stdout[-500:]}{told.stderr[-500:]}", file=sys.stderr)
        return None
    return json.loads(lines[-1])


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):,.1f} ({min(values):,.1f}–{max(values):,.1f})" if values else "–"


def compare(peers: list[str], rounds: int, words: list[str]) -> bool:
    chosen = [cell for cell in CELLS if not words or any(word in cell.name for word in words)]
    results: Results = {}
    for number in range(rounds):
        for scenario, arguments in dict.fromkeys((cell.scenario, cell.arguments) for cell in chosen):
            for peer in peers:
                print(f"round {number + 1}: {scenario} {' '.join(arguments)} {peer}", file=sys.stderr, flush=True)
                if result := measure(scenario, arguments, peer):
                    results.setdefault((scenario, arguments, peer), []).append(result)
    for number, cell in enumerate(chosen):
        if number > 0:
            print()
        print(f"{cell.name}, {cell.unit}\n\n| | median (smallest–largest) | Colabel against it |\n|---|--:|--:|")
        for peer in [OURS, *(peer for peer in peers if peer != OURS)]:
            show(peer, cell, results)
        show_best(cell, [peer for peer in peers if peer != OURS], results)
    print("\n| against the naive broadcast | ratio | goal | met |\n|---|--:|---|---|")
    are_met = [judge(cell, results) for cell in chosen]
    return all(are_met)


Results = dict[tuple[str, tuple[str, ...], str], list[Result]]


def numbers(peer: str, cell: Cell, results: Results) -> list[float]:
    return [cell.number(result) for result in results.get((cell.scenario, cell.arguments, peer), [])]


def ratio(peer: str, cell: Cell, results: Results) -> float | None:
    ours, theirs = numbers(OURS, cell, results), numbers(peer, cell, results)
    return statistics.median(ours) / statistics.median(theirs) if ours and theirs and statistics.median(theirs) else None


def written(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f} ×"


def show(peer: str, cell: Cell, results: Results) -> None:
    print(f"| {peer} | {spread(numbers(peer, cell, results))} | {'' if peer == OURS else written(ratio(peer, cell, results))} |", flush=True)


def show_best(cell: Cell, peers: list[str], results: Results) -> None:
    ratios = {peer: value for peer in peers if (value := ratio(peer, cell, results)) is not None}
    if not ratios:
        return
    best = (min if cell.is_more_better else max)(ratios, key=lambda peer: ratios[peer])
    print(f"| the best: {best} | | {written(ratios[best])} |", flush=True)


def judge(cell: Cell, results: Results) -> bool:
    ours, naive = numbers(OURS, cell, results), numbers(NAIVE, cell, results)
    is_met = bool(ours) and cell.goal(statistics.median(ours), statistics.median(naive) if naive else 0)
    print(f"| {cell.name} | {written(ratio(NAIVE, cell, results))} | {cell.target} | {'yes' if is_met else '**NO**'} |", flush=True)
    return is_met


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--harness", type=Path, default=ROOT.parent / "shared/peers")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", nargs="*", default=[*PEERS, OURS])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--quick-search", action="store_true")
    arguments = parser.parse_args()
    if not (arguments.harness / "wsload.c").exists():
        raise SystemExit(f"There is no harness in {arguments.harness}: name its folder, HARNESS=FOLDER")
    prepare(arguments.harness, arguments.quick_search)
    return 0 if compare(arguments.peers, arguments.rounds, arguments.only) else 1


if __name__ == "__main__":
    sys.exit(main())
