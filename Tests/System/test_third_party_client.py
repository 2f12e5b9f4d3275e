"""A client that was written from the guide alone works: over cut links, through deaths of its process, and for rare answers."""

import asyncio
import contextlib
import json
import random
import uuid
from collections import Counter

import pytest
import websockets

from client import until
from proxy import Proxy
from third_party.colabel_client import Client
from third_party.durable_replica import Refused
from third_party.label_list import merge
from traffic import TRAFFIC

NAMES = ["Ring", "Big Ring", "Ring Two", "", "Tile 👨‍👩‍👧", "e\u0301clair", "éclair", "グリッド", "a b c d", "X" * 60]
KINDS = {"insert": 6, "rename": 8, "include": 3, "remove": 2, "move": 5, "reverse": 1, "restore": 2, "undo": 5, "odd": 1}


class Person:
    """Somebody with a client, whose process can die and begin again."""

    def __init__(self, name, port, folder, alias="words", **options):
        self.alias, self.path, self.address = alias, str(folder / f"{name}.sqlite"), f"ws://127.0.0.1:{port}"
        self.options = {"person": {"name": name, "color": "#1f77b4"}, "linger": 0.02, "backoff": (0.02, 0.5),
                        "synchronous": "NORMAL", **options}
        self.sent, self.received, self.events, self.authors = [], [], [], set()
        self.made, self.removed = [], set()
        self.trap = None  # called with each message and its direction
        self.start()

    def start(self):
        self.client = Client(self.address, self.alias, self.path, on_event=lambda *event: self.events.append(event),
                             tap=self.tap, **self.options)
        self.task = asyncio.create_task(self.client.run())

    def tap(self, direction, message):
        getattr(TRAFFIC, direction)(message)
        getattr(self, direction).append(message)
        if message["type"] == "welcome":
            self.authors.add(message["author"])
        if self.trap:
            self.trap(direction, message)

    async def until(self, condition, what):
        await until(lambda: condition(self.client) or self.task.done(), what)
        if self.task.done():
            self.task.result()
        assert condition(self.client), what

    async def idle(self):
        await self.until(lambda client: client.is_idle, "that nothing is pending")

    async def die(self):
        """Nothing more is stored or sent."""
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        self.client.close()

    def of(self, kind):
        return [value for event, value in self.events if event == kind]

    @property
    def names(self):
        return [label.name for label in self.client.view()]


@pytest.fixture
async def make_person(server, tmp_path):
    """Makes somebody on the server's list; all of them leave after the test."""
    people = []

    def make(name, port=None, **options):
        people.append(Person(name, port or server.port, tmp_path, **options))
        return people[-1]

    yield make
    for person in people:
        await person.die()


def edit_by_chance(person, chance):
    """An edit of any kind, from what is on this person's screen."""
    client = person.client
    labels = {label.id: label.name for label in client.view()}
    group = str(uuid.UUID(int=chance.getrandbits(128), version=4)) if chance.random() < 0.2 else None
    some = chance.sample(list(labels), min(len(labels), chance.randint(1, 3)))
    others = [id for id in labels if id not in some]
    place = [chance.choice(["before", "after"]), chance.choice(others)] if others and chance.random() < 0.7 \
        else [chance.choice(["first", "last"])]
    kind, = chance.choices(list(KINDS), KINDS.values())
    match kind if some else "insert":
        case "insert": made = [client.insert(chance.choice(NAMES), place, chance.random() < 0.5, group=group)]
        case "rename":
            old = labels[some[0]]
            new = chance.choice([chance.choice(NAMES), old + "!", "¡" + old])[:80]
            made = [client.rename(some[0], new, group=group)]
        case "include": made = [client.include(some, chance.random() < 0.5, group=group)]
        case "remove":
            person.removed.update(some)
            made = [client.remove(some, group=group)]
        case "move": made = [client.move(some, place, group=group)]
        case "reverse": made = [client.reverse(group=group)]
        case "restore" if person.removed: made = [client.restore([chance.choice(sorted(person.removed))], group=group)]
        case "undo" if person.made:
            targets = chance.sample(person.made[-15:], min(len(person.made[-15:]), chance.choice([1, 1, 2])))
            try:
                made = client.undo(*targets)
            except Refused:  # one of them was a draft, and was dropped
                made = []
        case _: made = [client.include([some[0], str(uuid.uuid4())], True)]  # a mixed outcome
    person.made += made


