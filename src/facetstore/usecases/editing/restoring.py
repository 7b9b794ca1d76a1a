"""Restoring from the trash: versions, place, children and flow objects. What is missing is reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, NotFound, PreconditionFailed
from facetstore.domain.rights import administers
from facetstore.domain.values import parse_guid
from facetstore.usecases.editing.unique_logins import check_unique, given_logins
from facetstore.usecases.lifecycle.new_version import OPEN_DRAFT, is_draft, next_number
from facetstore.usecases.ports.writes import StoredVersion, Taken, Trashed
from facetstore.usecases.tenants.configuring import settle_configuration
from facetstore.usecases.tenants.following import follow_restoring
from facetstore.usecases.writing import Writing, name_of, shown_in

_KIND = "element.restored"


@dataclass(frozen=True, slots=True)
class Restored:
    """The newest restored version, and what is missing or different."""

    version: str
    facet: str
    missing: tuple[Finding, ...]


async def restore(writing: Writing, deletion_id: str) -> Restored:
    """Restore an element or a draft from the trash. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    trashed = await _access_trashed(writing, deletion_id)
    known = await writing.writer.stored.existing(_named(trashed))
    _check_free(trashed, known)
    flow_objects = _flow_objects(trashed, known)
    if flow_objects:
        await writing.writer.versions.add(flow_objects, _KIND)
    restored, missing = await (_draft if trashed.deleted.version else _whole)(writing, trashed, known)
    if shown := _shown(trashed.versions):
        await writing.writer.versions.settle_flow_objects(shown)
    writing.changed = True
    newest = restored[-1].version
    await follow_restoring(writing, newest)
    roles = writing.metamodel.roles
    await check_unique(writing.writer.stored, roles, given_logins(roles, [("", None, newest)]))
    writing.touch(None, newest)
    await settle_configuration(writing)
    back = {*known, *(str(each.version.element) for each in (*restored, *flow_objects))}
    missed = (*missing, *_lost([each.version for each in (*restored, *flow_objects)], back))
    return Restored(newest.id, newest.facet, tuple(dict.fromkeys(missed)))


async def _access_trashed(writing: Writing, deletion_id: str) -> Trashed:
    """The deleted element or draft, taken out of the trash."""
    if not administers(writing.caller):
        raise Forbidden("Only administrators may restore deleted elements.")
    guid = parse_guid(deletion_id)
    trashed = await writing.writer.trash.take(guid) if guid is not None else None
    if trashed is None or not _is_seen(writing, trashed):
        raise NotFound("The trash holds no such element.")
    if writing.if_match is not None:
        raise PreconditionFailed("What is in the trash has no revision: restore it without If-Match.")
    _check_types(writing, trashed)
    return trashed


def _is_seen(writing: Writing, trashed: Trashed) -> bool:
    last = trashed.versions[-1]
    # Not by its type, which may not exist any more.
    return writing.may_name(last.zone, last.version.facet)


def _named(trashed: Trashed) -> set[str]:
    """The ids of the deleted elements and versions, and of their parents, targets, stereotypes and shapes."""
    versions = [each.version for each in (*trashed.versions, *trashed.flow_objects)]
    own = {id_ for each in versions for id_ in (each.element, each.id)}
    targets = {target for each in versions for found in each.related.values() for target in found}
    others = {id_ for each in versions for id_ in (each.parent, each.stereotype) if id_ is not None}
    return {*own, *targets, *others, *_shown(trashed.versions)}


def _shown(versions: Iterable[StoredVersion]) -> list[str]:
    return list(dict.fromkeys(element for each in versions for element in shown_in(each.version)))


def _check_types(writing: Writing, trashed: Trashed) -> None:
    """Raise Conflict if a type does not exist any more: a tenant can remove its own types."""
    types = {each.version.type for each in (*trashed.versions, *trashed.flow_objects)}
    if unknown := sorted(types - writing.metamodel.types.keys()):
        raise _conflict(f"There is no type {unknown[0]} any more.", "type-gone")


def _check_free(trashed: Trashed, known: Mapping[str, Taken]) -> None:
    """Raise Conflict if the id is in use again, for example by an import, or if the element of a draft was deleted."""
    if any(each.version.id in known for each in trashed.versions):
        raise _conflict("There is an element with this id again.", "exists")
    if trashed.deleted.version is None and trashed.deleted.element in known:
        raise _conflict("There is an element with this id again.", "exists")
    if trashed.deleted.version is not None and trashed.deleted.element not in known:
        raise _conflict("The element of this draft was deleted as well: restore that first.", "element-gone")


