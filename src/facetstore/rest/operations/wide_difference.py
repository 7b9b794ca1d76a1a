"""Our own operations that compare many elements at two moments: a subtree, a facet, or everything.

NDJSON is streamed: a line with both revisions, a line for each element that differs, and the counts at the end. An answer without
the counts is not complete. JSON is the same in one piece, where it is not too long.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from facetstore.domain.errors import Failure, Finding, InvalidParameter, TooCostly
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.media import preferred
from facetstore.usecases.measure import current_count
from facetstore.usecases.reading.accessing import access_facet
from facetstore.usecases.reading.sides import access
from facetstore.usecases.reading.wide_comparing import Line, WideComparison, WideScope, compare_all

NDJSON: Final = b"application/x-ndjson"
MEDIA: Final = {"application/x-ndjson": "ndjson", "application/json": "json"}
MOST_IN_JSON: Final = 1000
"""How many elements an answer in one piece may have."""

_encode = msgspec.json.Encoder().encode


async def compare_subtree(exchange: Exchange) -> Content:
    return await _compare(exchange, await subtree(exchange))


async def compare_facet(exchange: Exchange) -> Content:
    return await _compare(exchange, facet_scope(exchange))


async def compare_everything(exchange: Exchange) -> Content:
    return await _compare(exchange, WideScope())


async def subtree(exchange: Exchange) -> WideScope:
    """An element and everything below it. Raises NotFound, Forbidden."""
    names = exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")
    return WideScope(root=await access(exchange.reading, names))


def facet_scope(exchange: Exchange) -> WideScope:
    return WideScope(facet=access_facet(exchange.reading.metamodel, exchange.parameter("facetId")).name)


def moments(exchange: Exchange) -> tuple[str, str]:
    """The texts of both moments. Raises InvalidParameter with everything that is missing."""
    given = exchange.given()
    missing = [
        Finding(f"This needs two moments: {name} is a revision, a day or a time.", InvalidParameter.code, name)
        for name in ("from", "to")
        if not given.get(name)
    ]
    if missing:
        raise InvalidParameter(missing[0].error, missing)
    return given["from"], given["to"]


def wanted_format(exchange: Exchange, media: dict[str, str]) -> str:
    """The format that the address or the Accept header names; JSON if neither does. Raises InvalidParameter."""
    asked = exchange.given().get("format")
    if asked is None:
        return preferred(exchange.call.headers.get(b"accept"), media) or "json"
    if asked not in media.values():
        error = f"format is one of {', '.join(media.values())}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "format")])
    return asked


async def _compare(exchange: Exchange, scope: WideScope) -> Content:
    given, format_ = moments(exchange), wanted_format(exchange, MEDIA)
    found = await compare_all(exchange.reading, exchange.storage, exchange.jobs, exchange.earlier, scope, given)
    if format_ == "ndjson":
        return Content(b"", stream=as_lines(found, found.lines()), media=NDJSON, fleeting=True)
    lines = await in_one_piece(found.lines())
    return Content(
        _encode({"count": len(lines), **heads(found), **found.tally.as_json(), "values": lines}), fleeting=True
    )


def heads(found: WideComparison) -> dict[str, int]:
    old, new = found.revisions
    return {"fromRevision": old, "toRevision": new}


async def as_lines(found: WideComparison, lines: AsyncIterator[Sequence[Line]]) -> AsyncIterator[bytes]:
    """The lines of a comparison. A failure after the first line can only be reported in the last one."""
    yield _encode(heads(found)) + b"\n"
    try:
        async for some in lines:
            yield b"".join(_encode(each) + b"\n" for each in some)
            current_count().renew()
    except Failure as failure:
        yield _encode({"error": str(failure)}) + b"\n"
        return
    yield _encode({"counts": found.tally.as_json()}) + b"\n"


async def in_one_piece(lines: AsyncIterator[Sequence[Line]]) -> list[Line]:
    """All lines. Raises TooCostly if there are too many."""
    found: list[Line] = []
    async for some in lines:
        found += some
        if len(found) > MOST_IN_JSON:
            raise TooCostly(
                f"More than {MOST_IN_JSON} elements differ. Ask for application/x-ndjson, or choose a shorter time.",
                "from",
            )
    return found
