"""The history of an element, and the difference between two of its versions or moments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from facetstore.domain.element import Shape, Version
from facetstore.domain.values import parse_guid
from facetstore.regional.time_zones import TimeZone, time_zone, to_local
from facetstore.usecases.changes.difference import compared, compared_all
from facetstore.usecases.changes.stamps import first_stamps, stamps
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import HistoryEntry
from facetstore.usecases.reading.sides import Earlier, Path, Side, access, ids_in, read_side
from facetstore.usecases.tenancy import Reading

_MANY: Final = 200
_SAME: Final = 2
"""From how many shapes on versions are compared in a job process, and how many shapes the rest of a version counts as.

Fewer are compared in place, which takes up to about 5 ms."""

_WITH_IDS: Final = ("element", "from", "to")
_BETWEEN: Final = ", "
"""The names of the texts in an entry that hold ids of elements, and the separator between the ids."""
_PROOF: Final = frozenset({"approved", "approvedWithout"})
"""The names of the hash of what was approved, and of what it leaves out (`release/approved.py`)."""


async def list_history(
    reading: Reading, storage: Storage, jobs: Jobs, path: Path, limit: int, offset: int
) -> Sequence[Mapping[str, Any]]:
    """The history of an element, newest change first. Raises NotFound, Forbidden."""
    element = await access(reading, path)
    zone = time_zone(reading.served.settings.time_zone)
    entries = await storage.history(reading.served.tenant.key, element, limit, offset)
    named = await named_in(reading, entries)
    entries = [without_proof(each) for each in entries]
    if not reading.caller.audience.sees_all:
        entries = [without_hidden(each, named) for each in entries]
    pairs = [(each.before, each.after) for each in entries if each.before is not None and each.after is not None]
    jobs = jobs_for(jobs, [each for pair in pairs for each in pair])
    found = iter(await jobs.run(reading.served.tenant.key, compared_all, pairs, left_out(reading)))
    actors = {id_: render_actor(reading, row) for id_, row in named.items() if id_ in {each.actor for each in entries}}
    return [_rendered(each, zone, actors, next(found) if each.before and each.after else None) for each in entries]


def left_out(reading: Reading) -> frozenset[str]:
    return stamps(reading.metamodel) | reading.metamodel.hidden


def jobs_for(jobs: Jobs, versions: Iterable[Version]) -> Jobs:
    """Where to compare versions: in place if they are few and small, otherwise in a job process."""
    return jobs if sum(_SAME + len(each.content) for each in versions) >= _MANY else IN_PLACE


async def named_in(reading: Reading, entries: Sequence[HistoryEntry]) -> Mapping[str, NamedRow]:
    """The actors of entries, by id; for a caller from whom something is hidden, also all other elements that the entries name.

    Deleted elements and those that the caller does not see are left out.
    """
    ids = {each.actor for each in entries if each.actor is not None and parse_guid(each.actor)}
    if not reading.caller.audience.sees_all:
        ids |= ids_in([each for entry in entries for each in (entry.before, entry.after) if each is not None])
        ids |= {id_ for each in entries for name in _WITH_IDS for id_ in each.details.get(name, "").split(_BETWEEN)}
    rows = await reading.names.names(TheseElements(tuple(sorted(ids))))
    return {row.element: row for row in rows}


def without_proof(entry: HistoryEntry) -> HistoryEntry:
    """The entry without the hash of what was approved, which the list of versions shows to those who may see it."""
    if _PROOF.isdisjoint(entry.details):
        return entry
    return entry._replace(details={name: text for name, text in entry.details.items() if name not in _PROOF})


def without_hidden(entry: HistoryEntry, named: Collection[str]) -> HistoryEntry:
    """The entry without the elements that are not in `named`: hidden or deleted ones."""

    def narrowed(version: Version | None) -> Version | None:
        return as_seen(version, named) if version is not None else None

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


async def compare(
    reading: Reading, earlier: Earlier, jobs: Jobs, path: Path, given: tuple[str, str]
) -> Mapping[str, Any]:
    """The difference between two sides of an element: versions, or the element as it was at a revision, a day or a time.

    Children belong to the element, not to its versions: they are compared between two moments only. Raises NotFound, Forbidden,
    InvalidParameter.
    """
    element = await access(reading, path)
    old, new = [
        await read_side(reading, earlier, path, name, text) for name, text in zip(("from", "to"), given, strict=True)
    ]
    is_past = old.revision is not None and new.revision is not None
    changed, difference = await jobs_for(jobs, [each for side in (old, new) for each in _all_in(side)]).run(
        reading.served.tenant.key,
        compared,
        as_seen(old.version, old.seen),
        as_seen(new.version, new.seen),
        elements=(_flow(old), _flow(new)),
        leave_out=left_out(reading),
        of_copies=first_stamps(reading.metamodel),
        children=(old.children, new.children) if is_past else ((), ()),
    )
    sides = {"from": old.version.id, "to": new.version.id}
    moments = {"fromRevision": old.revision, "toRevision": new.revision}
    known = {name: revision for name, revision in moments.items() if revision is not None}
    return {"id": element, **sides, **known, "changed": changed, "difference": difference}


def _all_in(side: Side) -> Sequence[Version]:
    return [side.version, *side.flow.values()]


def _flow(side: Side) -> Mapping[str, Version]:
    return {id_: as_seen(each, side.seen) for id_, each in side.flow.items()}


def as_seen(version: Version, seen: Collection[str]) -> Version:
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
