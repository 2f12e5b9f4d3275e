"""Lists over HTTP: naming, archiving, copying and counting them, paging through their history; and a sort over the wire."""

import asyncio
import json
import uuid

import pytest

from client import until
from protocol_schema import fault

TITLE = "Kitchen tiles — Küchenfliesen 🧱"


def ask(server, method, path, body=None, headers={}):
    """Status and answer of a request with a JSON body, both of their documented form."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, _, answer = server.request(method, f"/api/v1/lists{path}", data, {"Content-Type": "application/json"} | headers)
    answer = json.loads(answer)
    assert fault("problem" if status >= 400 else "listAnswer", answer) is None
    return status, answer


def code(answer):
    status, body = answer
    return status, body["code"]


async def filled(make_client, server, *names, alias="words"):
    """A client of a list with labels of these names."""
    client = make_client(server, alias)
    await client.connect()
    for name in names:
        await client.outcome((await client.insert(name))[0])
    return client


# Titles and the archive

async def test_a_title_is_told_to_all_and_kept_while_the_alias_stays(server, make_client):
    ada, ben = await filled(make_client, server, "Grid"), make_client(server)
    await ben.connect()
    assert ben.info == {"title": None, "isArchived": False}
    status, answer = ask(server, "PATCH", "/words", {"title": TITLE})
    assert (status, answer["title"], answer["alias"], answer["isArchived"]) == (200, TITLE, "words", False)
    for client in (ada, ben):
        await client.until(lambda: client.info["title"] == TITLE, "the title")
    await server.restart()
    await ben.reconnect()
    assert ben.info == {"title": TITLE, "isArchived": False}
    assert ask(server, "PATCH", "/words", {"title": None})[1]["title"] is None
    await ben.until(lambda: ben.info["title"] is None, "no title")


async def test_an_archived_list_takes_no_edits_and_can_be_read_until_it_is_taken_out(server, make_client):
    client = await filled(make_client, server, "Grid", "Tile")
    assert ask(server, "PATCH", "/words", {"isArchived": True})[1]["isArchived"] is True
    await client.until(lambda: client.info["isArchived"], "the archive")
    outcomes = [await client.outcome(sequence) for sequence in (
        (await client.insert("Ring"))[0], await client.rename(client.labels[0]["id"], "Grid Two"),
        await client.edit("sort", collation="en", orientation=0), await client.edit("undo", target=1))]
    assert {outcome.get("code") for outcome in outcomes} == {"archived"}
    assert client.names == [label["name"] for label in server.labels("words")] == ["Grid", "Tile"]
    assert server.get("/api/v1/lists") == {"lists": []}
    assert [each["alias"] for each in server.get("/api/v1/lists?archived=yes")["lists"]] == ["words"]

    await server.restart()
    await client.reconnect()
    assert client.info["isArchived"] is True
    assert (await client.outcome((await client.insert("Ring"))[0]))["code"] == "archived"
    ask(server, "PATCH", "/words", {"isArchived": False})
    await client.until(lambda: not client.info["isArchived"], "the way out of the archive")
    assert (await client.outcome((await client.insert("Ring"))[0]))["outcome"] == "applied"
    assert server.aliases() == ["words"]


async def test_edits_in_flight_when_a_list_is_archived_have_one_outcome_each(server, make_client):
    client = await filled(make_client, server, "Grid")
    sequences = []
    for number in range(200):
        sequences.append((await client.insert(f"{number}"))[0])
        if number == 100:
            await asyncio.to_thread(ask, server, "PATCH", "/words", {"isArchived": True})
    outcomes = [await client.outcome(sequence) for sequence in sequences]
    applied = [outcome["outcome"] == "applied" for outcome in outcomes]
    assert applied == sorted(applied, reverse=True)
    assert {outcome["code"] for outcome in outcomes[sum(applied):]} == {"archived"}
    assert len(server.labels("words")) == 1 + sum(applied)


async def test_a_patch_says_only_what_it_says(server, make_client):
    await filled(make_client, server, "Grid")
    ask(server, "PATCH", "/words", {"title": "Tiles", "isArchived": True})
    _, answer = ask(server, "PATCH", "/words", {"isArchived": False})
    assert (answer["title"], answer["isArchived"]) == ("Tiles", False)
    _, answer = ask(server, "PATCH", "/words", {"unknown": [1]})
    assert (answer["title"], answer["isArchived"]) == ("Tiles", False)
    assert answer["revision"] == 1


@pytest.mark.parametrize("body, problem", [
    (b"", "invalidBody"), (b"{", "invalidBody"), (b"[]", "invalidBody"), (b'{"title":1}', "invalidBody"),
    (b'{"isArchived":"yes"}', "invalidBody"), (b'{"isArchived":null}', "invalidBody"), (b'{} {}', "invalidBody"),
    (b'{"title":"\xff"}', "invalidBody"), (b'{"title":""}', "invalidTitle"), (b'{"title":" \\t"}', "invalidTitle"),
    (b'{"title":"a\\u0000"}', "invalidTitle"), (json.dumps({"title": "x" * 201}).encode(), "invalidTitle"),
    (json.dumps({"title": "e" + "\u0301" * 2_000}).encode(), "invalidTitle"),
    (b'{"x":"' + b"x" * 20_000 + b'"}', "bodyTooLarge"), (b"[" * 10_000, "invalidBody"),
])
async def test_a_body_that_makes_no_sense_changes_nothing(server, make_client, body, problem):
    await filled(make_client, server, "Grid")
    status, answer = ask(server, "PATCH", "/words", body)
    assert (status, answer["code"]) == (413 if problem == "bodyTooLarge" else 400, problem)
    summary = server.get("/api/v1/lists/words")
    assert (summary["title"], summary["isArchived"]) == (None, False)


async def test_a_title_may_be_as_long_as_allowed(server, make_client):
    await filled(make_client, server, "Grid")
    assert ask(server, "PATCH", "/words", {"title": "🧱" * 200})[1]["title"] == "🧱" * 200


async def test_what_is_not_there_and_what_is_not_allowed_says_so(server, make_client):
    await filled(make_client, server, "Grid")
    assert code(ask(server, "PATCH", "/nowhere", {"title": "x"})) == (404, "noSuchList")
    assert code(ask(server, "POST", "/nowhere/duplicate", {"alias": "new"})) == (404, "noSuchList")
    assert code(ask(server, "POST", "/words", {})) == (405, "methodNotAllowed")
    assert code(ask(server, "PATCH", "/words/duplicate", {"alias": "x"})) == (405, "methodNotAllowed")
    assert code(ask(server, "PATCH", "/words/labels", {})) == (405, "methodNotAllowed")
    assert code(ask(server, "POST", "/words/rename", {})) == (404, "noSuchPage")
    assert code(ask(server, "PATCH", "/Words", {})) == (400, "invalidAlias")


@pytest.mark.parametrize("method, path, body", [
    ("PATCH", "/words", {"isArchived": True}), ("PUT", "/other", {}), ("POST", "/words/duplicate", {"alias": "other"})])
async def test_a_page_of_another_origin_changes_nothing(make_server, make_client, method, path, body):
    server = make_server("--allow-origin", "https://friend.example")
    await filled(make_client, server, "Grid")
    own = f"http://127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", own + "1"):
        assert code(ask(server, method, path, body, {"Origin": origin})) == (403, "originNotAllowed")
    assert server.aliases() == ["words"]
    assert ask(server, method, path, body, {"Origin": own})[0] in (200, 201)
    # What comes from an allowed one gets as far as the list.
    assert ask(server, method, path, body, {"Origin": "https://friend.example"})[0] in (200, 201, 409)


# The index

async def test_the_index_counts_pages_and_leaves_the_archive_out(server, make_client):
    for alias, count in (("a", 1), ("b", 2), ("c", 3)):
        client = await filled(make_client, server, *map(str, range(count)), alias=alias)
    await client.outcome(await client.edit("remove", ids=[client.labels[0]["id"]]))
    ask(server, "PATCH", "/b", {"isArchived": True})

    def index(query=""):
        answer = server.get(f"/api/v1/lists{query}")
        assert fault("listsAnswer", answer) is None
        return [(each["alias"], each["count"], each["isArchived"]) for each in answer["lists"]]

    a, b, c = ("a", 1, False), ("b", 2, True), ("c", 2, False)
    assert index() == index("?archived=no") == [a, c]
    assert index("?archived=yes") == [b]
    assert index("?archived=all") == [a, b, c]
    assert index("?archived=all&limit=2") == [a, b]
    assert index("?archived=all&limit=2&after=b") == [c]
    await server.restart()
    assert index("?archived=all") == [a, b, c]
    for query in ("?limit=0", "?limit=1001", "?limit=x", "?archived=maybe"):
        status, _, body = server.request("GET", f"/api/v1/lists{query}")
        assert (status, json.loads(body)["code"]) == (400, "invalidArgument"), query


# Copies

async def test_a_copy_has_the_labels_as_they_are_and_a_life_of_its_own(server, make_client):
    client = await filled(make_client, server, "Grid", "Tile", "Ring", "Mesh")
    await client.outcome(await client.edit("remove", ids=[client.labels[3]["id"]]))
    await client.outcome(await client.edit("include", ids=[client.labels[1]["id"]], isIncluded=False))
    await client.outcome(await client.edit("reverse", orientation=0))
    status, answer = ask(server, "POST", "/words/duplicate", {"alias": "copy", "title": TITLE})
    assert (status, answer["alias"], answer["count"], answer["title"]) == (201, "copy", 3, TITLE)
    assert answer["list"] != client.point["list"] and answer["epoch"] != client.point["epoch"]
    assert (answer["revision"], answer["orientation"]) == (0, 1)

    def content(alias):
        return [(label["name"], label["isIncluded"]) for label in server.labels(alias)]

    assert content("copy") == content("words") == [("Grid", True), ("Tile", False), ("Ring", True)]
    ids = {label["id"] for alias in ("copy", "words") for label in server.labels(alias)}
    assert len(ids) == 6
    await server.restart()
    copier = make_client(server, "copy")
    await copier.connect()
    await copier.until(lambda: copier.names == ["Ring", "Tile", "Grid"], "the copy")
    await copier.outcome(await copier.rename(copier.labels[0]["id"], "Grid Two"))
    assert content("words")[0] == ("Grid", True)
    assert [label["name"] for label in server.get("/api/v1/lists/copy/labels?at=0")["labels"]] == ["Grid", "Tile", "Ring"]
    await server.restart()
    await copier.reconnect()
    assert copier.names == ["Ring", "Tile", "Grid Two"]


async def test_a_copy_of_an_archived_list_may_be_edited(server, make_client):
    await filled(make_client, server, "Grid")
    ask(server, "PATCH", "/words", {"isArchived": True, "title": "Old"})
    _, answer = ask(server, "POST", "/words/duplicate", {"alias": "copy"})
    assert (answer["isArchived"], answer["title"]) == (False, None)
    client = await filled(make_client, server, "Ring", alias="copy")
    await client.until(lambda: client.names == ["Grid", "Ring"], "both labels")


async def test_a_name_is_given_once(server, make_client):
    await filled(make_client, server, "Grid")
    await filled(make_client, server, "Tile", alias="other")
    visitor = make_client(server, "visited")
    await visitor.connect()
    for alias in ("words", "other", "visited"):
        assert code(ask(server, "POST", "/words/duplicate", {"alias": alias})) == (409, "listExists")
    assert [label["name"] for label in server.labels("other")] == ["Tile"]
    answers = await asyncio.gather(*(
        asyncio.to_thread(ask, server, "POST", "/words/duplicate", {"alias": "new"}) for _ in range(5)))
    assert sorted(status for status, _ in answers) == [201, 409, 409, 409, 409]
    for body, problem in (({}, "invalidBody"), ({"alias": 1}, "invalidBody"), ({"alias": "A b"}, "invalidAlias"),
                          ({"alias": "x", "title": ""}, "invalidTitle")):
        assert code(ask(server, "POST", "/words/duplicate", body)) == (400, problem)


# History

async def changes(server, query=""):
    answer = server.get(f"/api/v1/lists/words/changes{query}")
    assert fault("changesAnswer", answer) is None
    return answer


async def test_the_history_can_be_paged_back_from_the_head(server, make_client):
    await filled(make_client, server, *map(str, range(10)))
    revisions, before = [], 11
    while before is not None:
        answer = await changes(server, f"?before={before}&limit=4")
        page = [change["revision"] for change in answer["changes"]]
        assert page == sorted(page)
        revisions = page + revisions
        before = answer.get("next")
    assert revisions == list(range(1, 11))
    assert [c["revision"] for c in (await changes(server, "?before=999999"))["changes"]] == list(range(1, 11))
    assert (await changes(server, "?before=0"))["changes"] == []
    assert (await changes(server, "?before=1"))["changes"] == []


async def test_the_history_can_be_paged_forward(server, make_client):
    await filled(make_client, server, *map(str, range(10)))
    revisions, after = [], 0
    while after is not None:
        answer = await changes(server, f"?after={after}&limit=4")
        revisions += [change["revision"] for change in answer["changes"]]
        after = answer.get("next")
    assert revisions == list(range(1, 11))
    answer = await changes(server, "?after=2&through=5")
    assert [change["revision"] for change in answer["changes"]] == [3, 4, 5]
    assert "next" not in answer


async def test_the_history_of_a_label_has_what_touched_it_and_no_more(server, make_client):
    client = await filled(make_client, server, "c", "b", "a")
    first = client.labels[0]["id"]
    await client.outcome(await client.rename(first, "d"))
    await client.outcome(await client.edit("reverse", orientation=0))
    await client.outcome(await client.edit("include", ids=[label["id"] for label in client.labels], isIncluded=False))
    await client.outcome(await client.edit("remove", ids=[first]))
    for direction in ("", "before=99&"):
        answer = await changes(server, f"?{direction}label={first}")
        assert [change["revision"] for change in answer["changes"]] == [1, 4, 6, 7]
        assert "next" not in answer
        effects = [effect for change in answer["changes"] for effect in change["effects"]]
        assert [effect["effect"] for effect in effects] == ["inserted", "renamed", "included", "removed"]
    answer = await changes(server, f"?label={first}&limit=2")
    assert ([change["revision"] for change in answer["changes"]], answer["next"]) == ([1, 4], 4)
    answer = await changes(server, f"?label={first}&limit=2&before=7")
    assert ([change["revision"] for change in answer["changes"]], answer["next"]) == ([4, 6], 4)
    assert (await changes(server, f"?label={uuid.uuid4()}"))["changes"] == []


@pytest.mark.parametrize("query", [
    "label=x", "before=x", "before=-1", "before=3&after=1", "before=3&through=9", "limit=0", "limit=1001", "label="])
async def test_an_argument_that_makes_no_sense_is_refused(server, make_client, query):
    await filled(make_client, server, "Grid")
    status, _, body = server.request("GET", f"/api/v1/lists/words/changes?{query}")
    assert (status, json.loads(body)["code"]) == (400, "invalidArgument")


# Sorting

async def test_a_sort_is_one_change_for_everybody_and_its_undo_gives_the_order_back(server, make_client):
    ada, ben = await filled(make_client, server, "Item 10", "item 2", "ı", "i", "Ç", "c"), make_client(server)
    await ben.connect()
    former = list(ada.names)
    sequence = await ada.edit("sort", collation="tr", orientation=0)
    assert (await ada.outcome(sequence))["outcome"] == "applied"
    # In Turkish, I is the capital of ı.
    expected = ["c", "Ç", "ı", "Item 10", "i", "item 2"]
    for client in (ada, ben):
        await client.until(lambda: client.names == expected, "the order")
    change = server.changes("words")[-1]
    assert {effect["effect"] for effect in change["effects"]} == {"moved"}
    assert (await ada.outcome(await ada.edit("sort", collation="tr", orientation=0)))["outcome"] == "noEffect"
    assert (await ada.outcome(await ada.edit("undo", target=sequence)))["outcome"] == "applied"
    await ben.until(lambda: ben.names == former, "the former order")


async def test_a_sort_made_while_offline_sorts_what_is_there_when_it_arrives(server, make_client):
    ada, ben = await filled(make_client, server, "b", "a"), make_client(server)
    await ben.connect()
    await ada.drop()
    ada.last_sequence += 1
    sequence = ada.last_sequence
    ada.pending[sequence] = {"kind": "sort", "collation": "en", "orientation": 0}
    await ben.outcome((await ben.insert("0"))[0])
    await ben.outcome(await ben.edit("reverse", orientation=0))
    await ada.reconnect()
    assert (await ada.outcome(sequence))["outcome"] == "applied"
    for client in (ada, ben):
        await client.until(lambda: client.names == ["b", "a", "0"], "the order, reversed")


@pytest.mark.parametrize("fields", [
    {}, {"collation": "en"}, {"orientation": 0}, {"collation": "e", "orientation": 0}, {"collation": "en_US", "orientation": 0},
    {"collation": "x" * 36, "orientation": 0}, {"collation": 1, "orientation": 0}, {"collation": "en", "orientation": 2}])
async def test_a_sort_that_cannot_be_read_is_an_invalid_edit(server, make_client, fields):
    client = await filled(make_client, server, "b", "a")
    client.last_sequence += 1
    client.pending[client.last_sequence] = {"kind": "sort"} | fields
    await client.send(client.sealed(client.last_sequence, client.pending[client.last_sequence]), is_valid=False)
    assert (await client.outcome(client.last_sequence))["code"] == "invalidEdit"


async def test_a_list_that_is_too_long_is_not_sorted(make_server, make_client):
    server = make_server("--max-sorted-labels", "2")
    client = await filled(make_client, server, "b", "a")
    assert client.welcomes[-1]["limits"]["labelsPerSort"] == 2
    assert (await client.outcome(await client.edit("sort", collation="en", orientation=0)))["outcome"] == "applied"
    await client.outcome((await client.insert("0"))[0])
    assert (await client.outcome(await client.edit("sort", collation="en", orientation=0)))["code"] == "tooLarge"


async def test_a_long_list_is_sorted_and_put_back(server, make_client):
    """More labels than an edit may name, the last first, so that all but one move."""
    client, count = await filled(make_client, server), 1_200
    for number in range(count):
        await client.insert(f"{number:05}", place=("first",))
        if number % 200 == 199:
            await client.settle()
    await client.settle()
    sequence = await client.edit("sort", collation="en", orientation=0)
    assert (await client.outcome(sequence))["outcome"] == "applied"
    assert client.names == [f"{number:05}" for number in range(count)]
    undo = await client.edit("undo", target=sequence)
    assert (await client.outcome(undo))["outcome"] == "applied"
    assert client.names == sorted(client.names, reverse=True)
    redo = await client.edit("undo", target=undo)
    assert (await client.outcome(redo))["outcome"] == "applied"
    assert client.names == sorted(client.names)
    remover = make_client(server)
    await remover.connect()
    await remover.until(lambda: len(remover.labels) == count, "the labels")
    victims = [label["id"] for label in remover.labels[::2]]
    for start in range(0, len(victims), 500):
        await remover.outcome(await remover.edit("remove", ids=victims[start:start + 500]))
    left = sorted(remover.names)
    outcome = await client.outcome(await client.edit("undo", target=redo))
    assert outcome["outcome"] == "mixed"
    assert {label.get("code") for label in outcome["labels"]} == {None, "changedSince"}
    assert sorted(client.names) == left
    await until(lambda: remover.names == client.names, "the same order")
    assert client.violation is None and remover.violation is None
