"""The interface as OpenAPI 2.0 ("Swagger"), for tools that read no later version, such as connectors of Power Automate.

It is made from the document of api-version 4.0, so that it has the same operations. It leaves out what a token cannot call:
signing in and out. Every refusal is the response `default`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from facetstore.rest.openapi.swagger_schemas import DEFINITIONS, plain_schema, references
from facetstore.rest.openapi.version_document import version_document
from facetstore.rest.wire.call import TOKEN_NAME, VERSION_NAME, VERSIONS

Json = dict[str, Any]

_JSON: Final = "application/json"
_METHODS: Final = ("get", "post", "delete")
_OF_PARAMETERS: Final = (
    "type", "format", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems",
    "default",
)  # fmt: skip
_SAID: Final = {"schema": {"$ref": f"{DEFINITIONS}Error"}}
_WRONG: Final = {"description": "A parameter or the body is wrong. Every finding is listed.", **_SAID}
_ERROR: Final = {"description": "Another refusal.", **_SAID}
_LONGEST_SUMMARY: Final = 80
_LICENSE: Final = "https://www.apache.org/licenses/LICENSE-2.0"


@lru_cache(maxsize=16)
def swagger_document(base: str) -> bytes:
    """The document for a service reached at this base address."""
    given: Json = msgspec.json.decode(version_document(base, VERSIONS[-1]))
    paths = {path: item for path, each in given["paths"].items() if (item := _item(each, given["components"]))}
    known = {name: plain_schema(each) for name, each in given["components"]["schemas"].items()}
    document = {
        "swagger": "2.0",
        "info": {
            **{key: given["info"][key] for key in ("title", "version", "description")},
            "license": {"name": given["info"]["license"]["name"], "url": _LICENSE},
        },
        **_place(base),
        "consumes": [_JSON],
        "produces": [_JSON],
        "securityDefinitions": {
            "token": {"type": "apiKey", "in": "header", "name": TOKEN_NAME, "description": "A token of the storage."}
        },
        "security": [{"token": []}],
        "tags": _tags(given["tags"], paths),
        "paths": paths,
        "definitions": _used(paths, known),
    }
    return msgspec.json.encode(document)


def _place(base: str) -> Json:
    parts = urlsplit(base)
    return {"host": parts.netloc, "basePath": parts.path or "/", "schemes": [parts.scheme]}


def _tags(tags: list[Json], paths: Json) -> list[Json]:
    used = {name for item in paths.values() for each in item.values() for name in each["tags"]}
    return [each for each in tags if each["name"] in used]


def _used(paths: Json, known: Json) -> Json:
    """The definitions that something refers to."""
    found: set[str] = set()
    waiting = references(paths)
    while waiting:
        found |= waiting
        waiting = {name for each in waiting for name in references(known[each])} - found
    return {name: each for name, each in known.items() if name in found}


def _item(item: Json, components: Json) -> Json:
    shared = item.get("parameters", [])
    return {
        method: _operation({**each, "parameters": [*shared, *each.get("parameters", [])]}, components)
        for method in _METHODS
        if (each := item.get(method)) is not None and each.get("security") != []
    }


def _operation(operation: Json, components: Json) -> Json:
    given = operation.get("requestBody")
    parameters = [_parameter(_resolved(each, components)) for each in operation["parameters"]]
    success = operation["responses"]["200"]
    kinds = list(success["content"])
    return {
        "operationId": operation["operationId"],
        "tags": operation["tags"],
        "summary": operation["summary"][:_LONGEST_SUMMARY],
        "description": operation["description"],
        **({} if given is None or _JSON in given["content"] else {"consumes": list(given["content"])}),
        **({} if kinds == [_JSON] else {"produces": kinds}),
        "parameters": [*parameters, *_body(given)],
        "responses": {"200": _success(success, kinds), "400": _WRONG, "default": _ERROR},
    }


def _resolved(parameter: Json, components: Json) -> Json:
    if "$ref" not in parameter:
        return parameter
    found: Json = components["parameters"][parameter["$ref"].rpartition("/")[2]]
    return found


def _parameter(given: Json) -> Json:
    schema = plain_schema(given["schema"])
    parameter: Json = {
        "name": given["name"],
        "in": given["in"],
        "required": given.get("required", False),
        "description": given["description"],
        "x-ms-summary": _title(given["name"]),
        **{key: schema[key] for key in _OF_PARAMETERS if key in schema},
    }
    parameter.setdefault("type", "string")
    if parameter["type"] == "array":
        items = {key: schema["items"][key] for key in _OF_PARAMETERS if key in schema["items"]}
        parameter |= {"items": {"type": "string", **items}, "collectionFormat": "csv"}
    if given["in"] == "path":
        parameter["x-ms-url-encoding"] = "single"
    if given["name"] == VERSION_NAME:
        parameter["x-ms-visibility"] = "internal"
    return parameter


def _title(name: str) -> str:
    """A name as a form shows it."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name.lstrip("$"))
    return words.replace("-", " ").strip().capitalize()


def _body(given: Json | None) -> Iterator[Json]:
    if given is None:
        return
    media = next(iter(given["content"]))
    schema = plain_schema(given["content"][media]["schema"])
    if media != _JSON:
        schema = {"type": "string", "format": "binary"}
    yield {"name": "body", "in": "body", "required": given.get("required", False), "schema": schema}


def _success(success: Json, kinds: list[str]) -> Json:
    described = {"description": success["description"]}
    if _JSON not in kinds:
        return {**described, "schema": {"type": "string", "format": "binary"}}
    return {**described, "schema": plain_schema(success["content"][_JSON]["schema"])}
