"""Messages that break the protocol cost their sender something, and nobody else anything."""

import asyncio
import json
import random
import uuid

import pytest

from client import until
from raw_peer import TEXT, frame, handshake, text

SECRET_OF_15 = "x" * 15


# The same ids in every run: they are in the tests' names, by which several workers share them.
IDS = random.Random("ids")


def an_id():
    return str(uuid.UUID(int=IDS.getrandbits(128), version=4))


@pytest.fixture
async def stranger(attack, make_client):
    """A client of the attacked list, welcomed, and its raw connection."""
    client = make_client(attack.server, attack.alias)
    peer = await attack.welcomed(client)
    peer.client = client
    return peer


async def refusal(peer):
    """The error message's code, and the close."""
    messages, close = await peer.ending()
    errors = [message for message in messages if message["type"] == "error"]
    assert len(errors) == 1 and errors[0]["message"]
    return errors[0]["code"], close


@pytest.mark.parametrize("message", [
    "", " ", "[]", "7", "null", '"hello"', "{", "{}", '{"type": "beat"} x', '{"type": null}', '{"type": 7}',
    '{"type": "beat",}', "{'type': 'beat'}", '{"type": "beat"', '{"type": "acknowledge"}', "\0", "\ufeff{}",
    '{"type": "edit"}', '{"type": "acknowledge", "acknowledgedThrough": -1}'])
async def test_what_is_no_message_is_refused_as_bad(stranger, message):
    await stranger.send(text(message))
    assert await refusal(stranger) == ("badMessage", (1008, "badMessage"))


@pytest.mark.parametrize("sequence", [
    "0", "-1", "1.5", "1e3", "1e400", "9007199254740992", "-0", "99999999999999999999999999999", '"7"', "null",
    "true", "[1]", "{}"])
async def test_an_edit_whose_sequence_is_no_sequence_is_refused_as_bad(stranger, sequence):
    await stranger.send(text(f'{{"type": "edit", "sequence": {sequence}, "kind": "reverse", "orientation": 0}}'))
    assert await refusal(stranger) == ("badMessage", (1008, "badMessage"))


@pytest.mark.parametrize("opening, closing", [("[", "]"), ('{"a":', "}")])
async def test_deep_json_is_refused_as_bad(stranger, opening, closing):
    deep = opening * 40_000 + "1" + closing * 40_000
    await stranger.send(text('{"type": "beat", "x": ' + deep + "}"))
    assert await refusal(stranger) == ("badMessage", (1008, "badMessage"))


@pytest.mark.parametrize("type", ["foo", "", "welcome", "diff", "Edit", "hello ", "\u202e"])
async def test_an_unknown_message_is_refused_by_that_name(stranger, type):
    await stranger.send(text({"type": type}))
    assert await refusal(stranger) == ("unknownMessage", (1008, "unknownMessage"))


async def test_unknown_fields_are_ignored(stranger):
    await stranger.send(text({"type": "beat", "future": [{"of": "the"}, "protocol"]}))
    await stranger.send(text({
        "type": "edit", "sequence": 1, "kind": "remove", "ids": [an_id()], "unknown": {"deep": [1, [2]]}}))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "unknownLabel"


# Edits that can be numbered get an outcome, whatever else they hold.

MALFORMED = [
    {"kind": "explode"}, {"kind": None}, {}, {"kind": 5}, {"kind": ["rename"]},
    {"kind": "insert", "ids": 5, "name": "a", "isIncluded": True, "place": ["last"], "orientation": 0},
    {"kind": "insert", "ids": ["no uuid"], "name": "a", "isIncluded": True, "place": ["last"], "orientation": 0},
    {"kind": "insert", "ids": [an_id()], "name": 5, "isIncluded": True, "place": ["last"], "orientation": 0},
    {"kind": "insert", "ids": [an_id()], "name": "a", "isIncluded": "yes", "place": ["last"], "orientation": 0},
    {"kind": "insert", "ids": [an_id()], "name": "a", "isIncluded": True, "place": "last", "orientation": 0},
    {"kind": "insert", "ids": [an_id()], "name": "a", "isIncluded": True, "place": ["middle"], "orientation": 0},
    {"kind": "insert", "ids": [an_id()], "name": "a", "isIncluded": True, "place": ["after"], "orientation": 0},
    {"kind": "insert", "ids": [an_id()], "name": "a", "isIncluded": True, "place": ["last"], "orientation": 2},
    {"kind": "insert", "ids": [an_id()], "name": "a", "isIncluded": True, "place": ["last"]},
    {"kind": "insert", "ids": [], "name": "a", "isIncluded": True, "place": ["last"], "orientation": 0},
    {"kind": "remove"}, {"kind": "remove", "ids": []}, {"kind": "remove", "ids": None},
    {"kind": "remove", "ids": {"0": an_id()}}, {"kind": "include", "ids": [an_id()], "isIncluded": 1},
    {"kind": "rename", "ids": [an_id(), an_id()], "name": "a", "base": "", "seen": 0},
    {"kind": "rename", "ids": [an_id()], "name": "a", "base": 0, "seen": 0},
    {"kind": "rename", "ids": [an_id()], "name": "a", "base": "", "seen": -1},
    {"kind": "rename", "ids": [an_id()], "name": "a", "base": "", "seen": 1e300},
    {"kind": "reverse", "orientation": "0"}, {"kind": "move", "ids": [an_id()], "place": ["before", 5],
                                              "orientation": 0},
    {"kind": "remove", "ids": [an_id()] * 2}, {"kind": "remove", "ids": [an_id() for _ in range(1001)]},
]


