"""Every stored row of every element against the history, some elements at a time, each time in one state of the data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from facetstore.domain.element import Version
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.storage.rows import attribute_rows
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_changes import WHOLE
from facetstore.storage.rows.version_rows import FILE_USE_COLUMNS, FLOW_COLUMNS, REFERENCE_COLUMNS, SHAPE_COLUMNS
from facetstore.storage.verifying.expected import PROVEN, Defined, ExpectedRows, authors_of, expected_rows
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.storage.writes.settling import UNSETTLED_FLOW
from facetstore.usecases.ports.writes import DELETIONS

_BATCH: Final = 200

# Also elements of which the history knows nothing.
NEXT: Final = f"""
    SELECT id FROM (
        SELECT id FROM (SELECT DISTINCT h.element AS id FROM history h
                         WHERE h.tenant = :tenant AND h.element > :after AND h.version IS NOT NULL
                         ORDER BY 1 LIMIT {_BATCH}) changed
         UNION
        SELECT id FROM (SELECT e.id FROM element e WHERE e.tenant = :tenant AND e.id > :after
                         ORDER BY 1 LIMIT {_BATCH}) placed
         UNION
        SELECT id FROM (SELECT DISTINCT v.element AS id FROM version v WHERE v.tenant = :tenant AND v.element > :after
                         ORDER BY 1 LIMIT {_BATCH}) stored) found
     ORDER BY id LIMIT {_BATCH}
"""
# From the last row on that holds a version whole.
STATES: Final = """
    SELECT h.element, h.version, h.kind, h.change FROM history h
     WHERE h.tenant = :tenant AND {among} AND h.version IS NOT NULL
       AND (h.revision, h.ordinal) >= (
           SELECT w.revision, w.ordinal FROM history w
            WHERE w.tenant = :tenant AND w.element = h.element AND w.version = h.version
              AND substr(w.change, 1, :length) = :whole
            ORDER BY w.revision + 0 DESC, w.ordinal DESC LIMIT 1)
     ORDER BY h.revision + 0, h.ordinal
