"""Searches of the past: candidates come from spans, and their texts from the history.

Of few candidates the texts are read at once. Of many, the history is read once for those that may hold the words (`sought_changes.py`);
parts of words are not looked for then, which would read it again for each kind of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from typing import Final, NamedTuple, cast

from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.query.filter_forms import words_of
from facetstore.query.search_text import SearchText, Word
from facetstore.regional.time_zones import time_zone
from facetstore.storage.engines.engine import Engine
from facetstore.storage.finding.searching import clauses_of
from facetstore.storage.past.compared_states import MOST, Turn, changes_until
from facetstore.storage.past.sought_changes import SoughtChanges
from facetstore.storage.past.span_lists import Candidate, SpanLists
from facetstore.storage.past.states import versions_at
from facetstore.storage.rows.attribute_rows import compared_values
from facetstore.usecases.documents import shown_version
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.finding import NO_HITS, Hits, Sought

FEW: Final = 2_000
"""The texts of up to so many candidates are read without a look at what they may hold."""
_MOST_READ: Final = 2_000
"""The texts of so many are read at most. If more may be hits, those with the words in their names come first."""


class _RankedHit(NamedTuple):
    rank: int
    sort_name: str
    element: str
    candidate: Candidate


class PastSearch:
    """Searches of one tenant at one revision for one audience."""

    def __init__(self, engine: Engine, tenant: Tenant, metamodel: Metamodel, spans: SpanLists, turn: Turn) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = metamodel
        self._spans = spans
        self._turn = turn
        self._zone = time_zone(tenant.settings.time_zone)
        self._removed = tenant.settings.removed_cultures

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits | None:
        """The hits; None: it takes more than stored texts to find them."""
        if sought.text.is_short:
            return await self._spans.search(sought, limit, offset)
        candidates = await self._spans.sought(sought)
        if len(candidates) > FEW:
            if sought.is_loose:
                return NO_HITS
            if len(candidates) > MOST or _is_computed(self._metamodel):
                return None
            candidates = await self._promising(candidates, sought.text)
        found, pace = list[_RankedHit](), Pace()
        more = len(candidates) > _MOST_READ
        if more:
            first = sought.text.spellings[0]
            candidates = sorted(candidates, key=lambda each: first not in str(each.place[0]))[:_MOST_READ]
        texts = await self._texts(candidates)
        for each in candidates:
            await pace.step()
            rank = self._rank(sought.text, texts.get(each.version), is_opened=bool(each.place[1]))
            if rank is not None:
                found.append(_RankedHit(rank, str(each.place[0]), each.element, each))
        return _hits(sorted(found), sought.most, limit, offset, more=more)

    async def _promising(self, candidates: Sequence[Candidate], text: SearchText) -> list[Candidate]:
        """The candidates whose texts may hold all words."""
        types = self._metamodel.types.values()
        searched = frozenset(name for each in types for name in (*each.label, *each.searched))
        changes = SoughtChanges([*text.parts, *text.beginnings], searched)
        wanted = frozenset(each.version for each in candidates)
        async with self._turn(), aclosing(changes_until(self._engine, self._tenant, ("attributes",))) as chunks:
            async for rows in chunks:
                changes.follow_all([row for row in cast("Sequence[tuple[str, bytes]]", rows) if row[0] in wanted])
        return [each for each in candidates if changes.may_hold(each.version)]

    async def _texts(self, candidates: Sequence[Candidate]) -> dict[str, tuple[str, str, str, str]]:
        """By version the words of its names and texts."""
        engine, tenant, pace = self._engine, self._tenant, Pace()
        elements = {each.element for each in candidates}
        wanted = {each.version for each in candidates}
        found = {}
        for state in await versions_at(engine.fetch, engine.dialect, tenant.key, elements, tenant.revision):
            await pace.step()
            version, element_type = state.version, self._metamodel.types.get(state.version.type)
            if element_type is not None and version.id in wanted:
                shown = shown_version(version, self._removed) if self._removed else version
                found[str(version.id)] = words_of(compared_values(shown, self._metamodel), element_type, self._zone)
        return found

    def _rank(self, text: SearchText, words: tuple[str, str, str, str] | None, *, is_opened: bool) -> int | None:
        """The rank of a hit; None: it is none. What may only be named is found by its names alone."""
        if words is None:
            return None
        names, others, _, called = words
        searched = f"{names}{others}" if is_opened else names
        if not _hold(searched, clauses_of(text)):
            return None
        failed = next((n for n, test in enumerate(text.by_name) if not _hold(called, test)), None)
        if failed is None:
            return 0
        if failed == 0 and text.wider_in_name and not _hold(called, text.wider_in_name):
            return text.in_texts
        return len(text.by_name) - failed


def _hold(text: str, clauses: Sequence[Word]) -> bool:
    return all(any(each in text for each in clause) for clause in clauses)


def _is_computed(metamodel: Metamodel) -> bool:
    """Whether a search looks at values that are not stored."""
    return any(
        attribute.derived or attribute.always
        for each in metamodel.types.values()
        for name in (*each.label, *each.searched)
        if name in each.properties and (attribute := each.properties[name].attribute) is not None
    )


def _hits(ranked: Sequence[_RankedHit], most: int, limit: int, offset: int, *, more: bool) -> Hits:
    counted = [each.candidate for each in ranked[:most]]
    return Hits(
        [each.element for each in counted[offset : offset + limit]],
        Counter(each.facet for each in counted),
        Counter(each.type for each in counted),
        Counter(each.state for each in counted if each.state is not None),
        more=more or len(ranked) > most,
        best=ranked[0].rank if ranked else None,
    )
