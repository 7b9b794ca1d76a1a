"""Applying a plan: everything in one transaction, and only if it makes the difference that the plan shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from facetstore.domain.errors import Conflict, Finding
from facetstore.usecases.editing.element_updates import store_updates
from facetstore.usecases.importing.import_difference import ImportDifference
from facetstore.usecases.importing.import_planning import ImportFile, planned
from facetstore.usecases.importing.import_settings import REFUSE
from facetstore.usecases.ports.import_formats import SLICE
from facetstore.usecases.ports.import_plan_store import APPLIED, ImportPlan
from facetstore.usecases.writing import Writing

MOST_CHANGES: Final = 10_000
"""How many elements one import may change or create: other writes of the tenant wait meanwhile, on SQLite those of all tenants."""


class ImportedIds(msgspec.Struct):
    """What an import changed, by version, and created, by element, each with the revision that it left behind."""

    changed: dict[str, int] = {}
    created: dict[str, int] = {}


async def apply_import(writing: Writing, plan: ImportPlan, file: ImportFile, expires: int) -> ImportPlan:
    """Make the changes of a plan; returns the plan as applied. Raises Conflict, and what operation 5 raises.

    The difference is made again in this transaction. If it is not that of the plan, these elements were changed since.
    """
    difference = ImportDifference(writing.offered, writing.settings)
    for encoded in file.read.slices:
        async for made in planned(writing, file, encoded, difference):
            check_applicable(file, difference)
            await store_updates(writing, made, details={"import": plan.id})
    check_applicable(file, difference)
    if difference.digest != plan.digest:
        raise conflict(
            "The elements were changed since the plan was made. Make the plan again and look at its difference.",
            "changed-since",
        )
    changed = ImportedIds(
        await _revisions(writing, difference.changed_versions), await _revisions(writing, difference.created_elements)
    )
    return plan._replace(
        state=APPLIED,
        file=b"",
        revision=writing.writer.revision,
        changed=msgspec.json.encode(changed).decode(),
        expires=expires,
    )


async def _revisions(writing: Writing, ids: Sequence[str]) -> dict[str, int]:
    """The revisions of versions as this transaction leaves them: an undo compares them."""
    found: dict[str, int] = {}
    for start in range(0, len(ids), SLICE):
        loaded = await writing.writer.stored.load(ids[start : start + SLICE])
        found.update({id_: each.revision for id_, each in loaded.items()})
    return found


def check_applicable(file: ImportFile, difference: ImportDifference) -> None:
    """Raise Conflict if rows are faulty and not to be skipped, or if there are too many changes."""
    if difference.faulty and file.settings.faulty_rows == REFUSE:
        raise conflict(
            f"{len(difference.faulty)} rows cannot be imported: correct them, or set faultyRows to skip.", "faulty-rows"
        )
    if difference.created + difference.changed > MOST_CHANGES:
        raise conflict(f"One import changes up to {MOST_CHANGES:,} elements. Split the file.", "too-many-changes")


def conflict(error: str, code: str) -> Conflict:
    return Conflict(error, [Finding(error, code)])
