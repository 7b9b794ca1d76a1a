"""The SELECT statements of reads: one statement for any number of elements.

A statement is put together from a selection (FROM, WHERE, ORDER BY: `sources.py`) and the parts wanted (columns). Related contexts, children,
content and the root path are aggregated to JSON text by the engine, so that a list with a thousand references is still one
statement and a hundred rows. Only names of columns enter the text; all values are parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from facetstore.domain.values import equality_key
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.reads.sources import source_and_order
from facetstore.usecases.documents import RELATED_FIELD, STEREOTYPE_FIELD
from facetstore.usecases.ports.rows import CARD_MARK, CONTEXT_MARK, DETAIL_MARK, VIEW_MARK
from facetstore.usecases.ports.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    Parts,
    RootsOf,
    Selection,
    Slice,
    StereotypesOf,
    TargetsOf,
    TheseElements,
    TheseReleased,
    TheseVersions,
    VersionsOf,
)

_MARKS = {
    "detail_mark": DETAIL_MARK,
    "view_mark": VIEW_MARK,
    "context_mark": CONTEXT_MARK,
    "card_mark": CARD_MARK,
}
_BESIDE = (ChildrenOf, ContentOf, TargetsOf, StereotypesOf)
"""Elements that are shown beside others, without what the caller may do with them."""

_IDENTITY = "v.key, v.element, v.id, v.facet, v.type, v.state, v.stereotype, v.revision, v.zone"

# Joins are written CROSS JOIN with the driving table first: SQLite keeps that order, so that its plan never depends on statistics.
_RELATED = """
    (SELECT string_agg(c.json, :context_mark{contexts_in_order})
       FROM (SELECT r.context AS context, '"' || r.context || '":[' || {references} || ']' AS json
               FROM reference r CROSS JOIN version t
              WHERE t.tenant = r.tenant AND t.element = r.target AND {seen}
                AND r.tenant = v.tenant AND r.version = v.key{wanted}
              GROUP BY r.context) c)
"""

# Every version of an element shows the same release history (D3.3).
_HISTORY = """
    (SELECT {references}
       FROM version h
      WHERE h.tenant = v.tenant AND h.element = v.element AND h.was_released = 1{seen})
"""

_CHILDREN = """
    (SELECT replace(string_agg({reference}, ',' ORDER BY ce.position, cv.sort_name, ce.id), :detail_mark, :view_mark)
       FROM element ce CROSS JOIN version cv
      WHERE cv.tenant = ce.tenant AND cv.element = ce.id AND {seen}
        AND ce.tenant = v.tenant AND ce.parent = v.element)
"""

_CONTENT = """
    (SELECT string_agg({reference}, ',' ORDER BY s.position, sv.sort_name, s.id)
       FROM shape s CROSS JOIN version sv
      WHERE sv.tenant = s.tenant AND sv.element = s.element AND {seen}
        AND s.tenant = v.tenant AND s.version = v.key)
"""

# The depth is bounded so that a cycle, should one ever be stored, ends the walk instead of the process.
_ROOT_PATH = """
    (WITH RECURSIVE up (id, depth) AS (
         SELECT ue.parent, 1 FROM element ue WHERE ue.tenant = v.tenant AND ue.id = v.element
          UNION ALL
         SELECT pe.parent, up.depth + 1
           FROM up CROSS JOIN element pe
          WHERE pe.tenant = v.tenant AND pe.id = up.id AND up.depth < 64)
     SELECT replace(string_agg({reference}, ',' ORDER BY up.depth), :detail_mark, :view_mark)
       FROM up CROSS JOIN version pv
      WHERE pv.tenant = v.tenant AND pv.element = up.id AND {seen})
"""

_PREDECESSORS = """
    (SELECT string_agg('{{"properties":{{"shapeId":"' || p.id || '"}},' || substr({reference}, 2), ',' ORDER BY f.position)
       FROM flow f CROSS JOIN shape p CROSS JOIN version fv
      WHERE p.tenant = f.tenant AND p.version = f.version AND p.id = f.predecessor
        AND fv.tenant = p.tenant AND fv.element = p.element AND {seen}
        AND f.tenant = cs.tenant AND f.version = cs.version AND f.shape = cs.id)
