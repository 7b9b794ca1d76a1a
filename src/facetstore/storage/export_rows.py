"""Stored versions read back whole: what export writes out, what a change merges into, what is rendered anew.

One row holds a version with everything it refers to, aggregated by the engine, so that a tenant of any size is one statement
read in chunks. Texts are put together without escaping: contexts, facets, types and ids never hold a quote (import checks).
"""

from __future__ import annotations

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
           v.visible, v.published, v.revision, v.attributes, e.parent, e.position,
           (SELECT string_agg('["' || r.context || '","' || r.target || '","' || coalesce(t.facet, '') || '","'
                              || coalesce(t.type, '') || '"]', ',' ORDER BY r.context, r.position)
              FROM reference r LEFT JOIN element t ON t.tenant = r.tenant AND t.id = r.target
             WHERE r.tenant = v.tenant AND r.version = v.key),
           (SELECT string_agg('["' || s.id || '","' || s.element || '","' || coalesce(t.facet, '') || '","'
                              || coalesce(t.type, '') || '"]', ',' ORDER BY s.position)
              FROM shape s LEFT JOIN element t ON t.tenant = s.tenant AND t.id = s.element
             WHERE s.tenant = v.tenant AND s.version = v.key),
           (SELECT string_agg('["' || f.shape || '","' || f.predecessor || '"]', ',' ORDER BY f.shape, f.position)
              FROM flow f
             WHERE f.tenant = v.tenant AND f.version = v.key)
      FROM version v JOIN element e ON e.tenant = v.tenant AND e.id = v.element
     WHERE v.tenant = :tenant
"""

EXPORT = f"{_WHOLE} ORDER BY v.element, v.major, v.minor, v.created_on, v.id"
ONE_VERSION = f"{_WHOLE} AND v.id = :id"
NAMED = f"""{_WHOLE}
       AND v.key IN (SELECT n.key FROM version n WHERE n.tenant = :tenant AND {{versions}}
                      UNION
                     SELECT n.key FROM version n WHERE n.tenant = :tenant AND {{elements}} AND n.newest = 1)
"""
ALL_OF = f"{_WHOLE} AND {{among}} ORDER BY v.element, v.major, v.minor, v.created_on, v.id"
UNINDEXED = f"""{_WHOLE}
       AND (v.newest = 1 OR v.published = 1) AND {{among}}
       AND NOT EXISTS (SELECT 1 FROM attribute a WHERE a.tenant = v.tenant AND a.version = v.key)
"""
NEXT_BY_KEY = f"{_WHOLE} AND v.key > :after ORDER BY v.key LIMIT :limit"

_references = msgspec.json.Decoder(list[tuple[str, str, str, str]])
_flows = msgspec.json.Decoder(list[tuple[str, str]])


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
    attributes: str
    parent: str | None
    position: int
    references: str | None
    shapes: str | None
    flows: str | None


def whole_row(row: Row) -> WholeRow:
    return WholeRow._make(cast("tuple[object, ...]", row))


def exported(row: WholeRow, metamodel: Metamodel) -> ExportedVersion:
    """A stored version as it was given, with facet and type of all it refers to."""
    references = _references.decode(f"[{row.references or ''}]")
    shapes = _references.decode(f"[{row.shapes or ''}]")
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
        content=_content(shapes, _flows.decode(f"[{row.flows or ''}]")),
        parent=ElementId(row.parent) if row.parent else None,
        position=row.position,
    )
    return ExportedVersion(version, {target: (facet, type_) for _, target, facet, type_ in (*references, *shapes)})


def _number(row: WholeRow, element_type: ElementType) -> str | None:
    numbered = element_type.versioned or (row.major, row.minor) != (0, 0)
    return f"{row.major}.{row.minor}" if numbered else None


def _related(references: list[tuple[str, str, str, str]]) -> dict[str, tuple[ElementId, ...]]:
    found: dict[str, list[ElementId]] = {}
    for context, target, _, _ in references:
        found.setdefault(context, []).append(ElementId(target))
    return {context: tuple(targets) for context, targets in found.items()}


def _content(shapes: list[tuple[str, str, str, str]], flows: list[tuple[str, str]]) -> tuple[Shape, ...]:
    before: dict[str, list[str]] = {}
    for shape, predecessor in flows:
        before.setdefault(shape, []).append(predecessor)
    return tuple(Shape(id_, ElementId(element), tuple(before.get(id_, ()))) for id_, element, _, _ in shapes)
