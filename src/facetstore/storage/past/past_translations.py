"""Translations as they were: when texts had been changed follows from the rows of the history up to the moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Final

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes
from facetstore.domain.errors import TooCostly
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.storage.access.sight import whole_sight
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.nearby import MOST_LISTED, Nearby
from facetstore.storage.past.span_lists import Candidate, SpanLists
from facetstore.storage.reads.translation_reader import SqlTranslationReader
from facetstore.storage.rows.text_history import NO_HISTORY, TextHistory, text_histories
from facetstore.usecases.changes.text_states import TextState, counts_column, counts_in
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.finding import Among
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.ports.translation_reads import CountedTexts, TextChange, TranslatedPage, TranslatedRow

MOST: Final = 10_000
"""How many elements are counted or searched for texts: the whole history of each is read."""
_NOTHING: Final = ChangedTexts(0)
_LISTED: Final = Parts(attributes=True, reference=True)


class PastTranslations:
    """Reads about translations of one tenant at one revision, for one audience."""

    def __init__(self, engine: Engine, tenant: Tenant, metamodel: Metamodel, spans: SpanLists, nearby: Nearby) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = metamodel
        self._spans = spans
        self._nearby = nearby
        self._versions: dict[int, tuple[str, str]] = {}
        # Who sees the element is asked before; these statements read its history only.
        base = {"tenant": tenant.key}
        self._present = SqlTranslationReader(engine.fetch, engine.dialect, whole_sight(engine.dialect), base)

    def note(self, row: ElementRow) -> None:
        """Remember which version a key is of."""
        self._versions[row.key] = row.element, row.version

    async def changed_texts(self, key: int) -> ChangedTexts:
        element, version = self._versions[key]
        known = (await self._histories((element,))).get(element, NO_HISTORY).stored.get(version)
        return _NOTHING if known is None else known.changed

    async def changed_texts_of(self, elements: Sequence[str]) -> Mapping[int, ChangedTexts]:
        histories = await self._histories(tuple(elements))
        known = {
            key: histories[element].stored.get(version)
            for key, (element, version) in self._versions.items()
            if element in histories
        }
        return {key: each.changed for key, each in known.items() if each is not None and each.changed.later}

    async def text_changes(self, element: str, revisions: Collection[int]) -> Mapping[int, TextChange]:
        return await self._present.text_changes(element, revisions)

    async def texts_then(self, element: str, revisions: Collection[int]) -> Mapping[int, Attributes]:
        return await self._present.texts_then(element, revisions)

    async def counted_texts(self, among: Among) -> Sequence[CountedTexts]:
        found = Counter[tuple[str, str]]()
        async for each, column in self._columns(among):
            found[each.facet, column] += 1
        return [CountedTexts(facet, counts_in(column), number) for (facet, column), number in found.items() if column]

    async def translated(
        self, culture: int, states: Collection[TextState], among: Among, limit: int, offset: int
    ) -> TranslatedPage:
        fitting = {
            each.element: (each, column)
            async for each, column in self._columns(among)
            if not counts_in(column).get(culture, {}).keys().isdisjoint(states)
        }
        names = (await self._spans.around(fitting)).seen
        ordered = sorted(fitting, key=lambda each: (names[each].sort_name, each))
        page = tuple(ordered[offset : offset + limit])
        reader = await self._nearby.listed(page, _LISTED)
        assert reader is not None, "they are a page of what may be seen"
        rows = await reader.elements(TheseElements(page), _LISTED)
        counts = {each: counts_in(fitting[each][1]) for each in page}
        return TranslatedPage(
            [
                TranslatedRow(row.type, row.reference or b"", row.attributes or b"{}", counts[row.element])
                for row in rows
            ],
            len(fitting),
        )

    async def _columns(self, among: Among) -> AsyncIterator[tuple[Candidate, str]]:
        """The elements that lists showed, each with its counts as a column holds them."""
        candidates, pace = await self._spans.among(among), Pace()
        if len(candidates) > MOST:
            raise TooCostly(
                f"The translations of more than {MOST} elements as they were take too long. Ask for a facet."
            )
        for start in range(0, len(candidates), MOST_LISTED):
            some = candidates[start : start + MOST_LISTED]
            histories = await self._histories([each.element for each in some])
            for each in some:
                await pace.step()
                known = histories.get(each.element, NO_HISTORY).stored.get(each.version)
                type_ = self._metamodel.types.get(each.type)
                if known is not None and type_ is not None:
                    yield each, counts_column(known.attributes, type_, known.changed, self._tenant.settings)

    async def _histories(self, elements: Collection[str]) -> Mapping[str, TextHistory]:
        engine, tenant = self._engine, self._tenant
        return await text_histories(
            engine.fetch, engine.dialect, tenant.key, elements, self._metamodel, tenant.revision
        )
