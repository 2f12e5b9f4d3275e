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
STRICT = DEFINITIONS["strict"]


@cache
def validator(definition, strict=True):
    """A validator of one definition, the parts of messages among them."""
    schema = {"$ref": f"{SCHEMA['$id']}#/$defs/{definition}"}
    if strict and definition in STRICT["$defs"]:
        schema = {"$ref": f"{STRICT['$id']}#/$defs/{definition}"}
    elif strict:
        unknown = STRICT["$defs"]["unknownField"]
        schema |= {"$id": f"{STRICT['$id']}:{definition}", "$defs": {"unknownField": unknown}}
    return Draft202012Validator(schema, registry=REGISTRY)


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


def elements(definition):
    """The arrays in a definition's objects: {field: definition of an element}."""
    fields = DEFINITIONS[definition].get("properties", {}).items()
    arrays = {name: field["items"].get("$ref") for name, field in fields if field.get("type") == "array"}
    return {name: element.rpartition("/")[2] for name, element in arrays.items() if element}


def named(definition, field):
    """The values of the field by which a definition's alternatives differ: {value: definition}."""
    return {DEFINITIONS[name]["properties"][field]["const"]: name for name in alternatives(definition)}