@pytest.mark.parametrize("edit", MALFORMED, ids=lambda edit: json.dumps(edit)[:60])
async def test_a_malformed_edit_is_answered_and_uses_its_sequence_up(stranger, edit):
    await stranger.send(text({"type": "edit", "sequence": 1} | edit))
    outcome, = (await stranger.message("settled"))["outcomes"]
    assert (outcome["sequence"], outcome["outcome"], outcome["code"]) == (1, "rejected", "invalidEdit")
    await stranger.send(text({"type": "edit", "sequence": 1, "kind": "restore", "ids": [an_id()]}))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "sequenceReused"
    await stranger.send(text({"type": "edit", "sequence": 2, "kind": "remove", "ids": [an_id()]}))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "unknownLabel"


@pytest.mark.parametrize("name", ['"\\ud800"', '"a\\udc00b"', '"\\udc00\\ud800"', '"\\ud83d"'])
async def test_half_a_surrogate_pair_makes_an_invalid_name_and_the_connection_lives(stranger, name):
    await stranger.send(text(
        f'{{"type": "edit", "sequence": 1, "kind": "insert", "ids": ["{an_id()}"], "name": {name},'
        ' "isIncluded": true, "place": ["last"], "orientation": 0}'))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "invalidName"
    await stranger.send(text({"type": "edit", "sequence": 2, "kind": "remove", "ids": [an_id()]}))
    assert (await stranger.message("settled"))["outcomes"][0]["sequence"] == 2


async def test_a_name_over_the_limits_is_invalid(stranger):
    for sequence, name in enumerate(["x" * 501, "e" + "\u0301" * 2048, "\U0001f600" * 501], 1):
        await stranger.send(text({
            "type": "edit", "sequence": sequence, "kind": "insert", "ids": [an_id()], "name": name,
            "isIncluded": True, "place": ["last"], "orientation": 0}))
        assert (await stranger.message("settled"))["outcomes"][0]["code"] == "invalidName"


# Hellos

async def test_a_connection_that_never_says_hello_is_closed(attack):
    assert await (await attack.upgraded()).closed() == (4001, "helloTimeout")


async def test_beats_do_not_put_the_hello_off(attack):
    peer = await attack.upgraded()
    closed = asyncio.create_task(peer.closed())
    while not closed.done():
        await peer.send(text({"type": "beat"}))
        await asyncio.sleep(0.1)
    assert await closed == (4001, "helloTimeout")


async def test_a_second_hello_is_refused(stranger):
    await stranger.send(text(stranger.client.hello()))
    assert await refusal(stranger) == ("helloExpected", (1008, "helloExpected"))


@pytest.mark.parametrize("message", [
    {"type": "edit", "sequence": 1, "kind": "reverse", "orientation": 0},
    {"type": "acknowledge", "acknowledgedThrough": 1}])
async def test_nothing_may_come_before_the_hello(attack, message):
    peer = await attack.upgraded()
    await peer.send(text(message))
    assert await refusal(peer) == ("helloExpected", (1008, "helloExpected"))


async def test_nothing_may_come_before_the_welcome(attack, make_client):
    peer = await attack.upgraded()
    hello = make_client(attack.server).hello()
    await peer.send(text(hello) + text({"type": "edit", "sequence": 1, "kind": "reverse", "orientation": 0}))
    assert await refusal(peer) == ("helloExpected", (1008, "helloExpected"))


