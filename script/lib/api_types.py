"""Writes the types of the page's client from the OpenAPI document: schemas as TypeScript types, operations as a table of addresses.

python -m script.lib.api_types
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.openapi.schemas import CURRENT

TARGET: Final = Path(__file__).parents[2] / "web" / "src" / "api" / "types.gen.ts"
_HEAD: Final = "// Made from the OpenAPI document by script/docs. Do not edit.\n\n"
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_OLD: Final = re.compile(r"^Old[A-Z]|ByPost$")

Json = dict[str, Any]


def render() -> str:
    """The types of every schema but those of api-version 1.0, which the page never asks for."""
    schemas: Json = json.loads(openapi_document(""))["components"]["schemas"]
    names = [name for name in sorted(schemas) if not _OLD.search(name)]
    return _HEAD + "\n".join(_declaration(name, schemas[name]) for name in names)


def _declaration(name: str, schema: Json) -> str:
    return f"{_comment(schema, '')}export type {name} = {_type(_current(schema), '')};\n"


def _current(schema: Json) -> Json:
    """Of an answer that has two forms, the one of today."""
    for keyword in ("oneOf", "anyOf"):
        forms = [each for each in schema.get(keyword, ()) if each.get("title", "").endswith(CURRENT)]
        if forms:
            return dict(forms[0])
    return schema


def _type(schema: Json, indent: str) -> str:
    match schema:
        case {"$ref": str(target)}:
            return target.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(each) for each in values)
        case {"anyOf": forms} | {"oneOf": forms}:
            return " | ".join(dict.fromkeys(_type(each, indent) for each in forms))
        case {"type": "array", "minItems": 2, "maxItems": 2, "items": items}:
            return f"[{_type(items, indent)}, {_type(items, indent)}]"
        case {"type": "array", "items": items}:
            inner = _type(items, indent)
            return f"({inner})[]" if " " in inner and not inner.startswith("{") else f"{inner}[]"
        case {"type": "object", "properties": properties} if properties:
            return _object(properties, schema.get("required", ()), indent)
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values, indent)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(kind)}:
            return _PLAIN[kind]
        case _:
            return "unknown"


def _object(properties: Json, required: list[str], indent: str) -> str:
    inner = indent + "  "
    properties = {name: each for name, each in properties.items() if "/Old" not in str(each)}
    lines = [
        f"{_comment(each, inner)}{inner}{_key(name)}{'' if name in required else '?'}: {_type(each, inner)};"
        for name, each in properties.items()
    ]
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def _comment(schema: Json, indent: str) -> str:
    said = schema.get("description")
    return f"{indent}/** {said} */\n" if said else ""


def main() -> None:
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(render(), "utf-8")


if __name__ == "__main__":
    main()
