"""Which elements' answers a change can touch: the changed ones, those that refer to them or show them, and their parents.

Kept answers rely on it: every write must leave a history row for each element it changes, and for each element whose neighbours
it adds or takes away (the old parent of a moved element, the referrers of a deleted one).
"""

from __future__ import annotations

from typing import Final

from facetstore.storage.cards import may_look_different
from facetstore.storage.engine import Engine

MOST_CHANGED: Final = 200
MOST: Final = 2000
"""Beyond these many, finding out costs more than rendering again."""

# What is gone or new is taken for the worst: others may have referred to it all along.
AFFECTED: Final = f"""
    WITH changed (element, parent, looks_the_same) AS (
        SELECT h.element, e.parent,
               (SELECT min(CASE WHEN {may_look_different("v")} THEN 0 ELSE 1 END)
                  FROM version v
                 WHERE v.tenant = :tenant AND v.element = h.element
                   AND EXISTS (SELECT 1 FROM history o
                                WHERE o.tenant = :tenant AND o.element = h.element AND o.revision <= :since))
          FROM history h LEFT JOIN element e ON e.tenant = :tenant AND e.id = h.element
         WHERE h.tenant = :tenant AND h.revision > :since
         LIMIT {MOST_CHANGED + 1})
    SELECT 1 AS changed, element FROM changed WHERE element IS NOT NULL
     UNION ALL
    SELECT 0, parent FROM changed WHERE parent IS NOT NULL
     UNION ALL
    SELECT 0, element FROM (
        SELECT v.element AS element
          FROM changed c CROSS JOIN reference r CROSS JOIN version v
         WHERE coalesce(c.looks_the_same, 0) = 0 AND r.tenant = :tenant AND r.target = c.element
           AND v.tenant = :tenant AND v.key = r.version
         LIMIT {MOST + 1}) referring
     UNION ALL
    SELECT 0, element FROM (
        SELECT v.element AS element
          FROM changed c CROSS JOIN shape s CROSS JOIN version v
         WHERE coalesce(c.looks_the_same, 0) = 0 AND s.tenant = :tenant AND s.element = c.element
           AND v.tenant = :tenant AND v.key = s.version
         LIMIT {MOST + 1}) showing
"""


async def affected_since(engine: Engine, tenant: int, revision: int) -> frozenset[str] | None:
    """The elements whose answers may differ from those of a revision; None when they are too many to tell."""
    rows = await engine.fetch(AFFECTED, {"tenant": tenant, "since": revision})
    changed = sum(1 for row in rows if row[0])
    if changed > MOST_CHANGED or len(rows) > MOST:
        return None
    return frozenset(str(row[1]) for row in rows)
