"""What all writes have in common: the body, preconditions, keys that make a request safe to repeat, dry runs, one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import xxhash

from facetstore.domain.errors import InvalidBody, InvalidParameter
from facetstore.rest.answer import Content
from facetstore.rest.errors import KeyReused, UnsupportedMedia
from facetstore.rest.handlers import Exchange
from facetstore.usecases.write_ports import GivenAnswer, Writer
from facetstore.usecases.writing import Writing

_LONGEST_KEY: Final = 200
_decoder = msgspec.json.Decoder()

Work = Callable[[Writing], Awaitable[Content]]


class _Undone(Exception):  # no error: it carries an answer out of a transaction that is rolled back
    def __init__(self, content: Content) -> None:
        super().__init__()
        self.content = content


async def read_json(exchange: Exchange) -> Any:
    """The body as JSON. Raises InvalidBody, BodyTooLarge, UnsupportedMedia."""
    kind = exchange.call.headers.get(b"content-type", b"application/json").lower()
    if b"json" not in kind:
        raise UnsupportedMedia("The body needs to be JSON, told by Content-Type: application/json.")
    body = await exchange.call.body()
    try:
        return _decoder.decode(body) if body.strip() else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidBody(f"The body is not JSON: {error}.") from error


async def write(exchange: Exchange, work: Work) -> Content:
    """Do some work in one transaction and answer with what it leaves behind; nothing is stored where nothing has changed."""
    served, caller = exchange.reading.served, exchange.reading.caller
    key, dry_run = _key(exchange), _is_dry_run(exchange)
    if_match, digest = _if_match(exchange), await _digest(exchange)
    reason = exchange.call.headers.get(b"x-reason", b"").decode("latin-1") or None
    try:
        async with exchange.storage.writer(served.tenant, actor=caller.principal, reason=reason) as writer:
            if key is not None and (given := await _given(writer, caller.principal, key, digest)) is not None:
                raise _Undone(given)
            writing = Writing(served, caller, writer, if_match)
            content = await work(writing)
            if dry_run or not (writing.changed or key is not None):
                raise _Undone(content)
            if key is not None:
                await writer.answers.keep(caller.principal, key, _kept(content, digest))
    except _Undone as undone:
        return undone.content
    await exchange.note_changes()
    return content


def _key(exchange: Exchange) -> str | None:
    given = exchange.call.headers.get(b"idempotency-key")
    if given is None:
        return None
    key = given.decode("latin-1").strip()
    if not 1 <= len(key) <= _LONGEST_KEY or not key.isprintable():
        raise InvalidParameter(f"An Idempotency-Key has 1 to {_LONGEST_KEY} printable characters.")
    return key


def _is_dry_run(exchange: Exchange) -> bool:
    given = exchange.call.query.get("dryRun", ["false"])[-1].casefold()
    if given not in ("true", "false"):
        raise InvalidParameter(f"dryRun takes true or false, not {given!r}.")
    return given == "true"


def _if_match(exchange: Exchange) -> int | None:
    """The revision in the ETag the caller has; any, for `*`."""
    given = exchange.call.headers.get(b"if-match")
    if given is None or given.strip() == b"*":
        return None
    revision = given.decode("latin-1").strip().removeprefix("W/").strip('"').partition("-")[0]
    if not (revision.isascii() and revision.isdecimal() and len(revision) <= 18):
        raise InvalidParameter('If-Match takes the ETag of the element, such as "12-8c1f0b0e7d5a4f0e", or *.')
    return int(revision)


async def _digest(exchange: Exchange) -> str:
    call = exchange.call
    request = b"\0".join((call.method.encode(), call.path.encode(), call.query_string, await call.body()))
    return xxhash.xxh3_128_hexdigest(request)


async def _given(writer: Writer, principal: str, key: str, digest: str) -> Content | None:
    """What was answered to this key before. Raises KeyReused when that was another request."""
    found = await writer.answers.find(principal, key)
    if found is None:
        return None
    if found.digest != digest:
        raise KeyReused("This Idempotency-Key was used for another request. Take a new one.")
    headers = [(name.encode(), value.encode()) for name, value in msgspec.json.decode(found.headers)]
    revision = None if found.revision < 0 else found.revision
    return Content(bytes(found.body), revision, headers=[*headers, (b"idempotency-replayed", b"true")])


def _kept(content: Content, digest: str) -> GivenAnswer:
    headers = msgspec.json.encode([(name.decode(), value.decode()) for name, value in content.headers]).decode()
    return GivenAnswer(digest, -1 if content.revision is None else content.revision, headers, content.body)
