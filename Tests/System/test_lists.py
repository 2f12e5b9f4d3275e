"""What a list is to those who visit, edit and come back to it."""

import asyncio
import shutil
import uuid

import pytest

from client import until
from writers import all_settled, check_history


async def test_a_list_exists_from_its_first_accepted_edit_and_not_from_a_visit(make_server, make_client):
    server = make_server("--idle-list-timeout", "1")
    visitor = make_client(server, "visited")
    assert (await visitor.connect())["exists"] is False
    await visitor.outcome(await visitor.edit("remove", ids=[str(uuid.uuid4())]))
    assert server.aliases() == []
    assert server.request("GET", "/api/v1/lists/visited")[0] == 404
    await visitor.drop()
    await until(lambda: server.events("list.closed", list="visited"), "the close of the list")

    editor = make_client(server, "visited")
    await editor.connect()
    sequence, _ = await editor.insert("first")
    await editor.outcome(sequence)
    assert server.aliases() == ["visited"]
    newcomer = make_client(server, "visited")
    assert (await newcomer.connect())["exists"] is True


async def test_a_list_can_be_created_empty(server, make_client):
    headers = {"Content-Length": "0"}
    assert server.request("PUT", "/api/v1/lists/empty", headers=headers)[0] == 201
    assert server.request("PUT", "/api/v1/lists/empty", headers=headers)[0] == 200
    assert server.aliases() == ["empty"]
    await server.restart()
    assert server.labels("empty") == []
    assert (await make_client(server, "empty").connect())["exists"] is True


async def test_the_demo_starts_with_its_three_labels_once(server, make_client):
    client = make_client(server, "demo")
    await client.connect()
    await client.until(lambda: len(client.labels) == 3, "three labels")
    assert [(label["name"], label["isIncluded"]) for label in client.labels] == [
        ("Grid", True), ("Tile", False), ("Ring", True)]
    await client.outcome(await client.edit("remove", ids=[client.labels[0]["id"]]))
    await server.restart()
    await client.reconnect()
    assert [label["name"] for label in server.labels("demo")] == ["Tile", "Ring"]


async def test_lists_do_not_see_one_another(server, make_client):
    clients = [make_client(server, alias) for alias in ("one", "two")]
    for client in clients:
        await client.connect()
        sequence, _ = await client.insert(client.alias)
        await client.outcome(sequence)
    assert [client.names for client in clients] == [["one"], ["two"]]
    assert server.aliases() == ["one", "two"]


async def test_a_restart_keeps_order_orientation_and_the_places_of_removed_labels(server, make_client):
    client = make_client(server)
    await client.connect()
    ids = {}
    for name in "ABCD":
        sequence, ids[name] = await client.insert(name)
        await client.outcome(sequence)
    await client.outcome(await client.edit("remove", ids=[ids["B"]]))
    await client.outcome(await client.edit("reverse", orientation=0))
    assert client.names == ["D", "C", "A"]
    point = client.point
    await server.restart()

    newcomer = make_client(server)
    welcome = await newcomer.connect()
    await newcomer.until(lambda: len(newcomer.labels) == 3, "the labels")
    assert newcomer.point == point
    assert newcomer.names == ["D", "C", "A"]
    assert welcome["epoch"] == point["epoch"]
    # B is gone, but its place between A and C is not.
    sequence, _ = await newcomer.insert("beside B", place=("after", ids["B"]))
    assert (await newcomer.outcome(sequence))["outcome"] == "applied"
    assert newcomer.names == ["D", "C", "beside B", "A"]
    await newcomer.outcome(await newcomer.edit("restore", ids=[ids["B"]]))
    assert set(newcomer.names) == {"D", "C", "beside B", "B", "A"}
    sequence, _ = await newcomer.insert("again", id=ids["A"])
    assert (await newcomer.outcome(sequence))["code"] == "duplicateID"


async def test_a_rejection_names_who_removed_the_label_also_after_a_restart(server, make_client):
    remover, renamer = make_client(server), make_client(server)
    await remover.connect()
    await renamer.connect()
    sequence, id = await remover.insert("Tile")
    await remover.outcome(sequence)
    removal = await remover.outcome(await remover.edit("remove", ids=[id]))
    await server.restart()
    await renamer.connect()
    rename = await renamer.edit("rename", ids=[id], name="Tile Two", base="Tile", seen=1)
    outcome = await renamer.outcome(rename)
    assert (outcome["outcome"], outcome["code"]) == ("rejected", "removed")
    removed = server.changes("words")[-1]
    assert outcome["removedBy"] == {
        "author": remover.author, "sequence": 2, "revision": removal["asOf"], "time": removed["time"]}


# Coming back

