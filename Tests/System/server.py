"""The server under test: a process that can be started, killed and started again where it was."""

import asyncio
import http.client
import json
import os
import re
import signal
import subprocess
import threading
from pathlib import Path

from traffic import TRAFFIC

REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("COLABEL_BINARY", REPOSITORY / ".build/debug/colabel"))
DEADLINE = 20


def run(*arguments, **options):
    """Runs the command to its end."""
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=DEADLINE, **options)


class Server:
    def __init__(self, folder, *flags, environment=None, web=REPOSITORY / "web"):
        self.data = folder / "data"
        self.stderr = folder / "stderr"
        self.flags = flags
        self.environment = environment or {}
        self.web = web
        self.port = 0
        self.process = None
        self.lines = []
        self.read_bytes = 0

    def command(self, port=0):
        return [
            BINARY, "serve", "--listen", f"127.0.0.1:{port}", "--data", self.data, "--web", self.web,
            "--log-format", "json", *self.flags]

    def start(self):
        """Starts on the port that it had, and waits until it says where it is."""
        with open(self.stderr, "ab") as stderr:
            self.process = subprocess.Popen(
                self.command(self.port), stdout=subprocess.PIPE, stderr=stderr, text=True,
                env=os.environ | self.environment)
        timer = threading.Timer(DEADLINE, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        found = re.fullmatch(r"Colabel is at http://127\.0\.0\.1:(\d+)/\n", line)
        told = self.stderr.read_text()[-2000:] if self.stderr.is_file() else ""
        assert found, f"the server did not start: {line!r} {told}"
        self.port = int(found[1])
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(DEADLINE)

    def terminate(self):
        """Asks it to stop, without waiting."""
        self.process.send_signal(signal.SIGTERM)

    async def restart(self):
        """Stops it in order and starts it again. Meanwhile clients can say goodbye."""
        assert await asyncio.to_thread(self.stop) == 0
        self.start()

    def stop(self):
        """Stops it in order, if it runs. Returns the exit code."""
        if self.process.poll() is None:
            self.terminate()
        try:
            return self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            self.process.stdout.close()

    @property
    def lives(self):
        return self.process.poll() is None

    # What it tells

    @property
    def log(self):
        """The lines of its log since the first start. What is no JSON, as a crash's words are not, makes this fail."""
        with open(self.stderr, "rb") as file:
            file.seek(self.read_bytes)
            while (line := file.readline()).endswith(b"\n"):
                self.lines.append(json.loads(line))
                self.read_bytes += len(line)
        return self.lines

    def events(self, name, **fields):
        """The lines of one event in which these fields have these values."""
        return [line for line in self.log if line["event"] == name and fields.items() <= line.items()]

    @property
    def resident(self):
        """The memory that it holds now, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

    def request(self, method, path, body=None, headers={}):
        """Status, headers and body of an HTTP exchange."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            answer = response.status, response.headers, response.read()
            if path.startswith("/api/") and method != "HEAD":
                TRAFFIC.answered(path, response.status, answer[2])
            return answer
        finally:
            connection.close()

    def get(self, path):
        """What the API answers."""
        status, _, body = self.request("GET", path)
        assert status == 200, f"{path}: {status} {body[:500]}"
        return json.loads(body)

    def aliases(self):
        return [record["alias"] for record in self.get("/api/v1/lists")["lists"]]

    def labels(self, alias):
        return self.get(f"/api/v1/lists/{alias}/labels")["labels"]

    def changes(self, alias):
        """The whole log of a list."""
        changes = []
        while page := self.get(f"/api/v1/lists/{alias}/changes?after={len(changes)}&limit=1000")["changes"]:
            changes += page
        return changes