@pytest.mark.parametrize("fields", [
    {"client": "nobody"}, {"client": None}, {"client": 5}, {"client": an_id().upper() + "0"}, {"secret": None},
    {"secret": SECRET_OF_15}, {"secret": "x" * 129}, {"secret": "x" * 15 + "é"}, {"secret": "x" * 16 + " "},
    {"claimed": "no"}, {"acknowledgedThrough": -1}, {"acknowledgedThrough": "0"}, {"resume": 7}, {"resume": {}},
    {"resume": {"list": an_id(), "epoch": "0" * 16, "revision": -1, "hash": "0" * 16}},
    {"resume": {"list": an_id(), "epoch": "0" * 16, "revision": 0, "hash": "zz"}},
], ids=lambda fields: json.dumps(fields)[:50])
async def test_a_hello_with_bad_fields_is_refused(attack, make_client, fields):
    peer = await attack.upgraded()
    await peer.send(text(make_client(attack.server).hello(**fields)))
    assert await refusal(peer) == ("badHello", (1008, "badHello"))


async def test_who_does_not_know_the_secret_does_not_become_the_client(attack, stranger):
    thief = await attack.upgraded()
    await thief.send(text(stranger.client.hello(secret="guessed" * 4)))
    assert await refusal(thief) == ("wrongSecret", (4003, "wrongSecret"))
    await stranger.send(text({"type": "edit", "sequence": 1, "kind": "remove", "ids": [an_id()]}))
    assert (await stranger.message("settled"))["outcomes"][0]["code"] == "unknownLabel"


async def test_a_client_that_connects_again_replaces_its_older_connection(attack, stranger):
    newer = await attack.welcomed(stranger.client)
    assert await stranger.closed() == (4005, "replaced")
    await newer.send(text({"type": "edit", "sequence": 1, "kind": "remove", "ids": [an_id()]}))
    assert (await newer.message("settled"))["outcomes"][0]["code"] == "unknownLabel"


async def test_a_client_that_claims_to_be_known_and_is_not_has_expired(attack, bystander, make_client):
    await until(lambda: bystander.outcomes, "an edit that makes the list exist")
    peer = await attack.upgraded()
    await peer.send(text(make_client(attack.server).hello(claimed=True)))
    assert await peer.closed() == (4004, "clientExpired")


async def test_on_a_list_that_never_had_an_edit_it_is_taken_as_new(attack, make_client):
    peer = await attack.connected()
    status, _ = await peer.ask(handshake(f"/lists/list-{uuid.uuid4()}/socket"))
    assert status == 101
    await peer.send(text(make_client(attack.server).hello(claimed=True)))
    assert (await peer.message("welcome"))["lastSequence"] == 0


# Too much

async def test_a_client_that_never_acknowledges_may_have_256_edits_open(stranger):
    for sequence in range(1, 258):
        await stranger.send(text({
            "type": "edit", "sequence": sequence, "acknowledgedThrough": 0, "kind": "remove", "ids": [an_id()]}))
    messages, close = await stranger.ending()
    assert close == (4007, "tooManyOpen")
    answered = [
        outcome["sequence"] for message in messages if message["type"] == "settled"
        for outcome in message["outcomes"]]
    assert answered == list(range(1, len(answered) + 1))


async def test_sequences_at_the_end_of_the_range_hurt_only_their_author(stranger):
    last = 2**53 - 1
    await stranger.send(text({"type": "acknowledge", "acknowledgedThrough": last - 1}))
    await stranger.send(text({"type": "edit", "sequence": last, "kind": "remove", "ids": [an_id()]}))
    assert (await stranger.message("settled"))["outcomes"][0]["sequence"] == last


async def test_a_message_of_the_longest_size_is_read(stranger):
    filler = "x" * (262_144 - len(json.dumps({"type": "beat", "x": ""})))
    await stranger.send(text({"type": "beat", "x": filler}))
    await stranger.send(text({"type": "edit", "sequence": 1, "kind": "remove", "ids": [an_id()]}))
    assert (await stranger.message("settled"))["outcomes"][0]["sequence"] == 1


async def test_one_byte_more_than_the_longest_message_is_too_big(stranger):
    await stranger.send(frame(TEXT, b" " * 262_145))
    assert await stranger.closed() == (1009, "messageTooBig")
