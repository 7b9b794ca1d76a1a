"""Answers requests to the OData feed at `/{collectionId}/{storageId}/_api/rest/odata/`: reads alone, in OData 4.01.

A token may come as the password of basic authentication, because Excel sends nothing else. That holds for these addresses alone.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import msgspec

from facetstore.domain.errors import Failure, Finding, InvalidParameter, Unauthenticated, Unavailable
from facetstore.domain.tenant import TenantAddress
from facetstore.domain.throttling import OF_ADDRESS
from facetstore.query.odata_options import FORMAT, parse_row_options
from facetstore.rest.odata.feed_exports import EXPORT, FeedExports
from facetstore.rest.odata.feed_metadata import render_json, render_service, render_xml
from facetstore.rest.odata.feed_pages import FeedPage, check_format
from facetstore.rest.odata.feed_refusals import render_refusal
from facetstore.rest.odata.odata_addresses import METADATA, read_feed_address, read_resource
from facetstore.rest.wire.answer import COMMON_HEADERS, Answer, Content, Header, make_answer
from facetstore.rest.wire.call import TOKEN_NAME, VERSION_NAME, Call
from facetstore.rest.wire.error_responses import MethodNotAllowed
from facetstore.rest.wire.media import weights_in
from facetstore.rest.wire.packing import Packing, chosen_coding
from facetstore.usecases.analysis.row_reading import TableReader
from facetstore.usecases.analysis.star_model import Star
from facetstore.usecases.analysis.stars import star_of
from facetstore.usecases.people.sign_in import SignIn, place_subject
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.row_formats import RowFormats
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading

ROUTE: Final = "odata"
_API_VERSION: Final = "4.0"
_METHODS: Final = ("GET", "HEAD")
_VERSIONS: Final = ("4.0", "4.01")
_LARGEST_PAGE: Final = 1_000_000
_JSON: Final = b"application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
_BARE: Final = b"application/json;odata.metadata=none;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
_XML: Final = b"application/xml"
_PREFERRED_PAGE: Final = re.compile(r"(?:odata\.)?maxpagesize\s*=\s*\"?(\d{1,9})", re.ASCII | re.IGNORECASE)
_NUMBER: Final = b"text/plain;charset=utf-8"

Enter = Callable[[Call, TenantAddress], Awaitable[Reading]]


def is_feed(segments: Sequence[str]) -> bool:
    """Whether the segments behind `_api/` lead to the feed."""
    return len(segments) > 1 and segments[0].casefold() == "rest" and segments[1].casefold() == ROUTE


class FeedEndpoint:
    """Answers requests to the feed, each for the caller that sent it."""

    def __init__(self, enter: Enter, storage: Storage, sign_in: SignIn, formats: RowFormats, jobs: Jobs) -> None:
        self._exports = FeedExports(formats, jobs)
        self._enter = enter
        self._storage = storage
        self._sign_in = sign_in
        self._packing = Packing()

    async def answer(self, call: Call, address: TenantAddress, segments: Sequence[str]) -> Answer:
        """The response, also for a failure: refusals of the feed have a shape of their own. Raises Unavailable."""
        call.route = ROUTE
        version = _highest(call)
        try:
            if call.method == "OPTIONS":
                return _options()
            _check_version(call)
            reading = await self._entered(call, address)
            found = await self._content(call, reading, segments, version)
            return await self._sent(call, reading, found)
        except Unavailable:
            raise
        except Failure as failure:
            refused = render_refusal(failure, version)
            refused.route = ROUTE
            return refused

    async def _entered(self, call: Call, address: TenantAddress) -> Reading:
        """Raises Unauthenticated, TooManyAttempts, TooManyRequests, Forbidden, MethodNotAllowed."""
        if call.method not in _METHODS:
            raise MethodNotAllowed(call.method, (*_METHODS, "OPTIONS"))
        is_basic = _scheme(call) == "basic"
        if is_basic:
            token = _password(call.headers[b"authorization"])
            call.headers = {**call.headers, b"authorization": b"Bearer " + token}
        try:
            return await self._enter(call, address)
        except Unauthenticated:
            if is_basic:  # each refusal counts for the address, as a failed attempt to sign in does
                await self._sign_in.attempt({place_subject(call.client): OF_ADDRESS})
            raise

    async def _sent(self, call: Call, reading: Reading, content: Content) -> Answer:
        is_packed = content.stream is not None and not content.media.startswith(b"text/")
        coding = "" if is_packed else chosen_coding(call.headers.get(b"accept-encoding"))
        packed = await self._packing.pack(reading.served.tenant.key, coding, content.body, content.stream)
        answer = make_answer(content, _API_VERSION, reading.revisions.revision, packed)
        answer.route = ROUTE
        return answer

    async def _content(self, call: Call, reading: Reading, segments: Sequence[str], version: str) -> Content:
        where = read_feed_address(segments)
        star = star_of(reading, where.culture, released=where.released)
        root = where.root(call.base, str(reading.served.tenant.address))
        headers: list[Header] = [(b"odata-version", version.encode())]
        query = {name: values for name, values in call.query.items() if name.lower() not in (TOKEN_NAME, VERSION_NAME)}
        if not where.path:
            check_format(parse_row_options(query, (FORMAT,)))
            return Content(render_service(star, root), headers=headers, media=_JSON)
        if where.path == (METADATA,):
            return _metadata(call, star, parse_row_options(query, (FORMAT,)).format, headers, version)
        reader = TableReader(reading, self._storage)
        if where.path == (EXPORT,):
            return _with(await self._exports.whole(reading, reader, star, query), headers)
        resource = read_resource(star, where.path)
        format_ = self._exports.format_of(_named_format(query), call.headers.get(b"accept", b""))
        if format_ is not None and resource.key is None and not resource.is_count:
            found = await self._exports.table(reading, reader, star, resource.table, format_, query)
            return _with(found, headers)
        is_bare = b"metadata=none" in call.headers.get(b"accept", b"")
        page = FeedPage(star, root, reader, is_bare=is_bare)
        if resource.is_count:
            return Content(await page.count(resource.table, query), headers=headers, media=_NUMBER)
        if resource.key is not None:
            body = await page.row(resource.table, resource.key, query)
        else:
            body = await page.rows(resource.table, query, _preferred_page(call, headers))
        return Content(msgspec.json.encode(body), headers=headers, media=_BARE if is_bare else _JSON)


def _with(content: Content, headers: list[Header]) -> Content:
    content.headers += headers
    return content


def _named_format(query: Mapping[str, Sequence[str]]) -> str | None:
    return next((values[-1] for name, values in query.items() if name.lower() in (FORMAT, FORMAT[1:])), None)


def _metadata(call: Call, star: Star, wanted: str | None, headers: list[Header], version: str) -> Content:
    """$metadata as XML, which most clients read, or as JSON. Raises InvalidParameter."""
    kind = (wanted or "").partition(";")[0].lower()
    if kind not in ("", "xml", "application/xml", "json", "application/json"):
        raise _wrong(FORMAT, "$format of $metadata takes xml or json.")
    weights = weights_in(call.headers.get(b"accept", b""))
    best = max(weights.get("application/xml", 0.0), weights.get("*/*", 0.0), weights.get("application/*", 0.0))
    is_json = "json" in kind if kind else weights.get("application/json", 0.0) > best
    if is_json:
        return Content(render_json(star), headers=headers, media=b"application/json")
    return Content(render_xml(star, version), headers=headers, media=b"application/xml")


def _preferred_page(call: Call, headers: list[Header]) -> int | None:
    """The rows of a page that the caller prefers; the response says that it was heeded."""
    match = _PREFERRED_PAGE.search(call.headers.get(b"prefer", b"").decode("latin-1"))
    size = min(int(match[1]), _LARGEST_PAGE) if match else 0
    if size:
        headers.append((b"preference-applied", b"odata.maxpagesize=%d" % size))
    return size or None


def _highest(call: Call) -> str:
    """The version of the response: 4.01, unless the caller only reads 4.0."""
    asked = call.headers.get(b"odata-maxversion", b"").decode("latin-1").strip()
    return "4.0" if asked == "4.0" else "4.01"


def _check_version(call: Call) -> None:
    for name in (b"odata-version", b"odata-maxversion"):
        asked = call.headers.get(name, b"4.01").decode("latin-1").strip()
        if asked not in _VERSIONS and (name == b"odata-version" or asked < "4"):
            raise _wrong(name.decode(), f"{name.decode()} is 4.0 or 4.01 here, not {asked[:20]!r}.")


def _wrong(path: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, path)])


def _scheme(call: Call) -> str:
    return call.headers.get(b"authorization", b"").partition(b" ")[0].decode("latin-1").lower()


def _password(authorization: bytes) -> bytes:
    """The password of basic authentication; the name before it says nothing. An empty one where nothing can be read."""
    try:
        decoded = base64.b64decode(authorization.partition(b" ")[2].strip(), validate=True)
    except (binascii.Error, ValueError):
        return b""
    return decoded.partition(b":")[2]


def _options() -> Answer:
    return Answer(204, [*COMMON_HEADERS, (b"allow", b"GET, HEAD, OPTIONS")], b"", route=ROUTE)
