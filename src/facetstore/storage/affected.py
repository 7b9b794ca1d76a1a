"""Which elements' answers a change can touch: the changed ones, those that refer to them or show them, and their parents.

Kept answers rely on it: every write must leave a history row for each element it changes, and for each element whose neighbours
it adds or takes away (the old parent of a moved element, the referrers of a deleted one).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.storage.cards import may_look_different
from facetstore.storage.engine import Engine, Row

MOST_CHANGED: Final = 200
MOST: Final = 2000
"""Beyond this many, finding out costs more than rendering again."""

# What is gone or new is taken for the worst: others may have referred to it all along.
CHANGED: Final = f"""
    SELECT h.element, e.parent,
           (SELECT min(CASE WHEN {may_look_different("v")} THEN 0 ELSE 1 END)
              FROM version v
             WHERE v.tenant = :tenant AND v.element = h.element
               AND EXISTS (SELECT 1 FROM history o
                            WHERE o.tenant = :tenant AND o.element = h.element AND o.revision <= :since)) AS looks_the_same
      FROM history h LEFT JOIN element e ON e.tenant = :tenant AND e.id = h.element
     WHERE h.tenant = :tenant AND h.revision > :since
     LIMIT {MOST_CHANGED + 1}
"""
REFERRING: Final = f"""
    SELECT v.element
      FROM reference r CROSS JOIN version v
     WHERE r.tenant = :tenant AND {{targets}} AND v.tenant = :tenant AND v.key = r.version
     LIMIT {MOST + 1}
"""
SHOWING: Final = f"""
    SELECT v.element
      FROM shape s CROSS JOIN version v
     WHERE s.tenant = :tenant AND {{targets}} AND v.tenant = :tenant AND v.key = s.version
     LIMIT {MOST + 1}
"""


async def affected_since(engine: Engine, tenant: int, revision: int) -> frozenset[str] | None:
    """The elements whose answers may differ from those of a revision; None when they are too many to tell."""
    rows = await engine.fetch(CHANGED, {"tenant": tenant, "since": revision})
    if len(rows) > MOST_CHANGED:
        return None
    affected = {str(id_) for element, parent, _ in rows for id_ in (element, parent) if id_ is not None}
    others = [element for element, _, same in rows if element is not None and not same]
    if others:
        near = await _neighbours(engine, tenant, others)
        if len(near) > MOST:
            return None
        affected.update(str(row[0]) for row in near)
    return frozenset(affected)


async def _neighbours(engine: Engine, tenant: int, elements: Sequence[object]) -> Sequence[Row]:
    """Those that refer to the elements or show them in a diagram."""
    dialect = engine.dialect
    values = {"tenant": tenant, "elements": dialect.pack(elements)}
    referring = await engine.fetch(REFERRING.format(targets=dialect.among("r.target", "elements")), values)
    showing = await engine.fetch(SHOWING.format(targets=dialect.among("s.element", "elements")), values)
    return [*referring, *showing]
