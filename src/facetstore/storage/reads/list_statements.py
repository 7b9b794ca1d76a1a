"""The statements that find which elements a list holds: narrowed by a filter, in an order, after some element."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from facetstore.query.filter_tree import IdentityField
from facetstore.query.ordering import OrderKey
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.finding.filtering import IDENTITY_COLUMNS, STEREOTYPE, FilterText, Values
from facetstore.storage.reads.sources import place_order, source_of
from facetstore.usecases.ports.selections import LastReleasedOf, ListOf, Narrowing, Slice

_BEYOND: Final = 1 << 40
_SAMPLE: Final = 100
_PROMISING: Final = 4
"""If fewer than `_PROMISING` of the first `_SAMPLE` elements of a list match, no more of them are tested."""
_TESTED: Final = ("key", "id", "facet", "type", "state")
"""The columns of a version that a filter may test, besides `element`."""
_REVISION: Final = "(SELECT revision FROM tenant WHERE key = :tenant)"
KEYS_AND_REVISION: Final = f"SELECT {_REVISION}, (SELECT max(key) FROM version WHERE tenant = :tenant)"


@dataclass(frozen=True, slots=True)
class Term:
    """Something to order by."""

    expression: str
    descending: bool = False
    optional: bool = False
    """The value may be missing; such elements come last."""

    def order(self, column: str) -> str:
        direction = " DESC" if self.descending else ""
        return f"{column} IS NULL, {column}{direction}" if self.optional else f"{column}{direction}"


class ListStatement:
    """The FROM, WHERE and ORDER BY of one list, and their parameters."""

    def __init__(
        self,
        dialect: Dialect,
        kind: object,
        sight: Sight,
        narrowing: Narrowing,
        keys: Sequence[int] | None = None,
        first: int | None = None,
        prefix: str = "f",
    ) -> None:
        self._dialect = dialect
        self._kind = kind
        self._sight = sight
        self._narrowing = narrowing
        self._keys = keys
        self._first = first
        """How many elements of the list are walked, if not all. With keys, those that have none of the keys are skipped."""
        self._values = Values(prefix)
        self.terms = self._terms()
        self._source = self._all()
        self._test = self._fitting()
        self._from = f"{self._source} AND {self._test}" if self._test else self._source

    @property
    def values(self) -> dict[str, object]:
        return self._values.bound

    def _terms(self) -> tuple[Term, ...]:
        if not self._narrowing.order:
            return tuple(Term(name, direction == "DESC") for name, direction in place_order(self._kind))
        chosen = [Term(self._order_value(key), key.descending, optional=True) for key in self._narrowing.order]
        return (*chosen, Term("v.element"))

    def _order_value(self, key: OrderKey) -> str:
        field = key.field
        if isinstance(field, IdentityField):
            if field.name != STEREOTYPE:
                return f"nullif({IDENTITY_COLUMNS[field.name].format(v='v')}, '')"
            name, column, cultures = STEREOTYPE, "ordering", None
        else:
            name, cultures = field.name, field.cultures
            column = "ordering" if field.kind.value == "text" else field.kind.value
        return self._chosen_value(name, column, cultures)

    def _chosen_value(self, name: str, column: str, cultures: tuple[int, ...] | None) -> str:
        filled = "(a.equality <> '' OR a.number IS NOT NULL OR a.instant IS NOT NULL)"
        these = f"a.tenant = :tenant AND a.version = v.key AND a.name = {self._values.bind(name)}"
        if cultures is None:
            return f"(SELECT a.{column} FROM attribute a WHERE {these} AND {filled} ORDER BY a.culture LIMIT 1)"
        places = [self._values.bind(culture) for culture in cultures]
        first = f"CASE a.culture {' '.join(f'WHEN {place} THEN {n}' for n, place in enumerate(places))} END"
        chosen = (
            f"(SELECT a.{column} FROM attribute a WHERE {these} AND a.culture IN ({', '.join(places)}) AND {filled}"
            f" ORDER BY {first} LIMIT 1)"
        )
        # Most elements have a value in the first culture. To look there alone costs SQLite less than half.
        only = f"(SELECT a.{column} FROM attribute a WHERE {these} AND a.culture = {places[0]} AND {filled})"
        return only if len(places) == 1 else f"coalesce({only}, {chosen})"

    def _all(self) -> str:
        if self._keys is not None:
            self._values.bound["keys"] = self._dialect.pack(self._keys)
        if self._keys is None or self._first is not None:
            return source_of(self._dialect, self._kind, self._sight)
        return source_of(self._dialect, self._kind, self._sight, keys="keys")

    def _fitting(self) -> str:
        tree = self._narrowing.filter
        if tree is None:
            return ""
        test = FilterText(self._dialect, self._sight, self._values).test(tree)
        if self._keys is None or self._first is None:
            return test
        return f"{self._dialect.one_of_keys('v.key', 'keys')} AND {test}"

    @cached_property
    def _behind(self) -> str:
        """A condition that an element comes after the one to continue after; empty if there is none."""
        after = self._narrowing.after
        if after is None:
            return ""
        columns = [f"o{n}" for n in range(len(self.terms))]
        bound = [self._values.bind(value) for value in after]
        if not any(term.optional or term.descending for term in self.terms):
            return f" AND ({', '.join(term.expression for term in self.terms)}) > ({', '.join(bound)})"
        return f" WHERE ({self._steps(columns, bound, after)})"

    def _steps(self, columns: Sequence[str], bound: Sequence[str], after: Sequence[object]) -> str:
        """The comparison where terms descend or values may be missing: equal in the terms before one, and after in this one."""
        steps, equal = [], ""
        for term, column, place, value in zip(self.terms, columns, bound, after, strict=True):
            if value is not None:
                sign = "<" if term.descending else ">"
                missing = f" OR {column} IS NULL" if term.optional else ""
                steps.append(f"({equal}({column} {sign} {place}{missing}))")
            equal += f"{column} IS NOT DISTINCT FROM {place} AND "
        return " OR ".join(steps)

    def _page(self, *, places: bool, slice_: Slice | None, most: str) -> str:
        """The elements of a page, each with its place."""
        order = ", ".join(term.order(term.expression if self._plain else f"o{n}") for n, term in enumerate(self.terms))
        columns = [f"{term.expression} AS o{n}" for n, term in enumerate(self.terms)]
        behind = self._behind
        limit = f" LIMIT {most} OFFSET {self._offset(slice_)}" if slice_ is not None else ""
        if self._plain:
            if self._test and (self._keys is not None or self._first is not None):
                return f"{self._one_by_one(columns, behind, order)}{limit}"
            shown = ", ".join(["v.element AS id", *(columns if places else ())])
            return f"SELECT {shown} FROM {self._from}{behind} ORDER BY {order}{limit}"
        return (
            f"SELECT * FROM (SELECT v.element AS id, {', '.join(columns)} FROM {self._from}) listed{behind}"
            f" ORDER BY {order}{limit}"
        )

    def _one_by_one(self, columns: Sequence[str], behind: str, order: str) -> str:
        """Sorted first, then tested one by one until the page is full: most of what an index has found matches."""
        # Each column that is not in the index of a list costs a look at the row of the version.
        tested = [f"v.{each} AS {each}" for each in _TESTED if f"v.{each}" in self._test]
        walk = f"SELECT {', '.join(['v.element AS element', *tested, *columns])} FROM {self._source}{behind} ORDER BY {order}"
        bound = self._dialect.whole if self._first is None else f" LIMIT {self._while_promising(walk, self._first)}"
        places = ", ".join(f"v.o{n} AS o{n}" for n in range(len(columns)))
        return f"SELECT v.element AS id, {places} FROM ({walk}{bound}) v WHERE {self._test}"

    def _while_promising(self, walk: str, first: int) -> str:
        """How many elements to test: 0 if too few of the first ones match to expect a full page."""
        if first <= _SAMPLE or self._keys is not None:
            return self._values.bind(first)
        fitting = f"SELECT count(*) FROM ({walk} LIMIT {_SAMPLE}) v WHERE {self._test}"
        return f"CASE WHEN ({fitting}) >= {_PROMISING} THEN {self._values.bind(first)} ELSE 0 END"

    @property
    def _plain(self) -> bool:
        """Whether the index of the list can be walked in order."""
        return not self._narrowing.order and not (
            self._narrowing.after is not None and any(term.descending for term in self.terms)
        )

    def listing(self, *, places: bool, slice_: Slice | None, by: Sequence[str] | None = None) -> str:
        """A statement for the revision of the tenant, the ids as one text, the places as another, and counts as a third."""
        counts = "NULL" if by is None else f"({self.counts(by)})"
        return (
            f"SELECT {_REVISION}, packed.ids, packed.places, {counts} FROM {self.packed(places=places, slice_=slice_)}"
        )

    def listing_unless_short(self, other: ListStatement, *, places: bool, slice_: Slice) -> str:
        """The listing of this statement if the page is full, else that of another statement, which is run only then."""
        short = "(SELECT number < :limit FROM walked)"
        otherwise = other.packed(places=places, slice_=slice_, most=f"(CASE WHEN {short} THEN :limit ELSE 0 END)")
        return (
            f"WITH walked AS MATERIALIZED (SELECT * FROM {self.packed(places=places, slice_=slice_)})"
            f" SELECT {_REVISION}, ids, places, NULL FROM walked WHERE NOT {short}"
            f" UNION ALL SELECT {_REVISION}, packed.ids, packed.places, NULL FROM {otherwise} WHERE {short}"
        )

    def packed(self, *, places: bool, slice_: Slice | None, most: str = ":limit") -> str:
        """A subquery of one row: the ids as one text, the places as another, and how many there are."""
        page = self._page(places=places, slice_=slice_, most=most)
        places_text = self._dialect.places_of(self._place_length) if places else "NULL"
        ids = "string_agg(page.id, ',') AS ids"
        return f"(SELECT {ids}, {places_text} AS places, count(*) AS number FROM ({page}) page) packed"

    @property
    def _place_length(self) -> int:
        """How many of the values that make a place are returned: all but the last, the id, which is returned anyway."""
        return len(self.terms) - 1

    def _offset(self, slice_: Slice) -> str:
        """How many elements to skip: the offset, or all before the page that holds an element; all if none does."""
        if slice_.around is None:
            return ":offset"
        order = ", ".join(term.order(term.expression) for term in self.terms)
        places = (
            f"SELECT v.element AS element, v.id AS id, row_number() OVER (ORDER BY {order}) AS place FROM {self._from}"
        )
        first = f"SELECT (place - 1) / :size * :size FROM ({places}) numbered WHERE element = :around OR id = :around"
        return f"coalesce(({first}), {_BEYOND})"

    def counts(self, by: Sequence[str]) -> str:
        """How many elements there are, and how many by type, state, stereotype or target of a context, as JSON."""
        listed = f"WITH listed AS MATERIALIZED (SELECT v.key, v.type, v.state, v.stereotype FROM {self._from})"
        every = "SELECT -1 AS o0, CAST(NULL AS text) AS o1, count(*) AS o2 FROM listed"
        counted = " UNION ALL ".join([every, *(self._count_by(n, name) for n, name in enumerate(by))])
        return f"{listed} SELECT {self._dialect.places_of(3)} FROM ({counted}) page"

    def _count_by(self, number: int, name: str) -> str:
        if name in ("type", "state", "stereotype"):
            return f"SELECT {number}, {name}, count(*) FROM listed WHERE {name} IS NOT NULL GROUP BY {name}"
        # Targets that this audience does not see are left out.
        return (
            f"SELECT {number}, r{number}.target, count(*) FROM listed CROSS JOIN reference r{number} CROSS JOIN version t"
            f" WHERE r{number}.tenant = :tenant AND r{number}.version = listed.key"
            f" AND r{number}.context = {self._values.bind(name)} AND t.tenant = :tenant AND t.element = r{number}.target"
            f" AND {self._sight.naming.current('t')} GROUP BY r{number}.target"
        )


def keyed(kind: object) -> bool:
    """Whether a list can be read by the keys of its versions."""
    return kind in (ListOf, LastReleasedOf)
