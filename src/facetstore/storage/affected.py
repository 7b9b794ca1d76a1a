"""Which elements' answers a change can touch: the changed ones, those that refer to them or show them, and their parents.

Kept answers rely on it: every write must leave a history row for each element it changes, and for each element whose neighbours
it adds or takes away (the old parent of a moved element, the referrers of a deleted one).
"""

from __future__ import annotations

from typing import Final

from facetstore.storage.cards import may_look_different
from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Engine
from facetstore.usecases.ports import Affected

MOST_CHANGED: Final = 200
MOST: Final = 2000
"""Beyond these many, finding out costs more than rendering again."""

# What is gone or new is taken for the worst: others may have referred to it all along.
CHANGED: Final = f"""
    SELECT h.element, e.facet, e.parent, p.facet,
           (SELECT min(CASE WHEN {may_look_different("v")} THEN 0 ELSE 1 END)
              FROM version v
             WHERE v.tenant = :tenant AND v.element = h.element
               AND (SELECT min(o.revision) FROM history o WHERE o.tenant = :tenant AND o.element = h.element) <= :since)
      FROM history h
           LEFT JOIN element e ON e.tenant = :tenant AND e.id = h.element
           LEFT JOIN element p ON p.tenant = :tenant AND p.id = e.parent
     WHERE h.tenant = :tenant AND h.revision > :since
     LIMIT {MOST_CHANGED + 1}
"""


def neighbours(dialect: Dialect) -> str:
    """The elements that refer to others or show them in a diagram, as far as they are not too many.

    What has changed is among them once more: who was near may have moved away since the changes were read, and is then there.
    """
    return f"""
        SELECT h.element, e.facet
          FROM history h LEFT JOIN element e ON e.tenant = :tenant AND e.id = h.element
         WHERE h.tenant = :tenant AND h.revision > :since AND h.element IS NOT NULL
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


async def affected_since(engine: Engine, tenant: int, revision: int) -> Affected | None:
    """The elements whose answers may differ from those of a revision; None when they are too many to tell."""
    rows = await engine.fetch(CHANGED, {"tenant": tenant, "since": revision})
    if len(rows) > MOST_CHANGED:
        return None
    found = [pair for element, facet, parent, of_parent, _ in rows for pair in ((element, facet), (parent, of_parent))]
    visible = [row[0] for row in rows if row[0] is not None and not row[4]]
    if visible:
        values = {"tenant": tenant, "since": revision, "elements": engine.dialect.pack(visible)}
        near = await engine.fetch(neighbours(engine.dialect), values)
        if len(near) > MOST:
            return None
        found += [(element, facet) for element, facet in near]
    pairs = [(str(element), facet) for element, facet in found if element is not None]
    # Of what is gone nobody knows the facet any more.
    facets = None if any(facet is None for _, facet in pairs) else frozenset(str(facet) for _, facet in pairs)
    return Affected(frozenset(element for element, _ in pairs), facets)