async def die_while_sending(person, chance):
    """The process dies as an edit is sealed and about to be sent, or as its outcome has come and is not stored."""
    moments = chance.choice([[("sent", "edit")], [("received", "diff"), ("received", "settled")]])
    dying = asyncio.Event()

    def trap(direction, message):
        if (direction, message["type"]) in moments:
            dying.set()
            raise asyncio.CancelledError

    person.trap = trap
    edit_by_chance(person, chance)
    person.client.insert("the last", ["last"])
    await until(dying.is_set, "the moment to die")
    person.trap = None
    await person.die()
    person.start()


def check(server, people):
    """All have the server's list, and every edit has the one outcome that its log tells of."""
    head = server.get("/api/v1/lists/words/labels")
    for client in (person.client for person in people):
        assert [client.replica.labels[id] for id in client.replica.order] == head["labels"]
        assert client.replica.orientation == head["orientation"]
        assert {field: client.point[field] for field in ("revision", "hash", "epoch")} \
            == {field: head[field] for field in ("revision", "hash", "epoch")}
    logged = Counter((change["author"], change["sequence"]) for change in server.changes("words"))
    assert set(logged.values()) <= {1}
    accounted = set()
    for person in people:
        author, = person.authors
        assert set(Counter(ticket for ticket, _ in person.of("settled")).values()) <= {1}
        rows = person.client.store.db.execute("SELECT sequence, outcome FROM edit").fetchall()
        for sequence, outcome in ((sequence, json.loads(outcome)) for sequence, outcome in rows):
            parts = [outcome, *outcome.get("labels", [])]
            applied = any(part["outcome"] == "applied" for part in parts)
            assert logged[author, sequence] == applied if sequence else outcome == {"outcome": "dropped"}
            accounted.add((author, sequence))
    assert set(logged) <= accounted


@pytest.mark.parametrize("seed", range(2))
async def test_edits_of_all_kinds_end_alike_over_cut_links_and_through_deaths(server, make_person, seed):
    chance = random.Random(seed)
    with Proxy(server.port) as proxy:
        people = [make_person("Ada", proxy.port), make_person("Ben", proxy.port, deflate=False),
                  make_person("Cem", proxy.port)]
        for step in range(120):
            person = chance.choice(people)
            edit_by_chance(person, chance)
            if chance.random() < 0.1:
                person.client.set_editing(chance.choice([None, *[label.id for label in person.client.view()][:3]]))
            if chance.random() < 0.06:
                await asyncio.to_thread(proxy.cut)
            if step % 40 == 39:
                await die_while_sending(people[2], chance)
            await asyncio.sleep(chance.choice([0, 0.005, 0.02]))
        for person in people:
            await person.idle()
        head = max(person.client.revision for person in people)
        for person in people:
            await person.until(lambda client: client.is_idle and client.revision == head, "the head")
    assert not [fault for person in people for fault in person.of("fault")]
    check(server, people)


async def test_drafts_undo_redo_groups_and_restores(server, make_person):
    ada, ben = make_person("Ada"), make_person("Ben")
    client = ada.client
    for name in ("Grid", "Tile", "Ring"):
        client.insert(name, ["last"])  # before any welcome
    assert ada.names == ["Grid", "Tile", "Ring"]
    await ada.idle()
    await ben.until(lambda _: ben.names == ["Grid", "Tile", "Ring"], "the labels")
    grid, _, ring = (label.id for label in client.view())

    rename = client.rename(ring, "Ring Two")
    await ada.idle()
    undo, = client.undo(rename)
    await ada.idle()
    assert ada.names == ["Grid", "Tile", "Ring"]
    client.undo(undo)
    await ben.until(lambda _: ben.names == ["Grid", "Tile", "Ring Two"], "the redo")

    group = str(uuid.uuid4())
    client.reverse(group=group)
    assert ada.names == ["Ring Two", "Tile", "Grid"]
    client.move([grid], ["first"], group=group)
    client.rename(grid, "Lattice", group=group)
    client.remove([ring], group=group)
    assert ada.names == ["Lattice", "Tile"]
    await ben.until(lambda _: ben.names == ["Lattice", "Tile"], "the group")
    undos = client.undo(*client.group_of(group))
    await ada.idle()
    assert ada.names == ["Grid", "Tile", "Ring Two"]
    client.undo(*undos)
    await ben.until(lambda _: ben.names == ["Lattice", "Tile"], "the redone group")
    await ada.idle()

    client.linger = 60
    first, second = client.rename(grid, "a"), client.rename(grid, "ab")
    assert first == second and client.undo(first) == [] and ada.names == ["Lattice", "Tile"]
    client.linger = 0.02
    client.restore([ring])
    await ben.until(lambda _: len(ben.names) == 3, "the restored label")
    await ada.idle()
    await ben.idle()
    check(server, [ada, ben])


