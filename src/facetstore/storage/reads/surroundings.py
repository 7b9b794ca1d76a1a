"""The surroundings of an element in one statement: ancestors, versions, diagrams, children, referrers, who edits it; and what
is around the shapes of a diagram that are not released."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from facetstore.domain.access import NO_ZONE
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.engine import Row
from facetstore.usecases.ports.rows import FlowRow, ShownBy, Standing, Surroundings

_SURROUNDINGS = """
    WITH RECURSIVE up (id, depth) AS (
        SELECT parent, 1 FROM element WHERE tenant = :tenant AND id = :element
         UNION ALL
        SELECT e.parent, up.depth + 1 FROM up JOIN element e ON e.tenant = :tenant AND e.id = up.id WHERE up.depth < 64)
    SELECT 1 AS part, depth AS place, up.id, CAST(p.zone AS text) AS detail
      FROM up LEFT JOIN version p ON p.tenant = :tenant AND p.element = up.id AND p.newest = 1 AND up.depth = 1
     WHERE up.id IS NOT NULL
     UNION ALL
    SELECT 2, d.major * 1000000 + d.minor, d.id, d.type || ' ' || coalesce(d.state, '')
      FROM version d WHERE d.tenant = :tenant AND d.element = :element{seen}
     UNION ALL
    SELECT 3, s.position, s.id, ''
      FROM shape s JOIN version d ON d.tenant = s.tenant AND d.key = s.version{seen}
     WHERE s.tenant = :tenant AND s.element = :element
     UNION ALL
    SELECT 4, 0, child, ''
      FROM (SELECT ce.id AS child FROM element ce CROSS JOIN version cv
             WHERE cv.tenant = ce.tenant AND cv.element = ce.id AND {named}
               AND ce.tenant = :tenant AND ce.parent = :element LIMIT 1) below
     UNION ALL
    SELECT 5, 0, holder, '' FROM edit_lock WHERE tenant = :tenant AND element = :element AND expires > :now
     UNION ALL
    SELECT DISTINCT 6, d.zone, coalesce(d.state, '') || ' ' || coalesce(l.holder, ''), {mark}
      FROM shape s JOIN version d ON d.tenant = s.tenant AND d.key = s.version
      LEFT JOIN edit_lock l ON l.tenant = d.tenant AND l.element = d.element AND l.expires > :now
     WHERE s.tenant = :tenant AND s.element = :element
     UNION ALL
    SELECT 7, 0, referrer, ''
      FROM (SELECT d.element AS referrer FROM reference r JOIN version d ON d.tenant = r.tenant AND d.key = r.version{seen}
             WHERE r.tenant = :tenant AND r.target = :element AND d.element <> :element AND NOT ({hidden_contexts})
             LIMIT 1) referring
     UNION ALL
    SELECT 7, 1, d.element, ''
      FROM shape s JOIN version d ON d.tenant = s.tenant AND d.key = s.version{seen}
     WHERE s.tenant = :tenant AND s.element = :element AND d.element <> :element
     UNION ALL
    SELECT 7, 2, carrier, ''
      FROM (SELECT d.element AS carrier FROM version d
             WHERE d.tenant = :tenant AND d.stereotype = :element{seen} LIMIT 1) carrying
     ORDER BY 1, 2, 3
"""

# Flow objects, which have no versions, are shown with their diagram. What permissions hide is not among these shapes.
_UNRELEASED_FLOW = """
    WITH unreleased AS MATERIALIZED (
        SELECT s.id AS id
          FROM shape s CROSS JOIN version d
         WHERE d.tenant = s.tenant AND d.element = s.element AND d.newest = 1 AND d.id <> d.element{hidden}
           AND NOT EXISTS (SELECT 1 FROM version p
                            WHERE p.tenant = s.tenant AND p.element = s.element AND p.published = 1)
           AND s.tenant = :tenant AND s.version = :diagram)
    SELECT f.predecessor, f.shape, a.id IS NOT NULL, b.id IS NOT NULL
      FROM flow f LEFT JOIN unreleased a ON a.id = f.predecessor LEFT JOIN unreleased b ON b.id = f.shape
     WHERE f.tenant = :tenant AND f.version = :diagram AND (a.id IS NOT NULL OR b.id IS NOT NULL)
"""


@lru_cache(maxsize=16)
def surroundings_statement(sight: Sight) -> str:
    """The statement that reads the surroundings of an element: rows of seven parts, each row with its place in the part."""
    return _SURROUNDINGS.format(
        seen=sight.any("d"),
        named=sight.naming.current("cv"),
        mark=sight.dialect.between_marks("d.card"),
        hidden_contexts=sight.dialect.among("r.context", "hidden_contexts"),
    )


def read_surroundings(rows: Sequence[Row]) -> Surroundings:
    """The surroundings in the rows of the statement."""
    found: dict[object, list[Row]] = {part: [] for part in range(1, 8)}
    for row in rows:
        found[row[0]].append(row)
    ancestors = tuple(str(row[2]) for row in found[1])
    return Surroundings(
        parent=ancestors[0] if ancestors else None,
        ancestors=ancestors,
        versions=tuple(_standing(str(row[2]), str(row[3])) for row in found[2]),
        shapes=tuple(str(row[2]) for row in found[3]),
        has_children=bool(found[4]),
        is_referred_to=bool(found[7]),
        editing=str(found[5][0][2]) if found[5] else None,
        parent_zone=int(str(found[1][0][3])) if ancestors and found[1][0][3] is not None else NO_ZONE,
        shown_by=tuple(_shown_by(cast("int", row[1]), str(row[2]), str(row[3])) for row in found[6]),
    )


def _shown_by(zone: int, state_and_holder: str, mark: str) -> ShownBy:
    state, _, holder = state_and_holder.partition(" ")
    return ShownBy(mark.encode(), zone, state or None, holder or None)


def _standing(id_: str, type_and_state: str) -> Standing:
    type_, _, state = type_and_state.partition(" ")
    return Standing(id_, type_, state or None)


@lru_cache(maxsize=16)
def flow_statement(sight: Sight) -> str:
    """The statement that finds where the flow of a diagram goes through what viewers do not see because of its state (0077)."""
    return _UNRELEASED_FLOW.format(hidden=sight.hidden("d"))


def read_flow(rows: Sequence[Row]) -> Sequence[FlowRow]:
    """The connections in the rows of the statement."""
    return [FlowRow(str(source), str(target), bool(out), bool(into)) for source, target, out, into in rows]
