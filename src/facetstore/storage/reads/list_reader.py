"""Which elements a list holds, how many, and which of them match a filter, by the statement that should cost least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

import msgspec

from facetstore.query.filter_tree import Tree
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.storage.finding.candidates import FEWEST, MOST_KEYS, SHARE, Leaf, found_by_parts, keys_in, look_up
from facetstore.storage.finding.filtering import FilterText, Values
from facetstore.storage.reads import reading
from facetstore.storage.reads.list_statements import KEYS_AND_REVISION, ListStatement, keyed
from facetstore.storage.reads.sources import source_of
from facetstore.usecases.ports.rows import Counts, Listing
from facetstore.usecases.ports.selections import (
    WHOLE_LIST,
    ListedSelection,
    ListOf,
    Narrowing,
    PagedSelection,
    Parts,
    Slice,
    TheseElements,
)

_ATTEMPTS: Final = 3
_NOTHING: Final = Parts()
_DENSE: Final = 14
_FIRST: Final = 1_500
"""How many elements at the beginning of a list are tested for each one up to the end of the page, in case many match; and how
many at most: for a page that needs more, none is tested first."""
_TEST: Final = 2.5
_SORT: Final = 4.0
_PASS: Final = 0.25
"""About how many microseconds it takes to test the next element of a list, to look up and sort one found by its key, and to
skip one whose key was not found."""
_UNEVEN: Final = 4
"""How many times as many elements are walked at most as if those that match were spread evenly."""

_places = msgspec.json.Decoder(list[tuple[object, ...]])
_counted = msgspec.json.Decoder(list[tuple[int, str | None, int]])
_keys = msgspec.json.Decoder(list[int])


class Few(NamedTuple):
    """What the indexes found: keys of versions that may match, None if unknown or many; and the revision they were read at."""

    keys: Sequence[int] | None
    revision: int | None = None
    total: int = 0
    page: Listing | None = None
    first: int | None = None
    """How many elements of the list are walked to find them; None: each is looked up by its key."""


_UNKNOWN: Final = Few(None)


class ListReader:
    """Reads of lists of one tenant for one audience, within a snapshot or without."""

    def __init__(
        self, fetch: Fetch, tenant: int, sight: Sight, base: Mapping[str, object], *, in_snapshot: bool
    ) -> None:
        self._fetch = fetch
        self._tenant = tenant
        self._dialect = sight.dialect
        self._sight = sight
        self._base = base
        """Parameters of every statement: the tenant, and what is hidden."""
        self._in_snapshot = in_snapshot
        self._looked_up: dict[Tree, Few] = {}
        """What the indexes found, cached within a snapshot, in which it does not change."""

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
        by: Sequence[str] | None = None,
    ) -> Listing:
        for _ in range(_ATTEMPTS):
            few = await self._few(selection, narrowing, slice_, places=places, whole=by is not None)
            if few.page is not None:
                return few.page
            found = await self._listing(selection, slice_, narrowing, few, places=places, by=by)
            if few.revision in (None, found.revision):
                return found
        # The tenant changed each time between the lookup and its use: list without a lookup.
        return await self._listing(selection, slice_, narrowing, _UNKNOWN, places=places, by=by)

    async def _listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None,
        narrowing: Narrowing,
        few: Few,
        *,
        places: bool,
        by: Sequence[str] | None,
    ) -> Listing:
        dialect, kind, bound = self._dialect, _kind(selection), dict[str, object]()
        if narrowing is WHOLE_LIST and by is None:
            text = _whole(dialect, kind, self._sight, _sliced(slice_), places)
        else:
            statement = ListStatement(dialect, kind, self._sight, narrowing, few.keys)
            text, bound = statement.listing(places=places, slice_=slice_, by=by), statement.values
            if few.first is not None and slice_ is not None:
                walk = ListStatement(dialect, kind, self._sight, narrowing, few.keys, few.first, prefix="w")
                text = walk.listing_unless_short(statement, places=places, slice_=slice_)
                bound = bound | walk.values
        rows = await self._fetch(text, {**self._parameters(selection, slice_), **bound})
        revision, ids, places_text, counted = cast("tuple[int, str | None, str | None, str | None]", tuple(rows[0]))
        counts = None if by is None or counted is None else _counts(by, counted)
        return _listed(revision, ids, places_text, counts)

    async def _few(
        self, selection: ListedSelection, narrowing: Narrowing, slice_: Slice | None, *, places: bool, whole: bool
    ) -> Few:
        """The versions to look at, if that costs less than walking the list; or the page itself, if it was filled from the
        beginning of the list."""
        tree = narrowing.filter
        if tree is None or not keyed(_kind(selection)):
            return _UNKNOWN
        few = self._looked_up.get(tree)
        if few is None:
            first = None if whole else _worth_a_look(narrowing, slice_)
            walk = first and ListStatement(self._dialect, _kind(selection), self._sight, narrowing, first=first)
            few = await self._candidates(tree, selection, slice_, walk or None, places=places)
        if few.page is not None:
            return few
        if self._in_snapshot:
            self._looked_up[tree] = few
        if few.keys is None:
            return _UNKNOWN
        wanted = few.total if slice_ is None or whole else slice_.limit + slice_.offset
        walked = min(wanted / max(len(few.keys), 1), 1.0) * few.total
        if len(few.keys) * _SORT > walked * _TEST:
            return _UNKNOWN
        if not whole and _begins(selection, narrowing, slice_) and wanted <= len(few.keys):
            return few._replace(first=round(walked * _UNEVEN)) if walked * _PASS < len(few.keys) * _SORT else few
        return few

    async def _candidates(
        self,
        tree: Tree,
        selection: ListedSelection,
        slice_: Slice | None,
        walk: ListStatement | None,
        *,
        places: bool,
    ) -> Few:
        dialect = self._dialect
        lookups = look_up(dialect, self._tenant, self._sight, tree)
        if not lookups.texts:
            return _UNKNOWN
        gathering = [dialect.gathered(text, MOST_KEYS) for text in lookups.texts]
        values: dict[str, object] = {**self._base, **lookups.values}
        if walk is None:
            text = ", ".join([KEYS_AND_REVISION, "NULL, NULL, 0", *gathering])
        else:
            # If the page is full, the indexes are not read.
            unless_full = [f"CASE WHEN packed.number = :limit THEN NULL ELSE {each} END" for each in gathering]
            columns = ", ".join([KEYS_AND_REVISION, "packed.ids, packed.places, packed.number", *unless_full])
            text = f"{columns} FROM {walk.packed(places=places, slice_=slice_)}"
            values.update(self._parameters(selection, slice_) | walk.values)
        rows = await self._fetch(text, values)
        revision, total, ids, places_text, number, *gathered = cast(
            "tuple[int, int | None, str | None, str | None, int, object]", tuple(rows[0])
        )
        if slice_ is not None and walk is not None and number == slice_.limit:
            return Few(None, revision, total or 0, _listed(revision, ids, places_text, None))
        most = FEWEST + (total or 0) // SHARE
        found: dict[Leaf, frozenset[int] | None] = {}
        for leaf, each in zip(lookups.leaves, gathered, strict=True):
            keys = _keys.decode(each) if isinstance(each, str) else cast("list[int]", each or [])
            found[leaf] = frozenset(keys) if len(keys) <= most else None
        together = keys_in(tree, found)
        return Few(None if together is None else sorted(together), revision, total or 0)

    async def counts(
        self, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
    ) -> Counts:
        whole = Narrowing(narrowing.filter, narrowing.order)
        listing = await self.listing(selection, Slice(0), whole, by=by)
        assert listing.counts is not None, "they were asked for"
        return listing.counts

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str]:
        dialect, values = self._dialect, Values()
        test = FilterText(dialect, self._sight, values).test(tree)
        text = f"SELECT v.element FROM {source_of(dialect, TheseElements, self._sight)} AND {test}"
        bound = {**self._base, "elements": dialect.pack(list(elements)), **values.bound}
        return frozenset(str(row[0]) for row in await self._fetch(text, bound))

    def _parameters(self, selection: ListedSelection, slice_: Slice | None) -> dict[str, object]:
        return {**self._base, **reading.parameters(self._dialect, selection, _NOTHING, slice_)}


def _listed(revision: int, ids: str | None, places_text: str | None, counts: Counts | None) -> Listing:
    """A listing from its columns: ids as one text, places as another."""
    elements = ids.split(",") if ids else []
    known = _places.decode(places_text) if places_text and ids else ()
    return Listing(revision, elements, [(*place, id_) for place, id_ in zip(known, elements, strict=False)], counts)


def _worth_a_look(narrowing: Narrowing, slice_: Slice | None) -> int | None:
    """How many elements to test at the beginning of the list before anything else: if many match, they fill the page and no
    lookup is needed. None: none, for example where an index finds the few that match at once."""
    if narrowing.filter is None or narrowing.order or slice_ is None or slice_.around is not None:
        return None
    first = (slice_.offset + slice_.limit) * _DENSE
    return first if first <= _FIRST and found_by_parts(narrowing.filter) else None


def _begins(selection: ListedSelection, narrowing: Narrowing, slice_: Slice | None) -> bool:
    """Whether a list is read from its beginning, in the order of its index."""
    in_order = isinstance(selection, ListOf) and not narrowing.order and narrowing.after is None
    return in_order and slice_ is not None and slice_.around is None


def _sliced(slice_: Slice | None) -> Slice | None:
    """The part of a slice that the text of a statement depends on."""
    return None if slice_ is None else Slice(0, around="" if slice_.around is not None else None)


@lru_cache(maxsize=256)
def _whole(dialect: Dialect, kind: object, sight: Sight, slice_: Slice | None, places: bool) -> str:
    """The statement of a list that is not narrowed, cached because most lists are not."""
    return ListStatement(dialect, kind, sight, WHOLE_LIST).listing(places=places, slice_=slice_)


def _counts(by: Sequence[str], text: str) -> Counts:
    found: dict[str, dict[str, int]] = {name: {} for name in by}
    total = 0
    for place, value, number in sorted(_counted.decode(text)):
        if place < 0:
            total = number
        else:
            found[by[place]][str(value)] = number
    return Counts(total, found)


def _kind(selection: ListedSelection) -> object:
    return type(selection)
