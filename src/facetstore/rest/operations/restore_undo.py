"""Bringing back what an element was, and undoing one's own last change."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Final

import msgspec

from facetstore.domain.errors import Failure, Finding, InvalidBody
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import read_json, write, written
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.error_responses import first_findings, render_finding
from facetstore.usecases.changes.three_way import CURRENT, RESTORED, Resolution
from facetstore.usecases.editing.reverting import RevertWish, access_revertible, revert
from facetstore.usecases.reading.origins import RevertedSides, read_origin, read_own_change
from facetstore.usecases.reading.sides import Path
from facetstore.usecases.writing import Writing

_MOST_CHANGES: Final = 1000
_LONGEST: Final = 300
_FIELDS: Final = ("from", "to", "changes", "resolve")


async def restore_element(exchange: Exchange) -> Content:
    given = _fields(await read_json(exchange), _FIELDS)
    from_, to = _side(given, "from"), _side(given, "to")
    if from_ is None:
        raise _wrong("from", "from is what to bring back: the id of a version, a revision, a day or a time.")
    wish = RevertWish(_changes(given.get("changes")), _resolution(given.get("resolve")))
    return await _revert(exchange, read_origin(exchange.reading, exchange.earlier, _path(exchange), from_, to), wish)


async def undo_change(exchange: Exchange) -> Content:
    body = await read_json(exchange)
    given = _fields({} if body is None else body, ("resolve",))
    wish = RevertWish(None, _resolution(given.get("resolve")))
    own = read_own_change(exchange.reading, exchange.storage, exchange.earlier, _path(exchange))
    return await _revert(exchange, own, wish)


async def _revert(exchange: Exchange, reading: Awaitable[RevertedSides], wish: RevertWish) -> Content:
    facet, view, element = _path(exchange)
    # Read before the transaction, which would hold a second connection. A request that is repeated with its key gets
    # its first answer, even if there is nothing to bring back any more.
    read: RevertedSides | Failure
    try:
        read = await reading
    except Failure as failure:
        read = failure

    async def work(writing: Writing) -> Content:
        revertible = await access_revertible(writing, facet, element)
        if isinstance(read, Failure):
            raise read
        reverted = await revert(writing, view, revertible, read, wish)
        content = await written(exchange, writing, facet, view, [reverted.version])
        missing = msgspec.json.encode([render_finding(each) for each in first_findings(reverted.missing)])
        content.body = content.body[:-1] + b',"data":' + missing + b"}"
        return content

    return await write(exchange, work)


def _path(exchange: Exchange) -> Path:
    return (*named_view(exchange), exchange.parameter("elementId"))


def _fields(body: object, known: tuple[str, ...]) -> Mapping[str, object]:
    if not isinstance(body, dict):
        raise _wrong("", f"The body needs an object with {', '.join(known)}.")
    if unknown := [name for name in body if name not in known]:
        raise _wrong(unknown[0][:_LONGEST], f"The body takes {', '.join(known)}, not {unknown[0][:60]!r}.")
    return body


def _side(given: Mapping[str, object], name: str) -> str | None:
    value = given.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is not None and (not isinstance(value, str) or not value or len(value) > _LONGEST):
        raise _wrong(name, f"{name} takes the id of a version, a revision, a day or a time.")
    return value if isinstance(value, str) else None


def _changes(value: object) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not value or not all(_is_place(each) for each in value):
        raise _wrong(
            "changes", 'changes lists what to bring back, such as ["attributes.<name>.<culture>", "related.<context>"].'
        )
    if len(value) > _MOST_CHANGES:
        raise _wrong("changes", f"changes takes at most {_MOST_CHANGES} places; leave it out to bring back all.")
    return tuple(value)


def _is_place(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST


def _resolution(value: object) -> Resolution:
    winners = (RESTORED, CURRENT)
    if value is None:
        return Resolution()
    if isinstance(value, str) and value in winners:
        return Resolution(otherwise=value)
    if isinstance(value, dict) and all(_is_place(place) and each in winners for place, each in value.items()):
        return Resolution(value)
    raise _wrong(
        "resolve", f"resolve maps places to {RESTORED} or {CURRENT}, or is one of these words for all of them."
    )


def _wrong(path: str, error: str) -> InvalidBody:
    return InvalidBody(error, [Finding(error, InvalidBody.code, path)])
