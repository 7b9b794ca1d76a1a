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
from facetstore.storage.past.filling import fill_tenant, fill_versions, key_of
from facetstore.storage.past.memory_database import MemoryDatabase
from facetstore.storage.past.states import PastState, versions_at
from facetstore.storage.past.zones import beyond, is_restricted, read_zones
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases.ports.selections import ById, ContentOf, Parts, Selection, TargetsOf, VersionsOf

ELEMENT_OF: Final = "SELECT element FROM version WHERE tenant = :tenant AND id = :id"
_DEEPEST: Final = 64
"""How many elements may stand above one."""


class Nearby:
    """What was around some elements, put together as one request asks for it."""

    def __init__(self, engine: Engine, tenant: Tenant, audience: Audience) -> None:
        self._engine = engine
        self._tenant = tenant
        self._metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        self._audience = audience
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
        tenant, restricted = self._tenant, is_restricted(self._audience)
        fetch, dialect = self._engine.fetch, self._engine.dialect
        fresh = [each for each in near if each not in self._filled]
        known = await read_zones(fetch, dialect, tenant.key, {*fresh, *self._filled}, restricted=restricted)
        if self._database is None or self._reader is None:
            self._database = MemoryDatabase()
            await fill_tenant(self._database, tenant, tenant.revision)
            seen = beyond(self._audience, known.gone) if restricted else self._audience
            self._reader = SqlReader(self._database, tenant.key, seen)
        states = self._states(fresh)
        zones = known.of(self._states({*fresh, *self._filled}), self._metamodel)
        existing = {each for each, found in self._known.items() if found}
        unsure = {target for target in _targets(states) if target not in self._known}
        await fill_versions(self._database, tenant, self._metamodel, states, zones, existing | unsure)
        self._filled.update(fresh)
        self._elements.update({key_of(each.version.id): str(each.version.element) for each in states})
        return self._reader


def _targets(states: Iterable[PastState], of: Callable[[str], bool] = lambda _: True) -> set[str]:
    return {
        str(target)
        for each in states
        for context, found in each.version.related.items()
        if of(context)
        for target in found
    }
