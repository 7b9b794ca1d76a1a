"""The part of a tenant as it was that one element needs: itself, what it refers to and shows, and what it stands below.

Most reads of one element need nothing else, so that they cost the same in a tenant of any size. What would have to be searched for, such
as children, or the diagrams that show a flow object, needs the whole tenant (`pasts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from facetstore.domain.access import Audience
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.filling import fill_named, fill_tenant, fill_versions, key_of
from facetstore.storage.past.memory_database import MemoryDatabase
from facetstore.storage.past.span_lists import NOTHING_THERE, SpanLists
from facetstore.storage.past.states import PastState, versions_at
from facetstore.storage.past.zones import PastZones, beyond, read_zones
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases.ports.selections import ById, ContentOf, Parts, Selection, TargetsOf, VersionsOf

ELEMENT_OF: Final = "SELECT element FROM version WHERE tenant = :tenant AND id = :id"
MOST_LISTED: Final = 2000
"""How many elements of a list are put together at a time."""
_DEEPEST: Final = 64
"""How many elements may stand above one."""


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
        self._filled: set[str] = set()
        self._elements: dict[int, str] = {}
        """The elements by the keys of their versions."""
        self._database: MemoryDatabase | None = None
        self._reader: SqlReader | None = None

    async def reader(self, selection: Selection, parts: Parts) -> SqlReader | None:
        """A reader that finds all that a selection needs; None: it needs more than what is near."""
        roots = await self._roots(selection)
        if not roots or (parts.children and not self._are_leaves(roots)):
            return None
        if isinstance(selection, ById | VersionsOf) and any(self._is_flow(each) for each in self._states(roots)):
            return None  # who may change it depends on the diagrams that show it
        near = await self._load_around(roots)
        if not self._audience.drafts and any(self._is_flow(each) for each in self._states(near)):
            return None  # which diagrams show it decides who sees it
        return await self._filled_with(near)

    async def _roots(self, selection: Selection) -> Collection[str]:
        match selection:
            case ById(id=id_):
                await self._load([id_])
                if not self._known[id_]:
                    rows = await self._engine.fetch(ELEMENT_OF, {"tenant": self._tenant.key, "id": id_})
                    return [str(element) for (element,) in rows]
                return [id_]
            case VersionsOf(elements=elements):
                return elements
            case TargetsOf(versions=keys) | ContentOf(versions=keys) if all(key in self._elements for key in keys):
                of_versions = {self._elements[key] for key in keys}
                shown = isinstance(selection, ContentOf)
                return {
                    *of_versions,
                    *_targets(self._states(of_versions), lambda context: not shown),
                    *(each.element for state in self._states(of_versions) for each in state.version.content if shown),
                }
            case _:
                return ()

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
        return found is None or found.flow

    def _are_leaves(self, elements: Iterable[str]) -> bool:
        """Whether nothing may stand below elements of their types."""
        types = self._metamodel.types
        return all(
            not types[each.version.type].children for each in self._states(elements) if each.version.type in types
        )

    async def _load_around(self, roots: Collection[str]) -> Collection[str]:
        """The elements that are read with these: targets, what diagrams show, and what is above; all of them loaded."""
        await self._load(roots)
        states = self._states(roots)
        near = {*roots, *_targets(states), *(shape.element for each in states for shape in each.version.content)}
        above = {str(each.version.parent) for each in states if each.version.parent}
        for _ in range(_DEEPEST):
            await self._load(near | above)
            higher = {str(each.version.parent) for each in self._states(above) if each.version.parent} - above
            if not higher:
                break
            above |= higher
        # Whether authors are named depends on which of them there were.
        authors = frozenset(self._metamodel.roles.authors)
        await self._load(_targets(self._states(near | above), authors.__contains__))
        return near | above

    async def _filled_with(self, near: Collection[str]) -> SqlReader:
        fresh = [each for each in near if each not in self._filled]
        known = await self._zones({*fresh, *self._filled})
        if self._database is None or self._reader is None:
            self._database = MemoryDatabase()
            self._reader = await self._opened(self._database, known)
        states = self._states(fresh)
        zones = known.of(self._states({*fresh, *self._filled}), self._metamodel)
        existing = {each for each, found in self._known.items() if found}
        unsure = {target for target in _targets(states) if target not in self._known}
        await fill_versions(self._database, self._tenant, self._metamodel, states, zones, existing | unsure)
        self._filled.update(fresh)
        self._note_keys(states)
        return self._reader

    async def _zones(self, elements: Collection[str]) -> PastZones:
        restricted = self._audience.is_restricted
        return await read_zones(
            self._engine.fetch, self._engine.dialect, self._tenant.key, elements, restricted=restricted
        )

    async def _opened(self, database: MemoryDatabase, zones: PastZones) -> SqlReader:
        await fill_tenant(database, self._tenant, self._tenant.revision)
        seen = beyond(self._audience, zones.gone) if self._audience.is_restricted else self._audience
        return SqlReader(database, self._tenant.key, seen)

    def _note_keys(self, states: Iterable[PastState]) -> None:
        self._elements.update({key_of(each.version.id): str(each.version.element) for each in states})

    # Lists

    async def listed(self, elements: Collection[str], parts: Parts) -> SqlReader | None:
        """A reader of a database of its own that finds some elements, and by name what they refer to and show, and what is above and below
        them. None: that needs more, or not all of them may be seen.

        What is hidden is not put together, so that it costs no more than what there never was.
        """
        if len(elements) > MOST_LISTED:
            return None
        roots = await self._spans.around(elements)
        if not roots.seen.keys() >= set(elements):
            return None
        await self._load(elements)
        states, contexts = self._states(elements), parts.contexts
        targets = _targets(states, lambda each: contexts is None or each in contexts)
        shapes = {str(shape.element) for each in states for shape in each.version.content if parts.content}
        authors = _targets(states, frozenset(self._metamodel.roles.authors).__contains__)
        around = await self._spans.around(targets | shapes | authors)
        # What is not among them is a flow object, or was not there.
        await self._load(others := (targets | shapes) - around.there.keys())
        if self._states(others & targets):
            return None  # who sees it depends on the diagrams that show it
        below = await self._spans.below(elements) if parts.children else {}
        above = await self._spans.above(elements) if parts.root_path else NOTHING_THERE
        named = {**around.seen, **below, **above.seen}
        hidden = above.there.keys() - above.seen.keys()
        flow = [each for each in others if self._known[each]]
        reader, database = await self._read_listed(elements, flow, around.there.keys(), parts)
        beside = [each for each in named.values() if each.element not in roots.seen]
        passed = [above.there[each] for each in hidden - named.keys() - roots.seen.keys()]
        await fill_named(database, self._tenant, self._metamodel, beside, passed)
        return reader

    async def _read_listed(
        self, elements: Collection[str], flow: Collection[str], there: Collection[str], parts: Parts
    ) -> tuple[SqlReader, MemoryDatabase]:
        database, zones = MemoryDatabase(), await self._zones({*elements, *flow})
        reader = await self._opened(database, zones)
        kept = None if parts.contexts is None else frozenset((*parts.contexts, *self._metamodel.roles.authors))
        states = [_narrowed(each, kept, content=parts.content) for each in self._states([*elements, *flow])]
        found, existing = zones.of(states, self._metamodel), {*elements, *flow, *there}
        await fill_versions(database, self._tenant, self._metamodel, states, found, existing, frozenset(flow))
        self._note_keys(self._states(elements))
        return reader, database


def _targets(states: Iterable[PastState], of: Callable[[str], bool] = lambda _: True) -> set[str]:
    return {
        str(target)
        for each in states
        for context, found in each.version.related.items()
        if of(context)
        for target in found
    }


def _narrowed(state: PastState, contexts: Collection[str] | None, *, content: bool) -> PastState:
    """A state with only these of its references, and its diagram only if it is wanted."""
    version = state.version
    if contexts is not None:
        version = version._replace(related={each: ids for each, ids in version.related.items() if each in contexts})
    return state._replace(version=version if content else version._replace(content=()))
