"""Breaks one rule of the engine, the store or the server at a time, in a copy, and checks that something notices.

`python3 Tests/Simulation/mutations.py [WORD…]`: all, or those whose rule or file holds one of the words. `--check` only looks whether the
sources still hold what is to be broken. Exits with 1 if a rule is broken and nothing shows it. Takes up to a minute a rule, so it is no part of `make test`.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from engine_rules import ENGINE_RULES
from mutation import Mutation
from store_rules import STORE_RULES

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / ".build" / "mutations"
SEEDS = "4000"
# Copies that are built and run at a time.
JOBS = int(os.environ.get("JOBS", "2"))
# Seconds after which tests that a broken rule keeps waiting have noticed it.
PATIENCE = "300"
TEST_TARGET = re.compile(r"    \.testTarget\(\s*name: \"(\w+)\".*?swiftSettings: strict\),\n", re.DOTALL)


class DoesNotCompile(Exception):
    pass


def noticed_by(mutation: Mutation, copy: Path) -> str | None:
    """What notices that a rule is broken: the simulation, or else, of what chance hardly finds, the tests."""
    file = copy / "Sources" / mutation.file
    source = file.read_text(encoding="utf-8")
    file.write_text(source.replace(mutation.old, mutation.new, 1), encoding="utf-8")
    try:
        if mutation.is_simulated and fails_simulation(copy):
            return "the simulation"
        return "a test" if fails_tests(mutation.tests, copy) else None
    finally:
        file.write_text(source, encoding="utf-8")


def fails_simulation(copy: Path) -> bool:
    build(copy, "-c", "release", "--product", "simulate")
    return run([".build/release/simulate", "--seeds", SEEDS], copy) != 0


def fails_tests(targets: tuple[str, ...], copy: Path) -> bool:
    keep_tests(targets, copy)
    build(copy, "--product", "colabelPackageTests")
    try:
        return run(["timeout", PATIENCE, "swift", "test", "--skip-build", "--disable-xctest"], copy) != 0
    finally:
        # The tests are a process group of their own: one that a broken rule keeps busy outlives the command.
        run(["pkill", "-KILL", "-f", f"{copy}/.build/.*PackageTests"], copy)


def keep_tests(targets: tuple[str, ...], copy: Path) -> None:
    """Leaves only these test targets in the copy's manifest, so that only what they need is built."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    kept = TEST_TARGET.sub(lambda target: target[0] if target[1] in targets else "", manifest)
    if (copy / "Package.swift").read_text(encoding="utf-8") != kept:
        (copy / "Package.swift").write_text(kept, encoding="utf-8")


def build(copy: Path, *arguments: str) -> None:
    if run(["swift", "build", *arguments], copy) != 0:
        raise DoesNotCompile


def run(command: list[str], copy: Path) -> int:
    return subprocess.run(command, cwd=copy, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def prepare(number: int) -> Path:
    """A copy of the sources, with a build folder that outlives the run."""
    copy = COPY / str(number)
    for folder in ("Sources", "Tests"):
        shutil.rmtree(copy / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, copy / folder)
    shutil.copy(ROOT / "Package.swift", copy)
    return copy


def main(words: list[str]) -> int:
    mutations = ENGINE_RULES + STORE_RULES
    is_check = words == ["--check"]
    chosen = [each for each in mutations if is_check or not words or any(word in each.rule or word in each.file for word in words)]
    for mutation in chosen:
        if mutation.old not in (ROOT / "Sources" / mutation.file).read_text(encoding="utf-8"):
            sys.exit(f"{mutation.file} does not hold what is to be broken: {mutation.rule}")
    if is_check:
        return 0
    copies: Queue[Path] = Queue()
    for number in range(JOBS):
        copies.put(prepare(number))
    for tests in {mutation.tests for mutation in chosen}:
        if fails_tests(tests, COPY / "0"):
            sys.exit(f"{' and '.join(tests)} fail with all rules whole.")

    def check(mutation: Mutation) -> bool:
        copy = copies.get()
        try:
            by = noticed_by(mutation, copy)
            verdict = f"noticed by {by}" if by else "NOT NOTICED"
        except DoesNotCompile:
            by, verdict = None, "DOES NOT COMPILE"
        finally:
            copies.put(copy)
        print(f"{verdict}: {mutation.rule}", flush=True)
        return by is not None

    with ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(check, chosen))
    print(f"{sum(results)} of {len(results)} rules are noticed when they are broken.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
