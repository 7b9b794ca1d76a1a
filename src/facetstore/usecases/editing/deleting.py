"""Deleting elements and drafts: they go to the trash, with the flow objects that no other diagram shows (D5.4)."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden
from facetstore.domain.rights import Denial, Facts, rights_of
from facetstore.domain.values import parse_guid
from facetstore.usecases.editing.edit_locking import access_in, check_unlocked
from facetstore.usecases.judging import facts_of, was_released
from facetstore.usecases.labels import first_name, names_of
from facetstore.usecases.lifecycle.new_version import is_draft
from facetstore.usecases.ports.writes import Deleted, StoredVersion, Trashed
from facetstore.usecases.tenants.configuring import carriers_of, check_kept, settle_configuration, texts_left
from facetstore.usecases.tenants.following import follow_deletion
from facetstore.usecases.writing import Writing, name_of, new_id, shown_in

_MOST_NAMED: Final = 5
_FORCE: Final = "force=true deletes it anyway."


async def delete_element(writing: Writing, facet: str, element_id: str, *, force: bool) -> None:
    """Delete a draft by its version id, or a whole element. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    stored = await access_in(writing, facet, element_id)
    version = stored.version
    if (await writing.rights_on(stored)).delete is not None:
        raise Forbidden(f"You may not delete {name_of(version)}.")
    await check_unlocked(writing, version)
    versions = await writing.writer.stored.versions_of([version.element], gone=True)
    if parse_guid(element_id) == version.id != str(version.element):
        _check_draft(writing, version)
        if len(versions) > 1:
            await _delete_draft(writing, next(each for each in versions if each.version.id == version.id), force=force)
            return
    _check_released(writing, stored, versions)
    await _delete_whole(writing, version, versions, force=force)


def _check_draft(writing: Writing, version: Version) -> None:
    """Raise Conflict unless the version is a draft: a released version is deleted only together with its element."""
    if not is_draft(writing.metamodel, version.type, version.state):
        error = f"Version {version.number} of {name_of(version)} was released; only drafts are deleted one by one."
        raise Conflict(error, [Finding(error, "was-released", "state")])


def _check_released(writing: Writing, stored: StoredVersion, versions: Sequence[StoredVersion]) -> None:
    """Raise Forbidden if a version was released and the role of the caller does not allow deleting such elements."""
    states = [(each.version.type, each.version.state) for each in versions]
    facts = replace(facts_of(writing.metamodel, stored), released=was_released(writing.metamodel, states))
    if rights_of(writing.caller, facts).remove is Denial.RELEASED:
        raise Forbidden(f"{name_of(stored.version)} was released: only architects and administrators may delete it.")


async def _delete_draft(writing: Writing, draft: StoredVersion, *, force: bool) -> None:
    version = draft.version
    _check(version, list(_fixed(writing, [draft])), force=force)
    await writing.writer.versions.delete([draft], "version.deleted")
    await writing.writer.versions.settle([version.element])
    gone = await remove_unshown(writing, await _flow_objects(writing, [draft]))
    await writing.writer.trash.add(Trashed(_deletion(writing, version, version.id), [draft], gone, ()))
    writing.changed = True


async def _delete_whole(writing: Writing, version: Version, versions: Sequence[StoredVersion], *, force: bool) -> None:
    writer = writing.writer
    check_kept(writing.metamodel, version)
    children = [each.element for each in await writer.places.children(version.element)]
    carriers = await carriers_of(writing, version)
    referrers = [*await writer.stored.referrers([version.element]), *carriers]
    seen = await _seen(writing, version, children, referrers)
    visible = [*await _visible_referrers(writing, version, referrers), *carriers]
    missing = [each for each in dict.fromkeys(visible) if each in seen]
    _check_hidden(version, seen, children, () if force else referrers)
    _check_shown(writing, version, missing)
    _check(
        version,
        [
            *_missed([each for each in children if each in seen], missing),
            *_fixed(writing, versions),
            *await texts_left(writing, version),
        ],
        force=force,
    )
    if children:
        await writer.places.place(children, None, "element.orphaned")
    flow_objects = await _flow_objects(writing, versions)
    await writer.versions.delete(versions, "element.deleted")
    await writing.sign_out([version])
    if writing.metamodel.types[version.type].principal:
        await writer.versions.renew_authored([version.element])
        await writer.preferences.drop_all(version.element)
    gone = await remove_unshown(writing, flow_objects)
    await writer.trash.add(Trashed(_deletion(writing, version, None), versions, gone, children))
    await writer.history.touch(
        [*referrers, *filter(None, [version.parent])], "neighbour.gone", {"element": version.element}
    )
    await follow_deletion(writing, version)
    writing.touch(version, None)
    await settle_configuration(writing)
    writing.changed = True


