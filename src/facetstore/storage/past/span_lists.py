"""Lists and trees as they were, cut from the spans of elements: what they hold costs the same in a tenant of any size.

The statements are those of today. In front of each, the tables that it reads are replaced by the spans of the moment. Zones are those of
today (`zones.py`), and are tested by the same statement: what is hidden is not read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, cast

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.domain.tenant import Tenant
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.finding.filtering import Values
from facetstore.storage.finding.searching import among_sought, read_hits, search_statement, searched_by
from facetstore.storage.past.zones import HIGHEST, beyond
from facetstore.storage.reads.list_reader import ListReader
from facetstore.storage.reads.reading import parameters
from facetstore.storage.reads.sources import place_order, source_of
from facetstore.storage.reads.stats_statements import listed, stats_statement
from facetstore.usecases.ports.finding import Among, Hits, Sought
from facetstore.usecases.ports.rows import Listing
from facetstore.usecases.ports.selections import (
    NOTHING,
    WHOLE_LIST,
    Children,
    LastReleasedOf,
    ListedSelection,
    ListOf,
    Narrowing,
    OrphansOf,
    RootsOf,
    Slice,
    TheseElements,
)

_COUNTED: Final = frozenset(("type", "state"))
"""What spans can be counted by."""
_THEN: Final = "s.tenant = :tenant AND s.since <= :at AND s.until > :at"
# The same as `PastZones` finds: the zone of today, else the one in which it was deleted, else that of what is gone.
_ZONE: Final = """
    coalesce((SELECT max(z.zone) FROM {versions} z{by_element} WHERE z.tenant = s.tenant AND z.element = s.element),
             (SELECT t.zone FROM trash t WHERE t.tenant = s.tenant AND t.element = s.element ORDER BY t.at DESC, t.id DESC LIMIT 1),
             CAST(:gone AS bigint))
"""
_TABLES: Final = """
    WITH tenant AS (SELECT CAST(:tenant AS bigint) AS key, CAST(:at AS bigint) AS revision),
         version AS NOT MATERIALIZED (
             SELECT s.tenant, s.element, s.version AS id, 0 AS key, s.facet, s.type, s.state, s.sort_name, s.released_on,
                    s.newest, s.published, 0 AS flow, {zone} AS zone, s.stereotype, s.creation_id, s.parent, s.position
               FROM span s{listed} WHERE {then}),
         element AS NOT MATERIALIZED (
             SELECT s.tenant, s.element AS id, s.facet, s.type, s.parent, s.position
               FROM span s{placed} WHERE {then} AND s.newest = 1)
"""
_NAMED: Final = """
    v.element, v.id, v.facet, v.type, v.state, v.stereotype, v.creation_id, v.parent, v.position, v.sort_name, v.newest, v.published,
    v.zone
"""
_AROUND: Final = f"""
    SELECT {_NAMED}, CASE WHEN {{current}} THEN 1 ELSE 0 END
      FROM {{wanted}} CROSS JOIN version v WHERE v.tenant = :tenant AND v.element = wanted.value
"""
# Each is looked up by itself: PostgreSQL would rather go through all spans for a hundred of them.
_BELOW: Final = """
    SELECT (SELECT string_agg(e.id, ',') FROM element e WHERE e.tenant = :tenant AND e.parent = wanted.value) FROM {wanted}
"""
# The depth is bounded so that a cycle, should one ever be stored, ends the walk.
_PARENT: Final = "(SELECT e.parent FROM element e WHERE e.tenant = :tenant AND e.id = {id} LIMIT 1)"
_ABOVE: Final = f"""
    SELECT DISTINCT up.id
      FROM (WITH RECURSIVE up (id, depth) AS (
                SELECT {_PARENT.format(id="wanted.value")}, 1 FROM {{wanted}}
                 UNION ALL
                SELECT {_PARENT.format(id="up.id")}, up.depth + 1 FROM up WHERE up.id IS NOT NULL AND up.depth < 64)
            SELECT up.id FROM up) up
     WHERE up.id IS NOT NULL
