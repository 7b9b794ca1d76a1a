"""The elements whose responses a change can affect: the changed ones, those that refer to them or show them, and their parents.

The response cache relies on it: every write must leave a history row for each element it changes, and for each element whose
neighbours it adds or removes (the old parent of a moved element, the referrers of a deleted one).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine
from facetstore.storage.rows.history_rows import Reach
from facetstore.usecases.ports.storage import Affected

MOST_CHANGED: Final = 200
MOST: Final = 2000
"""Limits of changes and of affected elements: beyond them, finding the elements costs more than rendering again."""

_FACET: Final = "SELECT e.facet FROM element e WHERE e.tenant = :tenant AND e.id = h.element"
CHANGED: Final = f"""
    SELECT h.element,
           ({_FACET}),
           (SELECT e.parent FROM element e WHERE e.tenant = :tenant AND e.id = h.element),
           (SELECT p.facet FROM element e JOIN element p ON p.tenant = :tenant AND p.id = e.parent
             WHERE e.tenant = :tenant AND e.id = h.element),
           h.reach
      FROM history h
     WHERE h.tenant = :tenant AND h.revision > :since
     ORDER BY h.revision
     LIMIT {MOST_CHANGED + 1}
"""
"""In the order of the key, and looked up row by row. PostgreSQL plans for a tenant of average size: it would take so few rows from
anywhere in the table and read all of it, and would read all elements of a large tenant to join them."""


def neighbours(dialect: Dialect) -> str:
    """A statement that finds the elements that refer to others or show them in a diagram, up to one more than `MOST`.

    It finds the changed elements again: an element that no longer refers to them, because of a write after the changes were
    read, has a history row of that write.
    """
    return f"""
        SELECT * FROM (
            SELECT h.element, ({_FACET}) AS facet
              FROM history h
             WHERE h.tenant = :tenant AND h.revision > :since AND h.element IS NOT NULL
             ORDER BY h.revision LIMIT {MOST + 1}
        ) AS again
         UNION ALL
        SELECT v.element, v.facet
          FROM reference r CROSS JOIN version v
         WHERE r.tenant = :tenant AND {dialect.among("r.target", "elements")}
           AND v.tenant = :tenant AND v.key = r.version
         UNION ALL
        SELECT v.element, v.facet
          FROM shape s CROSS JOIN version v
         WHERE s.tenant = :tenant AND {dialect.among("s.element", "elements")}
           AND v.tenant = :tenant AND v.key = s.version
         LIMIT {MOST + 1}
    """


class _Changed(NamedTuple):
    """A row of `CHANGED`."""

    element: str
    facet: str | None
    parent: str | None
    facet_of_parent: str | None
    reach: int


async def affected_since(engine: Engine, tenant: int, revision: int) -> Affected | None:
    """The elements whose responses may differ from those at a revision; None if there are too many changes or elements."""
    rows = await engine.fetch(CHANGED, {"tenant": tenant, "since": revision})
    if len(rows) > MOST_CHANGED:
        return None
    changed = [_Changed._make(row) for row in rows if row[0] is not None]
    found: list[tuple[object, object]] = [(each.element, each.facet) for each in changed]
    found += [(each.parent, each.facet_of_parent) for each in changed]
    if seen := [each.element for each in changed if each.reach & Reach.NEAR]:
        values = {"tenant": tenant, "since": revision, "elements": engine.dialect.pack(seen)}
        near = await engine.fetch(neighbours(engine.dialect), values)
        if len(near) > MOST:
            return None
        found += [(element, facet) for element, facet in near]
    pairs = [(str(element), facet) for element, facet in found if element is not None]
    listed = _known(each.facet for each in changed if each.reach & Reach.LISTS)
    return Affected(frozenset(element for element, _ in pairs), _known(facet for _, facet in pairs), listed)


def _known(facets: Iterable[object]) -> frozenset[str] | None:
    """The facets of elements; None if one is unknown, because its element was deleted."""
    found = frozenset(facets)
    return None if None in found else frozenset(map(str, found))