async def test_an_edit_of_a_removed_label_is_told_with_its_text(server, make_person):
    ada, ben = make_person("Ada"), make_person("Ben")
    ada.client.insert("Ring", ["last"])
    await ben.until(lambda _: ben.names, "the label")
    await ada.idle()
    ring = ada.client.view()[0].id
    await ada.die()
    ben.client.remove([ring])
    await ben.idle()
    ada.start()
    ada.client.rename(ring, "late")  # a draft, made on the stored list before the connection
    await ada.idle()
    notice, = ada.client.notices()
    assert (notice.kind, notice.text, notice.detail["code"]) == ("rejected", "late", "removed")
    assert notice.detail["removedBy"]["name"] == "Ben"
    ada.client.dismiss(notice.id)
    assert ada.client.notices() == []


async def test_an_overwritten_text_is_told_once_by_a_snapshot(make_person):
    ada, ben = make_person("Ada"), make_person("Ben")
    ada.client.insert("Ring", ["last"])
    await ben.until(lambda _: ben.names, "the label")
    await ada.idle()
    ring, seen = ada.client.view()[0].id, ben.client.revision
    ada.client.rename(ring, "Ringlet")
    await ben.until(lambda _: ben.names == ["Ringlet"], "the new name")
    await ada.idle()
    await ada.die()
    ben.client.rename(ring, "Rings", base="Ring", seen=seen)
    await ben.idle()
    ada.start()
    ada.client.point = None  # the replica must not be resumed
    await ada.until(lambda client: client.is_idle and ada.names == ["Rings"], "the snapshot")
    await ada.die()
    ada.start()
    await ada.idle()
    assert [(notice.kind, notice.text) for notice in ada.client.notices()] == [("overwritten", "Ringlet")]


async def test_who_edits_a_label_is_shown_as_long_as_it_lasts(make_person):
    ada, ben = make_person("Ada"), make_person("Ben", repeat_editing=0.05)
    ada.client.insert("Ring", ["last"])
    await ben.until(lambda client: client.view(), "the label")
    ring = ben.client.view()[0].id

    def editors(client):
        return [person["name"] for person in client.people.values() if person.get("editing") == ring]
    ben.client.set_editing(ring, {"name": "Benjamin"})
    await ada.until(lambda client: editors(client) == ["Benjamin"], "who edits")
    await until(lambda: sum(message["type"] == "presence" for message in ben.sent) > 3, "that it is repeated")
    ben.client.set_editing(None)
    await ada.until(lambda client: not editors(client), "that nobody edits")
    await ben.client.stop()
    await ada.until(lambda client: client.present == len(client.people) == 1, "that somebody left")


async def test_more_edits_than_the_window_go_out_in_order(server, make_person):
    with Proxy(server.port) as proxy:
        ada = make_person("Ada", proxy.port)
        names = [str(number) for number in range(300)]
        for name in names:
            ada.client.insert(name, ["last"])
        await ada.until(lambda client: len(client.pending) < 250, "some outcomes")
        await asyncio.to_thread(proxy.cut)
        await ada.idle()
    assert ada.names == names
    assert not ada.of("fault")
    check(server, [ada])


@pytest.mark.parametrize("make", [
    lambda client: client.insert("x" * 501, ["last"]), lambda client: client.insert("\ud800", ["last"]),
    lambda client: client.remove([]), lambda client: client.remove([str(uuid.uuid4()) for _ in range(1001)]),
    lambda client: client.move(["a", "b"], ["after", "b"])])
async def test_limits_are_checked_before_anything_is_stored(tmp_path, make):
    with contextlib.closing(Client("ws://127.0.0.1:9", "words", str(tmp_path / "x.sqlite"))) as client:
        with pytest.raises(Refused):
            make(client)
        assert not client.pending


@pytest.mark.parametrize("base, current, new, result", [
    ("Ring", "Big Ring", "Ring Two", "Big Ring Two"), ("Ring", "Rings", "Ring Two", "Ring Two"),
    ("abc", "Xbc", "aYc", "aYc"), ("Ring", "Ring", "Ring Two", "Ring Two"), ("a", "b", "a", "b"),
    ("abc", "Xbc", "abY", "XbY")])
def test_names_merge_as_the_guide_says(base, current, new, result):
    assert merge(base, current, new) == result


# Answers that the real server seldom gives

