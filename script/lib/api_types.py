"""Writes the types of the page's requests and answers, from the OpenAPI document by openapi-typescript: `python -m script.lib.api_types`.

The file names the digest of what it was made from. As long as that is the same nothing is made, so a check needs no Node.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import hatch_build
from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.openapi.parameter_schemas import COMMON_PARAMETERS
from facetstore.rest.openapi.schemas import BY_POST, forms_of

_WEB: Final = Path(__file__).parents[2] / "web"
MAKER: Final = _WEB / "api-types"
TARGET: Final = _WEB / "src" / "api" / "types.gen.ts"
_HEAD: Final = "// Made from the OpenAPI document by script/docs. Do not edit.\n// Of: {digest}\n\n"
_PREFIX: Final = "/{collectionId}/{storageId}/_api"
_ASKED: Final = (f"{_PREFIX}/rest/", f"{_PREFIX}/v1/bpmn/")
_FORMS: Final = re.compile(f"^(Old|Current)[A-Z]|{BY_POST}$")
"""Of schemas that stand in the types under another name, or not at all."""
_METHODS: Final = ("get", "post", "delete")
_OF_THE_ADDRESS: Final = ("collectionId", "storageId")
"""Parameters that the page knows from its own address."""
_OF_THE_CLIENT: Final = (*COMMON_PARAMETERS,)
"""Parameters that the client of the page sends by itself, or never."""
_NOT_GIVEN: Final = (*_OF_THE_ADDRESS, *_OF_THE_CLIENT)
_OF_PARAMETERS: Final = ("name", "in", "required", "schema", "style", "explode")
"""What is kept of a parameter: the text about it would stand at every operation that takes it."""

Json = dict[str, Any]


def render() -> str:
    """The types as they should be. They are made again if what they are made from has changed."""
    document = page_document()
    head = _HEAD.format(digest=_digest(document))
    now = TARGET.read_text("utf-8") if TARGET.is_file() else ""
    return now if now.startswith(head) else head + make(document)


def page_document() -> str:
    """What the page asks for: the addresses below its own, and answers in the form of today."""
    whole: Json = json.loads(openapi_document(""))
    components = whole["components"]
    paths = {
        path.removeprefix(_PREFIX): _path_item(item) for path, item in whole["paths"].items() if path.startswith(_ASKED)
    }
    known = components["schemas"]
    schemas = {name: _schema(_current(name, known)) for name in sorted(known) if not _FORMS.search(name)}
    parameters = {name: _parameter(each) for name, each in components["parameters"].items() if name not in _NOT_GIVEN}
    about = {"openapi": whole["openapi"], "info": {"title": "Facetstore", "version": ""}}
    return json.dumps({**about, "paths": paths, "components": {"schemas": schemas, "parameters": parameters}})


def make(document: str) -> str:
    """The types of a document, by openapi-typescript, which is installed for it. Raises CalledProcessError."""
    if not (MAKER / "node_modules").is_dir():
        _npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    return _npm("run", "--silent", "make", given=document)


def _npm(*arguments: str, given: str = "") -> str:
    command, environment = [*hatch_build.npm_command(), *arguments], hatch_build.environment()
    done = subprocess.run(
        command, cwd=MAKER, check=True, input=given, stdout=subprocess.PIPE, encoding="utf-8", env=environment
    )
    return done.stdout


def _digest(document: str) -> str:
    maker = b"".join((MAKER / name).read_bytes().replace(b"\r\n", b"\n") for name in ("make.mjs", "package-lock.json"))
    return hashlib.sha256(document.encode() + maker).hexdigest()


def _path_item(item: Json) -> Json:
    operations = {method: item[method] for method in _METHODS if method in item}
    return {
        "parameters": _wanted(item["parameters"]),
        **{
            # Without a body, a POST to the address of a read is that read. The page never means that.
            method: _operation(each, needs_body="get" in item)
            for method, each in operations.items()
            if not each["operationId"].endswith("-post")
        },
    }


def _operation(operation: Json, needs_body: bool) -> Json:
    """Without the refusals, which look the same everywhere."""
    answered = operation["responses"].get("200", {})
    return {
        "operationId": operation["operationId"],
        "summary": operation["summary"],
        "parameters": _wanted(operation["parameters"]),
        **_body(operation, needs_body),
        "responses": {"200": {"description": "", "content": answered.get("content", {})}},
    }


def _body(operation: Json, is_needed: bool) -> Json:
    if "requestBody" not in operation:
        return {}
    body = operation["requestBody"]
    content = {kind: {"schema": each["schema"]} for kind, each in body["content"].items()}
    return {"requestBody": {"required": is_needed or body["required"], "content": content}}


def _wanted(parameters: list[Json]) -> list[Json]:
    named = [each for each in parameters if each.get("$ref", "").rpartition("/")[2] not in _NOT_GIVEN]
    return [each if "$ref" in each else _parameter(each) for each in named]


def _parameter(parameter: Json) -> Json:
    kept: Json = _schema({key: value for key, value in parameter.items() if key in _OF_PARAMETERS})
    return kept


def _current(name: str, schemas: Json) -> Json:
    """A schema by its name; of an answer that has two forms, the one of today."""
    forms = forms_of(name)
    if forms is None:
        return dict(schemas[name])
    return {key: value for key, value in schemas[forms.current].items() if key != "title"}


def _schema(part: Any) -> Any:
    """Without fields that only the form of old has, and without what no type says: how long a list is, unless that is fixed."""
    match part:
        case {"properties": dict(fields), **rest}:
            return _schema(rest) | {"properties": {k: _schema(v) for k, v in fields.items() if "/Old" not in str(v)}}
        case {"type": "array", **rest} if rest.get("minItems") != rest.get("maxItems"):
            return {"type": "array", "items": _schema(rest["items"])}
        case dict():
            return {name: _schema(value) for name, value in part.items()}
        case list():
            return [_schema(each) for each in part]
        case _:
            return part


def main() -> None:
    TARGET.write_text(render(), "utf-8")


if __name__ == "__main__":
    main()
