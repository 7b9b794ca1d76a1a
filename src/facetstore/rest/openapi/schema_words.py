"""The words the schemas are written in: closed objects, maps with typed values, the plain values of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def closed(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None, **keywords: object) -> Schema:
    """An object with these fields and no others."""
    return {
        "type": "object",
        **keywords,
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def map_of(values: Schema, description: str) -> Schema:
    """An object whose keys are names of the metamodel."""
    return {"type": "object", "description": description, "additionalProperties": values}


def by_culture(values: Schema, description: str) -> Schema:
    """An object whose keys are culture ids. Generators of clients know no `patternProperties`: they would lose the values."""
    return {**map_of(values, description), "propertyNames": {"pattern": "^[0-9]+$"}}


def said(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def counted(name: str, items: Schema, optional: Mapping[str, Schema] | None = None) -> Schema:
    """What nearly every answer is: the entries under a name, and their number."""
    return closed({"count": COUNT, name: items}, optional or {})


TEXT: Final[Schema] = {"type": "string"}
FLAG: Final[Schema] = {"type": "boolean"}
NUMBER: Final[Schema] = {"type": "integer"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "description": "How many entries this answer holds."}
GUID: Final[Schema] = {"type": "string", "format": "uuid"}
ADDRESS: Final[Schema] = {"type": "string", "format": "uri"}
DATE_TIME: Final[Schema] = {
    "type": "string",
    "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?$",
    "description": "A date-time without zone, local to the storage's time zone.",
}
SPAN: Final[Schema] = {
    "type": "string",
    "pattern": r"^-?(\d+\.)?\d\d:\d\d:\d\d$",
    "description": "A time span, `hh:mm:ss`.",
}
TEXTS: Final = ref("CultureTexts")