LIST, OTHER_LIST, RING = (str(uuid.UUID(int=number)) for number in (1, 2, 3))
LIMITS = {"labels": 200, "nameGraphemes": 500, "nameBytes": 4096, "labelsPerEdit": 10, "restoredBytes": 999,
          "openEdits": 5, "messageBytes": 9999}
WELCOME = {"type": "welcome", "list": LIST, "alias": "words", "exists": True, "epoch": "e", "revision": 1,
           "hash": "1" * 16, "author": 1, "role": "editor", "reset": False, "snapshot": True, "lastSequence": 0,
           "beatSeconds": 15, "outcomes": [], "limits": LIMITS}
SNAPSHOT = {"type": "snapshot", "list": LIST, "epoch": "e", "revision": 1, "hash": "1" * 16, "orientation": 0,
            "chunk": 0, "chunks": 1, "labels": [{"id": RING, "name": "Ring", "isIncluded": True}]}


@pytest.fixture
async def make_scripted(tmp_path):
    """Makes somebody whose nth connection is answered by the nth script, further ones by the last."""
    async with contextlib.AsyncExitStack() as stack:
        async def make(*scripts):
            hellos = []

            async def handle(socket):
                hellos.append(json.loads(await socket.recv()))
                await scripts[min(len(hellos), len(scripts)) - 1](socket)
                with contextlib.suppress(websockets.ConnectionClosed):
                    async for _ in socket:
                        pass
            listener = await stack.enter_async_context(websockets.serve(
                handle, "127.0.0.1", 0, subprotocols=[websockets.Subprotocol("colabel.v1")]))
            person = Person("Ada", listener.sockets[0].getsockname()[1], tmp_path)
            stack.push_async_callback(person.die)
            return person, hellos

        yield make


async def say(socket, *messages):
    for message in messages:
        await socket.send(json.dumps(message))


async def take_one_edit(socket):
    """Welcomes, takes an edit, and is gone."""
    await say(socket, WELCOME, SNAPSHOT)
    await socket.recv()
    socket.transport.abort()


def told(person):
    return [(notice.kind, notice.text) for notice in person.client.notices()]


async def test_an_edit_that_leads_to_a_close_twice_is_withdrawn(make_scripted):
    kinds = []

    async def script(socket):
        await say(socket, WELCOME, SNAPSHOT)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "edit":
                kinds.append(message["kind"])
                if message["kind"] != "withdraw":
                    return await socket.close(1011, "serverError")
                outcome = {"sequence": message["sequence"], "outcome": "rejected", "code": "withdrawn", "asOf": 1}
                await say(socket, {"type": "settled", "outcomes": [outcome]})

    ada, _ = await make_scripted(script)
    ada.client.insert("poison", ["last"])
    await ada.until(lambda client: client.notices(), "a notice")
    assert kinds == ["insert", "insert", "withdraw"]
    assert told(ada) == [("rejected", "poison")]


async def test_an_expired_client_tells_what_it_sent_and_goes_on_with_its_drafts(make_scripted):
    async def expired(socket):
        await socket.close(4004, "clientExpired")

    edits = []

    async def renewed(socket):
        await say(socket, WELCOME | {"author": 2, "snapshot": False})
        edits.append(json.loads(await socket.recv()))
        await say(socket, {"type": "settled", "outcomes": [{"sequence": 1, "outcome": "noEffect", "asOf": 1}]})

    ada, hellos = await make_scripted(take_one_edit, expired, renewed)
    ada.client.insert("sent", ["last"])
    await until(lambda: any(message["type"] == "edit" for message in ada.sent), "the first edit")
    ada.client.linger = 0.5
    ada.client.rename(RING, "draft", base="Ring", seen=1)
    await ada.idle()
    assert told(ada) == [("perhapsApplied", "sent")]
    assert [(edit["sequence"], edit["name"], edit["seen"]) for edit in edits] == [(1, "draft", 0)]
    assert len({hello["client"] for hello in hellos}) == 2
    assert [hello["claimed"] for hello in hellos] == [False, True, False]
    assert hellos[-1]["resume"] == {"list": LIST, "epoch": "e", "revision": 1, "hash": "1" * 16}


