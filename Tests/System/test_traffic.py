"""What both sides really say keeps to the schema; and the watch that sees to it in every other test does watch."""

import json
import uuid
import zlib

import pytest

from client import until
from proxy import Direction, Proxy
from raw_peer import BINARY, CONTINUATION, PING, TEXT, frame
from server import run
from traffic import ALL_UP_TO, Traffic, shape_of
from websocket_stream import messages

BEAT = {"type": "beat"}
CHANGE = {"revision": 1, "hash": "0" * 16, "author": 1, "sequence": 1, "time": 0, "effects": []}


# What the clients of the project say

def recorded(proxy):
    """(sent, received) of each WebSocket."""
    both = [(list(messages(recording[Direction.TO_SERVER])), list(messages(recording[Direction.TO_CLIENT])))
            for recording in proxy.recordings]
    return [(sent, received) for sent, received in both if sent]


def types(texts):
    return {json.loads(text)["type"] for text in texts if isinstance(text, str)}


def test_the_swift_client_and_the_server_keep_to_the_schema(server):
    traffic = Traffic()
    with Proxy(server.port, records=True) as proxy:
        bench = run("bench", "--url", f"http://127.0.0.1:{proxy.port}/lists/bench",
                    "--clients", "4", "--writers", "3", "--replicas", "4", "--duration", "1")
        assert bench.returncode == 0, bench.stdout + bench.stderr
        connections = recorded(proxy)
    assert len(connections) == 4
    for sent, received in connections:
        assert types(sent) >= {"hello"}
        assert types(received) >= {"welcome", "diff"}
        for text in sent:
            traffic.sent(text)
        for text in received:
            traffic.received(text)
    assert traffic.take_faults() == []
    kinds = {json.loads(text).get("kind") for sent, _ in connections for text in sent}
    assert kinds >= {"insert", "rename", "include", "remove", "move", "reverse"}


async def test_a_client_over_cut_links_keeps_to_the_schema(server, make_client):
    client = make_client(server)
    with Proxy(server.port, records=True) as proxy:
        client.server = proxy
        await client.connect()
        for number in range(5):
            sequence, _ = await client.insert(f"label {number}")
            await client.outcome(sequence)
            await client.insert(f"on its way {number}")
            proxy.cut()
            await until(lambda: client.reader.done(), "the end of the connection")
            await client.reconnect()
            await client.settle()
        connections = recorded(proxy)
    assert len(connections) == 6
    traffic = Traffic()
    for sent, received in connections:
        for text in sent:
            traffic.sent(text)
        for text in received:
            traffic.received(text)
    assert traffic.take_faults() == []


async def test_undo_groups_presence_history_and_deflated_snapshots_keep_to_the_schema(server, make_client):
    ada, ben, late = (make_client(server) for _ in range(3))
    await ada.connect(person={"name": "Ada", "color": "#1f77b4"})
    insert, id = await ada.insert("Ring")
    await ada.outcome(insert)
    await ben.connect(person={"name": "Ben"})
    await ben.until(lambda: ben.labels, "the list")
    await ben.send({"type": "presence", "editing": id, "person": {"name": "Benjamin"}})
    await ada.until(lambda: has_editor(ada, id), "who is editing the label")
    await ben.drop()
    await ada.until(lambda: presences(ada)[-1]["count"] == 1, "that somebody left")

    group = str(uuid.uuid4())
    rename = await ada.edit("rename", ids=[id], name="Ring Two", base="Ring", seen=ada.revision, group=group)
    include = await ada.edit("include", ids=[id], isIncluded=False, group=group)
    reverse = await ada.edit("reverse", orientation=0)
    for target in (reverse, include, rename):
        undo = await ada.edit("undo", target=target)
        assert (await ada.outcome(undo))["outcome"] == "applied"
    assert ada.names == ["Ring"]
    assert (await ada.outcome(await ada.edit("undo", target=rename)))["outcome"] == "noEffect"
    assert (await ada.outcome(await ada.edit("undo", target=999)))["code"] == "nothingToUndo"
    remove = await ada.edit("remove", ids=[id])
    await ada.outcome(remove)
    removed = await ada.outcome(await ada.edit("rename", ids=[id], name="a", base="Ring", seen=0))
    assert removed["removedBy"]["name"] == "Ada"
    await ada.outcome(await ada.edit("restore", ids=[id]))

    with Proxy(server.port, records=True) as proxy:
        late.server = proxy
        await late.connect(snapshotCoding="deflate")
        await late.until(lambda: late.labels == ada.labels, "the list")
        (_, received), = recorded(proxy)
    assert [type(message) for message in received] == [str, bytes]
    changes = server.get("/api/v1/lists/words/changes?after=0&through=5")["changes"]
    assert [change["revision"] for change in changes] == [1, 2, 3, 4, 5]
    assert [change.get("group") for change in changes] == [None, group, group, None, None]
    assert {change["name"] for change in changes} == {"Ada"}
    assert server.get("/api/v1/lists/words/labels?at=2")["labels"][0]["name"] == "Ring Two"
    assert server.request("GET", "/api/v1/lists/words/labels?at=999")[0] == 404


