"""What all writes share: the body, preconditions, idempotency keys, dry runs, one transaction, and what was written as a response shows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

import msgspec
import xxhash

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.metamodel.model import Metamodel
from facetstore.query.options import ReadOptions
from facetstore.query.parameters import Parameters
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.old_form import old_form
from facetstore.rest.operations.rendering import ElementRenderer
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.call import Call
from facetstore.rest.wire.error_responses import KeyReused
from facetstore.rest.wire.request_body import decode_json
from facetstore.rest.wire.warnings import warnings_member
from facetstore.usecases.editing.cleaning import CHEAP, clean_ahead
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import TheseVersions
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import GivenAnswer
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.reading.presentation import Elements, Presentation, present
from facetstore.usecases.tenants.configuring import settle_configuration
from facetstore.usecases.writing import Writing

_LONGEST_KEY: Final = 200
_REASON: Final = "X-Reason"
_LONGEST_REASON: Final = 1000
_KEY: Final = "Idempotency-Key"
_IF_MATCH: Final = "If-Match"
_TERMS: Final = {b"idempotency-key": _KEY, b"if-match": _IF_MATCH}
REVISION: Final = b"x-revision"
"""The revision that a write has made, in its response."""
_FLAGS: Final = ("dryRun", "create", "force", "takeOver", "shared", "script", "described", "detailed")

Work = Callable[[Writing], Awaitable[Content]]


class _Undone(Exception):  # no error: it carries an answer out of a transaction that is rolled back
    def __init__(self, content: Content) -> None:
        super().__init__()
        self.content = content


async def read_json(exchange: Exchange) -> Any:
    """The body as JSON; None without one. Where it has much html, that is cleaned ahead, in a job process if there are any.

    Raises InvalidBody, BodyTooLarge, TooCostly, UnsupportedMedia, Unavailable.
    """
    body = await read_body(exchange.call)
    if len(await exchange.call.body()) > CHEAP:
        await clean_ahead(body, exchange.jobs, exchange.reading.served.tenant.key)
    return body


async def read_body(call: Call) -> Any:
    """The body as JSON; None without one. The caller need not be known.

    Raises InvalidBody, BodyTooLarge, TooCostly, UnsupportedMedia.
    """
    return await decode_json(await call.body(), call.headers.get(b"content-type"))


async def write(exchange: Exchange, work: Work, *, whole: bool = False) -> Content:
    """Do some work in one transaction and return its content; for an Idempotency-Key that was used before, the stored one. With `whole`
    the work may change all that belongs to the tenant.

    Nothing is stored by a dry run and, without a key, where nothing has changed. The content has no secret then. Raises
    InvalidParameter, KeyReused, and what `work` raises.
    """
    served, caller = exchange.reading.served, exchange.reading.caller
    key, dry_run, if_match = _terms(exchange)
    digest = await _digest(exchange) if key is not None else ""
    reason = _reason(exchange)
    try:
        async with exchange.storage.writer(
            served.tenant, actor=caller.principal, reason=reason, client=exchange.call.client, tenants=whole
        ) as writer:
            if key is not None and (given := await _given(writer, caller.principal, key, digest)) is not None:
                raise _Undone(given)
            writing = Writing(served, caller, writer, if_match, templates=exchange.templates)
            content = await work(writing)
            if writing.touched:
                await settle_configuration(writing)
            if writing.changed and not dry_run:
                content.headers.append((REVISION, b"%d" % writer.revision))
            if dry_run or not (writing.changed or key is not None):
                raise _Undone(content.without_secret)
            if key is not None:
                await writer.answers.keep(caller.principal, key, _given_answer(content.without_secret, digest))
    except _Undone as undone:
        return undone.content
    await exchange.note_changes(writer.revision)
    return content


async def rehearse(exchange: Exchange, work: Callable[[Writing], Awaitable[object]]) -> None:
    """Do some work in a transaction and undo it, to find what refuses it before a long body is read. Raises what `work` raises."""
    served, caller, terms = exchange.reading.served, exchange.reading.caller, _terms(exchange)
    _reason(exchange)
    try:
        async with exchange.storage.writer(served.tenant, actor=caller.principal) as writer:
            await work(Writing(served, caller, writer, terms.if_match))
            raise _Undone(Content(b""))
    except _Undone:
        return


def has_terms(exchange: Exchange) -> bool:
    """Whether a request has headers that affect how it is stored, or any parameters. Raises InvalidParameter."""
    return _terms(exchange) is not _NO_TERMS or b"x-reason" in exchange.call.headers


class _Terms(NamedTuple):
    """The conditions of a write, from headers and parameters."""

    key: str | None
    dry_run: bool
    if_match: int | None
    """The revision in the ETag the caller has."""


_NO_TERMS: Final = _Terms(key=None, dry_run=False, if_match=None)


def _terms(exchange: Exchange) -> _Terms:
    """The conditions of a request; `_NO_TERMS` where it has no such header and no query. Raises InvalidParameter."""
    headers = exchange.call.headers
    if not exchange.call.query_string and headers.keys().isdisjoint(_TERMS):
        return _NO_TERMS
    given = {name: headers[key].decode("latin-1").strip() for key, name in _TERMS.items() if key in headers}
    terms = Parameters({**exchange.given(), **given})
    flags = {name: terms.read(name, partial(_flag, name)) for name in _FLAGS}
    key, if_match = terms.read(_KEY, _key), terms.read(_IF_MATCH, _revision)
    terms.check()
    return _Terms(key, bool(flags["dryRun"]), if_match)


def _reason(exchange: Exchange) -> str | None:
    """The reason of the change, for the history. Most clients write UTF-8 into a header, the others Latin-1.

    Raises InvalidParameter for one that is too long.
    """
    given = exchange.call.headers.get(b"x-reason")
    if given is None:
        return None
    given = given.strip()
    try:
        reason = given.decode()
    except UnicodeDecodeError:
        reason = given.decode("latin-1")
    if len(reason) > _LONGEST_REASON:
        raise _wrong(_REASON, f"{_REASON} takes up to {_LONGEST_REASON} characters, not {len(reason)}.")
    return reason or None


def read_flag(exchange: Exchange, name: str) -> bool:
    """Whether a parameter is true; any other value is False here. `write` refuses values that are neither true nor false."""
    return exchange.given().get(name, "").casefold() == "true"


def _flag(name: str, text: str) -> bool:
    if text.casefold() not in ("true", "false"):
        raise _wrong(name, f"{name} takes true or false, not {text!r}.")
    return text.casefold() == "true"


def _key(text: str) -> str:
    if not 1 <= len(text) <= _LONGEST_KEY or not text.isprintable():
        raise _wrong(_KEY, f"An Idempotency-Key has 1 to {_LONGEST_KEY} printable characters.")
    return text


def _revision(etag: str) -> int | None:
    """The revision in an ETag; None for `*`, which matches any. Raises InvalidParameter."""
    if etag == "*":
        return None
    revision = etag.removeprefix("W/").strip('"').partition("-")[0]
    if not (revision.isascii() and revision.isdecimal() and len(revision) <= 18):
        raise _wrong(_IF_MATCH, 'If-Match takes the ETag of the element, such as "12-8c1f0b0e7d5a4f0e", or *.')
    return int(revision)


def _wrong(name: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])


async def _digest(exchange: Exchange) -> str:
    call = exchange.call
    body = call.digest if call.digest is not None else await call.body()
    request = b"\0".join((call.method.encode(), call.path.encode(), call.query_string, body))
    return xxhash.xxh3_128_hexdigest(request)


async def _given(writer: Writer, principal: str, key: str, digest: str) -> Content | None:
    """The stored response for this key, if any. Raises KeyReused when the key was used for another request."""
    found = await writer.answers.find(principal, key)
    if found is None:
        return None
    if found.digest != digest:
        raise KeyReused("This Idempotency-Key was used for another request. Take a new one.")
    headers = [(name.encode(), value.encode()) for name, value in msgspec.json.decode(found.headers)]
    revision = None if found.revision < 0 else found.revision
    return Content(bytes(found.body), revision, headers=[*headers, (b"idempotency-replayed", b"true")])


def _given_answer(content: Content, digest: str) -> GivenAnswer:
    headers = msgspec.json.encode([(name.decode(), value.decode()) for name, value in content.headers]).decode()
    return GivenAnswer(digest, -1 if content.revision is None else content.revision, headers, content.body)


@lru_cache(maxsize=1024)
def whole(metamodel: Metamodel, facet_name: str, view_name: str) -> Presentation:
    """The presentation with everything that a view shows."""
    return present(metamodel, *access_view(metamodel, facet_name, view_name), ReadOptions())


async def written(
    exchange: Exchange,
    writing: Writing,
    facet_name: str,
    view_name: str,
    versions: Sequence[str],
    without: frozenset[str] = frozenset(),
    warnings: Sequence[Finding] = (),
) -> Content:
    """Versions as they are in this transaction, as operation 4 shows them, without some attributes; with warnings, if any."""
    presentation, rows = await read_written(writing, facet_name, view_name, versions, without)
    return await content_of(exchange, presentation, rows, warnings)


async def read_written(
    writing: Writing,
    facet_name: str,
    view_name: str,
    versions: Sequence[str],
    without: frozenset[str] = frozenset(),
) -> tuple[Presentation, Sequence[ElementRow]]:
    """How versions are shown, and their rows as they are in this transaction."""
    metamodel = writing.offered
    presentation = whole(metamodel, facet_name, view_name)
    if without:
        presentation = replace(presentation, attributes=metamodel.attribute_names[facet_name] - without)
    reader = await writing.writer.reader(writing.caller.audience)
    return presentation, await reader.elements(TheseVersions(tuple(versions)), presentation.parts)


async def content_of(
    exchange: Exchange, presentation: Presentation, rows: Sequence[ElementRow], warnings: Sequence[Finding] = ()
) -> Content:
    """The content of the response to one request."""
    renderer = ElementRenderer(exchange.texts, Elements(rows, presentation), exchange.reading)
    body = b'{"count":%d,"elements":[%b]' % (len(rows), await renderer.render_all())
    body += warnings_member(warnings) + b"}" if warnings else b"}"
    if exchange.call.api_version == "1.0":
        body = old_form(body)
    return Content(body, rows[0].revision if len(rows) == 1 else None)
