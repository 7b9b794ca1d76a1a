"""The history of one element, read page by page: each row with its version as the change before left it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.domain.element import Version
from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.rows.history_rows import WHOLE, entry_of
from facetstore.usecases.ports.writes import HistoryEntry

_COLUMNS: Final = "revision, ordinal, at, actor, kind, version, reason, change"
# Ordered by a sum, which is in no index: otherwise both engines would walk back through the history of the whole tenant.
PAGE: Final = f"""
    SELECT {_COLUMNS} FROM history
     WHERE tenant = :tenant AND element = :element
     ORDER BY revision + 0 DESC, ordinal DESC LIMIT :limit OFFSET :offset
"""  # names of our own columns
# Each version of a page as it was before the oldest row of the page.
EARLIER: Final = f"""
    SELECT {", ".join(f"h.{column}" for column in _COLUMNS.split(", "))} FROM {{wanted}} CROSS JOIN history h
     WHERE h.tenant = :tenant AND h.element = :element
       AND (h.revision, h.ordinal) = (
           SELECT e.revision, e.ordinal FROM history e
            WHERE e.tenant = :tenant AND e.element = :element AND e.version = wanted.value
              AND (e.revision, e.ordinal) < (:revision, :ordinal) AND substr(e.change, 1, :length) = :whole
            ORDER BY e.revision + 0 DESC, e.ordinal DESC LIMIT 1)
"""


async def history_of(engine: Engine, tenant: int, element: str, limit: int, offset: int) -> Sequence[HistoryEntry]:
    """A page of the history of an element, newest row first."""
    values = {"tenant": tenant, "element": element}
    rows = await engine.fetch(PAGE, {**values, "limit": limit, "offset": offset})
    page = [entry_of(element, row) for row in rows]
    if not page:
        return page
    last = page[-1]
    earlier = {
        **values,
        "versions": engine.dialect.pack(sorted({each.version for each in page if each.version is not None})),
        "revision": last.revision,
        "ordinal": last.ordinal,
        "whole": WHOLE,
        "length": len(WHOLE),
    }
    found = await engine.fetch(EARLIER.format(wanted=engine.dialect.each_of("versions")), earlier)
    return _with_before(page, _left_behind(element, found))


def _left_behind(element: str, rows: Sequence[Row]) -> dict[str, Version]:
    entries = [entry_of(element, row) for row in rows]
    return {each.version: each.after for each in entries if each.version is not None and each.after is not None}


def _with_before(page: Sequence[HistoryEntry], before: dict[str, Version]) -> list[HistoryEntry]:
    found = []
    for entry in reversed(page):
        found.append(entry._replace(before=before.get(entry.version or "")))
        if entry.version is not None and entry.after is not None:
            before[entry.version] = entry.after
    return found[::-1]
