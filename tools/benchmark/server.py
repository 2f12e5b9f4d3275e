"""A server of one run, and the load on it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("COLABEL_BINARY", ROOT / ".build/release/colabel"))
SCRATCH = ROOT / ".build/bench"
DEADLINE = 120
ALIAS = "bench"

Result = dict


class JudgementFailed(Exception):
    """The run contradicts itself, or could not be judged."""


class Server:
    """`colabel serve` on a fresh folder, or on a copy of one that was filled before."""

    def __init__(self, *flags: str, seed: Path | None = None):
        SCRATCH.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=SCRATCH))
        self.data = self.folder / "data"
        if seed:
            shutil.copytree(seed, self.data)
        self.flags = flags
        self.port = 0
        self.process: subprocess.Popen | None = None

    def __enter__(self) -> "Server":
        try:
            return self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def __exit__(self, *_) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> "Server":
        """Starts it, on the port that it had, and waits until it says where it is."""
        command = [BINARY, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data, "--web", ROOT / "web",
                   "--log-level", "warning", *self.flags]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        timer = threading.Timer(DEADLINE, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            raise RuntimeError(f"the server did not start: {(self.folder / 'log').read_text()[-2000:]}")
        self.port = int(found[1])
        return self

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(DEADLINE)
        self.process.stdout.close()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(DEADLINE)
            self.process.stdout.close()

    def logged(self, pattern: str) -> list:
        """What a pattern finds in the server's log."""
        return re.findall(pattern, (self.folder / "log").read_text())

    def forget_log(self) -> None:
        os.truncate(self.folder / "log", 0)

    def begin(self, *flags: str, alias: str = ALIAS) -> "Load":
        """Begins a run of `colabel bench`."""
        return Load(self, alias, flags)

    def bench(self, *flags: str, alias: str = ALIAS) -> Result:
        """A whole run of `colabel bench`."""
        return self.begin(*flags, alias=alias).result()


class Load:
    """A run of `colabel bench` that goes on."""

    def __init__(self, server: Server, alias: str, flags: tuple[str, ...]):
        self.json = server.folder / "result.json"
        self.json.unlink(missing_ok=True)
        command = [BINARY, "bench", "--url", f"http://127.0.0.1:{server.port}/lists/{alias}", "--json", self.json, *flags]
        self.command = " ".join(str(part) for part in command)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.progress: list[str] = []

    def wait_for(self, pattern: str) -> None:
        """Waits until its progress says something."""
        for line in self.process.stderr:
            self.progress.append(line)
            if re.search(pattern, line):
                return
        raise JudgementFailed(f"{self.command} ended early: {''.join(self.progress[-20:])}")

    def result(self) -> Result:
        told, progress = self.process.communicate()
        if self.process.returncode or not self.json.exists():
            raise JudgementFailed(f"{self.command}\n{told}{''.join(self.progress[-20:])}{progress[-2000:]}")
        result = json.loads(self.json.read_text())
        if result["isGeneratorBusy"]:
            print(f"the generator was busy: {self.command}", file=sys.stderr)
        return result


def seed(name: str, *flags: str, serve: tuple[str, ...] = ()) -> Path:
    """A data folder that `colabel bench` has filled with these flags, made once."""
    folder = SCRATCH / f"seed-{name}"
    if not folder.exists():
        print(f"filling {folder.name}", file=sys.stderr, flush=True)
        with Server(*serve) as server:
            server.bench(*flags)
            server.stop()
            server.data.rename(folder)
    return folder
