"""What versions, tenants and their definitions were at a revision, rebuilt from the history alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import aclosing
from typing import Final, NamedTuple, cast

from facetstore.domain.element import Version
from facetstore.domain.errors import TooCostly
from facetstore.domain.tenant import TenantSettings
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Fetch, Row
from facetstore.storage.rows.followed_changes import LastStates
from facetstore.storage.rows.history_rows import FIRST_DEFINITION
from facetstore.storage.rows.stored_changes import WHOLE
from facetstore.storage.rows.stored_settings import load_definition, load_settings
from facetstore.usecases.measure import Pace, paced
from facetstore.usecases.ports.writes import DELETIONS

CHUNK: Final = 500
"""How many rows of the history are in memory at a time."""

A_FEW: Final = "(h.revision + h.ordinal) % 32 = 0"
"""Of so many changes that do not matter one is read, too: a chunk that passes over all of them would take too long for a database."""

# Revision and ordinal as one number, so that one aggregate finds the last row.
_PLACE: Final = "{row}.revision * 4294967296 + {row}.ordinal"
# For each version the last row that holds it whole, and all after that one. Without statistics SQLite would walk through the changes of all
# elements since that row.
_STATES: Final = f"""
    SELECT h.element, h.version, h.revision, h.ordinal, h.kind, h.change
      FROM (SELECT w.element AS element, w.version AS version, max({_PLACE.format(row="w")}) AS place
              FROM history w
             WHERE w.tenant = :tenant AND w.revision <= :revision AND w.version IS NOT NULL
               AND substr(w.change, 1, :length) = :whole{{among}}
             GROUP BY w.element, w.version) last
           CROSS JOIN history h{{by_element}}
     WHERE h.tenant = :tenant AND h.element = last.element AND h.element IS NOT NULL AND h.revision <= :revision
       AND h.revision >= last.place / 4294967296 AND h.version = last.version
       AND {_PLACE.format(row="h")} >= last.place
     ORDER BY h.element, h.version, h.revision, h.ordinal
"""
# Halves the revisions until one is left: the last whose rows were written until an instant. There may be none for some of them.
_WAS: Final = """
    coalesce((SELECT h.at FROM history h
               WHERE h.tenant = :tenant AND h.revision >= (low + high + 1) / 2
               ORDER BY h.revision, h.ordinal LIMIT 1) <= :instant, 1 = 0)
"""
REVISION_AT: Final = f"""
    WITH RECURSIVE halved (low, high) AS (
        SELECT CAST(0 AS bigint), CAST(:current AS bigint)
         UNION ALL
        SELECT CASE WHEN {_WAS} THEN (low + high + 1) / 2 ELSE low END,
               CASE WHEN {_WAS} THEN high ELSE (low + high + 1) / 2 - 1 END
          FROM halved WHERE low < high)
    SELECT low FROM halved WHERE low = high
"""
PERIOD: Final = """
    SELECT (SELECT at FROM history WHERE tenant = :tenant ORDER BY revision, ordinal LIMIT 1),
           (SELECT at FROM history WHERE tenant = :tenant AND revision <= :revision
             ORDER BY revision DESC, ordinal DESC LIMIT 1)
"""
_DEFINITIONS: Final = (
    "SELECT {place} AS place, revision, change FROM history WHERE tenant = :tenant AND element IS NULL"
)
DEFINITION_AT: Final = f"""
    SELECT * FROM ({_DEFINITIONS.format(place=0)} AND kind = :kind AND revision <= :revision
                    ORDER BY revision DESC, ordinal DESC LIMIT 1) before
     UNION ALL
    SELECT * FROM ({_DEFINITIONS.format(place=1)} AND kind IN (:kind, :first) AND revision > :revision
                    ORDER BY revision, ordinal LIMIT 1) later
     ORDER BY 1
"""


class PastState(NamedTuple):
    """A version as it was, and the place of the row in the history that left it so."""

    version: Version
    revision: int
    ordinal: int


class PastDefinition(NamedTuple):
    """The definition of a tenant, and the revision since which it was in force."""

    revision: int
    settings: TenantSettings
    additions: str


class _Following:
    """Follows rows of the history, in the order of the statement above, to what they left behind."""

    def __init__(self) -> None:
        self._states = LastStates()
        self._places: dict[str, tuple[str, int, int]] = {}
        """The element, revision and ordinal of the last row of each version that there is."""

    def __len__(self) -> int:
        return len(self._places)

    def follow(self, row: Row) -> None:
        element, version, revision, ordinal, kind, change = cast("tuple[str, str, int, int, str, str]", tuple(row))
        is_state = self._states.follow(version, change)
        if kind in DELETIONS:
            self._places.pop(version, None)
        elif is_state:
            self._places[version] = (element, revision, ordinal)

    async def found(self) -> Sequence[PastState]:
        """What there is."""
        return await paced(
            PastState(self._states.made(element, version), revision, ordinal)
            for version, (element, revision, ordinal) in self._places.items()
        )


async def versions_at(
    fetch: Fetch, dialect: Dialect, tenant: int, elements: Collection[str], revision: int
) -> Sequence[PastState]:
    """The versions that these elements had at a revision."""
    text = states_statement(dialect, dialect.among("w.element", "elements"))
    following, pace = _Following(), Pace()
    for row in await fetch(text, {**_values(tenant, revision), "elements": dialect.pack(sorted(elements))}):
        following.follow(row)
        await pace.step()
    return await following.found()


async def all_versions_at(engine: Engine, tenant: int, revision: int, most: int) -> Sequence[PastState]:
    """All versions that a tenant had at a revision. Raises TooCostly if there are more than `most`."""
    text = states_statement(engine.dialect, "w.element IS NOT NULL")
    following, pace = _Following(), Pace()
    async with aclosing(engine.stream(text, _values(tenant, revision), CHUNK)) as chunks:
        async for rows in chunks:
            for row in rows:
                following.follow(row)
            await pace.step()
            if len(following) > most:
                raise TooCostly
    return await following.found()


def states_statement(dialect: Dialect, among: str) -> str:
    """The changes that make up what there was of the elements that a test of `w` finds."""
    return _STATES.format(among=f" AND {among}", by_element=dialect.by_index("history_element"))


def _values(tenant: int, revision: int) -> dict[str, object]:
    return {"tenant": tenant, "revision": revision, "whole": WHOLE, "length": len(WHOLE)}


async def revision_at(fetch: Fetch, tenant: int, current: int, instant: int) -> int:
    """The revision of a tenant at an instant in microseconds since 1970 UTC; 0 before its first one."""
    ((revision,),) = await fetch(REVISION_AT, {"tenant": tenant, "current": current, "instant": instant})
    return cast("int", revision)


async def period_until(fetch: Fetch, tenant: int, revision: int) -> tuple[int | None, int | None]:
    """When the history of a tenant begins, and when it came to a revision, in microseconds since 1970 UTC; None: it had no change."""
    ((began, at),) = await fetch(PERIOD, {"tenant": tenant, "revision": revision})
    return cast("int | None", began), cast("int | None", at)


async def definition_at(fetch: Fetch, tenant: int, revision: int) -> PastDefinition | None:
    """The definition of a tenant at a revision, else the oldest that the history knows; None: it never changed."""
    values = {"tenant": tenant, "revision": revision, "kind": "definition", "first": FIRST_DEFINITION}
    rows = await fetch(DEFINITION_AT, values)
    if not rows:
        return None
    _, since, change = cast("tuple[int, int, str]", tuple(rows[0]))
    stored = load_definition(change)
    return PastDefinition(since if since <= revision else 0, load_settings(stored.settings), stored.additions)
