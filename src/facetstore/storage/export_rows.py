"""Stored versions read back whole: what export writes out, what a change merges into, what is rendered anew.

One row holds a version with everything it refers to, aggregated by the engine, so that a tenant of any size is one statement
read in chunks. Texts are put together without escaping: contexts, facets, types and ids never hold a quote (import checks).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, cast

import msgspec

from facetstore.domain.element import Shape, Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.storage.documents import given_attributes
from facetstore.storage.engine import Row
from facetstore.usecases.write_ports import ExportedVersion

_WHOLE = """
    SELECT v.key, v.id, v.element, v.facet, v.type, v.state, v.stereotype, v.creation_id, v.major, v.minor, v.newest,
           v.visible, v.published, v.revision, v.zone, v.attributes, e.parent, e.position, v.sort_name, v.released_on, v.reference,
           v.created_on, v.moves_after, v.named, v.complete,
           (SELECT string_agg('["' || r.context || '",' || r.position || ',"' || r.target || '","'
                              || coalesce(t.facet, '') || '","' || coalesce(t.type, '') || '"]', ',')
              FROM reference r LEFT JOIN element t ON t.tenant = r.tenant AND t.id = r.target
             WHERE r.tenant = v.tenant AND r.version = v.key),
           (SELECT string_agg('[' || s.position || ',"' || s.id || '","' || s.element || '","'
                              || coalesce(t.facet, '') || '","' || coalesce(t.type, '') || '"]', ',')
              FROM shape s LEFT JOIN element t ON t.tenant = s.tenant AND t.id = s.element
             WHERE s.tenant = v.tenant AND s.version = v.key),
           (SELECT string_agg('["' || f.shape || '",' || f.position || ',"' || f.predecessor || '"]', ',')
              FROM flow f
             WHERE f.tenant = v.tenant AND f.version = v.key)
      FROM version v JOIN element e ON e.tenant = v.tenant AND e.id = v.element
     WHERE v.tenant = :tenant
"""

EXPORT = f"{_WHOLE} ORDER BY v.element, v.major, v.minor, v.created_on, v.id"
THESE_VERSIONS = f"{_WHOLE} AND {{among}}"
# An id alone, as most are: that of a version, or else of an element, which stands for its newest version.
ONE_NAMED = f"""{_WHOLE}
       AND v.key = (SELECT n.key FROM version n WHERE n.tenant = :tenant AND n.id = :id
                     UNION ALL
                    SELECT n.key FROM version n WHERE n.tenant = :tenant AND n.element = :id AND n.newest = 1
                     LIMIT 1)
"""
# From the ids to their versions: told to look whether an id is among them, SQLite walks through all versions of the tenant.
NAMED = f"""{_WHOLE}
       AND v.key IN (SELECT n.key FROM {{wanted}} CROSS JOIN version n
                      WHERE n.tenant = :tenant AND n.id = wanted.value
                      UNION ALL
                     SELECT n.key FROM {{wanted}} CROSS JOIN version n
                      WHERE n.tenant = :tenant AND n.element = wanted.value AND n.newest = 1)
"""
ALL_OF = f"{_WHOLE} AND {{among}} ORDER BY v.element, v.major, v.minor, v.created_on, v.id"
UNINDEXED = f"""{_WHOLE}
       AND (v.newest = 1 OR v.published = 1) AND {{among}}
       AND NOT EXISTS (SELECT 1 FROM attribute a WHERE a.tenant = v.tenant AND a.version = v.key)
"""
NEXT_BY_KEY = f"{_WHOLE} AND v.key > :after ORDER BY v.key LIMIT :limit"

# Each begins with what it is ordered by: sorted here, because SQLite would set up a sort for each, of mostly a handful.
_references = msgspec.json.Decoder(list[tuple[str, int, str, str, str]])
_shapes = msgspec.json.Decoder(list[tuple[int, str, str, str, str]])
_flows = msgspec.json.Decoder(list[tuple[str, int, str]])


class WholeRow(NamedTuple):
    """The columns of the statements above."""

    key: int
    id: str
    element: str
    facet: str
    type: str
    state: str | None
    stereotype: str | None
    creation_id: str | None
    major: int
    minor: int
    newest: int
    visible: int
    published: int
    revision: int
    zone: int
    attributes: str
    parent: str | None
    position: int
    sort_name: str
    released_on: str | None
    reference: str
    created_on: str
    moves_after: str | None
    named: str | None
    complete: str | None
    references: str | None
    shapes: str | None
    flows: str | None


def whole_row(row: Row) -> WholeRow:
    return WholeRow._make(cast("tuple[object, ...]", row))


def exported(row: WholeRow, metamodel: Metamodel, *, gone: bool = False) -> ExportedVersion:
    """A stored version as it was given, with facet and type of all it refers to; with `gone` also what leads nowhere by now."""
    references = sorted(_references.decode(f"[{row.references or ''}]"))
    shapes = sorted(_shapes.decode(f"[{row.shapes or ''}]"))
    version = Version(
        element=ElementId(row.element),
        id=VersionId(row.id),
        facet=row.facet,
        type=row.type,
        state=row.state,
        stereotype=row.stereotype,
        creation_id=row.creation_id,
        number=_number(row, metamodel.types[row.type]),
        attributes=given_attributes(row.attributes, metamodel.types[row.type]),
        related=_related(references),
        content=_content(shapes, sorted(_flows.decode(f"[{row.flows or ''}]"))),
        parent=ElementId(row.parent) if row.parent else None,
        position=row.position,
    )
    kinds = {target: (facet, type_) for _, _, target, facet, type_ in (*references, *shapes)}
    return ExportedVersion(version if gone else _standing(version, kinds), kinds)


def _standing(version: Version, kinds: Mapping[str, tuple[str, str]]) -> Version:
    """The version without references to what is gone, and without shapes of it."""
    gone = {id_ for id_, (facet, _) in kinds.items() if not facet}
    if not gone:
        return version
    related = {name: tuple(each for each in targets if each not in gone) for name, targets in version.related.items()}
    shapes = {each.id: each for each in version.content if each.element not in gone}
    content = (replace(each, predecessors=tuple(filter(shapes.get, each.predecessors))) for each in shapes.values())
    there = {name: targets for name, targets in related.items() if targets}
    return replace(version, related=there, content=tuple(content))


def _number(row: WholeRow, element_type: ElementType) -> str | None:
    numbered = element_type.versioned or (row.major, row.minor) != (0, 0)
    return f"{row.major}.{row.minor}" if numbered else None


def _related(references: Iterable[tuple[str, int, str, str, str]]) -> dict[str, tuple[ElementId, ...]]:
    found: dict[str, list[ElementId]] = {}
    for context, _, target, _, _ in references:
        found.setdefault(context, []).append(ElementId(target))
    return {context: tuple(targets) for context, targets in found.items()}


def _content(
    shapes: Iterable[tuple[int, str, str, str, str]], flows: Iterable[tuple[str, int, str]]
) -> tuple[Shape, ...]:
    before: dict[str, list[str]] = {}
    for shape, _, predecessor in flows:
        before.setdefault(shape, []).append(predecessor)
    return tuple(Shape(id_, ElementId(element), tuple(before.get(id_, ()))) for _, id_, element, _, _ in shapes)