@pytest.mark.parametrize("between", ["nothing", "a restart"])
async def test_who_comes_back_goes_on_by_diffs(server, make_client, between):
    writer, reader = make_client(server), make_client(server)
    await writer.connect()
    await reader.connect()
    sequence, _ = await writer.insert("before")
    await writer.outcome(sequence)
    await all_settled(server, [writer, reader])
    await reader.drop()
    for number in range(20):
        await writer.insert(f"{number}")
    await writer.settle()
    if between == "a restart":
        await server.restart()
    welcome = await reader.reconnect()
    await reader.until(lambda: reader.revision == 21, "what was missed")
    assert (welcome["snapshot"], welcome["reset"]) == (False, False)
    assert {message["type"] for message in reader.received} <= {"welcome", "diff", "beat"}
    assert reader.labels == writer.labels


async def test_who_comes_back_too_late_gets_a_snapshot(make_server, make_client):
    server = make_server("--max-resume-entries", "10")
    writer, reader = make_client(server), make_client(server)
    await writer.connect()
    await reader.connect()
    sequence, _ = await writer.insert("before")
    await writer.outcome(sequence)
    await all_settled(server, [writer, reader])
    await reader.drop()
    for number in range(20):
        await writer.insert(f"{number}")
    await writer.settle()
    await server.restart()
    welcome = await reader.reconnect()
    await reader.until(lambda: reader.revision == 21, "the snapshot")
    assert (welcome["snapshot"], welcome["reset"]) == (True, False)
    await writer.reconnect()
    assert reader.labels == writer.labels


async def test_a_list_of_many_chunks_comes_whole(server, make_client):
    writer, reader = make_client(server), make_client(server)
    await writer.connect()
    for number in range(400):
        await writer.insert(f"{number} {'x' * 480}")
        await until(lambda: len(writer.pending) < 200, "room for another edit")
    await writer.settle()
    await reader.connect()
    await reader.until(lambda: reader.revision == 400, "the snapshot")
    assert max(message.get("chunks", 0) for message in reader.received) > 1
    assert reader.labels == writer.labels == server.labels("words")


async def test_edits_answered_while_their_author_was_away_are_told_in_the_welcome(server, make_client):
    client = make_client(server)
    client.acknowledge = False
    await client.connect()
    sequence, id = await client.insert("seen by nobody")
    await client.outcome(sequence)
    removal = await client.edit("remove", ids=[str(uuid.uuid4())])
    await client.outcome(removal)
    known, client.outcomes = client.outcomes, {}
    welcome = await client.reconnect(resume=None)
    assert {outcome["sequence"] for outcome in welcome["outcomes"]} == {1, 2}
    await client.until(lambda: client.outcomes == known, "the same outcomes again")
    assert welcome["lastSequence"] == 2


async def test_an_edit_sent_twice_is_applied_once_and_answered_alike(server, make_client):
    client = make_client(server)
    client.acknowledge = False
    await client.connect()
    sequence, id = await client.insert("once")
    edit = client.pending[sequence]
    first = await client.outcome(sequence)
    await client.send(client.sealed(sequence, edit))
    await client.until(lambda: client.received[-1]["type"] == "settled", "the second answer")
    assert client.outcomes[sequence] == first
    assert len(server.changes("words")) == 1


async def test_an_older_copy_of_the_data_resets_replicas_and_takes_their_edits_once(server, make_client, tmp_path):
    clients = [make_client(server) for _ in range(2)]
    for client in clients:
        await client.connect()
        sequence, _ = await client.insert("in the copy")
        await client.outcome(sequence)
    assert await asyncio.to_thread(server.stop) == 0
    copy = tmp_path / "copy"
    shutil.copytree(server.data, copy)

    server.start()
    for client in clients:
        await client.reconnect()
        for number in range(3):
            sequence, _ = await client.insert("lost with the newer data")
            await client.outcome(sequence)
    await all_settled(server, clients)
    ahead = clients[0].revision
    await asyncio.gather(*(client.drop() for client in clients))
    assert await asyncio.to_thread(server.stop) == 0
    shutil.rmtree(server.data)
    shutil.copytree(copy, server.data)

    server.start()
    for client in clients:
        # Edits made offline, numbered behind those that the server has lost.
        client.last_sequence += 1
        client.pending[client.last_sequence] = {
            "kind": "insert", "ids": [str(uuid.uuid4())], "name": "made offline", "isIncluded": True,
            "place": ["last"], "orientation": 0}
        welcome = await client.reconnect()
        assert welcome["reset"] and welcome["snapshot"] and welcome["revision"] < ahead
        await client.settle()
    await all_settled(server, clients)
    names = [label["name"] for label in server.labels("words")]
    assert sorted(names) == ["in the copy"] * 2 + ["made offline"] * 2
    assert [client.labels for client in clients] == [server.labels("words")] * 2
