"""A server of our own on a free port, with its data in a folder of the test."""

import os
import signal
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def binary() -> str:
    """COLABEL_BINARY, or what `swift build` made."""
    if given := os.environ.get("COLABEL_BINARY"):
        return given
    path = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return f"{path.stdout.strip()}/colabel"


def web_folder() -> str:
    """The page under test: COLABEL_WEB, or the one in the repository."""
    return os.environ.get("COLABEL_WEB", str(ROOT / "web"))


class Server:
    def __init__(self, data: Path):
        self.data = data
        self.address = ""
        self.listen = "127.0.0.1:0"
        self.process: subprocess.Popen[str] | None = None
        self.log = (data.parent / "server.log").open("a")

    def start(self) -> None:
        command = [binary(), "serve", "--listen", self.listen, "--data", str(self.data), "--web", web_folder()]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            found = next((word for word in line.split() if word.startswith("http://")), None)
            if found:
                self.address = found.rstrip("/")
                self.listen = self.address.removeprefix("http://")
                return
        raise RuntimeError(f"The server ended without naming its address; see {self.log.name}")

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=20)
            self.process.stdout.close()
            self.process = None

    def kill(self) -> None:
        """As a crash does: it gets to write nothing more."""
        if self.process:
            self.process.kill()
            self.process.wait(timeout=20)
            self.process.stdout.close()
            self.process = None

    def list_address(self, name: str) -> str:
        return f"{self.address}/lists/{name}"
