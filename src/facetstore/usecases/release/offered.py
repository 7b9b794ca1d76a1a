"""Reads of the release lifecycle: the transitions that are offered, and what prevents them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from facetstore.domain.callers import Caller
from facetstore.domain.element import Version
from facetstore.domain.errors import Forbidden, NotFound
from facetstore.domain.rights import rights_of
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, parse_guid
from facetstore.metamodel.lifecycle_model import Transition
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.judging import facts_of
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.lifecycle.perform import Around, Explained, explain
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.lifecycle.transitions import offered_from
from facetstore.usecases.lifecycle.validation import ShapeLabel
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import Snapshot, StoredVersion
from facetstore.usecases.reading.accessing import NOT_OPENED, access_row
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import new_id, shown_in


async def list_transitions(reading: Reading, element_id: str) -> tuple[Transition, ...]:
    """The transitions that state and type allow. Whether this caller may apply one is checked when it does (D6.3).

    Raises NotFound, Forbidden.
    """
    row = await access_row(reading, element_id)
    return offered_from(reading.metamodel, row.type, row.state)


class OfferedTransitions(NamedTuple):
    """A version, and the transitions that are offered for it."""

    version: Version
    transitions: tuple[Explained, ...]


async def explain_transitions(reading: Reading, storage: Storage, element_id: str) -> OfferedTransitions:
    """Every offered transition, what keeps this caller from it, and what the rules would find. Raises NotFound, Forbidden."""
    metamodel, settings, caller = reading.metamodel.whole, reading.served.settings, reading.caller
    async with storage.snapshot(reading.served.tenant) as snapshot:
        stored = await find_stored(snapshot, metamodel, caller, element_id)
        around = (await surroundings(snapshot, metamodel, settings, caller, stored)).around
        now = local_now(time_zone(settings.time_zone))
        acting = Acting(caller, caller.principals, now, new_id, stored.zone)
        explained = explain(metamodel, settings, stored.version, acting, around)
        people = {task.assignee for each in explained for task in each.opened if task.assignee is not None}
        found = await snapshot.stored.load(people) if people else {}
    seen = {id_ for id_, each in found.items() if rights_of(caller, facts_of(metamodel, each)).see is None}
    transitions = tuple(replace(each, opened=_shown_tasks(each.opened, seen)) for each in explained)
    return OfferedTransitions(stored.version, transitions)


def _shown_tasks(opened: tuple[Task, ...], seen: Collection[str]) -> tuple[Task, ...]:
    """The tasks whose assignees the caller sees, and those for a role."""
    return tuple(each for each in opened if each.assignee is None or each.assignee in seen)


async def find_stored(snapshot: Snapshot, metamodel: Metamodel, caller: Caller, id_: str) -> StoredVersion:
    """The version that an id names: that version, or the newest one of that element that the caller may see.

    Raises NotFound, Forbidden.
    """
    guid = parse_guid(id_)
    found = (await snapshot.stored.load([guid])).get(guid) if guid is not None else None
    if guid is not None and not caller.sees_drafts:
        found = await _published(snapshot, guid, found)
    if found is None:
        raise NotFound("There is no such element.")
    check_opened(metamodel, caller, found, "There is no such element.")
    return found


def check_opened(metamodel: Metamodel, caller: Caller, stored: StoredVersion, unknown: str) -> None:
    """Raise NotFound if the caller does not see a version, Forbidden if the caller may only see its name."""
    rights = rights_of(caller, facts_of(metamodel, stored))
    if rights.see is not None:
        raise NotFound(unknown)
    if rights.open is not None:
        raise Forbidden(NOT_OPENED)


async def _published(snapshot: Snapshot, guid: str, found: StoredVersion | None) -> StoredVersion | None:
    """The version for a caller that sees no drafts: the one of this id, or the published one of this element; or None.

    The same is read for an unknown id, so that it takes as long.
    """
    versions = await snapshot.stored.versions_of([found.version.element if found is not None else guid])
    if found is None or found.visible or guid == str(found.version.id):
        return found if found is not None and found.visible else None
    return next((each for each in versions if each.published), None)


@dataclass(frozen=True, slots=True)
class TransitionSurroundings:
    """What a transition needs beside the version, and the stored versions that it may change, by id."""

    around: Around
    versions: Mapping[str, StoredVersion]


async def surroundings(
    snapshot: Snapshot, metamodel: Metamodel, settings: TenantSettings, caller: Caller, stored: StoredVersion
) -> TransitionSurroundings:
    """Read the surroundings of a version. The number of statements does not depend on their size."""
    own = stored.version
    versions = {str(each.version.id): each for each in await snapshot.stored.versions_of([own.element])}
    others = [each.version for id_, each in versions.items() if id_ != own.id]
    before = [each for each in others if _was_released(metamodel, each)]
    tasks = await snapshot.tasks.of_versions(versions)
    shown = await snapshot.stored.load(shown_in(own)) if own.content else {}
    seen = {id_: each for id_, each in shown.items() if rights_of(caller, facts_of(metamodel, each)).see is None}
    drafts = {id_ for id_, each in seen.items() if not each.visible and not metamodel.types[each.version.type].flow}
    older = await snapshot.stored.versions_of(sorted(drafts)) if drafts else ()
    drafts -= {str(each.version.element) for each in older if each.published}
    labels = {
        ElementId(id_): _shown(metamodel, settings, each.version)._replace(public=id_ not in drafts)
        for id_, each in seen.items()
    }
    hidden = frozenset(map(ElementId, shown.keys() - seen.keys()))
    return TransitionSurroundings(Around(before[-1] if before else None, tasks, labels, hidden), versions)


def _was_released(metamodel: Metamodel, version: Version) -> bool:
    state = metamodel.state_of.get((version.type, version.state))
    return state is not None and state.was_released


def _shown(metamodel: Metamodel, settings: TenantSettings, version: Version) -> ShapeLabel:
    texts = (version.attributes.get(name, {}) for name in metamodel.types[version.type].label)
    words = (str(values.get(settings.default_data_culture) or next(iter(values.values()), "")) for values in texts)
    return ShapeLabel(version.type, " ".join(filter(None, words)))