def presences(client):
    return [message for message in client.received if message["type"] == "presence"]


def has_editor(client, id):
    return any(person.get("editing") == id for message in presences(client) for person in message["people"])


# The watch itself

@pytest.mark.parametrize("side", ["sent", "received"])
def test_a_misspelt_field_is_noticed(side):
    traffic = Traffic()
    getattr(traffic, side)(json.dumps(BEAT | {"tpye": 1}))
    assert len(traffic.take_faults()) == 1
    getattr(traffic, side)(json.dumps(BEAT))
    assert traffic.take_faults() == []


def test_a_misspelt_field_deep_within_is_noticed_after_many_messages_without():
    traffic = Traffic()
    for _ in range(1000):
        traffic.received({"type": "diff", "changes": [CHANGE]})
    assert traffic.take_faults() == []
    effect = {"effect": "renamed", "id": "0b6d3e1a-52c4-4f7e-8a90-1c2d3e4f5a6b", "value": "a", "overwrites": []}
    traffic.received({"type": "diff", "changes": [CHANGE, CHANGE | {"effects": [effect]}]})
    assert len(traffic.take_faults()) == 1


def test_a_bad_value_is_noticed_among_the_first_of_a_shape():
    traffic = Traffic()
    for _ in range(ALL_UP_TO - 1):
        traffic.received({"type": "diff", "changes": [CHANGE]})
    traffic.received({"type": "diff", "changes": [CHANGE | {"hash": "short"}]})
    assert traffic.take_faults()


def test_a_message_of_the_wrong_side_is_noticed():
    traffic = Traffic()
    traffic.sent({"type": "diff", "changes": [CHANGE]})
    traffic.received({"type": "acknowledge", "acknowledgedThrough": 1})
    assert len(traffic.take_faults()) == 2


@pytest.mark.parametrize("frame", ["", "{", "7", "[]", "{}", "null", '{"type": null}', '{"type": []}', b"", b"{}"])
def test_what_is_no_message_is_noticed(frame):
    traffic = Traffic()
    traffic.received(frame)
    traffic.sent(frame)
    assert len(traffic.take_faults()) == 2


def test_what_comes_deflated_is_a_snapshot():
    traffic = Traffic()
    snapshot = {"type": "snapshot", "list": "9b2e7c40-1d35-4a68-b7f2-6e5d4c3b2a19", "epoch": "e", "revision": 0,
                "hash": "0" * 16, "orientation": 0, "chunk": 0, "chunks": 1, "labels": []}
    traffic.received(zlib.compress(json.dumps(snapshot).encode()))
    assert traffic.take_faults() == []
    traffic.received(zlib.compress(json.dumps(snapshot | {"lables": []}).encode()))
    traffic.received(zlib.compress(json.dumps(BEAT).encode()))
    assert len(traffic.take_faults()) == 2


def test_kinds_belong_to_the_shape_and_names_do_not():
    assert shape_of({"type": "a", "name": "x"}) == shape_of({"type": "a", "name": "y"})
    assert shape_of({"type": "a"}) != shape_of({"type": "b"})
    assert shape_of({"resume": None}) != shape_of({"resume": {}})


@pytest.mark.parametrize("masked", [True, False])
def test_messages_are_read_out_of_a_stream(masked):
    texts = ["a", "é" * 100, "b" * 70_000, ""]
    head = b"GET / HTTP/1.1\r\nUpgrade: WebSocket\r\n\r\n"
    stream = head + b"".join(frame(TEXT, text.encode(), masked=masked) for text in texts)
    stream += frame(TEXT, b"in ", fin=False, masked=masked) + frame(PING, b"x", masked=masked)
    stream += frame(CONTINUATION, b"two", masked=masked) + frame(BINARY, b"\0\1", masked=masked)
    whole = [*texts, "in two", b"\0\1"]
    assert list(messages(stream)) == whole
    for cut in (1, 5, 100, len(stream) - len(head)):
        read = list(messages(stream[:-cut]))
        assert read == whole[:len(read)] and len(read) < len(whole)
    assert list(messages(stream.replace(b"Upgrade", b"Accept"))) == []
