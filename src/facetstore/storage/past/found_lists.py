"""Lists as they were, narrowed by a filter or in another order: the elements come from spans, and what is compared from the history.

The evaluator that says what a filter means (`query/filter_evaluate.py`) decides which elements match, so that nothing has to be indexed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.query.filter_evaluate import Record, matches, order_value
from facetstore.query.filter_needs import needs_of
from facetstore.query.filter_tree import Tree
from facetstore.query.ordering import OrderKey
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.compared_records import Records
from facetstore.storage.past.compared_states import Turn, compared_states
from facetstore.storage.past.past_search import PastSearch
from facetstore.storage.past.span_lists import Candidate, SpanLists
from facetstore.storage.reads.sources import place_order
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.finding import Hits, Sought
from facetstore.usecases.ports.rows import Counts, Listing
from facetstore.usecases.ports.selections import ListedSelection, Narrowing, Slice

_IDENTITY: Mapping[str, Callable[[Candidate], str | None]] = {
    "type": lambda each: each.type,
    "state": lambda each: each.state,
    "stereotype": lambda each: each.stereotype,
}


class _FoundElement(NamedTuple):
    """An element that matches: its place in the order, and what it refers to in the contexts that are counted."""

    candidate: Candidate
    place: tuple[Any, ...]
    targets: Mapping[str, Sequence[str]]


class FoundLists:
    """Narrowed lists of one tenant at one revision for one audience."""

    def __init__(self, engine: Engine, tenant: Tenant, metamodel: Metamodel, spans: SpanLists, turn: Turn) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = metamodel
        self._spans = spans
        self._turn = turn

    async def listing(
        self, selection: ListedSelection, slice_: Slice | None, narrowing: Narrowing, by: Sequence[str] | None
    ) -> Listing | None:
        """A narrowed list; None: it takes more than spans and values."""
        contexts = [each for each in by or () if each not in _IDENTITY]
        fitting = await self._fitting(selection, narrowing.filter, narrowing.order, contexts)
        if fitting is None:
            return None
        directions = _directions(selection, narrowing.order)
        ordered = _in_order(fitting, directions) if narrowing.order else fitting
        counts = None if by is None else await self._counts(fitting, by)
        left = [each for each in ordered if _is_behind(each.place, narrowing.after, directions)]
        page = _sliced(left, slice_)
        return Listing(
            self._tenant.revision, [each.candidate.element for each in page], [each.place for each in page], counts
        )

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str] | None:
        """Which of these elements match; None as above."""
        fitting = await self._among(await self._spans.candidates_among(elements), tree, (), ())
        return None if fitting is None else frozenset(each.candidate.element for each in fitting)

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits | None:
        """The hits of a search; None as above."""
        return await PastSearch(self._engine, self._tenant, self._metamodel, self._spans, self._turn).search(
            sought, limit, offset
        )

    async def _fitting(
        self, selection: ListedSelection, tree: Tree | None, order: Sequence[OrderKey], contexts: Sequence[str]
    ) -> Sequence[_FoundElement] | None:
        return await self._among(await self._spans.candidates(selection), tree, order, contexts)

    async def _among(
        self, candidates: Sequence[Candidate], tree: Tree | None, order: Sequence[OrderKey], contexts: Sequence[str]
    ) -> Sequence[_FoundElement] | None:
        needs = needs_of(tree, order, contexts)
        if needs.contexts & flow_contexts(self._metamodel):
            return None  # who sees a flow object depends on the diagrams that show it
        async with compared_states(self._engine, self._tenant, candidates, needs, self._turn) as states:
            if states is None:
                return None
            records, fitting, pace = Records(self._tenant, self._metamodel, needs), list[_FoundElement](), Pace()
            targets = await records.targets(candidates, states, self._spans)
            for candidate in candidates:
                await pace.step()
                version = states.version(candidate)
                record = records.record(candidate, version, targets)
                if tree is None or matches(tree, record):
                    counted = {name: version.related.get(name, ()) for name in contexts}
                    fitting.append(_FoundElement(candidate, _place(candidate, order, record), counted))
            return fitting

    async def _counts(self, fitting: Sequence[_FoundElement], by: Sequence[str]) -> Counts:
        contexts = [each for each in by if each not in _IDENTITY]
        every = {target for each in fitting for name in contexts for target in each.targets[name]}
        seen = (await self._spans.around(every)).seen if contexts else {}
        found: dict[str, Mapping[str, int]] = {}
        for name in by:
            if name in _IDENTITY:
                found[name] = _counted(_IDENTITY[name](each.candidate) for each in fitting)
            else:
                # A target that is named twice in one context is stored once.
                targets = (target for each in fitting for target in dict.fromkeys(each.targets[name]))
                found[name] = _counted(each for each in targets if each in seen)
        return Counts(len(fitting), found)


def flow_contexts(metamodel: Metamodel) -> frozenset[str]:
    """The contexts that may refer to flow objects."""
    every = (each for type_ in metamodel.types.values() for each in type_.contexts.items())
    return frozenset(
        name
        for name, each in every
        if each.related is not None
        and any(metamodel.types[target].flow for target in each.related.types if target in metamodel.types)
    )


def _counted(values: Iterable[str | None]) -> Mapping[str, int]:
    found = Counter(each for each in values if each is not None)
    return {each: found[each] for each in sorted(found)}


def _place(candidate: Candidate, order: Sequence[OrderKey], record: Record) -> tuple[Any, ...]:
    if not order:
        return candidate.place
    return (*(order_value(key, record) for key in order), candidate.element)


def _directions(selection: ListedSelection, order: Sequence[OrderKey]) -> Sequence[bool]:
    """For each value of a place whether it descends."""
    if order:
        return [*(key.descending for key in order), False]
    return [direction == "DESC" for _, direction in place_order(type(selection))]


def _in_order(fitting: Sequence[_FoundElement], directions: Sequence[bool]) -> list[_FoundElement]:
    """By the least important value first, since sorting is stable. Missing values come last."""
    ordered = list(fitting)
    for number, descending in reversed(list(enumerate(directions))):
        present = [each for each in ordered if each.place[number] is not None]
        missing = [each for each in ordered if each.place[number] is None]
        present.sort(key=lambda each: each.place[number], reverse=descending)  # sorted at once
        ordered = [*present, *missing]
    return ordered


def _is_behind(place: Sequence[Any], after: Sequence[Any] | None, directions: Sequence[bool]) -> bool:
    """Whether a place comes after another one in the order."""
    if after is None:
        return True
    for is_, was, descending in zip(place, after, directions, strict=True):
        if is_ == was:
            continue
        if is_ is None or was is None:
            return is_ is None
        return bool(is_ < was) if descending else bool(is_ > was)
    return False


def _sliced(fitting: Sequence[_FoundElement], slice_: Slice | None) -> Sequence[_FoundElement]:
    if slice_ is None:
        return fitting
    offset = slice_.offset
    if slice_.around is not None:
        around = slice_.around
        places = (n for n, each in enumerate(fitting) if around in (each.candidate.element, each.candidate.version))
        if (place := next(places, None)) is None:
            return ()
        offset = place // slice_.size * slice_.size
    return fitting[offset : offset + slice_.limit]
