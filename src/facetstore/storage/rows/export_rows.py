"""Stored versions, read whole: for export, for changes that merge into them, and to render them again.

One row holds a version with everything it refers to, aggregated by the engine, so that a tenant of any size is one statement
read in chunks. Texts are put together without escaping: contexts, facets, types and ids never hold a quote (import checks it).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import msgspec

from facetstore.domain.element import Attributes, Shape, Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.storage.engines.engine import Row
from facetstore.usecases.documents import given_attributes, with_unshown
from facetstore.usecases.ports.writes import ExportedVersion

_COLUMNS = """
           v.key, v.id, v.element, v.facet, v.type, v.state, v.stereotype, v.creation_id, v.major, v.minor, v.newest,
           v.visible, v.published, v.revision, v.zone, v.attributes, e.parent, e.position, v.sort_name, v.released_on, v.reference,
           v.created_on, v.moves_after, v.named, v.complete, v.unshown,
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
             WHERE f.tenant = v.tenant AND f.version = v.key),
           (SELECT '["' || k.holder || '",' || k.since || ',' || k.expires || ']'
              FROM edit_lock k
             WHERE k.tenant = v.tenant AND k.element = v.element)
"""
_STORED = """
      FROM version v JOIN element e ON e.tenant = v.tenant AND e.id = v.element
     WHERE v.tenant = :tenant
"""
_WHOLE = f"SELECT {_COLUMNS}{_STORED}"

EXPORT = f"{_WHOLE} ORDER BY v.element, v.major, v.minor, v.created_on, v.id"
THESE_VERSIONS = f"{_WHOLE} AND {{among}}"
# One id, the most frequent case: of a version, else of an element, which selects its newest version.
ONE_NAMED = f"""{_WHOLE}
       AND v.key = (SELECT n.key FROM version n WHERE n.tenant = :tenant AND n.id = :id
                     UNION ALL
                    SELECT n.key FROM version n WHERE n.tenant = :tenant AND n.element = :id AND n.newest = 1
                     LIMIT 1)
"""
# From the ids to their versions: for a test whether `v.id` is in a list, SQLite would scan all versions of the tenant.
NAMED = f"""{_WHOLE}
       AND v.key IN (SELECT n.key FROM {{wanted}} CROSS JOIN version n
                      WHERE n.tenant = :tenant AND n.id = wanted.value
                      UNION ALL
                     SELECT n.key FROM {{wanted}} CROSS JOIN version n
                      WHERE n.tenant = :tenant AND n.element = wanted.value AND n.newest = 1)
"""
ALL_OF = f"{_WHOLE} AND {{among}} ORDER BY v.element, v.major, v.minor, v.created_on, v.id"
NEWEST_OF = f"""{_WHOLE}
       AND v.facet = :facet AND v.newest = 1 AND v.flow = 0 ORDER BY v.sort_name, v.element
"""
UNINDEXED = f"""{_WHOLE}
       AND (v.newest = 1 OR v.published = 1) AND {{among}}
       AND NOT EXISTS (SELECT 1 FROM attribute a WHERE a.tenant = v.tenant AND a.version = v.key)
"""
NEXT_BY_KEY = f"{_WHOLE} AND v.key > :after{{where}} ORDER BY v.key LIMIT :limit"

# Each begins with what it is ordered by. Sorted in Python, because SQLite would set up a sort for each, mostly of a few rows.
_Reference = tuple[str, int, ElementId, str, str]
_Shown = tuple[int, str, ElementId, str, str]
_Flow = tuple[str, int, str]
_references = msgspec.json.Decoder(list[_Reference])
_shapes = msgspec.json.Decoder(list[_Shown])
_flows = msgspec.json.Decoder(list[_Flow])


class WholeRow(NamedTuple):
    """The columns of the statements above."""

    key: int
    id: VersionId
    element: ElementId
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
    parent: ElementId | None
    position: int
    sort_name: str
    released_on: str | None
    reference: str
    created_on: str
    moves_after: str | None
    named: str | None
    complete: str | None
    unshown: str | None
    references: str | None
    shapes: str | None
    flows: str | None
    lock: str | None


def whole_row(row: Row) -> WholeRow:
    return WholeRow._make(cast("tuple[object, ...]", row))


def exported(row: WholeRow, metamodel: Metamodel) -> ExportedVersion:
    """A stored version without derived attributes, with facet and type of all that it refers to or shows."""
    references, shapes = _references_in(row), _shapes_in(row)
    kinds = {str(target): (facet, type_) for _, _, target, facet, type_ in (*references, *shapes)}
    return ExportedVersion(_version(row, metamodel, references, shapes), kinds)


def stored_version(row: WholeRow, metamodel: Metamodel, *, gone: bool = False) -> Version:
    """A stored version without derived attributes; with `gone` also references to deleted elements, and shapes of them."""
    return _version(row, metamodel, _references_in(row), _shapes_in(row), gone=gone)


def _version(
    row: WholeRow,
    metamodel: Metamodel,
    references: Sequence[_Reference],
    shapes: Sequence[_Shown],
    *,
    gone: bool = False,
) -> Version:
    element_type = metamodel.types[row.type]
    return Version(
        element=row.element,
        id=row.id,
        facet=row.facet,
        type=row.type,
        state=row.state,
        stereotype=row.stereotype,
        creation_id=row.creation_id,
        number=_number(row, element_type),
        attributes=_attributes(row, element_type),
        related=_related(references, gone=gone),
        content=_content(shapes, row.flows, gone=gone) if shapes else (),
        parent=row.parent or None,
        position=row.position,
    )


def _attributes(row: WholeRow, element_type: ElementType) -> Attributes:
    shown = given_attributes(row.attributes, element_type)
    return shown if row.unshown is None else with_unshown(shown, row.unshown)


def _references_in(row: WholeRow) -> Sequence[_Reference]:
    return sorted(_references.decode(f"[{row.references}]")) if row.references else ()


def _shapes_in(row: WholeRow) -> Sequence[_Shown]:
    return sorted(_shapes.decode(f"[{row.shapes}]")) if row.shapes else ()


def _number(row: WholeRow, element_type: ElementType) -> str | None:
    numbered = element_type.versioned or row.major or row.minor
    return f"{row.major}.{row.minor}" if numbered else None


def _related(references: Sequence[_Reference], *, gone: bool) -> dict[str, tuple[ElementId, ...]]:
    """The targets by context. A target that no longer exists has no facet."""
    found: dict[str, list[ElementId]] = {}
    for context, _, target, facet, _ in references:
        if facet or gone:
            found.setdefault(context, []).append(target)
    return {context: tuple(targets) for context, targets in found.items()}


def _content(shapes: Sequence[_Shown], flows: str | None, *, gone: bool) -> tuple[Shape, ...]:
    """The shapes, each with those of its predecessors that are among them."""
    elements = {id_: element for _, id_, element, facet, _ in shapes if facet or gone}
    before: dict[str, list[str]] = {id_: [] for id_ in elements}
    for shape, _, predecessor in sorted(_flows.decode(f"[{flows}]")) if flows else ():
        if shape in elements and predecessor in elements:
            before[shape].append(predecessor)
    return tuple(Shape(id_, element, tuple(before[id_])) for id_, element in elements.items())
