"""Whether an answer is one that the OpenAPI document allows to its request, and is whole, readable and free of our own marks."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import brotli
import jsonschema_rs
import zstandard

from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.operations.exported_tables import MEDIA as TABLE_MEDIA
from facetstore.rest.operations.printed_manuals import DOCUMENT_MEDIA
from tests.walls.fuzz.request import Request
from tests.walls.fuzz.world import Answer

NO_BODY: Final = (204, 302, 304)
_API: Final = 3
"""The place of `_api` in the path of a tenant."""
_MARKS: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_TRACES: Final = (b"Traceback (most recent call last)", b'File "/', b"site-packages", b"asyncpg.", b"apsw.")
_BAD_IN_HEADER: Final = re.compile(r"[^\t\x20-\x7e]")
_BY_POST_TOO: Final = "post"
_COMPRESSED: Final = {*DOCUMENT_MEDIA.values(), *TABLE_MEDIA} - {"text/csv"}

Operation = Mapping[str, Any]


@dataclass(slots=True)
class Place:
    """A path of the document, and those below it."""

    operations: Operation = field(default_factory=dict)
    template: str = ""
    words: dict[str, "Place"] = field(default_factory=dict)
    variable: "Place | None" = None


class Judge:
    """The document, by the segments of its paths."""

    def __init__(self) -> None:
        self._document: dict[str, Any] = json.loads(openapi_document("http://test"))
        self._root = Place()
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
        for path, operations in self._document["paths"].items():
            self._add(path, operations)

    def _add(self, path: str, operations: Operation) -> None:
        place = self._root
        for segment in path.split("/")[1:]:
            if segment.startswith("{"):
                place.variable = place.variable or Place()
                place = place.variable
            else:
                place = place.words.setdefault(segment.casefold(), Place())
        place.operations, place.template = operations, path

    @property
    def operations(self) -> set[str]:
        """The ids of all operations."""
        paths = self._document["paths"].values()
        return {each["operationId"] for path in paths for method, each in path.items() if method != "parameters"}

    def find(self, path: str) -> Place:
        """What the document has at a path as the service reads it: words win over variables.

        Below a tenant, letter case and a slash at the end do not count.
        """
        segments = path.split("/")[1:]
        if len(segments) > _API + 1 and not segments[-1]:
            segments.pop()
        place: Place | None = self._root
        for segment in segments:
            assert place is not None
            place = place.words.get(segment.casefold()) or (place.variable if segment else None)
            if place is None:
                return Place()
        is_found = place is not None and (place.template.startswith("/{") or place.template == path)
        return place if place is not None and is_found else Place()

    def operation(self, request: Request, path: str) -> str:
        """The id of the operation that a request is meant for; else its path says whether it is near one."""
        there = self.find(path).operations
        method = "get" if request.method == "HEAD" else request.method.lower()
        if request.method.isupper() and method in there:
            return str(there[method]["operationId"])
        return "no method" if there else "no path"

    def faults(self, request: Request, path: str, answer: Answer) -> Iterator[str]:
        """What is wrong with an answer, if anything."""
        if answer.status >= 500:
            yield f"status {answer.status}"
        yield from self._wrong_headers(answer)
        body = _unpacked(answer)
        if body is None:
            yield "the body is not packed as it says"
            return
        yield from _wrong_bytes(request, answer, body)
        yield from self._outside(request, path, answer, body)

    def _wrong_headers(self, answer: Answer) -> Iterator[str]:
        for name, value in answer.headers.items():
            if _BAD_IN_HEADER.search(value):
                yield f"the header {name} is {value!r}"
        if "x-request-id" not in answer.headers:
            yield "no X-Request-Id"

    def _outside(self, request: Request, path: str, answer: Answer, body: bytes) -> Iterator[str]:
        """What the document does not allow."""
        responses = list(self._responses(request, path))
        if not responses:
            yield from self._refused(path, answer, body)
            return
        allowed = [self._resolved(each[str(answer.status)]) for each in responses if str(answer.status) in each]
        if not allowed:
            yield f"status {answer.status} is not in the document"
        elif request.method != "HEAD" and answer.status not in NO_BODY:
            found = [list(self._differences(each, answer, body)) for each in allowed]
            yield from min(found, key=len)

    def _responses(self, request: Request, path: str) -> Iterator[Mapping[str, Any]]:
        """The answers of the operation; where a read and a write share an address, a POST without a body is the read."""
        there = self.find(path).operations
        method = "get" if request.method == "HEAD" else request.method.lower()
        if not request.method.isupper() or method not in there:
            return
        yield there[method]["responses"]
        if method == _BY_POST_TOO and "get" in there:
            yield there["get"]["responses"]

    def _refused(self, path: str, answer: Answer, body: bytes) -> Iterator[str]:
        """Nothing is there, or not by this method: pages beside the interface, or a refusal."""
        if path.split("/")[_API : _API + 1] != ["_api"] and answer.status < 400:
            return
        if answer.status == 204:
            return
        if answer.status not in (400, 401, 403, 404, 405, 413, 415, 429):
            yield f"status {answer.status} where nothing is"
        elif body:
            yield from self._differences(self._resolved({"$ref": "#/components/responses/BadRequest"}), answer, body)

    def _resolved(self, part: Any) -> Any:
        if "$ref" in part:
            found: Any = self._document
            for name in part["$ref"].split("/")[1:]:
                found = found[name]
            return found
        return part

    def _differences(self, response: Any, answer: Answer, body: bytes) -> Iterator[str]:
        media = answer.headers.get("content-type", "").partition(";")[0].strip()
        content = response.get("content", {})
        if media not in content and "*/*" not in content:
            yield f"the content type {media!r} of a {answer.status} is not in the document"
            return
        if media not in content or not media.endswith("json"):
            return
        try:
            found = json.loads(body, parse_constant=_no_number)
        except ValueError as error:
            yield f"no JSON: {error}"
            return
        yield from self._invalid(content[media]["schema"], found)
        if answer.status >= 400 and found.get("requestId") != answer.headers.get("x-request-id"):
            yield "the requestId is not that of the header"

    def _invalid(self, schema: Any, body: Any) -> Iterator[str]:
        key = json.dumps(schema)
        if key not in self._validators:
            whole = {**schema, "components": self._document["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        validator = self._validators[key]
        if not validator.is_valid(body):
            error = _deepest(next(iter(validator.iter_errors(body))))
            yield f"outside its schema at {'/'.join(map(str, error.instance_path))}: {error.message[:400]}"


def _wrong_bytes(request: Request, answer: Answer, body: bytes) -> Iterator[str]:
    length = answer.headers.get("content-length")
    if length is not None and request.method != "HEAD" and int(length) != len(answer.body):
        yield f"content-length {length}, but {len(answer.body)} bytes"
    if answer.body and (request.method == "HEAD" or answer.status in NO_BODY):
        yield f"a body of {len(answer.body)} bytes to {request.method} with status {answer.status}"
    if _holds_any_bytes(answer):
        return
    if found := _MARKS.search(body):
        yield f"the control character {found[0]!r} in the body"
    yield from (f"a stack trace in the body: {each.decode()}" for each in _TRACES if each in body)
    try:
        body.decode()
    except UnicodeDecodeError as error:
        yield f"no UTF-8: {error}"


def _holds_any_bytes(answer: Answer) -> bool:
    """Whether it is a picture that a user has set, or a document or workbook, which are compressed."""
    media = answer.headers.get("content-type", "")
    return media in _COMPRESSED or (media.startswith("image/") and "svg" not in media)


def _unpacked(answer: Answer) -> bytes | None:
    """The body without its content coding; None where it has another one."""
    try:
        match answer.headers.get("content-encoding") if answer.body else None:
            case "br":
                unpacked: bytes = brotli.decompress(answer.body)
                return unpacked
            case "zstd":
                return zstandard.ZstdDecompressor().decompressobj().decompress(answer.body)
            case "gzip":
                return gzip.decompress(answer.body)
            case _:
                return answer.body
    except Exception:  # each library has errors of its own
        return None


def _deepest(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """What is wrong in the schema of several that comes nearest: where one fails deep inside, it is the one that was meant."""
    branches = getattr(error.kind, "context", None) or ()
    inner = [_deepest(each) for branch in branches for each in branch]
    return max((error, *inner), key=lambda each: len(each.instance_path))


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")
