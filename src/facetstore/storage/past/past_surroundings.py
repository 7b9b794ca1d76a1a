"""The surroundings of an element as they were: what showed it, referred to it, stood above and below it is put together, and read by the
statement of today."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from facetstore.domain.access import Audience
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.filling import fill_named
from facetstore.storage.past.memory_database import MemoryDatabase
from facetstore.storage.past.mentions import mentions, showing
from facetstore.storage.past.nearby import MOST_LISTED, Nearby
from facetstore.storage.past.span_lists import SpanLists
from facetstore.storage.past.states import PastState
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases.ports.rows import Surroundings

_BATCH: Final = 500
"""How many referrers are looked at together, if there are many: one that is seen is enough."""


class PastSurroundings:
    """What was around elements of one tenant at one revision, for one audience."""

    def __init__(
        self, engine: Engine, tenant: Tenant, metamodel: Metamodel, audience: Audience, spans: SpanLists, nearby: Nearby
    ) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = metamodel
        self._sees_flow = audience.sees_all and audience.drafts
        self._spans = spans
        self._nearby = nearby

    async def of(self, element: str, hidden_contexts: Collection[str]) -> Surroundings | None:
        """The surroundings; None: too many diagrams showed it."""
        mentioned = await mentions(self._engine, self._tenant, (element,))
        if len(mentioned.showing) > MOST_LISTED:
            return None
        own = await self._nearby.states((element,))
        others = sorted(mentioned.elements - mentioned.showing)
        states = [*own, *await self._nearby.states(sorted(mentioned.showing))]
        for start in range(0, max(1, len(others)), _BATCH):
            some = [each for each in await self._nearby.states(others[start : start + _BATCH]) if _uses(each, element)]
            found = await self._read(element, [*states, *some], hidden_contexts)
            if found.is_referred_to or start + _BATCH >= len(others):
                return found
        raise AssertionError("the last batch has been returned")

    async def _read(self, element: str, states: Sequence[PastState], hidden_contexts: Collection[str]) -> Surroundings:
        parents = {
            str(each.version.parent) for each in states if each.version.element == element and each.version.parent
        }
        states = [*states, *await self._nearby.states(sorted(parents - {str(each.version.element) for each in states}))]
        states = [*states, *await self._showing_flow(element, states)]
        reader, database = await self._filled(element, states)
        there = {str(each.version.element) for each in states}
        below = await self._spans.below((element,))
        above = await self._spans.above((element,))
        children = [each for each in below.values() if each.element not in there][:1]
        passed = [each for name, each in above.there.items() if name not in there | {c.element for c in children}]
        await fill_named(database, self._tenant, self._metamodel, children, passed)
        return await reader.surroundings(element, hidden_contexts)

    async def _showing_flow(self, element: str, states: Sequence[PastState]) -> Sequence[PastState]:
        """The diagrams that say who sees the flow objects among these, unless they are among them or the caller sees all."""
        types, there = self._metamodel.types, {str(each.version.element) for each in states}
        known = [each.version for each in states if each.version.type in types]
        flow = {str(each.element) for each in known if types[each.type].flow} - {element}
        if not flow or self._sees_flow:
            return ()
        return await self._nearby.states(sorted(await showing(self._engine, self._tenant, flow) - there))

    async def _filled(self, element: str, states: Sequence[PastState]) -> tuple[SqlReader, MemoryDatabase]:
        authors = frozenset(self._metamodel.roles.authors)
        named = {target for each in states for name in authors for target in each.version.related.get(name, ())}
        # Shapes are ordered by their places in whole diagrams.
        shapes = {str(shape.element) for each in states for shape in each.version.content}
        narrowed = [each._replace(version=_narrowed(each.version, element, authors)) for each in states]
        existing = {*shapes, *(await self._spans.around(named)).there}
        return await self._nearby.filled(narrowed, existing)


def _uses(state: PastState, element: str) -> bool:
    """Whether a version refers to an element or carries it as a stereotype."""
    version = state.version
    return version.stereotype == element or any(element in targets for targets in version.related.values())


def _narrowed(version: Version, element: str, authors: Collection[str]) -> Version:
    """A version with its authors, and of its other references those to one element."""
    related = {
        name: targets if name in authors else tuple(each for each in targets if each == element)
        for name, targets in version.related.items()
        if name in authors or element in targets
    }
    return version._replace(related=related)
