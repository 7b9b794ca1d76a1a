"""Undoing an import: every element gets back what it was, and what the import created is deleted.

What others have changed since is reported. It refuses the undo, or stays as it is, as the caller wants.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding
from facetstore.usecases.editing.deleting import delete_element
from facetstore.usecases.importing.import_applying import ImportedIds, conflict
from facetstore.usecases.importing.import_settings import KEEP
from facetstore.usecases.ports.import_formats import SLICE
from facetstore.usecases.ports.import_plan_store import APPLIED, UNDONE, ImportPlan
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenancy import ServedTenant
from facetstore.usecases.writing import Writing, name_of

_KIND: Final = "element.undone"
CHANGED_SINCE: Final = "changed-since"


class ImportedBefore(NamedTuple):
    """What the elements of an import were before it, and who depends on those that it created."""

    versions: Mapping[str, Version]
    """By version."""
    around: Collection[str]
    """The elements that refer to created ones, show them or are below them."""
    revision: int
    """Of the tenant when this was read."""


async def read_before(storage: Storage, served: ServedTenant, plan: ImportPlan) -> ImportedBefore:
    """What an undo needs of the history, read before its transaction."""
    ids, reads = _ids(plan), storage.changes(served.tenant)
    revisions = await storage.revisions(served.tenant.key)
    async with storage.snapshot(served.tenant) as snapshot:
        elements = [each.element for each in (await snapshot.stored.existing(list(ids.changed))).values()]
    versions: dict[str, Version] = {}
    for start in range(0, len(elements), SLICE):
        found = await reads.versions_then(elements[start : start + SLICE], plan.revision - 1)
        versions.update({each.id: each for several in found.values() for each in several})
    around = await reads.around(list(ids.created)) if ids.created else ()
    return ImportedBefore(versions, around, revisions.revision if isinstance(revisions, Revisions) else 0)


async def undo_import(
    writing: Writing, plan: ImportPlan, before: ImportedBefore, others: str
) -> tuple[ImportPlan, Sequence[Finding]]:
    """Undo an import; returns the plan as undone, and what others have changed since. Raises Conflict, Forbidden, NotFound.

    `others` is what happens to elements that were changed since: they are kept, or the undo is refused.
    """
    if plan.state != APPLIED:
        raise conflict("This import is not applied: there is nothing to undo.", "import-state")
    if writing.writer.revision != before.revision + 1:
        raise conflict("The storage was changed at this moment. Please try again.", CHANGED_SINCE)
    ids = _ids(plan)
    kept, restored = list[Finding](), list[tuple[StoredVersion, StoredVersion]]()
    loaded = await _load(writing, ids.changed)
    for id_, revision in ids.changed.items():
        stored = loaded.get(id_)
        if stored is None or stored.revision != revision or id_ not in before.versions:
            kept.append(_changed(stored))
        else:
            restored.append((stored, stored._replace(version=_as_before(stored.version, before.versions[id_]))))
    removed = await _removed(writing, plan, before, {after.version.element for _, after in restored}, kept)
    if kept and others != KEEP:
        raise Conflict(f"{len(kept)} elements of this import were changed since. {_HOW}", kept)
    await writing.check_editable([(f"elements[{n}]", stored) for n, (stored, _) in enumerate(restored)])
    for start in range(0, len(restored), SLICE):
        await writing.replace(restored[start : start + SLICE], _KIND, {"import": plan.id})
    for stored in reversed(removed):
        await delete_element(writing, stored.version.facet, stored.version.element, force=True)
    return plan._replace(state=UNDONE, changed="{}"), kept


_HOW: Final = "Undo the rest with changedSince set to keep: they stay as they are."


def _ids(plan: ImportPlan) -> ImportedIds:
    return msgspec.json.decode(plan.changed, type=ImportedIds)


async def _load(writing: Writing, ids: Collection[str]) -> Mapping[str, StoredVersion]:
    """The versions that the caller sees, by id."""
    every, found = list(ids), dict[str, StoredVersion]()
    for start in range(0, len(every), SLICE):
        found.update(await writing.load(every[start : start + SLICE]))
    return found


def _as_before(version: Version, old: Version) -> Version:
    """Everything that an import can change, exactly as it was: also the stamps of the change before."""
    return version._replace(attributes=old.attributes, related=old.related, stereotype=old.stereotype)


def _changed(stored: StoredVersion | None) -> Finding:
    if stored is None:
        return Finding("An element of this import cannot be reached any more.", "target-gone")
    return Finding(f"{name_of(stored.version)} was changed since.", CHANGED_SINCE, str(stored.version.element))


async def _removed(
    writing: Writing, plan: ImportPlan, before: ImportedBefore, restored: Collection[str], kept: list[Finding]
) -> Sequence[StoredVersion]:
    """The created elements to delete: those that were not changed since, and that nothing else depends on."""
    created = _ids(plan).created
    loaded = await _load(writing, created)
    removed = [each for id_, each in loaded.items() if each.revision == created[id_]]
    kept += [_changed(loaded.get(id_)) for id_ in created if id_ not in loaded or loaded[id_].revision != created[id_]]
    if others := {*before.around} - {*created} - {*restored}:
        seen = await writing.existing(others)
        error = "Others refer to what this import created, or are below it"
        named = f": {', '.join(sorted({each.element for each in seen.values()})[:5])}." if seen else "."
        kept.append(Finding(error + named, CHANGED_SINCE))
        return ()
    return removed
