"""The JSON Schema of metamodel files, metamodel.schema.json, and the check of a file against it.

jsonschema is imported only for a check: nearly all commands, and servers whose tenants have no additions, need none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from facetstore.metamodel.plain import Plain, section
from facetstore.metamodel.shape import problems_of
from facetstore.metamodel.yaml_source import Problem

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


@cache
def standard_schema() -> Mapping[str, Any]:
    """The schema of a file of the standard, which also holds all parts of the other one."""
    text = files("facetstore.metamodel").joinpath("metamodel.schema.json").read_text("utf-8")
    content: Mapping[str, Any] = json.loads(text)
    return content


def additions_schema(standard: Plain) -> Mapping[str, Any]:
    """The schema of an additions file: types and rules that the standard has take other keys than new ones."""
    shipped = standard_schema()
    additions = shipped["$defs"]["additions"]
    named = {
        "types": _by_name(section(standard, "types"), "moreOfType"),
        "rules": _by_name(section(standard, "rules"), "ruleSetting"),
    }
    properties = {**additions["properties"]}
    for key, known in named.items():
        properties[key] = {**properties[key], "properties": known}
    return {
        "$schema": shipped["$schema"],
        "title": additions["title"],
        "$ref": "#/$defs/additions",
        "$defs": {**shipped["$defs"], "additions": {**additions, "properties": properties}},
    }


def check_shape(content: Plain, schema: Mapping[str, Any]) -> Iterator[Problem]:
    """Every mistake in the shape of a file."""
    document: Any = content
    for error in _validator_class()(schema).iter_errors(document):
        yield from problems_of(error)


def _by_name(names: Iterable[str], part: str) -> Mapping[str, Any]:
    return {name: {"$ref": f"#/$defs/{part}"} for name in names}


@cache
def _validator_class() -> type[Validator]:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    # For JSON Schema 2.0 is an integer; the readers of plain data take whole numbers only.
    strict = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    extended: type[Validator] = extend(Draft202012Validator, type_checker=strict)  # type: ignore[no-untyped-call]
    return extended
