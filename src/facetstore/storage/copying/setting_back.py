"""Sets the content of a tenant back to an earlier revision, by changes like all others: the history goes on and keeps what was undone.

Users, groups, tokens, languages and other elements for administrators stay as they are, and so do settings, metamodel and permissions:
who was shut out since then must not come back.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.states import PastState, versions_at
from facetstore.storage.store import SqlStorage
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.lifecycle.task_decisions import tasks_of_state
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.writing import new_id

_BATCH: Final = 500
CHANGED: Final = f"""
    SELECT DISTINCT element FROM history
     WHERE tenant = :tenant AND revision > :revision AND version IS NOT NULL AND element > :after
     ORDER BY element LIMIT {_BATCH}
"""


class SetBack(NamedTuple):
    """How many versions were brought back, changed back and deleted."""

    added: int = 0
    changed: int = 0
    deleted: int = 0

    def plus(self, other: SetBack) -> SetBack:
        return SetBack(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


async def set_back(storage: SqlStorage, tenant: Tenant, revision: int, reason: str) -> SetBack:
    """Set the content of a tenant back to what it was at a revision. Raises Conflict if a type of then does not exist any more."""
    metamodel = load_stored(tenant.additions, tenant.address.is_administration)
    engine, done, flow = storage.engine_of(tenant.key).for_tenant(tenant.key), SetBack(), set[str]()
    async with storage.writer(tenant, actor=None, reason=reason) as writer:
        async for elements in _changed_since(engine, tenant.key, revision):
            now = await writer.stored.versions_of(elements, gone=True)
            states = await versions_at(engine.fetch, engine.dialect, tenant.key, elements, revision)
            batch = _Batch(metamodel, _content(now, metamodel), _versions(states, metamodel))
            done = done.plus(await batch.write(writer))
            flow |= batch.shown
        for some in _parts(sorted(flow)):
            await writer.versions.settle_flow_objects(some)
    return done


async def _changed_since(engine: Engine, tenant: int, revision: int) -> AsyncIterator[Sequence[str]]:
    """The elements that were changed since a revision, some at a time."""
    after = ""
    while rows := await engine.fetch(CHANGED, {"tenant": tenant, "revision": revision, "after": after}):
        elements = [str(element) for (element,) in rows]
        yield elements
        after = elements[-1]


def _content(stored: Sequence[StoredVersion], metamodel: Metamodel) -> Mapping[str, StoredVersion]:
    return {str(each.version.id): each for each in stored if not metamodel.types[each.version.type].for_administrators}


def _versions(states: Collection[PastState], metamodel: Metamodel) -> Mapping[str, Version]:
    versions = [each.version for each in states]
    if gone := sorted({each.type for each in versions} - metamodel.types.keys()):
        raise Conflict(f"There is no type {gone[0]} any more. Apply the metamodel of that day first.")
    return {str(each.id): each for each in versions if not metamodel.types[each.type].for_administrators}


class _Batch:
    """The versions of some elements, as they are now and as they were."""

    def __init__(self, metamodel: Metamodel, now: Mapping[str, StoredVersion], then: Mapping[str, Version]) -> None:
        self._metamodel = metamodel
        self._now = now
        self._then = then
        self._gone = [each for id_, each in now.items() if id_ not in then]
        self._back = [each for id_, each in then.items() if id_ not in now]
        self._changed = [
            each._replace(version=then[id_]) for id_, each in now.items() if id_ in then and then[id_] != each.version
        ]

    @property
    def shown(self) -> set[str]:
        """The flow objects whose diagrams were changed, and those that were changed themselves."""
        versions = [*(each.version for each in (*self._gone, *self._changed)), *self._back]
        return {str(id_) for each in versions for id_ in (each.element, *(shape.element for shape in each.content))}

    async def write(self, writer: Writer) -> SetBack:
        """Write what differs. New versions come before others go, so that an element that has both stays."""
        touched = {str(each.version.element) for each in (*self._gone, *self._changed)}
        touched |= {str(each.element) for each in self._back}
        if not touched:
            return SetBack()
        elements = sorted(touched)
        await writer.versions.unsettle(elements)
        await writer.versions.add(self._added(), "element.restored")
        if self._changed:
            await writer.versions.replace(self._changed, "element.changed")
        await self._delete(writer)
        await writer.versions.settle(elements)
        await self._renew_tasks(writer)
        return SetBack(len(self._back), len(self._changed), len(self._gone))

    def _added(self) -> Sequence[StoredVersion]:
        """The versions that come back, none of them chosen: `settle` decides which one an id selects."""
        known = {each.version.element for each in self._now.values()}
        found = []
        for each in self._back:
            found.append(
                StoredVersion(
                    each,
                    newest=False,
                    visible=self._is_visible(each),
                    published=False,
                    first=each.element not in known,
                )
            )
            known.add(each.element)
        return found

    def _is_visible(self, version: Version) -> bool:
        state = self._metamodel.state_of.get((version.type, version.state))
        return state is None or state.visible

    async def _delete(self, writer: Writer) -> None:
        staying = {each.element for each in self._then.values()}
        for kind, stays in (("version.deleted", True), ("element.deleted", False)):
            gone = [each for each in self._gone if (each.version.element in staying) is stays]
            if gone:
                await writer.versions.delete(gone, kind)

    async def _renew_tasks(self, writer: Writer) -> None:
        """Close the open tasks of versions that were set back, and open those that their states of then have."""
        now = local_now(time_zone(writer.current.settings.time_zone))
        changed = [each.version for each in self._changed]
        ids = [each.id for each in (*changed, *(each.version for each in self._gone))]
        open_ = [each for each in await writer.tasks.of_versions(ids) if each.is_open]
        await writer.tasks.change([replace(each, state=TaskState.CLOSED, closed_on=now) for each in open_])
        waiting = [*changed, *self._back]
        await writer.tasks.add(
            [task for each in waiting for task in tasks_of_state(self._metamodel, each, now, new_id)]
        )


def _parts(items: Sequence[str]) -> Sequence[Sequence[str]]:
    return [items[start : start + _BATCH] for start in range(0, len(items), _BATCH)]