def _conflict(error: str, code: str) -> Conflict:
    return Conflict(error, [Finding(error, code)])


def _flow_objects(trashed: Trashed, known: Mapping[str, Taken]) -> Sequence[StoredVersion]:
    """The flow objects to restore with the diagram. Who sees them is set when the diagram is restored."""
    gone = (each for each in trashed.flow_objects if each.version.element not in known)
    return [each._replace(newest=True, visible=True, published=True) for each in gone]


async def _whole(
    writing: Writing, trashed: Trashed, known: Mapping[str, Taken]
) -> tuple[Sequence[StoredVersion], Sequence[Finding]]:
    element, parent = trashed.deleted.element, trashed.versions[-1].version.parent
    missing = []
    if parent is not None and parent not in known:
        missing.append(Finding(f"Its parent {parent} is gone: it has no parent now.", "parent-gone", "parent"))
        parent = None
    restored = _settled(
        writing, [each._replace(version=each.version._replace(parent=parent)) for each in trashed.versions]
    )
    await writing.writer.versions.add(restored, _KIND)
    if writing.metamodel.types[restored[-1].version.type].principal:
        await writing.writer.versions.renew_authored([element])
    missing += await _take_back_children(writing, element, trashed.children)
    await writing.writer.history.touch(
        await writing.writer.stored.referrers([element]), "neighbour.back", {"element": element}
    )
    return restored, missing


def _settled(writing: Writing, versions: Sequence[StoredVersion]) -> Sequence[StoredVersion]:
    """All versions of an element, each with the flags that say which of them its id selects."""
    visible = [writing.is_visible(each.version) for each in versions]
    published = max((place for place, seen in enumerate(visible) if seen), default=None)
    return [
        each._replace(newest=place == len(versions) - 1, visible=seen, published=place == published, first=place == 0)
        for place, (each, seen) in enumerate(zip(versions, visible, strict=True))
    ]


async def _take_back_children(writing: Writing, element: str, children: Sequence[str]) -> Sequence[Finding]:
    """Put children back that have no parent, except ancestors of the element; returns a finding for each other child."""
    if not children:
        return ()
    above = await writing.writer.places.ancestors(element)
    found = await writing.writer.stored.load(children)
    alone = [id_ for id_, each in found.items() if each.version.parent is None and id_ not in above]
    if alone:
        await writing.writer.places.place(alone, element, _KIND)
    left = [id_ for id_ in children if id_ not in alone]
    return [Finding(f"Its child {id_} has another place, or is gone.", "child-gone", "children") for id_ in left]


async def _draft(
    writing: Writing, trashed: Trashed, known: Mapping[str, Taken]
) -> tuple[Sequence[StoredVersion], Sequence[Finding]]:
    """Restore a draft as the newest version. Raises Conflict if the element has another draft now."""
    stored = trashed.versions[0]
    versions = [each.version for each in await writing.writer.stored.versions_of([stored.version.element])]
    if any(is_draft(writing.metamodel, each.type, each.state) for each in versions):
        raise _conflict("The element has another draft by now. Release or delete that first.", OPEN_DRAFT)
    newest = versions[-1]
    draft = stored.version._replace(parent=newest.parent, position=newest.position)
    missing = []
    if draft.major_minor <= newest.major_minor:
        draft = draft._replace(number=next_number([each.number or "" for each in versions]))
        error = f"It is version {draft.number} now: {newest.number} came after it."
        missing.append(Finding(error, "other-number", "version"))
    await writing.writer.versions.unsettle([draft.element])
    seen = writing.is_visible(draft)
    restored = stored._replace(version=draft, newest=True, visible=seen, published=seen, first=False)
    await writing.writer.versions.add([restored], "version.restored")
    await writing.writer.versions.settle([draft.element])
    return [restored], missing


def _lost(versions: Sequence[Version], back: Set[str]) -> Iterable[Finding]:
    """A finding for each element that versions refer to or show and that does not exist any more."""
    for version in versions:
        for context, targets in version.related.items():
            for target in targets:
                if target not in back:
                    error = f"{name_of(version)} refers to {target}, which is gone."
                    yield Finding(error, "target-gone", f"related.{context}")
        if parse_guid(version.stereotype or "") and version.stereotype not in back:
            error = f"{name_of(version)} has the stereotype {version.stereotype}, which is gone."
            yield Finding(error, "target-gone", "stereotype")
        for element in shown_in(version):
            if element not in back:
                yield Finding(f"{name_of(version)} shows {element}, which is gone.", "target-gone", "content")
