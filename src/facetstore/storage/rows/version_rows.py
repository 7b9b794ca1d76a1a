"""The rows of versions in the tables that hold them: as they are written, and as a version is read whole from them.

Versions are read whole for export, for changes that merge into them, and to render them again. One row then holds a version with
everything it refers to, aggregated by the engine, so that a tenant of any size is one statement read in chunks. Texts are put together
without escaping: contexts, facets, types and ids never hold a quote (import checks it).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

import msgspec

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes, Place, Shape, Version
from facetstore.domain.element_files import ElementFile
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.metamodel.schedule import moves_after
from facetstore.storage.engines.engine import Row
from facetstore.storage.rows.changed_column import dump_changed
from facetstore.usecases.documents import Documents, given_attributes, with_unshown
from facetstore.usecases.ports.writes import ExportedVersion, StoredVersion

ELEMENT_COLUMNS: Final = ("tenant", "id", "facet", "type", "parent", "position")
VERSION_COLUMNS: Final = (
    "key", "tenant", "id", "element", "facet", "type", "state", "major", "minor", "created_on", "released_on",
    "newest", "visible", "published", "was_released", "flow", "authored", "sort_name", "revision",
    "card", "attributes", "reference", "creation_id", "stereotype", "moves_after", "named", "complete", "files", "unshown",
    "changed", "translations",
)  # fmt: skip
FIXED_COLUMNS: Final = ("key", "tenant", "id", "element")
"""The columns of a version that never change or that identify it."""
DOCUMENT_COLUMNS: Final = (
    "was_released", "authored", "revision", "card", "attributes", "creation_id", "stereotype", "files", "unshown",
    "changed", "translations",
)  # fmt: skip
"""The columns of a version that are in no index."""
REFERENCE_COLUMNS: Final = ("tenant", "version", "context", "position", "target")
SHAPE_COLUMNS: Final = ("tenant", "version", "id", "element", "position", "place")
FLOW_COLUMNS: Final = ("tenant", "version", "shape", "position", "predecessor")
FILE_USE_COLUMNS: Final = ("tenant", "version", "hash")

_encoder = msgspec.json.Encoder()
_files = msgspec.json.Decoder(tuple[ElementFile, ...])

_COLUMNS = """
           v.key, v.id, v.element, v.facet, v.type, v.state, v.stereotype, v.creation_id, v.major, v.minor, v.newest,
           v.visible, v.published, v.revision, v.zone, v.attributes, e.parent, e.position, v.sort_name, v.released_on, v.reference,
           v.created_on, v.moves_after, v.named, v.complete, v.files, v.unshown, v.changed,
           (SELECT string_agg('["' || r.context || '",' || r.position || ',"' || r.target || '","'
                              || coalesce(t.facet, '') || '","' || coalesce(t.type, '') || '"]', ',')
              FROM reference r LEFT JOIN element t ON t.tenant = r.tenant AND t.id = r.target
             WHERE r.tenant = v.tenant AND r.version = v.key),
           (SELECT string_agg('[' || s.position || ',"' || s.id || '","' || s.element || '","'
                              || coalesce(t.facet, '') || '","' || coalesce(t.type, '') || '",' || coalesce(s.place, 'null') || ']', ',')
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

EXPORT_CHUNK: Final = 200
"""How many versions of an export are in memory at a time."""
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
_Shown = tuple[int, str, ElementId, str, str, Place | None]
_Flow = tuple[str, int, str]
_references = msgspec.json.Decoder(list[_Reference])
_shapes = msgspec.json.Decoder(list[_Shown])
_flows = msgspec.json.Decoder(list[_Flow])


def element_row(tenant: int, version: Version) -> tuple[object, ...]:
    return tenant, version.element, version.facet, version.type, version.parent, version.position


def version_row(
    tenant: int,
    key: int,
    stored: StoredVersion,
    documents: Documents,
    metamodel: Metamodel,
    revision: int,
    changed: ChangedTexts,
    translations: str,
) -> tuple[object, ...]:
    """The values of `VERSION_COLUMNS`."""
    version = stored.version
    major, minor = version.major_minor
    return (
        key, tenant, version.id, version.element, version.facet, version.type, version.state, major, minor,
        str(version.invariant(metamodel.roles.created_on) or ""), documents.released_on,
        int(stored.newest), int(stored.visible), int(stored.published),
        int(documents.was_released), int(metamodel.types[version.type].flow), int(documents.authored),
        documents.sort_name, revision,
        documents.card, documents.attributes, documents.reference, version.creation_id, version.stereotype,
        moves_after(metamodel, version), documents.named, documents.complete, dump_files(version.files),
        documents.unshown, dump_changed(changed), translations,
    )  # fmt: skip


def reference_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    for context, targets in version.related.items():
        for position, target in enumerate(targets):
            yield tenant, key, context, position, target


def shape_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    for position, shape in enumerate(version.content):
        yield tenant, key, shape.id, shape.element, position, dump_place(shape.place)


def dump_place(place: Place | None) -> str | None:
    return None if place is None else f"[{place[0]:d},{place[1]:d}]"


def flow_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    for shape in version.content:
        for position, predecessor in enumerate(shape.predecessors):
            yield tenant, key, shape.id, position, predecessor


def file_use_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    """One row for each content, also where several files have the same."""
    for hash_ in dict.fromkeys(each.hash for each in version.files):
        yield tenant, key, hash_


def dump_files(files: tuple[ElementFile, ...]) -> str | None:
    return _encoder.encode(files).decode() if files else None


def load_files(text: str | None) -> tuple[ElementFile, ...]:
    return _files.decode(text) if text is not None else ()


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
    files: str | None
    unshown: str | None
    changed: str | None
    references: str | None
    shapes: str | None
    flows: str | None
    lock: str | None


def whole_row(row: Row) -> WholeRow:
    return WholeRow._make(cast("tuple[object, ...]", row))


def exported(row: WholeRow, metamodel: Metamodel) -> ExportedVersion:
    """A stored version without derived attributes, with facet and type of all that it refers to or shows."""
    references, shapes = _references_in(row), _shapes_in(row)
    kinds = {str(target): (facet, type_) for _, _, target, facet, type_ in references}
    kinds |= {str(element): (facet, type_) for _, _, element, facet, type_, _ in shapes}
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
        files=load_files(row.files),
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
    there = {id_: (element, place) for _, id_, element, facet, _, place in shapes if facet or gone}
    before: dict[str, list[str]] = {id_: [] for id_ in there}
    for shape, _, predecessor in sorted(_flows.decode(f"[{flows}]")) if flows else ():
        if shape in there and predecessor in there:
            before[shape].append(predecessor)
    return tuple(Shape(id_, element, tuple(before[id_]), place) for id_, (element, place) in there.items())
