"""The OpenAPI 3.1 document, made from the endpoint table, so that it describes only what exists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

import msgspec

from facetstore import __version__
from facetstore.rest.openapi import descriptions, examples, tags
from facetstore.rest.openapi.parameter_schemas import (
    COMMON_PARAMETERS,
    OF_WRITES,
    OTHERWISE,
    OWN_PARAMETERS,
    PARAMETERS,
)
from facetstore.rest.openapi.schema_words import ref
from facetstore.rest.openapi.schemas import BY_POST, SCHEMAS
from facetstore.rest.openapi.service import SERVICE_PATHS
from facetstore.rest.routing.routes import MOVED, PUBLIC, ROUTES, WITH_BODY, Route
from facetstore.rest.routing.write_routes import WRITES
from facetstore.rest.wire.call import COOKIE_NAME, TOKEN_NAME

_PREFIX: Final = "/{collectionId}/{storageId}/_api/"
_DOCUMENTED_METHODS: Final = ("GET", "POST", "DELETE")
_ALIASES: Final = ("", "-alias")
"""What the second address of an operation adds to its id: ids are unique."""

_REFUSALS: Final = {
    400: "A parameter, the api-version or the body is wrong. Every finding is listed.",
    401: "No token, a bad or an expired one, or one of another storage.",
    403: "The caller's role does not allow this.",
    404: "Unknown, or not visible to this caller: the response is the same for both.",
    405: "Not possible with this method; the header `Allow` lists those that are.",
    409: "The state of things does not allow it now; the findings say why.",
    412: "The element was changed since the caller read it.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The Idempotency-Key was used for another request.",
    429: "Too many requests, or attempts to sign in; `Retry-After` has the seconds to wait.",
    500: "Our fault. The log knows more under the `requestId`.",
    503: "Not able to answer now; `Retry-After` has the seconds to wait before a retry.",
}

_BYTES: Final = "application/octet-stream"
_ANY_KIND: Final = "*/*"
"""Of the contents of files, whose types are their own."""
_OF_WRITES_ALONE: Final = (409, 412, 422)
_OF_BODIES: Final = (413, 415)


@lru_cache(maxsize=16)
def openapi_document(base: str) -> bytes:
    """The document for a service reached at this base address."""
    return msgspec.json.encode(_document(base))


def full_document(base: str) -> Any:
    """The same as data that the caller may change."""
    return msgspec.json.decode(openapi_document(base))


def _document(base: str) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Facetstore",
            "version": __version__,
            "summary": "A repository for process and enterprise models.",
            "description": descriptions.OVERVIEW,
            "license": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": base}],
        "security": [{"tokenHeader": []}, {"bearer": []}, {"tokenQuery": []}, {"session": []}],
        "tags": [{"name": name, "description": text} for name, text in tags.TAGS.items()],
        "paths": {**_paths(), **SERVICE_PATHS},
        "components": {
            "schemas": SCHEMAS,
            "parameters": {_key(name): each for name, each in (PARAMETERS | COMMON_PARAMETERS).items()}
            | {_own_key(name): each for name, each in OWN_PARAMETERS.items()},
            "responses": {_response_name(status): _refusal(status) for status in _REFUSALS}
            | {"NotModified": _NOT_MODIFIED, "Found": _FOUND},
            "headers": _HEADERS,
            "securitySchemes": _SECURITY_SCHEMES,
        },
    }


def _paths() -> dict[str, Any]:
    """By address and method. A write at the address of a read replaces its POST form, and its description says so."""
    paths: dict[str, dict[str, Any]] = {}
    for route in (*ROUTES, *WRITES):
        for path, alias in zip(route.paths, _aliases(route), strict=True):
            names = ("collectionId", "storageId", *re.findall(r"{(\w+)}", path))
            item = paths.setdefault(_PREFIX + path, {"parameters": [_parameter(name) for name in names]})
            item |= {method.lower(): operation for method, operation in _operations(route, alias)}
    return paths


def _aliases(route: Route) -> list[str]:
    return [_ALIASES[number] if number < len(_ALIASES) else f"-{number}" for number in range(len(route.paths))]


def _operations(route: Route, alias: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for method in _DOCUMENTED_METHODS:
        if method in route.methods:
            twin = "-post" if method == "POST" and "GET" in route.methods else ""
            yield method, _operation(route, method, f"{route.name}{alias}{twin}")
    if WITH_BODY in route.methods:
        yield "POST", _operation(route, WITH_BODY, f"{route.name}{alias}")


def _operation(route: Route, method: str, operation_id: str) -> dict[str, Any]:
    about = descriptions.OF_ROUTE[route.name]
    default = f"Without `api-version` it answers in {route.api_version}."
    options = sorted(route.options, key=list(PARAMETERS).index)
    otherwise = [each for name, each in OTHERWISE.get(route.answer, {}).items() if name in route.parameters]
    meant = {each["name"] for each in otherwise}
    own = [_own_key(name) for name in OWN_PARAMETERS if name in route.parameters and name not in meant]
    return {
        "operationId": operation_id,
        "tags": [tags.TAG_OF_ANSWER[route.answer]],
        "summary": route.summary,
        "description": "\n\n".join([about, default, *_more(route, method)]),
        "parameters": [*otherwise, *(_parameter(name) for name in (*own, *options, *_common(route)))],
        **_request_body(route),
        **({"security": []} if route.permission is PUBLIC else {}),
        "responses": {
            **_successes(route, method),
            **(
                {} if route.writes or route.answer == MOVED else {"304": {"$ref": "#/components/responses/NotModified"}}
            ),
            **{
                str(status): {"$ref": f"#/components/responses/{_response_name(status)}"}
                for status in _REFUSALS
                if _refuses(route, method, status)
            },
        },
    }


def _refuses(route: Route, method: str, status: int) -> bool:
    """Whether an operation may answer with a status. A read by POST reads its body, to see whether it says anything."""
    if status in _OF_BODIES:
        return route.writes or method == "POST"
    return route.writes or status not in _OF_WRITES_ALONE


def _more(route: Route, method: str) -> list[str]:
    if method == WITH_BODY:
        return [descriptions.WITH_BODY]
    return [descriptions.BY_POST] if method == "POST" and not route.writes else []


def _common(route: Route) -> list[str]:
    """What every operation takes beside its own; writes have preconditions in the place of what a caller already has."""
    if tags.TAG_OF_ANSWER[route.answer] == "People":
        return [name for name in COMMON_PARAMETERS if name.startswith("api-version")]
    if not route.writes:
        return [name for name in COMMON_PARAMETERS if name not in OF_WRITES]
    return [name for name in COMMON_PARAMETERS if name != "If-None-Match"]


def _request_body(route: Route) -> dict[str, Any]:
    if route.body is None:
        return {}
    body = {"schema": ref(route.body)}
    if not route.streams:
        body["example"] = examples.OF_BODIES[route.name]
    content = {_BYTES if route.streams else "application/json": body}
    return {"requestBody": {"required": WITH_BODY not in route.methods and not route.optional_body, "content": content}}


def _parameter(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/parameters/{_key(name)}"}


def _key(name: str) -> str:
    """The name of a component, in which OpenAPI allows no dollar sign."""
    return name.removeprefix("$")


def _own_key(name: str) -> str:
    """The name of a component that is not that of the option of this name."""
    return f"{name}-query"


def _successes(route: Route, method: str) -> dict[str, Any]:
    if route.answer == MOVED:
        return {"302": {"$ref": "#/components/responses/Found"}}
    parts = {"206": _PART, "416": _NO_SUCH_PART} if route.download else {}
    return {"200": _success(route, method), **parts}


def _success(route: Route, method: str) -> dict[str, Any]:
    by_post = f"{route.answer}{BY_POST}"
    schema = by_post if method == "POST" and by_post in SCHEMAS else route.answer
    needed = {"X-Total-Count": "$count", "Link": "$cursor"}
    names = [name for name in _HEADERS if name not in needed or needed[name] in route.options]
    return {
        "description": "What was asked for.",
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names},
        "content": {
            **({"image/svg+xml": {"schema": {"type": "string"}}} if route.picture else {}),
            **{each: {"schema": ref(schema)} for each in _kinds(route)},
            **{each: {"schema": {"type": "string"}} for each in route.also},
        },
    }


def _kinds(route: Route) -> Sequence[str]:
    """The media types of the response that the schema describes."""
    return route.media or (_ANY_KIND if route.download else "application/json",)


def _response_name(status: int) -> str:
    return HTTPStatus(status).phrase.title().replace(" ", "")


def _refusal(status: int) -> dict[str, Any]:
    return {
        "description": _REFUSALS[status],
        "headers": {"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}},
        "content": {
            "application/json": {"schema": ref("Error")},
            "application/problem+json": {"schema": ref("Problem")},
        },
    }


_HEADERS: Final = {
    "ETag": {
        "description": "Changes whenever the answer does. Streamed lists have none.",
        "schema": {"type": "string", "examples": ['"42-8c1f0b0e7d5a4f0e9a8b7c6d5e4f3a2b"']},
    },
    "api-version": {
        "description": "The version this answer has the form of.",
        "schema": {"enum": ["1.0", "2.0", "3.0", "4.0"]},
    },
    "X-Request-Id": {"description": "What the log knows this request by.", "schema": {"type": "string"}},
    "Link": {
        "description": 'With a page: the address of the next one, as `<…>; rel="next"`, unless it is the last.',
        "schema": {"type": "string"},
    },
    "X-Total-Count": {
        "description": "With `$count=true`: how many elements the whole list has.",
        "schema": {"type": "integer", "minimum": 0},
    },
}

_NOT_MODIFIED: Final = {
    "description": "Nothing has changed since the answer whose ETag came as `If-None-Match`. No body.",
    "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in ("ETag", "api-version", "X-Request-Id")},
}

_RANGE: Final = {"Content-Range": {"description": "Which bytes, and of how many.", "schema": {"type": "string"}}}
_PART: Final = {
    "description": "The bytes that the header `Range` asked for.",
    "headers": _RANGE,
    "content": {_ANY_KIND: {"schema": ref("FileContent")}},
}
_NO_SUCH_PART: Final = {"description": "The file has no such bytes. No body.", "headers": _RANGE}

_FOUND: Final = {
    "description": "The page to go to is in the header `Location`. No body.",
    "headers": {
        "Location": {"description": "The page to go to.", "schema": {"type": "string", "format": "uri"}},
        "X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"},
    },
}

_SECURITY_SCHEMES: Final = {
    "tokenHeader": {
        "type": "apiKey",
        "in": "header",
        "name": TOKEN_NAME,
        "description": "The token as a header of its own.",
    },
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token as `Authorization: Bearer …`."},
    "tokenQuery": {
        "type": "apiKey",
        "in": "query",
        "name": TOKEN_NAME,
        "description": "The token as a query parameter, for callers that cannot set headers. It may end up in logs and histories.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE_NAME,
        "description": "The session of a person, as *Sign in* sets it. Writes must come from a page of the same origin.",
    },
}
