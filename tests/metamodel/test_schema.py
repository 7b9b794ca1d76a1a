"""The shape of metamodel files is one JSON Schema: it is complete, agrees with the code, and its errors are plain words."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import jsonschema
import pytest

from facetstore.domain import rights
from facetstore.domain.callers import ROLE_NAMES
from facetstore.metamodel import vocabulary
from facetstore.metamodel.file_findings import FileFinding, MetamodelErrors
from facetstore.metamodel.loader import parse_additions, schema_of_additions
from facetstore.metamodel.model import DataType, Identity
from facetstore.metamodel.schema import standard_schema
from facetstore.metamodel.template import check_sources, standard_sources
from tests.support.doc_examples import ROOT

PARTS: Final[Mapping[str, Any]] = standard_schema()["$defs"]
WITH_WORDS: Final = {
    "additionalProperties", "const", "enum", "maximum", "minItems", "minimum", "not", "oneOf", "pattern", "required", "type",
}  # fmt: skip
APPLY_OTHERS: Final = {"$ref", "allOf", "else", "if", "items", "properties", "propertyNames", "then"}
FOR_EDITORS: Final = {"$defs", "$schema", "description", "errorMessage", "title"}


def schemas(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A schema and all below it."""
    yield part
    named = (part.get(key, {}) for key in ("properties", "$defs"))
    listed = (part.get(key, []) for key in ("allOf", "oneOf"))
    single = (
        part[key] for key in ("additionalProperties", "propertyNames", "items", "if", "then", "else") if key in part
    )
    below = [
        *(each for group in named for each in group.values()),
        *(each for group in listed for each in group),
        *single,
    ]
    for each in below:
        if isinstance(each, dict):
            yield from schemas(each)


def test_the_schema_is_one_of_the_draft_it_names() -> None:
    jsonschema.Draft202012Validator.check_schema(dict(standard_schema()))
    jsonschema.Draft202012Validator.check_schema(dict(schema_of_additions()))


def test_the_files_of_the_standard_have_no_mistakes() -> None:
    check_sources(standard_sources())


def test_every_file_of_the_standard_names_the_schema_to_editors() -> None:
    folder = ROOT / "src" / "facetstore" / "metamodel"
    for file in (folder / "standard").rglob("*.yaml"):
        (named,) = re.findall(r"^# yaml-language-server: \$schema=(\S+)$", file.read_text("utf-8"), re.MULTILINE)
        assert (file.parent / named).resolve() == folder / "metamodel.schema.json", file


def test_every_key_is_described_to_editors() -> None:
    silent = [
        key
        for each in schemas(standard_schema())
        if each.get("additionalProperties") is False
        for key, below in each["properties"].items()
        if "description" not in below and "description" not in PARTS[below["$ref"].rpartition("/")[2]]
    ]

    assert silent == []


def test_every_keyword_of_the_schema_has_words_of_ours() -> None:
    used = {keyword for each in schemas(standard_schema()) for keyword in each}

    assert used - WITH_WORDS - APPLY_OTHERS - FOR_EDITORS == set()


def test_values_that_code_also_names_are_the_same() -> None:
    keys, declaration = PARTS["type"]["properties"], PARTS["transition"]["properties"]["declaration"]["properties"]

    assert PARTS["dataType"]["enum"] == [each.value for each in DataType]
    assert PARTS["role"]["enum"] == list(ROLE_NAMES)
    assert keys["identity"]["enum"] == [each.value for each in Identity]
    assert keys["drawnAs"]["enum"] == list(vocabulary.FIGURES)
    assert PARTS["icon"]["enum"] == list(vocabulary.ICONS)
    assert PARTS["layout"]["properties"]["direction"]["enum"] == list(vocabulary.DIRECTIONS)
    assert set(declaration["permission"]["enum"]) == set(rights._PERMISSIONS)


TEXTS: Final = "names: {1031: a, 1033: b}, descriptions: {1031: a, 1033: b}"

MESSAGES = {
    "properties: {own: 3}": "Expected an entry with names, descriptions, tooltips, dataType,",
    "properties: {own: }": "found nothing.",
    f"properties: {{own: {{{TEXTS}, relatedTypes: user}}}}": "Expected a list; found 'user'.",
    f"properties: {{own: {{{TEXTS}, relatedTypes: [user], maxOccurrence: 2.0}}}}": "at least 1, found 2.0.",
    f"properties: {{own: {{{TEXTS}, relatedTypes: [user], maxOccurrence: true}}}}": "at least 1, found True.",
    f"properties: {{own: {{{TEXTS}, relatedTypes: [3]}}}}": "such as `costCentre`, found 3.",
    f"properties: {{own: {{{TEXTS}, relatedTypes: [user], selectableValues: []}}}}": "Unknown key 'selectableValues'.",
    f"properties: {{own: {{{TEXTS}, dataType: 3}}}}": "MultiLineText, Html, SelectionValue, MultiSelection, Boolean,",
    f"properties: {{own: {{{TEXTS}, dataType: Html, counted: last}}}}": "Only the standard has 'counted'",
    f"properties: {{own: {{{TEXTS}, dataType: SelectionValue, valuesFrom: lifecycle}}}}": "give 'selectableValues'",
    f"properties: {{own: {{{TEXTS}, dataType: Html, valuesOf: priority}}}}": "Only selections have 'valuesOf'.",
    f'properties: {{"own\\n": {{{TEXTS}, dataType: Html}}}}': "such as `costCentre`, found 'own\\n'.",
    "properties: {own: {names: {}}}": "The text for culture 1033 is missing.",
    "types: {role: {properties: {name: 3}}}": "Expected an entry with names, descriptions, tooltips, mandatory,",
    "types: {role: }": "Expected an entry with properties, children, content, review; found nothing.",
    "types: {role: {review: {months: 0}}}": "Expected 1 to 120 months, as a whole number, found 0.",
    "types: {role: {review: {months: 121}}}": "Expected 1 to 120 months, as a whole number, found 121.",
    "types: {role: {review: {leadDays: 3}}}": "The key 'months' is missing.",
    "types: {user: {review: {months: 12}}}": "Only what is released is reviewed",
    "rules: {own: {severity: error}}": "The key 'messages' is missing.",
    "rules: {connected: {active: true}}": "The key 'check' is missing.",
    "selectableValues: {priority: {low: 3}}": "Expected a list; found entries.",
}


@pytest.mark.parametrize(("text", "message"), MESSAGES.items())
def test_what_is_wrong_is_said_in_plain_words(text: str, message: str) -> None:
    findings = findings_of(text)

    assert any(message in each.message for each in findings), findings
    assert all(each.line == 1 for each in findings)


def test_a_mistake_in_a_part_does_not_hide_those_in_others() -> None:
    text = "properties: 3\ntypes: 3\nrules: 3\nstereotypes: 3\nselectableValues: 3\nother: 3\n"

    assert [each.line for each in findings_of(text)] == [1, 2, 3, 4, 5, 6]


def findings_of(text: str) -> tuple[FileFinding, ...]:
    with pytest.raises(MetamodelErrors) as caught:
        parse_additions(text, "own.yaml")
    return caught.value.findings


def test_the_validator_is_imported_only_for_a_check() -> None:
    code = "import sys; from facetstore.metamodel.loader import load_standard; load_standard(); print('jsonschema' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