"""


# Who may change a flow object depends on the diagrams that show it (0028): on what is between the marks of their cards.
_DIAGRAMS = """
    CASE WHEN v.flow = 1 THEN
        (SELECT string_agg({mark} || ' ' || d.zone, :card_mark)
           FROM shape ds CROSS JOIN version d
          WHERE d.tenant = ds.tenant AND d.key = ds.version
            AND ds.tenant = v.tenant AND ds.element = v.element) END
"""


def select(
    dialect: Dialect, selection: Selection, parts: Parts, slice_: Slice | None, sight: Sight, *, cards: bool = False
) -> str:
    """The statement that reads these parts of this selection for an audience."""
    kind: object = type(selection)
    return _select(dialect, kind, parts, slice_ is not None, sight, cards)


@lru_cache(maxsize=512)
def _select(dialect: Dialect, kind: object, parts: Parts, sliced: bool, sight: Sight, cards: bool) -> str:
    if cards:
        columns = f"{_card(dialect, parts, sight)}, {'e.position, v.sort_name' if kind is Children else 'NULL, NULL'}"
    else:
        diagrams = "NULL" if kind in _BESIDE else _diagrams(dialect)
        columns = ", ".join([_IDENTITY, diagrams, *_documents(dialect, parts, sight), *_grouping(dialect, kind, sight)])
    source, order = source_and_order(dialect, kind, sight)
    if sliced and dialect.fetches_skipped_rows:
        return _sliced(columns, source, order)
    ordered = f" ORDER BY {', '.join(order)}" if order else ""
    return f"SELECT {columns} FROM {source}{ordered}{' LIMIT :limit OFFSET :offset' if sliced else ''}"


def _diagrams(dialect: Dialect) -> str:
    return dialect.as_bytes(_DIAGRAMS.format(mark=dialect.between_marks("d.card")))


def _sliced(columns: str, source: str, order: Sequence[str]) -> str:
    """Reads the keys of a page from the sort index and only then its documents: skipped rows cost no documents."""
    sorted_by = [column.partition(" ") for column in order]
    kept = ", ".join(f"{column} AS order_{n}" for n, (column, _, _) in enumerate(sorted_by))
    again = ", ".join(f"page.order_{n} {direction}" for n, (_, _, direction) in enumerate(sorted_by))
    keys = f"SELECT v.key AS key, {kept} FROM {source} ORDER BY {', '.join(order)} LIMIT :limit OFFSET :offset"
    return f"""
        SELECT {columns}
          FROM ({keys}) page CROSS JOIN version v
         WHERE v.tenant = :tenant AND v.key = page.key
         ORDER BY {again}
    """


def _card(dialect: Dialect, parts: Parts, sight: Sight) -> str:
    """A whole card in one column. Its references are stored where possible (`cards.py`), else aggregated."""
    if not parts.contexts:
        return dialect.as_bytes("v.card || '}'")
    kept = "(SELECT k.related FROM card_related k WHERE k.tenant = v.tenant AND k.version = v.key)"
    together = related(dialect, parts, sight)
    references = f"nullif(coalesce({kept}, {together}), '')" if sight.naming.sees_people else together
    return dialect.as_bytes(f"""v.card || coalesce('{RELATED_FIELD}{{' || {references} || '}}', '') || '}}'""")


def _documents(dialect: Dialect, parts: Parts, sight: Sight) -> list[str]:
    history = parts.contexts is None or "releaseHistory" in parts.contexts
    expressions = (
        (True, "v.card"),
        (parts.reference, "v.reference"),
        (parts.attributes and not parts.brief, "v.attributes"),
        (parts.contexts != (), related(dialect, parts, sight)),
        (history, _history(dialect, sight)),
        (parts.children, _naming(_CHILDREN, sight, "cv")),
        (parts.content, _naming(_CONTENT, sight, "sv")),
        (parts.root_path, _naming(_ROOT_PATH, sight, "pv")),
    )
    return [dialect.as_bytes(text) if wanted else "NULL" for wanted, text in expressions]


def _naming(text: str, sight: Sight, target: str) -> str:
    """References to what may be named."""
    return text.format(seen=sight.naming.current(target), reference=_reference(sight, target))


def _reference(sight: Sight, target: str) -> str:
    """A reference; without its stereotype, which is at its end, if the target may only be named."""
    if sight.named is None:
        return f"{target}.reference"
    bare = sight.dialect.before(f"{target}.reference", STEREOTYPE_FIELD)
    opened = f"{target}.stereotype IS NULL OR (1 = 1{sight.hidden(target)})"
    return f"CASE WHEN {opened} THEN {target}.reference ELSE {bare} || '}}' END"


def related(dialect: Dialect, parts: Parts, sight: Sight) -> str:
    """The wanted contexts of a version `v` with their references, each as a member of a JSON object, separated by marks."""
    names = () if parts.contexts is None else tuple(f":context_{n}" for n in range(len(parts.contexts)))
    return _RELATED.format(
        seen=sight.naming.current("t"),
        wanted=f" AND r.context IN ({', '.join(names)})" if names else "",
        references=dialect.aggregate_in_key_order(_reference(sight, "t"), "r.position"),
        contexts_in_order=dialect.order_unless_by_key("c.context"),
    )


def _history(dialect: Dialect, sight: Sight) -> str:
    order = "h.major, h.minor, h.created_on, h.id"
    return _HISTORY.format(references=dialect.aggregate_in_key_order("h.reference", order), seen=sight.any("h"))


def _grouping(dialect: Dialect, kind: object, sight: Sight) -> tuple[str, str, str, str]:
    """The columns `group`, `label`, `flow` and `place`: which of several sources a row belongs to, and how."""
    if kind is ChildrenOf:
        return "e.parent", "NULL", "NULL", "NULL"
    if kind is Children:
        return "e.position", "v.sort_name", "NULL", "NULL"
    if kind is VersionsOf:
        return "v.element", "NULL", "NULL", "NULL"
    if kind is ContentOf:
        return "cs.version", "cs.id", dialect.as_bytes(_naming(_PREDECESSORS, sight, "fv")), "cs.place"
    if kind is TargetsOf:
        return "r0.version", "r0.context", "NULL", "NULL"
    if kind is StereotypesOf:
        return "NULL", "coalesce(a.equality, v.element)", "NULL", "NULL"
    return "NULL", "NULL", "NULL", "NULL"


def parameters(dialect: Dialect, selection: Selection, parts: Parts, slice_: Slice | None) -> dict[str, object]:
    """The parameters of a statement made by `select`, except those of every statement."""
    values: dict[str, object] = dict(_MARKS)
    for number, context in enumerate(parts.contexts or ()):
        values[f"context_{number}"] = context
    if slice_ is not None:
        values.update(limit=slice_.limit, offset=slice_.offset, around=slice_.around, size=slice_.size)
    values.update(_selected(dialect, selection))
    return values


def _selected(dialect: Dialect, selection: Selection) -> dict[str, object]:
    match selection:
        case ById(id=id_):
            return {"id": id_}
        case ListOf(facet=facet) | LastReleasedOf(facet=facet):
            return {"facet": facet}
        case RootsOf(facet=facet, types=types) | OrphansOf(facet=facet, types=types):
            return {"facet": facet, "types": dialect.pack(types)}
        case ChildrenOf(elements=elements) | VersionsOf(elements=elements):
            return {"elements": dialect.pack(elements)}
        case TheseElements(elements) | TheseReleased(elements) | TheseVersions(elements):
            return {"elements": dialect.pack(elements)}
        case Children(element=element):
            return {"parent": element}
        case ContentOf(versions=versions):
            return {"versions": dialect.pack(versions)}
        case StereotypesOf(names=names, facet=facet, key=key):
            return {"names": dialect.pack([equality_key(name) for name in names]), "facet": facet, "key": key}
        case TargetsOf(versions=versions, contexts=contexts):
            return {"versions": dialect.pack(versions), "targets_in": dialect.pack(contexts)}
