"""Schemas of OpenAPI 3.1 as OpenAPI 2.0 has them: without what it does not know.

Version 2.0 has no alternatives, no types in lists, no constants and no null. What an answer may be beside its first form is left
open then: a client of 2.0 takes more than the service sends, and never less.
"""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

DEFINITIONS: Final = "#/definitions/"
_KEPT: Final = (
    "type", "format", "description", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems",
    "maxItems", "required", "default", "title",
)  # fmt: skip
_NULL: Final[Json] = {"type": "null"}


def plain_schema(schema: Json) -> Json:
    """The schema in version 2.0."""
    if "$ref" in schema:
        return {"$ref": DEFINITIONS + schema["$ref"].rpartition("/")[2]}
    kept = {key: schema[key] for key in _KEPT if schema.get(key, []) != []}
    kept |= _structure(schema)
    if "const" in schema:
        kept["enum"] = [schema["const"]]
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        kept = _one_of(branches) | kept
    return _typed(kept)


def _structure(schema: Json) -> Json:
    """Fields, items and values of maps."""
    found: Json = {}
    if "properties" in schema:
        found["properties"] = {name: plain_schema(each) for name, each in schema["properties"].items()}
    if "items" in schema:
        found["items"] = plain_schema(schema["items"])
    if isinstance(values := schema.get("additionalProperties"), dict):
        found["additionalProperties"] = plain_schema(values)
    return found


def _one_of(branches: list[Json]) -> Json:
    """The one alternative beside null; of several, what they have in common, which may be nothing."""
    others = [plain_schema(each) for each in branches if each != _NULL]
    nullable = {"x-nullable": True} if len(others) < len(branches) else {}
    if len(others) == 1:
        # Nothing may stand beside a reference.
        return others[0] if "$ref" in others[0] else others[0] | nullable
    types = {each.get("type") for each in others}
    return ({"type": types.pop()} if len(types) == 1 and None not in types else {}) | nullable


def _typed(schema: Json) -> Json:
    """One type or none; the type of an enumeration."""
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if isinstance(given := schema.get("type"), list):
        others = [each for each in given if each != "null"]
        del schema["type"]
        schema |= {"type": others[0]} if len(others) == 1 else {}
        schema |= {"x-nullable": True} if "null" in given else {}
    if None in schema.get("enum", ()):
        schema |= {"enum": [each for each in schema["enum"] if each is not None], "x-nullable": True}
    if "enum" in schema and "type" not in schema:
        schema["type"] = "integer" if all(isinstance(each, int) for each in schema["enum"]) else "string"
    if schema.get("type") == "array":
        schema.setdefault("items", {})
    return schema


def references(part: object) -> set[str]:
    """The names of the definitions that a part of the document refers to."""
    match part:
        case {"$ref": str(target)}:
            return {target.removeprefix(DEFINITIONS)}
        case dict():
            return {name for each in part.values() for name in references(each)}
        case list():
            return {name for each in part for name in references(each)}
        case _:
            return set()
