"""The history of an element, and the difference between two of its versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import NotFound
from facetstore.domain.values import parse_guid
from facetstore.regional.time_zones import TimeZone, time_zone, to_local
from facetstore.usecases.changes.difference import compared, compared_all
from facetstore.usecases.changes.stamps import first_stamps, stamps
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import Parts, TheseElements, TheseVersions
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import HistoryEntry
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading

_MANY: Final = 200
_SAME: Final = 2
"""From how many shapes on versions are compared in a job process, and how many shapes the rest of a version counts as.

Fewer are compared in place, which takes up to about 5 ms."""

_WITH_IDS: Final = ("element", "from", "to")
_BETWEEN: Final = ", "
"""The names of the texts in an entry that hold ids of elements, and the separator between the ids."""

Path = tuple[str, str, str]
"""Facet, view and element, as an address names them."""


async def list_history(
    reading: Reading, storage: Storage, jobs: Jobs, path: Path, limit: int, offset: int
) -> Sequence[Mapping[str, Any]]:
    """The history of an element, newest change first. Raises NotFound, Forbidden."""
    element = await _access(reading, path)
    zone = time_zone(reading.served.settings.time_zone)
    entries = await storage.history(reading.served.tenant.key, element, limit, offset)
    named = await _named(reading, entries)
    if not reading.caller.audience.sees_all:
        entries = [_without_hidden(each, named) for each in entries]
    pairs = [(each.before, each.after) for each in entries if each.before is not None and each.after is not None]
    jobs = _jobs_for(jobs, [each for pair in pairs for each in pair])
    found = iter(await jobs.run(reading.served.tenant.key, compared_all, pairs, _left_out(reading)))
    actors = {id_: render_actor(reading, row) for id_, row in named.items() if id_ in {each.actor for each in entries}}
    return [_rendered(each, zone, actors, next(found) if each.before and each.after else None) for each in entries]


def _left_out(reading: Reading) -> frozenset[str]:
    return stamps(reading.metamodel) | reading.metamodel.hidden


def _jobs_for(jobs: Jobs, versions: Iterable[Version]) -> Jobs:
    """Where to compare versions: in place if they are few and small, otherwise in a job process."""
    return jobs if sum(_SAME + len(each.content) for each in versions) >= _MANY else IN_PLACE


async def _named(reading: Reading, entries: Sequence[HistoryEntry]) -> Mapping[str, NamedRow]:
    """The actors of entries, by id; for a caller from whom something is hidden, also all other elements that the entries name.

    Deleted elements and those that the caller does not see are left out.
    """
    ids = {each.actor for each in entries if each.actor is not None and parse_guid(each.actor)}
    if not reading.caller.audience.sees_all:
        ids |= _ids([each for entry in entries for each in (entry.before, entry.after) if each is not None])
        ids |= {id_ for each in entries for name in _WITH_IDS for id_ in each.details.get(name, "").split(_BETWEEN)}
    rows = await reading.names.names(TheseElements(tuple(sorted(ids))))
    return {row.element: row for row in rows}


def _without_hidden(entry: HistoryEntry, named: Collection[str]) -> HistoryEntry:
    """The entry without the elements that are not in `named`: hidden or deleted ones."""

    def narrowed(version: Version | None) -> Version | None:
        return _as_seen(version, named) if version is not None else None

    def seen(name: str, text: str) -> str:
        return text if name not in _WITH_IDS else _BETWEEN.join(filter(named.__contains__, text.split(_BETWEEN)))

    shows_actor = entry.actor is None or parse_guid(entry.actor) is None or entry.actor in named
    return entry._replace(
        actor=entry.actor if shows_actor else None,
        details={name: visible for name, text in entry.details.items() if (visible := seen(name, text))},
        before=narrowed(entry.before),
        after=narrowed(entry.after),
    )


def render_actor(reading: Reading, row: NamedRow) -> Mapping[str, Any]:
    """Type and name, by culture, of the principal that made a change."""
    attributes = {
        name: each for name, each in stored_attributes(row.brief).items() if name not in reading.metamodel.hidden
    }
    # A caller that may only see tokens by name has no token types in its metamodel.
    names = names_of(attributes, reading.metamodel.whole.types[row.type])
    return {"type": row.type, "name": {str(culture): name for culture, name in names.items()}}


async def _access(reading: Reading, path: Path) -> str:
    facet, _ = access_view(reading.metamodel, path[0], path[1])
    return (await access_element(reading, facet, path[2], Parts())).element


def _rendered(
    entry: HistoryEntry,
    zone: TimeZone,
    actors: Mapping[str, object],
    found: tuple[list[str], Mapping[str, object]] | None,
) -> Mapping[str, Any]:
    changed, difference = found or (None, None)
    fields = {
        "revision": entry.revision,
        "at": to_local(entry.at, zone),
        "by": entry.actor,
        "actor": actors.get(entry.actor or ""),
        "kind": entry.kind,
        "versionId": entry.version,
        "reason": entry.reason,
        "changed": changed,
        "difference": difference,
        "told": dict(entry.details) or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


async def compare_versions(
    reading: Reading, storage: Storage, jobs: Jobs, path: Path, first: str, second: str
) -> Mapping[str, Any]:
    """The difference from the first version to the second, which must be versions of the element that the caller sees.

    Raises NotFound, Forbidden. Children are not compared: they belong to the element, not to its versions.
    """
    element = await _access(reading, path)
    old, new = await _access_versions(reading, element, (first, second))
    async with storage.snapshot(reading.served.tenant) as snapshot:
        found = {id_: each.version for id_, each in (await snapshot.stored.load({old, new})).items()}
        shown = {str(shape.element) for version in found.values() for shape in version.content}
        flow = {id_: each.version for id_, each in (await snapshot.stored.load(sorted(shown))).items()}
    if not {old, new} <= found.keys():  # deleted meanwhile
        raise _unknown_version()
    seen, types = await _seen(reading, [*found.values(), *flow.values()]), reading.metamodel.whole.types
    changed, difference = await _jobs_for(jobs, [*found.values(), *flow.values()]).run(
        reading.served.tenant.key,
        compared,
        _as_seen(found[old], seen),
        _as_seen(found[new], seen),
        elements={id_: _as_seen(each, seen) for id_, each in flow.items() if types[each.type].flow},
        leave_out=_left_out(reading),
        of_copies=first_stamps(reading.metamodel),
    )
    return {"id": element, "from": old, "to": new, "changed": changed, "difference": difference}


async def _access_versions(reading: Reading, element: str, given: Sequence[str]) -> Sequence[str]:
    ids = [parse_guid(each) or "" for each in given]
    rows = await reading.names.names(TheseVersions(tuple(ids)))
    visible = {row.version for row in rows if row.element == element}
    if not visible.issuperset(ids):
        raise _unknown_version()
    return ids


def _unknown_version() -> NotFound:
    return NotFound("There is no such version of this element.")


async def _seen(reading: Reading, versions: Sequence[Version]) -> Collection[str]:
    """The elements that the caller sees among the targets, shapes and parents of versions."""
    return {row.element for row in await reading.names.names(TheseElements(tuple(sorted(_ids(versions)))))}


def _ids(versions: Sequence[Version]) -> set[str]:
    """The elements that versions refer to, show in diagrams or have as parents."""
    found = {id_ for each in versions for id_ in (*_targets(each), *(shape.element for shape in each.content))}
    return found | {each.parent for each in versions if each.parent is not None}


def _targets(version: Version) -> Iterable[str]:
    return (id_ for targets in version.related.values() for id_ in targets)


def _as_seen(version: Version, seen: Collection[str]) -> Version:
    """A version without what is hidden from the caller."""
    related = {name: tuple(id_ for id_ in targets if id_ in seen) for name, targets in version.related.items()}
    shapes = {each.id: each for each in version.content if each.element in seen}
    return version._replace(
        related=related,
        content=tuple(_connected(each, shapes) for each in shapes.values()),
        parent=version.parent if version.parent in seen else None,
    )


def _connected(shape: Shape, shapes: Mapping[str, Shape]) -> Shape:
    return replace(shape, predecessors=tuple(id_ for id_ in shape.predecessors if id_ in shapes))