"""
STORED: Final = f"SELECT key, {', '.join(PROVEN)} FROM version WHERE tenant = :tenant AND {{among}}"
PLACES: Final = "SELECT id, facet, type, parent, position FROM element WHERE tenant = :tenant AND {among}"
DETAILS: Final = "SELECT {columns} FROM {table} WHERE tenant = :tenant AND {among}"
_DETAIL_COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "reference": REFERENCE_COLUMNS,
    "shape": SHAPE_COLUMNS,
    "flow": FLOW_COLUMNS,
    "file_use": FILE_USE_COLUMNS,
    "attribute": attribute_rows.COLUMNS,
}


async def check_elements(engine: Engine, tenant: int, definition: Defined, after: str = "") -> AsyncIterator[Part]:
    """Check the elements behind an id, some at a time; each part says where to go on."""
    while True:
        async with engine.snapshot() as session:
            rows = await session.fetch(NEXT, {"tenant": tenant, "after": after})
            elements = [str(id_) for (id_,) in rows]
            if not elements:
                return
            faults = [each async for each in _check(session, engine.dialect, tenant, definition, elements)]
        after = elements[-1]
        yield Part("elements", len(elements), tuple(faults), after)


async def _check(
    session: Session, dialect: Dialect, tenant: int, definition: Defined, elements: Sequence[str]
) -> AsyncIterator[Fault]:
    known = await _known(session, dialect, tenant, elements)
    values = {"tenant": tenant, "elements": dialect.pack(elements)}
    stored = _by_id(await session.fetch(STORED.format(among=dialect.among("element", "elements")), values))
    places = await session.fetch(PLACES.format(among=dialect.among("id", "elements")), values)
    details = await _details(session, dialect, tenant, [key for key, _ in stored.values()])
    for fault in _compare_places({str(row[0]): tuple(row)[1:] for row in places}, known):
        yield fault
    authors = authors_of((each for versions in known.values() for each in versions), definition.metamodel)
    gone = await _gone(session, dialect, tenant, authors) if authors else authors
    expected = _expected(known, definition, gone)
    # Documents from before an author was deleted are renewed with the deletion, but by the use case alone.
    before = _expected(known, definition) if gone else expected
    for id_ in sorted(stored.keys() | expected.keys()):
        if faults := list(_faults(stored.get(id_), expected.get(id_), details)):
            for what in faults if before is expected else _faults(stored.get(id_), before.get(id_), details):
                yield Fault(f"version {id_}", what)
    text = UNSETTLED_FLOW.format(among=dialect.among("element", "elements"))
    for (unsettled,) in await session.fetch(text, values):
        yield Fault(f"version {unsettled}", "viewers see it, or do not, unlike the diagrams that show it")


def _expected(
    known: Mapping[str, Sequence[Version]], definition: Defined, gone: frozenset[str] = frozenset()
) -> Mapping[str, ExpectedRows]:
    rows = (expected_rows(versions, definition, gone) for versions in known.values())
    return {id_: each for versions in rows for id_, each in versions.items()}


async def _gone(session: Session, dialect: Dialect, tenant: int, elements: frozenset[str]) -> frozenset[str]:
    """Which of these elements are deleted."""
    values = {"tenant": tenant, "elements": dialect.pack(sorted(elements))}
    rows = await session.fetch(PLACES.format(among=dialect.among("id", "elements")), values)
    return elements - {str(row[0]) for row in rows}


async def _known(
    session: Session, dialect: Dialect, tenant: int, elements: Sequence[str]
) -> Mapping[str, Sequence[Version]]:
    """The versions that the elements have by the history."""
    values = {"tenant": tenant, "elements": dialect.pack(elements), "whole": WHOLE, "length": len(WHOLE)}
    rows = await session.fetch(STATES.format(among=dialect.among("h.element", "elements")), values)
    states, alive = States(), dict[str, None]()
    for row in rows:
        element, version, kind, change = cast("tuple[str, str, str, str]", tuple(row))
        if states.follow(element, version, change).after is None:
            continue
        if kind in DELETIONS:
            alive.pop(version, None)
        else:
            alive[version] = None
    found: dict[str, list[Version]] = defaultdict(list)
    for id_ in alive:
        if (state := states.get(id_)) is not None:
            found[state.element].append(state)
    return found


def _by_id(rows: Iterable[Row]) -> Mapping[str, tuple[int, Mapping[str, object]]]:
    """The rows of versions by id, each with its key."""
    found = {}
    for key, *columns in rows:
        named = dict(zip(PROVEN, columns, strict=True))
        found[str(named["id"])] = cast("int", key), named
    return found


async def _details(
    session: Session, dialect: Dialect, tenant: int, keys: Sequence[int]
) -> Mapping[str, Mapping[int, frozenset[tuple[object, ...]]]]:
    """The rows of versions in the other tables, by table and key."""
    found = {}
    for table, columns in _DETAIL_COLUMNS.items():
        text = DETAILS.format(
            columns=", ".join(columns[1:]), table=table, among=dialect.among("version", "keys", "bigint")
        )
        by_key: dict[int, set[tuple[object, ...]]] = defaultdict(set)
        for key, *row in await session.fetch(text, {"tenant": tenant, "keys": dialect.pack(keys)}):
            by_key[cast("int", key)].add(tuple(row))
        found[table] = {key: frozenset(rows) for key, rows in by_key.items()}
    return found


def _compare_places(
    stored: Mapping[str, tuple[object, ...]], known: Mapping[str, Sequence[Version]]
) -> Iterable[Fault]:
    expected = {id_: _place(versions[-1]) for id_, versions in known.items()}
    for id_ in sorted(stored.keys() | expected.keys()):
        if id_ not in expected:
            yield Fault(f"element {id_}", "the history does not know it")
        elif id_ not in stored:
            yield Fault(f"element {id_}", "it is missing")
        elif stored[id_] != expected[id_]:
            yield Fault(f"element {id_}", "its place or type is not that of the history")


def _place(version: Version) -> tuple[object, ...]:
    return version.facet, version.type, version.parent, version.position


def _faults(
    stored: tuple[int, Mapping[str, object]] | None,
    expected: ExpectedRows | None,
    details: Mapping[str, Mapping[int, frozenset[tuple[Any, ...]]]],
) -> Iterable[str]:
    if expected is None:
        yield "the history does not know it"
    elif stored is None:
        yield "it is missing"
    else:
        key, columns = stored
        different = [name for name, value in expected.columns.items() if columns[name] != value]
        if different:
            yield f"{', '.join(different)} of it are not what the history says"
        for table, rows in expected.details.items():
            if details[table].get(key, frozenset()) != rows:
                yield f"its rows of {table} are not what the history says"
