"""Counts of a storage as it was: the fields that spans hold are counted by the statements of today, the others from what the history says of
the elements that lists showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from typing import Final, cast

from facetstore.domain.tenant import Tenant
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Metamodel
from facetstore.query.filter_needs import Needs
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.compared_states import Turn, changes_until, compared_states
from facetstore.storage.past.narrow_states import STATE, NarrowStates
from facetstore.storage.past.nearby import MOST_LISTED, Nearby
from facetstore.storage.past.span_lists import SpanLists
from facetstore.usecases.documents import complete_cultures, named_cultures, shown_version
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.finding import Among, Count, CulturesCount, TargetCount
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.ports.writes import DELETIONS

_ATTRIBUTES: Final = Parts(attributes=True)


class PastCounts:
    """Counts of one tenant at one revision, for one audience."""

    def __init__(
        self,
        engine: Engine,
        tenant: Tenant,
        metamodel: Metamodel,
        spans: SpanLists,
        nearby: Nearby,
        turn: Turn,
        *,
        drafts: bool,
    ) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = metamodel
        self._spans = spans
        self._nearby = nearby
        self._turn = turn
        self._drafts = drafts

    async def stats(self, by: Sequence[str], among: Among) -> Sequence[Count]:
        rows = await self._spans.stats(by, among)
        return [Count(cast("tuple[str | None, ...]", tuple(row[:-1])), cast("int", row[-1])) for row in rows]

    async def target_counts(self, context: str, among: Among) -> Sequence[TargetCount] | None:
        """Counts by the targets of a context; None: they cannot be put together without the whole storage."""
        counted, pace = Counter[str | None](), Pace()
        candidates = await self._spans.among(among)
        needs = Needs(contexts=frozenset((context,)))
        async with compared_states(self._engine, self._tenant, candidates, needs, self._turn) as states:
            assert states is not None, "one context only"
            for each in candidates:
                await pace.step()
                targets: Collection[str] = states.version(each).related.get(context, ())
                counted.update([*dict.fromkeys(targets)] or (None,))
        return await self._shown(counted)

    async def _shown(self, counted: Mapping[str | None, int]) -> Sequence[TargetCount] | None:
        targets = tuple(each for each in counted if each is not None)
        seen = tuple(each.element for each in await self._spans.candidates_among(targets))
        rows: dict[str, ElementRow] = {}
        for start in range(0, len(seen), MOST_LISTED):
            some = seen[start : start + MOST_LISTED]
            reader = await self._nearby.listed(some, _ATTRIBUTES)
            if reader is None:
                return None
            rows.update({row.element: row for row in await reader.elements(TheseElements(some), _ATTRIBUTES)})
        known = [
            TargetCount(each, row.type, row.attributes, number)
            for each, number in counted.items()
            if each is not None and (row := rows.get(each)) is not None
        ]
        unknown = [TargetCount(each, None, None, number) for each, number in counted.items() if each not in rows]
        return [*known, *unknown]

    async def release_counts(self, among: Among) -> Mapping[str, int]:
        """Counts of all versions that were released, by month: spans know only those that elements show."""
        candidates, released_on = await self._spans.among(among), self._metamodel.roles.released_on
        types = {each.element: each.type for each in candidates}
        states, owners = NarrowStates((released_on,), ()), dict[str, str]()
        names = (*states.names, STATE)
        changes = changes_until(self._engine, self._tenant, names, ", h.element, h.kind")
        async with self._turn(), aclosing(changes) as chunks:
            async for rows in chunks:
                for version, change, element, kind in cast("Sequence[tuple[str, bytes, str, str]]", rows):
                    if kind in DELETIONS:
                        owners.pop(version, None)
                    elif element in types:
                        owners[version] = element
                        states.follow(version, change)
        months = Counter[str]()
        for version, element in owners.items():
            known = states.get(version)
            state = self._metamodel.state_of.get((types[element], known.state))
            value = known.attributes.get(released_on, {}).get(INVARIANT)
            if value and state is not None and state.was_released and (self._drafts or state.visible):
                months[str(value)[:7]] += 1
        return months

    async def culture_counts(self, among: Among) -> Sequence[CulturesCount]:
        """Counts by the cultures in which elements are named and complete."""
        candidates, pace = await self._spans.among(among), Pace()
        types, counted = self._metamodel.types, Counter[tuple[str, frozenset[int] | None, frozenset[int] | None]]()
        texts = {name for each in types.values() for name in (*each.translated_label, *each.translated_mandatory)}
        needs = Needs(attributes=frozenset(texts))
        async with compared_states(self._engine, self._tenant, candidates, needs, self._turn) as states:
            assert states is not None, "some attributes only"
            for each in candidates:
                await pace.step()
                version = shown_version(states.version(each), self._tenant.settings.removed_cultures)
                if (element_type := types.get(each.type)) is not None:
                    named = _cultures(named_cultures(version, element_type))
                    counted[each.facet, named, _cultures(complete_cultures(version, element_type))] += 1
        return [CulturesCount(*each, number) for each, number in counted.items()]


def _cultures(found: Sequence[int] | None) -> frozenset[int] | None:
    return None if found is None else frozenset(found)
