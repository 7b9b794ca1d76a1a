"""Which elements' answers a change can touch: the changed ones, those that refer to them or show them, and their parents.

Kept answers rely on it: every write must leave a history row for each element it changes, and for each element whose neighbours
it adds or takes away (the old parent of a moved element, the referrers of a deleted one).
"""

from __future__ import annotations

from facetstore.storage.engine import Engine

MOST = 2000
"""Beyond this many, finding out costs more than rendering again."""

# An unversioned element looks the same to those who refer to it, whatever changes in it.
AFFECTED = """
    WITH changed (element) AS (
        SELECT DISTINCT element FROM history WHERE tenant = :tenant AND revision > :since LIMIT 201),
    versioned (element) AS (
        SELECT DISTINCT c.element FROM changed c CROSS JOIN version v
         WHERE v.tenant = :tenant AND v.element = c.element AND v.id <> v.element)
    SELECT element FROM changed WHERE element IS NOT NULL
     UNION ALL
    SELECT element FROM (
        SELECT v.element AS element FROM versioned c CROSS JOIN reference r CROSS JOIN version v
         WHERE r.tenant = :tenant AND r.target = c.element AND v.tenant = :tenant AND v.key = r.version LIMIT 2001) referring
     UNION ALL
    SELECT element FROM (
        SELECT v.element AS element FROM changed c CROSS JOIN shape s CROSS JOIN version v
         WHERE s.tenant = :tenant AND s.element = c.element AND v.tenant = :tenant AND v.key = s.version LIMIT 2001) showing
     UNION ALL
    SELECT e.parent FROM changed c CROSS JOIN element e
     WHERE e.tenant = :tenant AND e.id = c.element AND e.parent IS NOT NULL
"""


async def affected_since(engine: Engine, tenant: int, revision: int) -> frozenset[str] | None:
    """The elements whose answers may differ from those of a revision; None when they are too many to tell."""
    rows = await engine.fetch(AFFECTED, {"tenant": tenant, "since": revision})
    return frozenset(str(row[0]) for row in rows) if len(rows) <= MOST else None