"""


_LISTED: Final = "v.element, v.id, v.facet, v.type, v.state, v.stereotype"


class Candidate(NamedTuple):
    """A version that an element showed to an audience, and its place in a list."""

    element: str
    version: str
    facet: str
    type: str
    state: str | None
    stereotype: str | None
    place: tuple[object, ...]


class NamedSpan(NamedTuple):
    """A version that an element showed to an audience: all that a reference to it needs."""

    element: str
    version: str
    facet: str
    type: str
    state: str | None
    stereotype: str | None
    creation_id: str | None
    parent: str | None
    position: int
    sort_name: str
    newest: int
    published: int
    zone: int


class SeenAround(NamedTuple):
    """Of some elements those that there were, but for flow objects, and those that may be seen by name."""

    there: Mapping[str, NamedSpan]
    seen: Mapping[str, NamedSpan]


NOTHING_THERE: Final = SeenAround({}, {})


@lru_cache(maxsize=32)
def tables_at(dialect: Dialect, kind: object = None, *, restricted: bool) -> str:
    """What stands in front of a statement about a kind of selection so that it reads what there was at the revision bound as `at`."""
    # SQLite takes the name of a table inside its own replacement for that replacement, unless it names the schema.
    versions = "main.version" if dialect.name == "sqlite" else "version"
    zone = _ZONE.format(versions=versions, by_element=dialect.by_element) if restricted else str(NO_ZONE)
    return _TABLES.format(
        zone=zone,
        then=_THEN,
        listed=dialect.by_index("span_list") if kind in (ListOf, LastReleasedOf) else "",
        placed=dialect.by_index("span_place") if kind in (RootsOf, OrphansOf, Children) else "",
    )


async def has_more(engine: Engine, tenant: Tenant, most: int) -> bool:
    """Whether more versions than `most` were shown."""
    values = {"tenant": tenant.key, "at": tenant.revision, "most": most}
    ((number,),) = await engine.fetch(
        f"SELECT count(*) FROM (SELECT 1 FROM span s WHERE {_THEN} LIMIT :most + 1) few", values
    )
    return cast("int", number) > most


class SpanLists:
    """Lists of one tenant at one revision for one audience."""

    def __init__(self, engine: Engine, tenant: Tenant, audience: Audience) -> None:
        self._engine = engine
        self._tenant = tenant
        self._audience = audience
        self._restricted = audience.is_restricted
        self._gone: int | None = None

    def naming(self) -> SpanLists:
        """Lists of what may be named."""
        return SpanLists(self._engine, self._tenant, self._audience.naming)

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
        by: Sequence[str] | None = None,
    ) -> Listing | None:
        """A list; None: it is narrowed or counted by what spans do not hold."""
        if not narrowing.is_whole or not _COUNTED.issuperset(by or ()):
            return None
        audience = await self._seeing()
        sight, values = sight_of(audience, self._engine.dialect), sight_values(audience, self._engine.dialect)
        base = {"tenant": self._tenant.key, **values}
        fetch = partial(self._fetch, type(selection))
        reader = ListReader(fetch, self._tenant.key, sight, base, in_snapshot=False)
        return await reader.listing(selection, slice_, narrowing, places=places, by=by)

    async def candidates(self, selection: ListedSelection) -> Sequence[Candidate]:
        """The versions that a list shows, in its order."""
        terms = place_order(type(selection))
        places = ", ".join(column for column, _ in terms)
        order = ", ".join(f"{column} {direction}" for column, direction in terms)
        bound = parameters(self._engine.dialect, selection, NOTHING, None)
        return await self._candidates(type(selection), bound, places, order)

    async def candidates_among(self, elements: Collection[str]) -> Sequence[Candidate]:
        """The versions that some elements show, as far as they may be opened. One statement also if there are none."""
        bound = {"elements": self._engine.dialect.pack(sorted(elements))}
        return await self._candidates(TheseElements, bound, "v.element", "v.element")

    async def among(self, among: Among) -> Sequence[Candidate]:
        """The versions that lists show of some facets and types."""
        audience, dialect = await self._seeing(), self._engine.dialect
        text = f"SELECT {_LISTED} FROM version v WHERE {listed(dialect, sight_of(audience, dialect), among)}"
        rows = await self._fetch(None, text, {**self._counted(among), **sight_values(audience, dialect)})
        return [Candidate._make((*row, ())) for row in cast("Sequence[tuple[Any, ...]]", rows)]

    async def stats(self, by: Sequence[str], among: Among) -> Sequence[Row]:
        """A row for each combination of values, and how many elements have them."""
        audience, dialect = await self._seeing(), self._engine.dialect
        text = stats_statement(dialect, sight_of(audience, dialect), by, among)
        return await self._fetch(None, text, {**self._counted(among), **sight_values(audience, dialect)})

    def _counted(self, among: Among) -> Mapping[str, object]:
        packed = {name: self._engine.dialect.pack(names or ()) for name, names in among._asdict().items()}
        return {"tenant": self._tenant.key, **packed}

    async def sought(self, sought: Sought) -> Sequence[Candidate]:
        """The versions that a search looks at; their places are the names by which lists are ordered, and whether they may be opened."""
        audience, dialect, bound = await self._seeing(), self._engine.dialect, Values("s")
        sight, sought = searched_by(audience, sight_of(audience, dialect), sought)
        opened = f"CASE WHEN 1 = 1{sight.hidden('v')} THEN 1 ELSE 0 END"
        seen = f"v.tenant = :tenant AND {sight.naming.current('v')} AND v.flow = 0{among_sought(sought, bound)}"
        text = f"SELECT {_LISTED}, v.sort_name, {opened} FROM version v WHERE {seen}"
        values = {"tenant": self._tenant.key, **sight_values(audience, dialect), **bound.bound}
        rows = cast("Sequence[tuple[Any, ...]]", await self._fetch(None, text, values))
        return [Candidate._make((*row[:6], tuple(row[6:]))) for row in rows]

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits:
        """The hits of a letter or two, which are compared with the names by which lists are ordered."""
        audience, dialect, bound = await self._seeing(), self._engine.dialect, Values("s")
        sight, sought = searched_by(audience, sight_of(audience, dialect), sought)
        text = search_statement(dialect, self._tenant.key, sight, sought, bound)
        page = {"tenant": self._tenant.key, "limit": limit, "offset": offset}
        # The statement begins with subqueries of its own, which follow those of the moment.
        text = f", {text.strip().removeprefix('WITH')}"
        rows = await self._fetch(None, text, {**page, **sight_values(audience, dialect), **bound.bound})
        return read_hits(rows, sought.most)

    async def _candidates(
        self, kind: type, bound: Mapping[str, object], places: str, order: str
    ) -> Sequence[Candidate]:
        audience, dialect = await self._seeing(), self._engine.dialect
        source = source_of(dialect, kind, sight_of(audience, dialect))
        text = f"SELECT {_LISTED}, {places} FROM {source} ORDER BY {order}"
        values = {"tenant": self._tenant.key, **bound, **sight_values(audience, dialect)}
        rows = cast("Sequence[tuple[Any, ...]]", await self._fetch(kind, text, values))
        return [Candidate._make((*row[:6], tuple(row[6:]))) for row in rows]

    async def around(self, elements: Collection[str]) -> SeenAround:
        """What there was of some elements. One statement also if there are none: some may be hidden."""
        audience, dialect = await self._seeing(), self._engine.dialect
        text = _AROUND.format(
            current=sight_of(audience, dialect).naming.current("v"), wanted=dialect.each_of("elements")
        )
        rows = await self._fetch(None, text, {**self._naming(elements), **sight_values(audience, dialect)})
        every = [(NamedSpan._make(cast("tuple[Any, ...]", tuple(row)[:-1])), row[-1]) for row in rows]
        return SeenAround(
            {each.element: each for each, _ in every}, {each.element: each for each, is_seen in every if is_seen}
        )

    async def above(self, elements: Collection[str]) -> SeenAround:
        """What some elements stood below, up to the roots."""
        text = _ABOVE.format(wanted=self._engine.dialect.each_of("elements"))
        return await self.around([str(id_) for (id_,) in await self._fetch(None, text, self._naming(elements))])

    async def below(self, elements: Collection[str]) -> Mapping[str, NamedSpan]:
        """What stood below some elements and may be seen by name."""
        text = _BELOW.format(wanted=self._engine.dialect.each_of("elements"))
        rows = await self._fetch(Children, text, self._naming(elements))
        return (await self.around([id_ for (ids,) in rows if ids is not None for id_ in str(ids).split(",")])).seen

    def _naming(self, elements: Collection[str]) -> Mapping[str, object]:
        return {"tenant": self._tenant.key, "elements": self._engine.dialect.pack(sorted(elements))}

    async def _seeing(self) -> Audience:
        """The audience, from which what is gone is hidden if anything is."""
        if not self._restricted:
            return self._audience
        if self._gone is None:
            ((gone,),) = await self._engine.fetch(HIGHEST, {"tenant": self._tenant.key})
            self._gone = cast("int", gone)
        return beyond(self._audience, self._gone)

    async def _fetch(self, kind: object, text: str, values: Mapping[str, object]) -> Sequence[Row]:
        tables = tables_at(self._engine.dialect, kind, restricted=self._restricted)
        moment = {"at": self._tenant.revision, "gone": self._gone}
        return await self._engine.fetch(f"{tables}{text}", {**values, **moment})
