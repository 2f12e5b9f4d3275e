"""docs/protocol: the schema, its examples, and the guide agree with one another."""

import base64
import json
import re
import zlib

import pytest
from jsonschema import Draft202012Validator, ValidationError

from protocol_schema import DEFINITIONS, FOLDER, SCHEMA, alternatives, fault, named, validator

EXAMPLES = sorted((FOLDER / "examples").glob("*/*.json"))
GUIDE = (FOLDER.parent / "protocol.md").read_text()
ANSWERS = {"list": "listAnswer", "lists": "listsAnswer", "labels": "labelsAnswer", "changes": "changesAnswer",
           "problem": "problem"}


def entry_point(path):
    """Which definition an example is an example of."""
    match path.parent.name:
        case "client": return "clientMessage"
        case "server": return "serverMessage"
        case "closes": return "close"
        case "http": return ANSWERS[path.stem.partition("-")[0]]


def examples(folder):
    return [json.loads(path.read_text()) for path in EXAMPLES if path.parent.name == folder]


def objects(value):
    """Every object within a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from objects(part)


def values(folder, field):
    """What a field is anywhere in the examples of a folder."""
    return {found[field] for example in examples(folder) for found in objects(example) if field in found}


def test_the_schema_is_a_valid_schema():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_example_validates(path):
    example = json.loads(path.read_text())
    assert fault(entry_point(path), example) is None
    assert fault(entry_point(path), example, strict=False) is None


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_misspelt_field_anywhere_in_an_example_is_found_and_a_receiver_may_pass_it_over(path):
    for number in range(len(list(objects(json.loads(path.read_text()))))):
        example = json.loads(path.read_text())
        list(objects(example))[number]["misspelt"] = 1
        assert not validator(entry_point(path)).is_valid(example), f"object {number}"
        assert validator(entry_point(path), strict=False).is_valid(example), f"object {number}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_example_goes_without_its_discriminating_fields(path):
    for field in ("type", "kind", "effect", "outcome"):
        example = json.loads(path.read_text())
        for found in objects(example):
            if found.pop(field, None) is not None:
                assert not validator(entry_point(path)).is_valid(example), field
                break


@pytest.mark.parametrize("side, union", [("client", "clientMessage"), ("server", "serverMessage")])
def test_every_message_has_an_example(side, union):
    assert {example["type"] for example in examples(side)} == set(named(union, "type"))


def test_every_kind_of_edit_has_an_example():
    assert values("client", "kind") == set(named("editContent", "kind"))


def test_every_effect_has_an_example_in_diffs_and_in_the_history():
    assert values("server", "effect") == values("http", "effect") == set(named("effect", "effect"))


def test_the_history_knows_the_effects_of_diffs_and_no_other():
    history = DEFINITIONS["historyEffect"]["oneOf"]
    assert [option["$ref"].rpartition("/")[2] for option in history] == alternatives("effect")


def test_every_outcome_and_every_code_of_a_rejection_has_an_example():
    assert values("server", "outcome") == set(named("outcome", "outcome"))
    codes = {example["outcomes"][0]["code"] for example in examples("server")
             if example["type"] == "settled" and example["outcomes"][0]["outcome"] == "rejected"}
    assert codes == set(DEFINITIONS["rejectionCode"]["enum"])


def test_every_error_and_every_problem_has_an_example():
    assert {example["code"] for example in examples("server") if example["type"] == "error"} \
        == set(DEFINITIONS["errorCode"]["enum"])
    assert values("http", "code") == set(DEFINITIONS["problemCode"]["enum"])


def closes():
    return {(pair["properties"]["code"]["const"], pair["properties"]["name"]["const"])
            for pair in DEFINITIONS["close"]["oneOf"]}


def test_every_close_has_an_example():
    found = [(example["code"], example["name"]) for example in examples("closes")]
    assert sorted(found) == sorted(closes())


def optional_fields(definition):
    """The fields that an object may lack, its own and those of what it refers to."""
    schema = DEFINITIONS[definition]
    inherited = DEFINITIONS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else {}
    return {field for part in (schema, inherited) for field in part.get("properties", {})} \
        - {field for part in (schema, inherited) for field in part.get("required", [])}


@pytest.mark.parametrize("folder, definition", [
    ("client", "hello"), ("client", "edit"), ("client", "clientPresence"), ("client", "person"),
    ("server", "snapshotLabel"), ("server", "change"), ("server", "renamed"), ("server", "removedBy"),
    ("server", "present"), ("http", "historyChange")])
def test_every_optional_field_has_an_example(folder, definition):
    fields = optional_fields(definition)
    assert fields
    for field in fields:
        assert any(field in found for example in examples(folder) for found in objects(example)), field


def test_the_deflated_example_inflates_to_a_snapshot():
    data = base64.b64decode((FOLDER / "examples/server/snapshot-deflated.base64").read_text())
    snapshot = json.loads(zlib.decompress(data))
    assert snapshot["type"] == "snapshot"
    assert fault("serverMessage", snapshot) is None


# The guide

def documented_messages():
    """The JSON in the guide: (definition, text). A block's info string says what is in it."""
    for sort, block in re.findall(r"^```json( \w+)?\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL):
        yield sort.strip(), block
    for block in re.findall(r"^```session\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line[:2] in ("→ ", "← "):
                yield ("client" if line[0] == "→" else "server"), line[2:]


def test_the_json_in_the_guide_validates():
    sorts = {"client": "clientMessage", "server": "serverMessage"} | {name: name for name in ANSWERS.values()}
    messages = list(documented_messages())
    assert {sort for sort, _ in messages} == {"client", "server", "listsAnswer", "labelsAnswer", "changesAnswer", "problem"}
    for sort, text in messages:
        assert fault(sorts[sort], json.loads(text)) is None, text


def test_json_in_a_line_of_the_guide_validates():
    found = re.findall(r"`(\{\"type\".*?\})`", GUIDE)
    assert found
    for text in found:
        message = json.loads(text)
        assert fault("clientMessage", message) is None or fault("serverMessage", message) is None, text


def test_the_guides_validator_of_what_a_client_sends_refuses_misspelt_fields(monkeypatch):
    code, = re.findall(r"^```py\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(FOLDER)
    documented = {}
    exec(code, documented)
    with pytest.raises(ValidationError):
        documented["sent"].validate({"type": "beat", "tpye": 1})


def rows(heading):
    """The first cells of the table under a heading of the guide, without their backquotes."""
    section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert section, f"no heading '{heading}'"
    cells = re.findall(r"^\| ([^|]+?) \|", section[1], re.MULTILINE)
    return [cell.strip("`") for cell in cells[1:]]


@pytest.mark.parametrize("heading, names", [
    ("Kinds of edits", set(named("editContent", "kind"))),
    ("Effects", set(named("effect", "effect"))),
    ("Codes of rejections", set(DEFINITIONS["rejectionCode"]["enum"])),
    ("Limits", set(DEFINITIONS["limits"]["properties"])),
    ("Problems", set(DEFINITIONS["problemCode"]["enum"])),
])
def test_a_table_of_the_guide_lists_what_the_schema_has(heading, names):
    assert sorted(rows(heading)) == sorted(names)


def test_the_guide_lists_every_close():
    section = GUIDE.partition("## Closes")[2].partition("\n## ")[0]
    found = {(int(code), name) for code, names in re.findall(r"^\| (\d{4}) \| ([^|]+) \|", section, re.MULTILINE)
             for name in re.findall(r"`(\w+)`", names)}
    assert found == closes()


@pytest.mark.parametrize("definition", [
    *alternatives("clientMessage"), *alternatives("serverMessage"), *alternatives("editContent"), "change", "renamed",
    "settlement", "removedBy", "present", "person", "limits", "historyChange", "label"])
def test_the_guide_names_every_field(definition):
    for field in DEFINITIONS[definition]["properties"]:
        assert re.search(rf"[`\"]{field}[`\"]", GUIDE), field
