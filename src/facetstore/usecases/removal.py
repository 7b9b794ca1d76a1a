"""Deleting elements and drafts, the trash, and moving elements in their hierarchy (decision 5)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, InvalidValues, NotFound
from facetstore.domain.values import ElementId, parse_guid
from facetstore.usecases.lifecycle.new_version import is_draft
from facetstore.usecases.lifecycle.tasks import close_open
from facetstore.usecases.releasing import access_stored
from facetstore.usecases.write_ports import Deleted, StoredVersion
from facetstore.usecases.writing import Writing, name_of, new_id

_MOST_NAMED: Final = 5


async def delete_element(writing: Writing, facet: str, element_id: str, *, force: bool) -> None:
    """Delete a draft by its version id, or a whole element. Raises NotFound, Forbidden, Conflict."""
    stored = await access_stored(writing, element_id)
    version = stored.version
    if version.facet != facet:
        raise NotFound("There is no such element.")
    if not writing.may_edit(version):
        raise Forbidden("You may not delete this element.")
    versions = await writing.writer.versions_of([version.element])
    by_version = parse_guid(element_id) == str(version.id) != str(version.element)
    if by_version and len(versions) > 1:
        await _delete_draft(writing, stored)
    else:
        await _delete_all(writing, stored, list(versions), force=force)


async def _delete_draft(writing: Writing, stored: StoredVersion) -> None:
    version = stored.version
    if not is_draft(writing.metamodel, version.type, version.state):
        raise Conflict(f"The version {version.number} was released; only drafts are deleted one by one.")
    await _close_tasks(writing, [stored])
    await writing.writer.delete_versions([stored], "version.deleted")
    await writing.writer.settle_versions([version.element])
    writing.changed = True


async def _delete_all(writing: Writing, stored: StoredVersion, versions: list[StoredVersion], *, force: bool) -> None:
    version = stored.version
    around = await writing.writer.neighbours(version.element)
    findings = _missed(around.children, "has children", "children") + _missed(
        around.referrers, "is referred to by others", "related"
    )
    if findings and not force:
        raise Conflict(
            f"{name_of(version)} cannot be deleted: {findings[0].error} Use force=true to do it anyway.", findings
        )
    label = next((str(each) for each in version.attributes.get("name", {}).values() if each), "")
    deleted = Deleted(new_id(), version.element, version.type, label, time.time_ns() // 1000, writing.caller.principal)
    await _close_tasks(writing, versions)
    await writing.writer.trash.add(deleted, [each.version for each in versions], around.children)
    await _orphan(writing, around.children, version.element)
    await writing.writer.delete_versions(versions, "element.deleted")
    await writing.writer.touch([*around.referrers, *filter(None, [version.parent])], "neighbour.gone")
    writing.changed = True


def _missed(elements: Sequence[str], what: str, path: str) -> list[Finding]:
    if not elements:
        return []
    shown = ", ".join(elements[:_MOST_NAMED]) + (" …" if len(elements) > _MOST_NAMED else "")
    return [Finding(f"It {what}: {shown}.", "still-used", path)]


async def _orphan(writing: Writing, children: Sequence[str], parent: str) -> None:
    """Children of what is deleted stand nowhere: the view `orphaned` shows them."""
    for stored in (await writing.writer.load(children)).values():
        if stored.version.parent == parent:
            await writing.store(stored, replace(stored.version, parent=None), "element.orphaned", stamped=False)


async def _close_tasks(writing: Writing, versions: list[StoredVersion]) -> None:
    tasks = await writing.writer.tasks.of_versions([each.version.id for each in versions])
    await writing.writer.tasks.change(close_open(tasks, writing.acting))


async def restore_element(writing: Writing, deletion_id: str) -> str:
    """Bring an element back out of the trash, under its parent and with its children where these still stand alone."""
    if writing.caller.role < Role.ADMINISTRATOR:
        raise Forbidden("Only administrators restore what was deleted.")
    guid = parse_guid(deletion_id)
    found = await writing.writer.trash.take(guid) if guid is not None else None
    if found is None:
        raise NotFound("The trash holds no such element.")
    versions, children = found
    taken = await writing.writer.existing([versions[0].element, *filter(None, [versions[0].parent])])
    if versions[0].element in taken:
        raise Conflict("There is an element of this id again.")
    parent = versions[0].parent if versions[0].parent in taken else None
    placed = [replace(each, parent=parent) for each in versions]
    await writing.add(placed[:1], "element.restored")
    for version in placed[1:]:
        await writing.add([version], "element.restored", first=False)
    await writing.writer.settle_versions([versions[0].element])
    referrers = (await writing.writer.neighbours(versions[0].element)).referrers
    await writing.writer.touch(referrers, "neighbour.back")
    for stored in (await writing.writer.load(children)).values():
        if stored.version.parent is None:
            moved = replace(stored.version, parent=ElementId(versions[0].element))
            await writing.store(stored, moved, "element.restored", stamped=False)
    return placed[-1].id


async def move_element(writing: Writing, facet: str, element_id: str, body: object) -> str:
    """Put an element below another one, or nowhere, at a position among its siblings."""
    if not isinstance(body, dict) or not body.keys() & {"parent", "position"}:
        raise InvalidBody('A move needs a body such as {"parent": "<id>", "position": 0}.')
    stored = await access_stored(writing, element_id)
    version = stored.version
    if version.facet != facet:
        raise NotFound("There is no such element.")
    if not writing.may_edit(version):
        raise Forbidden("You may not move this element.")
    parent = await _parent(writing, version.type, body) if "parent" in body else version.parent
    position = body.get("position", version.position)
    if not isinstance(position, int) or isinstance(position, bool) or not 0 <= position < 2**31:
        raise _wrong("position needs a whole number from 0 on.", "position")
    if parent is not None and await _is_below(writing, parent, version.element):
        raise Conflict("An element cannot stand below itself.", [Finding("This would be a circle.", "cycle", "parent")])
    if (parent, position) != (version.parent, version.position):
        for each in await writing.writer.versions_of([version.element]):
            moved = replace(each.version, parent=parent, position=position)
            await writing.store(each, moved, "element.moved", stamped=False)
    return version.id


async def _parent(writing: Writing, type_: str, body: Mapping[str, object]) -> ElementId | None:
    told = body["parent"]
    if told is None:
        return None
    guid = parse_guid(told) if isinstance(told, str) else None
    known = await writing.writer.existing([guid]) if guid is not None else {}
    if guid is None or guid not in known:
        raise _wrong("There is no element of this id to stand below.", "parent")
    above = known[guid]
    if type_ not in writing.metamodel.types[above.type].children:
        raise _wrong(f"A {type_} cannot stand below a {above.type}.", "parent")
    return ElementId(above.element)


async def _is_below(writing: Writing, element: str, ancestor: str) -> bool:
    """Whether one element is the other or stands anywhere below it."""
    current: str | None = element
    for _ in range(64):
        if current is None or current == ancestor:
            return current == ancestor
        stored = (await writing.writer.load([current])).get(current)
        current = stored.version.parent if stored is not None else None
    return True


def _wrong(error: str, path: str) -> InvalidValues:
    return InvalidValues(error, [Finding(error, "wrong-place", path)])