@pytest.mark.parametrize("is_made_before", [True, False])
async def test_a_client_claims_itself_before_it_sends_an_edit_to_a_list_that_does_not_exist_yet(
        make_scripted, is_made_before):
    provisional = WELCOME | {"exists": False, "revision": 0}, SNAPSHOT | {"revision": 0, "labels": []}

    async def take_edit(socket):
        await say(socket, *provisional)
        await socket.recv()
        socket.transport.abort()

    async def welcome(socket):
        await say(socket, *provisional)

    ada, hellos = await make_scripted(take_edit, welcome)
    if is_made_before:
        ada.client.linger = 60
        undone = ada.client.insert("Ring", ["last"])
        ada.client.insert("Tile", ["last"])
        ada.client.undo(undone)  # seals it, and nothing else
    else:
        await ada.until(lambda client: client.author, "the welcome")
        ada.client.insert("Ring", ["last"])
    await until(lambda: len(hellos) > 1, "the second connection")
    assert [hello["claimed"] for hello in hellos[:2]] == [False, True]


async def test_an_outcome_counts_once_the_replica_has_reached_its_revision(make_scripted):
    async def script(socket):
        await say(socket, WELCOME, SNAPSHOT)
        await socket.recv()
        outcome = {"sequence": 1, "outcome": "noEffect", "asOf": 2}
        change = {"revision": 2, "hash": "2" * 16, "author": 9, "sequence": 1, "time": 1,
                  "effects": [{"effect": "reversed", "value": 1}]}
        await say(socket, {"type": "settled", "outcomes": [outcome]}, {"type": "diff", "changes": [change]})

    ada, _ = await make_scripted(script)
    revisions = []
    ada.client.on_event = lambda kind, _: revisions.append(ada.client.revision) if kind == "settled" else None
    ada.client.include([RING], True)
    await until(lambda: revisions, "the outcome")
    assert revisions == [2]


async def test_another_list_gets_nothing_of_the_outbox(make_scripted):
    async def another(socket):
        await say(socket, WELCOME | {"list": OTHER_LIST, "reset": True}, SNAPSHOT | {"list": OTHER_LIST, "labels": []})

    ada, _ = await make_scripted(take_one_edit, another)
    ada.client.insert("mine", ["last"])
    await ada.until(lambda client: client.known == OTHER_LIST and client.is_idle, "the other list")
    assert told(ada) == [("notSent", "mine")]
    assert sum(message["type"] == "edit" for message in ada.sent) == 1
    assert (ada.client.next, ada.client.acknowledged, ada.client.view()) == (2, 1, [])


@pytest.mark.parametrize("recorded, seen", [(0, 0), (1, 1)])
async def test_after_a_reset_an_edit_of_which_there_is_no_record_has_seen_nothing(make_scripted, recorded, seen):
    edits = []

    async def reset(socket):
        await say(socket, WELCOME | {"epoch": "f", "reset": True, "lastSequence": recorded}, SNAPSHOT | {"epoch": "f"})
        edits.append(json.loads(await socket.recv()))

    ada, _ = await make_scripted(take_one_edit, reset)
    await ada.until(lambda client: client.view(), "the list")
    ada.client.rename(RING, "Ring Two")
    await until(lambda: edits, "the edit of the second connection")
    assert (edits[0]["sequence"], edits[0]["seen"]) == (1, seen)


async def test_a_storage_that_was_rolled_back_makes_a_new_client(make_scripted):
    async def ahead(socket):
        await say(socket, WELCOME | {"lastSequence": 9})

    async def renewed(socket):
        await say(socket, WELCOME | {"author": 2}, SNAPSHOT)

    ada, hellos = await make_scripted(ahead, renewed)
    ada.client.insert("stored", ["last"])
    await ada.idle()
    assert told(ada) == [("perhapsApplied", "stored")]
    assert len({hello["client"] for hello in hellos}) == 2


async def test_a_gap_brings_a_snapshot_and_a_replaced_client_stays_closed(make_scripted):
    async def gap(socket):
        change = {"revision": 2, "hash": "2" * 16, "author": 9, "sequence": 1, "time": 1,
                  "effects": [{"effect": "renamed", "id": RING, "value": "half"}]}
        await say(socket, WELCOME, SNAPSHOT, {"type": "diff", "changes": [change, change | {"revision": 4}]})

    async def replaced(socket):
        other = SNAPSHOT | {"chunk": 1, "labels": [SNAPSHOT["labels"][0] | {"id": str(uuid.UUID(int=4))}]}
        await say(socket, WELCOME, *(part | {"chunks": 2} for part in (SNAPSHOT, other)))
        await socket.close(4005, "replaced")

    ada, hellos = await make_scripted(gap, replaced)
    await until(ada.task.done, "the end")
    assert [hello["resume"] for hello in hellos] == [None, None]
    assert ada.of("replaced") and ada.names == ["Ring", "Ring"]
