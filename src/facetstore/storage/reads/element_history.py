"""The history of one element, read page by page: each row with its version before and after the change; and its approvals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, cast

from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_approvals import LIKE_APPROVAL, approval_in
from facetstore.storage.rows.stored_changes import DIFFERENCE, WHOLE
from facetstore.usecases.ports.approval_reads import Approval
from facetstore.usecases.ports.writes import HistoryEntry

_COLUMNS: Final = "revision, ordinal, at, actor, kind, version, reason, change"
# Ordered by a sum, which is in no index: otherwise both engines would walk back through the history of the whole tenant.
PAGE: Final = f"""
    SELECT {_COLUMNS} FROM history
     WHERE tenant = :tenant AND element = :element
     ORDER BY revision + 0 DESC, ordinal DESC LIMIT :limit OFFSET :offset
"""  # names of our own columns
# What the versions of a page were before its oldest row: for each the last row that holds it whole, and all after that one.
EARLIER: Final = f"""
    SELECT {", ".join(f"h.{column}" for column in _COLUMNS.split(", "))} FROM {{wanted}} CROSS JOIN history h
     WHERE h.tenant = :tenant AND h.element = :element AND h.version = wanted.value
       AND (h.revision, h.ordinal) < (:revision, :ordinal)
       AND (h.revision, h.ordinal) >= (
           SELECT e.revision, e.ordinal FROM history e
            WHERE e.tenant = :tenant AND e.element = :element AND e.version = wanted.value
              AND (e.revision, e.ordinal) < (:revision, :ordinal) AND substr(e.change, 1, :length) = :whole
            ORDER BY e.revision + 0 DESC, e.ordinal DESC LIMIT 1)
     ORDER BY h.revision + 0, h.ordinal
"""
# Other rows hold no version. A move of a sibling shifts an element without changing it.
LAST_OF: Final = """
    SELECT revision FROM history
     WHERE tenant = :tenant AND element = :element AND actor = :actor AND kind <> 'element.shifted'
       AND (substr(change, 1, :whole_length) = :whole OR substr(change, 1, :difference_length) = :difference)
     ORDER BY revision + 0 DESC, ordinal DESC LIMIT 1
"""

# With the hash of the row before, whatever element that is about.
APPROVALS: Final = """
    SELECT h.element, h.revision, h.ordinal, h.at, h.actor, h.kind, h.version, h.change, h.hash,
           coalesce((SELECT p.hash FROM history p
                      WHERE p.tenant = h.tenant AND (p.revision, p.ordinal) < (h.revision, h.ordinal)
                      ORDER BY p.revision DESC, p.ordinal DESC LIMIT 1), '')
      FROM history h
     WHERE h.tenant = :tenant AND {among} AND h.version IS NOT NULL AND h.change LIKE :approval
     ORDER BY h.revision + 0, h.ordinal
"""


class _HistoryRow(NamedTuple):
    """The columns of both statements."""

    revision: int
    ordinal: int
    at: int
    actor: str | None
    kind: str
    version: str | None
    reason: str | None
    change: str


async def history_of(engine: Engine, tenant: int, element: str, limit: int, offset: int) -> Sequence[HistoryEntry]:
    """A page of the history of an element, newest row first."""
    values = {"tenant": tenant, "element": element}
    page = [_row(each) for each in await engine.fetch(PAGE, {**values, "limit": limit, "offset": offset})]
    if not page:
        return []
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
    states = States()
    for each in map(_row, found):
        states.follow(element, each.version, each.change)
    return [_entry(element, each, states) for each in reversed(page)][::-1]


async def last_change_of(engine: Engine, tenant: int, element: str, actor: str) -> int | None:
    """The revision of the last change of an element by a principal; None if there is none."""
    values = {
        "tenant": tenant,
        "element": element,
        "actor": actor,
        "whole": WHOLE,
        "whole_length": len(WHOLE),
        "difference": DIFFERENCE,
        "difference_length": len(DIFFERENCE),
    }
    rows = await engine.fetch(LAST_OF, values)
    return cast("int", rows[0][0]) if rows else None


def _row(row: Row) -> _HistoryRow:
    return _HistoryRow._make(cast("tuple[object, ...]", row))


def _entry(element: str, row: _HistoryRow, states: States) -> HistoryEntry:
    before, after, details = states.follow(element, row.version, row.change)
    return HistoryEntry(
        row.revision, row.ordinal, row.at, row.actor, row.kind, row.version, row.reason, after, details, before
    )


async def approvals_of(engine: Engine, tenant: int, elements: Collection[str]) -> Sequence[Approval]:
    """The approvals of all versions of some elements, the oldest first."""
    text = APPROVALS.format(among=engine.dialect.among("h.element", "elements"))
    values = {"tenant": tenant, "elements": engine.dialect.pack(sorted(elements)), "approval": LIKE_APPROVAL}
    rows = await engine.fetch(text, values)
    found = []
    for row in rows:
        element, revision, ordinal, at, actor, kind, version, change, hash_, before = cast(
            "tuple[str, int, int, int, str | None, str, str, str, str, str]", tuple(row)
        )
        if (kept := approval_in(change)) is not None:
            found.append(
                Approval(
                    element,
                    version,
                    actor,
                    at,
                    kind,
                    kept.task,
                    kept.hash,
                    kept.without,
                    revision,
                    ordinal,
                    before,
                    hash_,
                )
            )
    return found
