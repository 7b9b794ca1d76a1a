"""Whole versions as they were, rebuilt from the history of their elements alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from facetstore.domain.access import EDITORS
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.engine import Engine, Fetch
from facetstore.storage.past.filling import with_flags, without_gone
from facetstore.storage.past.span_lists import SpanLists
from facetstore.storage.past.states import PastState, versions_at
from facetstore.storage.writes.loading import SqlSnapshot, SqlStoredVersions
from facetstore.usecases.ports.writes import StoredVersion

_TODAY: Final = "SELECT v.id, v.element FROM version v WHERE v.tenant = :tenant AND {among}"
# No index knows versions that are gone: all of the history is read for them.
_EVER: Final = (
    "SELECT DISTINCT h.version, h.element FROM history h WHERE h.tenant = :tenant AND h.revision <= :at AND {among}"
)


class PastVersions(SqlStoredVersions):
    """Loads versions from the history of their elements, whatever else the tenant had; for all other reads it is put together as a whole.

    What viewers saw of flow objects is not worked out: it depends on diagrams that are not read.
    """

    def __init__(self, whole: Fetch, engine: Engine, tenant: Tenant, metamodel: Metamodel) -> None:
        super().__init__(whole, engine.dialect, tenant, metamodel)
        self._engine = engine
        self._past = tenant
        self._spans = SpanLists(engine, tenant, EDITORS)

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        wanted = list(ids)
        found = await self._of(wanted, await self._owners(_TODAY, "v.id", wanted))
        if missing := [id_ for id_ in wanted if id_ not in found]:
            found |= await self._of(missing, await self._owners(_EVER, "h.version", missing))
        return found

    async def _of(self, ids: Sequence[str], owners: Mapping[str, str]) -> dict[str, StoredVersion]:
        """The versions that these ids name, where `owners` are the elements of those that are ids of versions."""
        states = await self._states({owners.get(id_, id_) for id_ in ids})
        there = await self._there(states)
        whole = [each._replace(version=without_gone(each.version, there)) for each in states]
        versions = with_flags(whole, self.metamodel)
        known = {str(each.version.element): each for each in versions if each.newest}
        known |= {str(each.version.id): each for each in versions}
        return {id_: known[id_] for id_ in ids if id_ in known}

    async def _owners(self, text: str, column: str, ids: Collection[str]) -> Mapping[str, str]:
        """The elements of the versions among some ids."""
        dialect = self._engine.dialect
        values = {"tenant": self._tenant, "at": self._past.revision, "ids": dialect.pack(sorted(ids))}
        rows = await self._engine.fetch(text.format(among=dialect.among(column, "ids")), values)
        return {str(version): str(element) for version, element in rows}

    async def _states(self, elements: Collection[str]) -> Sequence[PastState]:
        found = await versions_at(self._engine.fetch, self._engine.dialect, self._tenant, elements, self._past.revision)
        return [each for each in found if each.version.type in self.metamodel.types]

    async def _there(self, states: Sequence[PastState]) -> Collection[str]:
        """Of what versions refer to and show, the elements that there were. Spans do not know flow objects."""
        targets = {str(id_) for each in states for found in each.version.related.values() for id_ in found}
        targets |= {str(shape.element) for each in states for shape in each.version.content}
        around = await self._spans.around(targets)
        others = await self._states(targets - around.there.keys())
        return {*around.there, *(str(each.version.element) for each in others)}


class PastSnapshot(SqlSnapshot):
    """Whole versions as they were. Tasks are no part of the history."""

    def __init__(self, whole: Fetch, engine: Engine, tenant: Tenant, metamodel: Metamodel) -> None:
        super().__init__(whole, engine.dialect, tenant, metamodel)
        self.stored = PastVersions(whole, engine, tenant, metamodel)
