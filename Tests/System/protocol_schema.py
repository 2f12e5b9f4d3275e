"""The schema of the protocol, compiled once: what a message must look like, unknown fields refused."""

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource

FOLDER = Path(__file__).resolve().parents[2] / "docs/protocol"
SCHEMA = json.loads((FOLDER / "colabel.v1.schema.json").read_text())
REGISTRY = Registry().with_resource(SCHEMA["$id"], Resource.from_contents(SCHEMA)).crawl()
DEFINITIONS = SCHEMA["$defs"]
STRICT = DEFINITIONS["strict"]["$id"]


@cache
def validator(definition, strict=True):
    """A validator of one definition, alone or as an entry point of the strict schema."""
    return Draft202012Validator(
        {"$ref": f"{STRICT if strict else SCHEMA['$id']}#/$defs/{definition}"}, registry=REGISTRY)


def fault(definition, value, strict=True):
    """What is wrong with a value, in words; None if nothing is."""
    error = best_match(validator(definition, strict).iter_errors(value))
    if error is None:
        return None
    place = "/".join(str(step) for step in error.absolute_path)
    return f"{definition}: at '{place}': {error.message[:500]}"


def alternatives(definition):
    """The definitions among which one chooses."""
    return [option["$ref"].rpartition("/")[2] for option in DEFINITIONS[definition]["oneOf"]]


def named(definition, field):
    """The values of the field by which a definition's alternatives differ: {value: definition}."""
    return {DEFINITIONS[name]["properties"][field]["const"]: name for name in alternatives(definition)}