def _check_hidden(version: Version, seen: Collection[str], children: Sequence[str], referrers: Sequence[str]) -> None:
    """Raise Conflict if a child or referrer is hidden from the caller. The error says only that there is one."""
    if any(each not in seen for each in (*children, *referrers)):
        error = "Something you cannot see stands below it or refers to it. An administrator who sees all can delete it."
        raise Conflict(f"{name_of(version)} cannot be deleted: {error}", [Finding(error, "hidden")])


async def _visible_referrers(writing: Writing, version: Version, referrers: Sequence[str]) -> Sequence[str]:
    """The referrers without those that refer to it only in contexts that are hidden from the caller."""
    hidden = writing.offered.hidden_contexts
    return await writing.writer.stored.referrers([version.element], but=hidden) if hidden else referrers


async def _seen(
    writing: Writing, version: Version, children: Sequence[str], referrers: Sequence[str]
) -> Collection[str]:
    """The children that the caller sees, and the referrers that the caller may open: the references of others are hidden.

    The same is read if there are none, so that the time of a refusal does not reveal them.
    """
    if writing.caller.audience.opening.sees_all:
        return {*children, *referrers}
    found = await writing.writer.stored.existing([version.element, *children, *referrers])
    rights = {id_: rights_of(writing.caller, Facts(each.facet, each.zone)) for id_, each in found.items()}
    named = {id_ for id_ in children if id_ in rights and rights[id_].see is None}
    return named | {id_ for id_ in referrers if id_ in rights and rights[id_].open is None}


async def remove_unshown(writing: Writing, flow_objects: Sequence[StoredVersion]) -> Sequence[StoredVersion]:
    """Delete and return the flow objects that no diagram shows any more. The diagrams of the others decide who sees them."""
    if not flow_objects:
        return ()
    showing = await writing.writer.stored.showing([each.version.element for each in flow_objects])
    gone = [each for each in flow_objects if each.version.element not in showing]
    if gone:
        await writing.writer.versions.delete(gone, "element.deleted")
        referrers = await writing.writer.stored.referrers([each.version.element for each in gone])
        await writing.writer.history.touch(referrers, "neighbour.gone")
    if showing:
        await writing.writer.versions.settle_flow_objects(list(showing))
    writing.changed = True
    return gone


async def _flow_objects(writing: Writing, versions: Sequence[StoredVersion]) -> Sequence[StoredVersion]:
    """The flow objects in the diagrams of versions."""
    shown = dict.fromkeys(element for each in versions for element in shown_in(each.version))
    found = (await writing.writer.stored.load(shown)).values() if shown else ()
    return [each for each in found if writing.metamodel.types[each.version.type].flow]


def _check_shown(writing: Writing, version: Version, referrers: Sequence[str]) -> None:
    """Raise Conflict for a flow object that is still shown or referred to: it is deleted by a change of its diagram."""
    if referrers and writing.metamodel.types[version.type].flow:
        error = f"{name_of(version)} belongs to the diagram of {_some(referrers)}: delete its shape there."
        raise Conflict(error, [Finding(error, "in-diagram", "content")])


def _check(version: Version, findings: Sequence[Finding], *, force: bool) -> None:
    if findings and not force:
        raise Conflict(f"{name_of(version)} cannot be deleted: {findings[0].error} {_FORCE}", findings)


def _missed(children: Sequence[str], referrers: Sequence[str]) -> Iterable[Finding]:
    if children:
        yield Finding(f"It has children: {_some(children)}.", "still-used", "children")
    if referrers:
        yield Finding(f"Others refer to it: {_some(referrers)}.", "still-used", "related")


def _fixed(writing: Writing, versions: Sequence[StoredVersion]) -> Iterable[Finding]:
    """A finding for versions whose state does not allow changes."""
    fixed = [each.version for each in versions if facts_of(writing.metamodel, each).fixed]
    if fixed:
        numbers = ", ".join(f"{each.number} is {each.state}" for each in fixed)
        yield Finding(f"Only drafts are deleted: {numbers}.", "not-editable", "state")


def _some(elements: Sequence[str]) -> str:
    rest = len(elements) - _MOST_NAMED
    return ", ".join(elements[:_MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _deletion(writing: Writing, version: Version, draft: str | None) -> Deleted:
    at, by = time.time_ns() // 1000, writing.caller.principal
    return Deleted(new_id(), version.element, draft, version.type, _label(writing, version), at, by)


def _label(writing: Writing, version: Version) -> str:
    """The display name in the default culture of the tenant, else by its fallback order, else in any culture."""
    settings = writing.settings
    names = names_of(version.attributes, writing.metamodel.types[version.type])
    return first_name(names, (settings.default_data_culture, *settings.fallback_cultures, *names)) or ""
