"""Mistakes in the shape of a file in plain words: what was found, where, and what would have worked.

The shape is a JSON Schema (schema.py). An `errorMessage` in it replaces the words here; editors show the same one.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from facetstore.metamodel.plain import Plain, listed, section, word
from facetstore.metamodel.yaml_source import Path, Problem

if TYPE_CHECKING:
    from jsonschema import ValidationError

_ABOUT_THE_VALUE = frozenset({"type", "pattern", "minimum", "maximum"})
"""Keywords whose `errorMessage` says what was expected, so that the message ends with what was found."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or an empty text if none is near."""
    by_folded = {each.casefold(): each for each in known}
    match = difflib.get_close_matches(name.casefold(), list(by_folded), n=1, cutoff=0.6)
    return f" Did you mean {by_folded[match[0]]!r}?" if match else ""


def problems_of(error: ValidationError) -> Iterator[Problem]:
    """The problems that an error of the validator stands for: one for each key that is unknown or missing, else one."""
    schema, path = _schema(error), tuple(error.absolute_path)
    found: Any = error.instance
    if error.validator == "additionalProperties":
        yield from _unknown_keys(found, schema, path)
    elif error.validator == "required" and "type" in schema:
        yield from _missing_keys(found, schema, path)
    elif "propertyNames" in error.absolute_schema_path:
        # The validator names the mapping; the mistake is one of its keys.
        yield Problem((*path, str(found)), _message(error, schema))
    else:
        yield Problem(path, _message(error, schema))


def _schema(error: ValidationError) -> Plain:
    return error.schema if isinstance(error.schema, dict) else {}


def _unknown_keys(found: Plain, schema: Plain, path: Path) -> Iterator[Problem]:
    known = section(schema, "properties")
    for each in found:
        if each not in known:
            yield Problem((*path, each), f"Unknown key {each!r}.{nearest(each, known)}")


def _missing_keys(found: Plain, schema: Plain, path: Path) -> Iterator[Problem]:
    for each in listed(schema, "required"):
        if each not in found:
            missing = f"The text for culture {each} is" if str(each).isdecimal() else f"The key {each!r} is"
            yield Problem(path, f"{missing} missing.")


def _message(error: ValidationError, schema: Plain) -> str:
    if own := word(schema, "errorMessage"):
        return f"{own}, found {_shown(error.instance)}." if error.validator in _ABOUT_THE_VALUE else f"{own}."
    match error.validator:
        case "enum":
            return _one_of([str(each) for each in listed(schema, "enum")], error.instance)
        case "type":
            return f"Expected {_kind(schema)}; found {_shown(error.instance)}."
        case "minItems":
            return "Expected at least one entry, found an empty list."
        case _:
            return f"{error.message}."


def _one_of(known: list[str], found: object) -> str:
    hint = nearest(found, known) if isinstance(found, str) else ""
    return f"Expected one of {', '.join(known)}; found {_shown(found)}.{hint}"


def _kind(schema: Plain) -> str:
    if schema["type"] == "array":
        return "a list"
    if schema.get("additionalProperties") is False:
        return f"an entry with {', '.join(section(schema, 'properties'))}"
    return "entries by name"


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "entries"
    return "a list" if isinstance(value, list) else repr(value)
