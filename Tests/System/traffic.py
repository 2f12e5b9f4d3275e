"""Holds what both sides say, in every test, to the schema of the protocol, unknown fields refused.

A message, and each change, outcome, label or person in it, is checked if its shape is new or rare: its fields, the sorts of
their values, and the words that name kinds. So whatever can be said differently is checked, and long runs are not slowed down.
"""

import json
import zlib
from collections import Counter

from protocol_schema import elements, fault, named

MESSAGES = {side: named(side, "type") for side in ("clientMessage", "serverMessage")}
# Fields whose values belong to the shape.
WORDS = {"type", "kind", "effect", "outcome", "code"}
# Of one shape, so many are all checked, since their values differ; from then on, one in so many.
ALL_UP_TO, THEN_ONE_IN = 10, 500
# Elements of an array that are looked at.
MOST_ELEMENTS = 1_000


class Traffic:
    def __init__(self):
        self.shapes = Counter()
        self.faults = []

    # A WebSocket's messages, parsed or as they are in the frame

    def sent(self, message):
        """A client that keeps to the protocol has sent this."""
        self.check_message("clientMessage", message)

    def received(self, message):
        """The server has sent this: JSON, or in a binary frame deflated JSON."""
        self.check_message("serverMessage", message)

    # HTTP

    def answered(self, path, status, body):
        """The API has answered this."""
        self.check_whole(answer(path, status), json.loads(body))

    def check_message(self, side, message):
        try:
            type, message = parsed(message)
            definition = MESSAGES[side][type]
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            self.faults.append(f"no {side}: {str(message)[:500]}: {error!r}")
        else:
            self.check_whole(definition, message)

    def check_whole(self, definition, value):
        """Checks an object with one element in each of its arrays, and all elements alone."""
        for field, element in elements(definition).items():
            for part in value.get(field, [])[:MOST_ELEMENTS]:
                self.check(element, part)
            if field in value:
                value = value | {field: value[field][:1]}
        self.check(definition, value)

    def check(self, definition, value):
        shape = (definition, shape_of(value))
        self.shapes[shape] += 1
        count = self.shapes[shape]
        if count <= ALL_UP_TO or count % THEN_ONE_IN == 0:
            found = fault(definition, value)
            if found is not None:
                self.faults.append(f"{found} in {json.dumps(value)[:2000]}")

    def take_faults(self):
        """What was wrong since the last time."""
        faults, self.faults = self.faults, []
        return faults


def parsed(message):
    """A message and its type."""
    if isinstance(message, bytes):
        message = json.loads(zlib.decompress(message))
        if message["type"] != "snapshot":
            raise ValueError("only snapshots come in binary frames")
    elif isinstance(message, str):
        message = json.loads(message)
    return message["type"], message


def answer(path, status):
    """The definition of what the API answers."""
    if status >= 400:
        return "problem"
    match path.partition("?")[0].split("/")[3:]:
        case ["lists"]: return "listsAnswer"
        case ["lists", _] | ["lists", _, "duplicate"]: return "listAnswer"
        case ["lists", _, last]: return f"{last}Answer"
        case _: raise AssertionError(f"there is nothing at {path}")


def shape_of(value, field=None):
    """What two values have in common that differ in no field, and in no word that names a kind."""
    if isinstance(value, dict):
        return tuple((name, shape_of(part, name)) for name, part in sorted(value.items()))
    if isinstance(value, list):
        return frozenset(shape_of(part) for part in value[:MOST_ELEMENTS])
    return value if field in WORDS else type(value)


TRAFFIC = Traffic()
"""All that is said in a process. After each test nothing must be wrong."""
