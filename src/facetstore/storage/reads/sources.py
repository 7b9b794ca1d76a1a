"""Which versions a selection reads, and in which order: FROM, WHERE and ORDER BY of the statements of `reading.py` and of lists."""

from __future__ import annotations

from facetstore.storage.access.sight import Sight, whole_sight
from facetstore.storage.engines.dialect import SQLITE, Dialect
from facetstore.usecases.ports.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    RootsOf,
    StereotypesOf,
    TheseElements,
    TheseReleased,
    TheseVersions,
    VersionsOf,
)


def source_and_order(dialect: Dialect, kind: object, sight: Sight) -> tuple[str, tuple[str, ...]]:
    """FROM with WHERE, and the columns of ORDER BY, of a selection."""
    current = sight.current("v")
    placed = f"""element e CROSS JOIN version v
        WHERE v.tenant = e.tenant AND v.element = e.id AND {current} AND e.tenant = :tenant"""
    if kind is ById:
        return _by_id(sight), ()
    if kind is TheseVersions:
        joined = f"v.tenant = :tenant AND v.id = wanted.value{sight.any('v')}"
        return f"{dialect.each_of('elements')} CROSS JOIN version v WHERE {joined}", ("wanted.place",)
    if kind in (TheseElements, TheseReleased):
        chosen = sight.published("v") if kind is TheseReleased else current
        joined = f"v.tenant = :tenant AND v.element = wanted.value AND {chosen}"
        return f"{dialect.each_of('elements')} CROSS JOIN version v WHERE {joined}", ("wanted.place",)
    if kind is ListOf:
        where = f"v.tenant = :tenant AND v.facet = :facet AND {current} AND v.flow = 0"
        return f"version v WHERE {where}", ("v.sort_name", "v.element")
    if kind is LastReleasedOf:
        released = f"{sight.published('v')} AND v.flow = 0 AND v.released_on IS NOT NULL"
        return f"version v WHERE v.tenant = :tenant AND v.facet = :facet AND {released}", (
            "v.released_on DESC",
            "v.element",
        )
    if kind in (RootsOf, OrphansOf):
        top = f"e.facet = :facet AND e.parent IS NULL AND {dialect.among('e.type', 'types')}"
        by_name = ("v.sort_name", "v.element")
        return f"{placed} AND {top}", ("e.position", *by_name) if kind is RootsOf else by_name
    if kind is ChildrenOf:
        below = dialect.among("e.parent", "elements")
        return f"{placed} AND {below}", ("e.parent", "e.position", "v.sort_name", "e.id")
    if kind is Children:
        # In the order of the index alone, which saves a sort; children that share a position are sorted afterwards.
        return f"{placed} AND e.parent = :parent", ("e.position", "e.id")
    if kind is VersionsOf:
        where = f"v.tenant = :tenant AND {dialect.among('v.element', 'elements')}{sight.any('v')}"
        return f"version v WHERE {where}", ("v.element", "v.major", "v.minor", "v.created_on", "v.id")
    if kind is StereotypesOf:
        return _stereotypes(dialect, current), ("v.element",)
    joined = f"{current} AND v.tenant = :tenant AND v.element"
    if kind is ContentOf:
        where = f"cs.tenant = :tenant AND {dialect.among('cs.version', 'versions', 'bigint')}"
        shapes = f"shape cs CROSS JOIN version v WHERE {joined} = cs.element AND {where}"
        return shapes, ("cs.version", "cs.position", "v.sort_name", "cs.id")
    versions, contexts = dialect.among("r0.version", "versions", "bigint"), dialect.among("r0.context", "targets_in")
    targets = f"reference r0 CROSS JOIN version v WHERE {joined} = r0.target AND r0.tenant = :tenant AND {versions}"
    return f"{targets} AND {contexts}", ("r0.version", "r0.context", "r0.position")


def _stereotypes(dialect: Dialect, current: str) -> str:
    named = f"({dialect.among('a.equality', 'names')} OR {dialect.among('v.element', 'names')})"
    return f"""version v LEFT JOIN attribute a ON a.tenant = v.tenant AND a.version = v.key AND a.name = :key
         WHERE v.tenant = :tenant AND v.facet = :facet AND {current} AND v.flow = 0 AND {named}"""


def _by_id(sight: Sight) -> str:
    """A version id wins; an element id selects its newest version the caller may see (D3.3)."""
    return f"""version v
         WHERE v.tenant = :tenant
           AND v.key = (SELECT i.key FROM version i WHERE i.tenant = :tenant AND i.id = :id{sight.any("i")}
                         UNION ALL
                        SELECT i.key FROM version i WHERE i.tenant = :tenant AND i.element = :id AND {sight.current("i")}
                         LIMIT 1)"""


def place_order(kind: object) -> tuple[tuple[str, str], ...]:
    """The columns by which a list is ordered unless the caller orders it otherwise, each with its direction."""
    if kind is Children:
        return ("e.position", ""), ("v.sort_name", ""), ("e.id", "")
    _, order = source_and_order(SQLITE, kind, whole_sight(SQLITE))
    parted = (column.partition(" ") for column in order)
    return tuple((column, direction) for column, _, direction in parted)


def source_of(dialect: Dialect, kind: object, sight: Sight, keys: str | None = None) -> str:
    """FROM with WHERE of a list; with `keys` only those of its versions whose keys are bound to that parameter."""
    source, _ = source_and_order(dialect, kind, sight)
    if keys is None:
        return source
    tables, _, where = source.partition(" WHERE ")
    return f"{dialect.by_keys(keys)} CROSS JOIN {tables}{dialect.by_place} WHERE v.key = wanted_key.value AND {where}"
