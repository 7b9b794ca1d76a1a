"""What used an element: what referred to it and which diagrams showed it, found by the texts of changes and read from their histories."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.query.filter_needs import Needs
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.compared_states import Turn, compared_states
from facetstore.storage.past.mentions import mentions, showing
from facetstore.storage.past.nearby import MOST_LISTED, Nearby
from facetstore.storage.past.span_lists import Candidate, SpanLists
from facetstore.storage.past.states import PastState
from facetstore.usecases.documents import shown_version, sort_name
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.finding import CONTENT, Usage, Usages
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TheseElements

_REFERENCE: Final = Parts(reference=True)


class _PastUse(NamedTuple):
    """A usage, in the order in which they are listed."""

    context: str
    sort_name: str
    element: str


class Referrers:
    """What used elements of one tenant at one revision, for one audience."""

    def __init__(
        self, engine: Engine, tenant: Tenant, metamodel: Metamodel, spans: SpanLists, nearby: Nearby, turn: Turn
    ) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = metamodel
        self._spans = spans
        self._nearby = nearby
        self._turn = turn

    async def usages(self, element: str, contexts: Sequence[str] | None, limit: int, offset: int) -> Usages | None:
        """A page of usages; None: too much would have to be put together."""
        mentioned = await mentions(self._engine, self._tenant, (element,))
        listed = await self._spans.candidates_among(mentioned.elements)
        around = await self._spans.around(mentioned.elements)
        flow = await self._nearby.flow_among(mentioned.elements - around.there.keys())
        if len(flow) > MOST_LISTED:
            return None
        shown = await self._of_flow([each for each in flow if _names(each, element)])
        if shown is None:
            return None
        found = [
            _PastUse(context, self._label(each.version), str(each.version.element))
            for each in flow
            if str(each.version.element) in shown
            for context in _contexts(each.version, element, contexts)
        ]
        found += await self._of_listed(element, contexts, listed, mentioned.showing)
        page = sorted(found)[offset : offset + limit]
        references = {**shown, **await self._references({each.element for each in page} - shown.keys())}
        return Usages([Usage(each.context, references[each.element]) for each in page], len(found))

    def _contexts(self) -> frozenset[str]:
        """The contexts of all types."""
        return frozenset(name for each in self._metamodel.types.values() for name in each.contexts)

    def _label(self, version: Version) -> str:
        shown = shown_version(version, self._tenant.settings.removed_cultures)
        return sort_name(shown, self._metamodel.types[version.type], self._tenant.settings)

    async def _of_listed(
        self, element: str, contexts: Sequence[str] | None, listed: Sequence[Candidate], showing: Collection[str]
    ) -> list[_PastUse]:
        """The usages by elements of lists, in the versions that they show."""
        names = {
            each.element: each.sort_name
            for each in (await self._spans.around([c.element for c in listed])).seen.values()
        }
        found, pace = list[_PastUse](), Pace()
        wanted = frozenset(self._contexts() if contexts is None else contexts) - {CONTENT}
        async with compared_states(self._engine, self._tenant, listed, Needs(contexts=wanted), self._turn) as compared:
            assert compared is not None, "some contexts only"
            for each in listed:
                await pace.step()
                related = compared.version(each).related
                found += [
                    _PastUse(name, names[each.element], each.element)
                    for name in sorted(wanted)
                    if element in related.get(name, ())
                ]
        if contexts is None or CONTENT in contexts:
            diagrams = [each for each in listed if each.element in showing]
            for start in range(0, len(diagrams), MOST_LISTED):
                some = diagrams[start : start + MOST_LISTED]
                states = await self._nearby.states([each.element for each in some])
                versions = {str(each.version.id): each.version for each in states}
                found += [
                    _PastUse(CONTENT, names[each.element], each.element)
                    for each in some
                    if each.version in versions and _is_shown(versions[each.version], element)
                ]
        return found

    async def _of_flow(self, flow: Sequence[PastState]) -> dict[str, bytes] | None:
        """The references to flow objects that may be seen; None as above."""
        elements = tuple({str(each.version.element) for each in flow})
        if not elements:
            return {}
        reader = await self._nearby.flow(elements, await showing(self._engine, self._tenant, elements), _REFERENCE)
        return None if reader is None else _referenced(await reader.elements(TheseElements(elements), _REFERENCE))

    async def _references(self, elements: Collection[str]) -> dict[str, bytes]:
        reader = await self._nearby.listed(tuple(elements), _REFERENCE)
        assert reader is not None, "they are a page of what may be seen"
        return _referenced(await reader.elements(TheseElements(tuple(elements)), _REFERENCE))


def _referenced(rows: Sequence[ElementRow]) -> dict[str, bytes]:
    return {row.element: row.reference or b"" for row in rows}


def _names(state: PastState, element: str) -> bool:
    return next(_contexts(state.version, element, None), None) is not None


def _contexts(version: Version, element: str, among: Sequence[str] | None) -> Iterator[str]:
    """The contexts in which a version uses an element."""
    for name, targets in version.related.items():
        if element in targets and (among is None or name in among):
            yield name
    if (among is None or CONTENT in among) and _is_shown(version, element):
        yield CONTENT


def _is_shown(version: Version, element: str) -> bool:
    return any(shape.element == element for shape in version.content)
