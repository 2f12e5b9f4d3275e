"""The naive broadcast with a disk: every edit is committed, as Colabel commits them, before anybody is told. It shows what an answer costs
that is on the disk, without order, ids, or edits that are told apart. usage: python durable_broadcast.py PORT FOLDER
"""

import json
import os
import sqlite3
import sys

from socketify import App, AppListenOptions, OpCode

port, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
database = sqlite3.connect(f"{folder}/edits.sqlite", isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute("CREATE TABLE edits (number INTEGER PRIMARY KEY, body BLOB)")
labels = {}


def opened(socket):
    socket.subscribe("edits")
    socket.send(json.dumps({"op": "state", "labels": list(labels.values())}), OpCode.TEXT)


def received(socket, message, _opcode):
    edit = json.loads(message)
    if edit.get("op") == "seed":
        labels.update((label["id"], label) for label in edit["labels"])
    elif label := labels.get(edit.get("id")):
        label["name"] = edit["name"]
        database.execute("INSERT INTO edits (body) VALUES (?)", (message,))
        app.publish("edits", message, OpCode.TEXT)


app = App()
app.ws("/*", {"compression": 0, "max_payload_length": 1 << 27, "max_backpressure": 1 << 27, "idle_timeout": 120, "open": opened, "message": received})
app.listen(AppListenOptions(port=int(port), host="127.0.0.1"), lambda _: print("listening", flush=True))
app.run()
