"""Debian's Firefox by WebDriver BiDi: Playwright drives only a Firefox of its own."""

import asyncio
import json
import os
import re
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

EXECUTABLE = "/usr/bin/firefox-esr"
# Seconds until a condition must hold.
PATIENCE = 30
KEYS = {"Enter": "\ue007", "Control": "\ue009", "Backspace": "\ue003"}
# Without these it asks the network for this and that.
PREFERENCES = {
    "remote.active-protocols": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "intl.accept_languages": "en-US",
}


class Firefox:
    """A headless Firefox with a profile of its own."""

    def __init__(self) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        preferences = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        (Path(self.profile.name) / "user.js").write_text("".join(preferences))
        self.process: subprocess.Popen[str] | None = None
        self.socket: ClientConnection | None = None
        self.numbers = count(1)

    async def __aenter__(self) -> "Firefox":
        command = [EXECUTABLE, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0"]
        environment = {**os.environ, "HOME": self.profile.name}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        self.socket = await connect(await asyncio.to_thread(self.address) + "/session", max_size=None)
        await self.call("session.new", capabilities={})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stderr.close()
        self.profile.cleanup()

    def address(self) -> str:
        for line in self.process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
        raise RuntimeError("Firefox ended without naming its address")

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self.numbers)
        await self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if answer.get("id") != number:
                continue
            if answer["type"] == "error":
                raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
            return answer["result"]

    async def open(self, address: str) -> "FirefoxPage":
        """As a person of their own: other storage."""
        user = (await self.call("browser.createUserContext"))["userContext"]
        context = (await self.call("browsingContext.create", type="tab", userContext=user))["context"]
        await self.call("browsingContext.navigate", context=context, url=address, wait="complete")
        return FirefoxPage(self, context)


class FirefoxPage:
    """What a person does on a page, by real pointer and key events."""

    def __init__(self, firefox: Firefox, context: str):
        self.firefox = firefox
        self.context = context

    async def evaluate(self, expression: str) -> Any:
        answer = await self.firefox.call("script.evaluate", expression=f"JSON.stringify({expression})",
                                         target={"context": self.context}, awaitPromise=True)
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    async def expect(self, expression: str, value: Any) -> None:
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while (found := await self.evaluate(expression)) != value:
            assert asyncio.get_running_loop().time() < deadline, f"{expression} is {found}, not {value}"
            await asyncio.sleep(0.05)

    async def locate(self, role: str, name: str, within: str | None = None) -> str:
        """The one thing of a role and accessible name, once it is there."""
        start = {"startNodes": [{"sharedId": within}]} if within else {}
        locator = {"type": "accessibility", "value": {"role": role, "name": name}}
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while True:
            found = await self.firefox.call("browsingContext.locateNodes", context=self.context, locator=locator, **start)
            if len(found["nodes"]) == 1:
                return found["nodes"][0]["sharedId"]
            assert asyncio.get_running_loop().time() < deadline, f"{len(found['nodes'])} of {role} “{name}”"
            await asyncio.sleep(0.05)

    async def click(self, role: str, name: str, within: str | None = None) -> None:
        node = await self.locate(role, name, within)
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": {"sharedId": node}}}
        actions = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        await self.perform({"type": "pointer", "id": "mouse", "actions": actions})

    async def press(self, *chord: str) -> None:
        """Keys held down together, by their names or characters."""
        keys = [KEYS.get(key, key) for key in chord]
        downs = [{"type": "keyDown", "value": key} for key in keys]
        ups = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        await self.perform({"type": "key", "id": "keyboard", "actions": downs + ups})

    async def type(self, text: str) -> None:
        actions = [{"type": kind, "value": character} for character in text for kind in ("keyDown", "keyUp")]
        await self.perform({"type": "key", "id": "keyboard", "actions": actions})

    async def perform(self, source: dict[str, Any]) -> None:
        await self.firefox.call("input.performActions", context=self.context, actions=[source])
