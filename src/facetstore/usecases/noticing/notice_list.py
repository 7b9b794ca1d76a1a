"""The notices of a caller as they are shown: judged by the permissions of now, so that a right that was taken away takes them along."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.ports.notice_store import StoredNotice
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.reading.named_elements import opened_by, render_element
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

MOST_LISTED: Final = 200
"""Notices that are listed and counted: the newest."""


async def list_notices(reading: Reading, storage: Storage, before: str | None = None) -> Sequence[Mapping[str, Any]]:
    """The newest notices of the caller about what the caller may open, or the newest of those before one; the newest first.

    Raises InvalidParameter."""
    notices, person = storage.notices(reading.served.tenant), reading.caller.principal
    after = None
    if before is not None:
        after = next(iter(await notices.these(person, [before])), None)
        if after is None:
            error = "before takes the id of one of your notices: the last of an earlier response."
            raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "before")])
    return await _shown(reading, await notices.of(person, MOST_LISTED, after))


async def show_notices(reading: Reading, storage: Storage, ids: Collection[str]) -> Sequence[Mapping[str, Any]]:
    """Those of these notices of the caller that are about what the caller may open now, the newest first."""
    return await _shown(reading, await storage.notices(reading.served.tenant).these(reading.caller.principal, ids))


async def _shown(reading: Reading, found: Sequence[StoredNotice]) -> Sequence[Mapping[str, Any]]:
    found = [each for each in found if each.public or reading.caller.sees_drafts]
    if not found:
        return []
    opened = await opened_by(reading, {each.element for each in found})
    actors = {each.actor for each in found if each.actor is not None}
    rows = await reading.names.names(TheseElements(tuple(sorted(actors)))) if actors else ()
    names = {each.element: {"id": each.element, **render_actor(reading, each)} for each in rows}
    return [
        _rendered(reading, each, opened[each.element], names.get(each.actor or ""))
        for each in found
        if each.element in opened
    ]


def _rendered(
    reading: Reading, notice: StoredNotice, row: ElementRow, by: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    optional = {"versionId": notice.version, "by": by, "detail": notice.detail or None}
    return {
        "id": notice.id,
        "kind": notice.kind,
        "on": to_local(notice.created, time_zone(reading.served.settings.time_zone)),
        "isRead": notice.seen > 0,
        "element": render_element(reading, row),
        **{name: value for name, value in optional.items() if value is not None},
    }


async def mark_read(writing: Writing, body: object) -> None:
    """Mark notices of the caller as read: those in `ids`, or all. Raises InvalidBody."""
    ids = None
    if body is not None:
        if not isinstance(body, dict) or set(body) - {"ids"}:
            raise _wrong('Give the notices that were read: {"ids": ["..."]}; without a body, all.', "")
        ids = body.get("ids")
        if ids is not None and (
            not isinstance(ids, list) or len(ids) > MOST_LISTED or not all(isinstance(each, str) for each in ids)
        ):
            raise _wrong(f"ids takes up to {MOST_LISTED} ids of notices.", "ids")
    await writing.writer.notices.mark(writing.caller.principal, ids, time.time_ns() // 1000)
    writing.writer.keep_revision()
    writing.changed = True


def _wrong(error: str, path: str) -> InvalidBody:
    return InvalidBody(error, [Finding(error, InvalidBody.code, path)])
