"""What was around some elements: they are put together from the history, with what they refer to, show and stand below.

What is hidden is not put together, so that it costs no more than what there never was. Spans say what may be seen of elements, and name
them. They do not know flow objects: who sees these depends on the diagrams that showed them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from facetstore.domain.access import Audience
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.filling import fill_named, fill_tenant, fill_versions, index_shown, key_of
from facetstore.storage.past.memory_database import MemoryDatabase
from facetstore.storage.past.mentions import mentions
from facetstore.storage.past.span_lists import NOTHING_THERE, SpanLists
from facetstore.storage.past.states import PastState, versions_at
from facetstore.storage.past.zones import PastZones, beyond, read_zones
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases.ports.selections import ContentOf, Parts, TargetsOf

MOST_LISTED: Final = 2000
"""How many elements of a list are put together at a time."""
_NOWHERE: Final = ""
"""No element has this id: it is looked for where an element is hidden, as one is that never was."""


class _WantedWhole(NamedTuple):
    """What is put together whole: elements, flow objects, and the diagrams that say who sees these; the contexts that are kept of each, None
    for all of them; whether diagrams are kept; and whether elements that may not be seen are passed over."""

    elements: Collection[str]
    flow: Collection[str] = ()
    diagrams: Collection[str] = ()
    contexts: Collection[str] | None = None
    content: bool = False
    indexed: bool = False
    passing: bool = False


class Nearby:
    """What was around some elements, put together as one request asks for it."""

    def __init__(self, engine: Engine, tenant: Tenant, audience: Audience, spans: SpanLists) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        self._audience = audience
        self._spans = spans
        self._known: dict[str, Sequence[PastState]] = {}
        """The versions of the elements that were looked for; none: there was no such element."""
        self._elements: dict[int, str] = {}
        """The elements by the keys of their versions."""

    async def listed(self, elements: Collection[str], parts: Parts, *, indexed: bool = False) -> SqlReader | None:
        """A reader of a database of its own that finds some elements, and by name what they refer to and show, and what is above and below
        them. None: that needs more, or not all of them may be seen."""
        self._forget()
        wanted = _WantedWhole(elements, contexts=parts.contexts, content=parts.content, indexed=indexed)
        return await self._together(wanted, parts)

    async def seen_among(self, elements: Collection[str], parts: Parts) -> SqlReader | None:
        """The same of those among some elements that may be seen."""
        self._forget()
        wanted = _WantedWhole(elements, contexts=parts.contexts, content=parts.content, passing=True)
        return await self._together(wanted, parts)

    async def joined(self, selection: TargetsOf | ContentOf, parts: Parts) -> SqlReader | None:
        """A reader of what some versions refer to or show. None as above, or these versions were not read before."""
        known = [key for key in selection.versions if key in self._elements]
        if len(known) < len(selection.versions):
            return None
        self._forget()
        await self._load(sources := {self._elements[key] for key in known})
        states = self._states(sources)
        if isinstance(selection, ContentOf):
            contexts: Collection[str] | None = parts.contexts
            beside = _shown(states)
        else:
            contexts = None if parts.contexts is None else {*parts.contexts, *selection.contexts}
            beside = _targets(states, selection.contexts.__contains__)
        around = await self._spans.around(sources | beside)
        await self._load(others := (sources | beside) - around.there.keys())
        flow = {each for each in others if self._known[each]}
        content = parts.content or isinstance(selection, ContentOf)
        return await self._together(_WantedWhole(around.seen.keys(), flow, (), contexts, content), parts)

    async def unlisted(self, id_: str, parts: Parts) -> SqlReader | None:
        """A reader that finds what an id selects that is no element of lists: a flow object, or one version; or finds nothing.

        Each id takes the same way, so that the time does not show what is hidden. None as above.
        """
        mentioned = await mentions(self._engine, self._tenant, (id_,))
        owner = mentioned.owners.get(id_, id_)
        around = await self._spans.around((owner,))
        if owner in around.seen:
            return await self.listed((owner,), parts)
        found = {owner} - around.there.keys()
        await self._load(found or {_NOWHERE})
        flow = [each for each in found if any(self._is_flow(state) for state in self._known[each])]
        diagrams = mentioned.showing if flow else ()
        return await self._together(_WantedWhole((), flow, diagrams, parts.contexts, content=True), parts)

    async def _together(self, wanted: _WantedWhole, parts: Parts) -> SqlReader | None:
        flow = wanted.flow
        if len(wanted.elements) + len(flow) + len(wanted.diagrams) > MOST_LISTED:
            return None
        roots = await self._spans.around(wanted.elements)
        if wanted.passing:
            hidden = roots.there.keys() - roots.seen.keys()
            wanted = wanted._replace(elements=[each for each in wanted.elements if each not in hidden])
        elements = wanted.elements
        if not roots.seen.keys() >= set(elements):
            return None
        await self._load({*elements, *flow, *wanted.diagrams})
        states = self._states([*elements, *flow])
        targets = _targets(states, lambda each: wanted.contexts is None or each in wanted.contexts)
        shapes = _shown(states) if wanted.content else set()
        authors = _targets(
            [*states, *self._states(wanted.diagrams)], frozenset(self._metamodel.roles.authors).__contains__
        )
        around = await self._spans.around(targets | shapes | authors)
        # What is not among them is a flow object, or was not there.
        await self._load(others := (targets | shapes) - around.there.keys() - set(flow))
        sees_flow = self._audience.sees_all and self._audience.drafts
        if self._states(others & targets) and not sees_flow:
            return None  # who sees it depends on the diagrams that show it
        below = await self._spans.below(elements) if parts.children else {}
        above = await self._spans.above(elements) if parts.root_path else NOTHING_THERE
        named = {**around.seen, **below, **above.seen}
        beside = [each for each in others if self._known[each]]
        self._elements.update({key_of(each.version.id): str(each.version.element) for each in states})
        reader, database = await self._read(wanted, beside, around.there.keys())
        filled = {*roots.seen, *wanted.diagrams}
        passed = [above.there[each] for each in above.there.keys() - above.seen.keys() - named.keys() - filled]
        await fill_named(
            database,
            self._tenant,
            self._metamodel,
            [each for each in named.values() if each.element not in filled],
            passed,
        )
        return reader

    async def flow(self, elements: Collection[str], diagrams: Collection[str], parts: Parts) -> SqlReader | None:
        """A reader of flow objects that these diagrams showed at some time. None as above."""
        return await self._together(_WantedWhole((), elements, diagrams, parts.contexts, content=True), parts)

    async def states(self, elements: Collection[str]) -> Sequence[PastState]:
        """All versions of some elements."""
        self._forget()
        await self._load(elements)
        return self._states(elements)

    async def flow_among(self, elements: Collection[str]) -> Sequence[PastState]:
        """The flow objects among some elements."""
        return [each for each in await self.states(elements) if self._is_flow(each)]

    def _forget(self) -> None:
        """Keep what is known of a page, but not of all pieces of a list that is streamed."""
        if len(self._known) > MOST_LISTED:
            self._known.clear()

    async def _load(self, elements: Iterable[str]) -> None:
        if missing := {each for each in elements if each not in self._known}:
            found: dict[str, list[PastState]] = {each: [] for each in missing}
            for state in await versions_at(
                self._engine.fetch, self._engine.dialect, self._tenant.key, missing, self._tenant.revision
            ):
                found[str(state.version.element)].append(state)
            self._known.update(found)

    def _states(self, elements: Iterable[str]) -> list[PastState]:
        return [state for each in elements for state in self._known.get(each, ())]

    def _is_flow(self, state: PastState) -> bool:
        found = self._metamodel.types.get(state.version.type)
        return found is not None and found.flow

    async def _read(
        self, wanted: _WantedWhole, beside: Collection[str], there: Collection[str]
    ) -> tuple[SqlReader, MemoryDatabase]:
        """A database with what is wanted whole, and `beside` it flow objects by name; and its reader."""
        whole = {*wanted.elements, *wanted.flow, *wanted.diagrams}
        kept = None if wanted.contexts is None else frozenset((*wanted.contexts, *self._metamodel.roles.authors))
        states = [_narrowed(each, kept, content=wanted.content) for each in self._states([*whole, *beside])]
        return await self.filled(states, {*whole, *there}, frozenset(beside), indexed=wanted.indexed)

    async def filled(
        self,
        states: Sequence[PastState],
        there: Collection[str],
        named: frozenset[str] = frozenset(),
        *,
        indexed: bool = False,
    ) -> tuple[SqlReader, MemoryDatabase]:
        """A database with these versions, of those `named` what references show, where these elements are `there` too; and its reader."""
        database = MemoryDatabase()
        existing = {str(each.version.element) for each in states}
        zones = await self._zones(existing)
        await fill_tenant(database, self._tenant, self._tenant.revision)
        found, there = zones.of(states, self._metamodel), existing.union(there)
        versions = await fill_versions(database, self._tenant, self._metamodel, states, found, there, named)
        if indexed:
            await index_shown(database, self._tenant, self._metamodel, versions)
        seen = beyond(self._audience, zones.gone) if self._audience.is_restricted else self._audience
        return SqlReader(database, self._tenant.key, seen), database

    async def _zones(self, elements: Collection[str]) -> PastZones:
        restricted = self._audience.is_restricted
        return await read_zones(
            self._engine.fetch, self._engine.dialect, self._tenant.key, elements, restricted=restricted
        )


def _targets(states: Iterable[PastState], of: Callable[[str], bool]) -> set[str]:
    return {
        str(target)
        for each in states
        for context, found in each.version.related.items()
        if of(context)
        for target in found
    }


def _shown(states: Iterable[PastState]) -> set[str]:
    return {str(shape.element) for each in states for shape in each.version.content}


def _narrowed(state: PastState, contexts: Collection[str] | None, *, content: bool) -> PastState:
    """A state with only these of its references, and its diagram only if it is wanted."""
    version = state.version
    if contexts is not None:
        version = version._replace(related={each: ids for each, ids in version.related.items() if each in contexts})
    return state._replace(version=version if content else version._replace(content=()))
