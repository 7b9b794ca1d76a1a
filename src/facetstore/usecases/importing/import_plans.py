"""Plans of imports and their lives: made, corrected, applied, undone, expired. A plan belongs to its creator alone."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.errors import NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.importing.import_applying import MOST_CHANGES, conflict
from facetstore.usecases.importing.import_difference import ImportDifference
from facetstore.usecases.importing.import_mapping import render_mapping
from facetstore.usecases.importing.import_planning import ImportFile
from facetstore.usecases.importing.import_settings import REFUSE, ImportSettings
from facetstore.usecases.ports.import_plan_store import PLANNED, ImportPlan
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing, new_id

_HOUR: Final = 3_600_000_000
PLANNED_FOR: Final = 24 * _HOUR
"""How long a plan waits to be applied, in microseconds."""
UNDOABLE_FOR: Final = 30 * 24 * _HOUR
"""How long an import can be undone."""
MOST_PLANS: Final = 5
"""How many plans of one principal wait to be applied: a new one takes the place of the oldest."""


def now() -> int:
    return time.time_ns() // 1000


async def access_plan(reading: Reading, storage: Storage, id_: str) -> ImportPlan:
    """The plan of an id. Raises NotFound if it is not the caller's, or has expired."""
    guid = parse_guid(id_)
    plan = None
    if guid is not None:
        async with storage.snapshot(reading.served.tenant) as snapshot:
            plan = await snapshot.imports.find(guid, reading.caller.principal, now())
    if plan is None:
        raise NotFound("There is no such import.")
    return plan


async def list_plans(reading: Reading, storage: Storage) -> Sequence[ImportPlan]:
    async with storage.snapshot(reading.served.tenant) as snapshot:
        return await snapshot.imports.of(reading.caller.principal, now())


def made_plan(
    reading: Reading, content: bytes, file: ImportFile, difference: ImportDifference, earlier: ImportPlan | None
) -> ImportPlan:
    """A plan that is ready to be stored, in the place of an earlier one if it was corrected."""
    at = now()
    return ImportPlan(
        earlier.id if earlier is not None else new_id(),
        reading.caller.principal,
        file.facet.name,
        PLANNED,
        content,
        msgspec.json.encode(file.settings).decode(),
        msgspec.json.encode(_result(file, difference)).decode(),
        difference.digest,
        created=earlier.created if earlier is not None else at,
        expires=earlier.expires if earlier is not None else at + PLANNED_FOR,
    )


def check_planned(plan: ImportPlan) -> None:
    """Raise Conflict if a plan was applied."""
    if plan.state != PLANNED:
        raise conflict(f"This import is {plan.state}.", "import-state")


def settings_of(plan: ImportPlan) -> ImportSettings:
    return msgspec.json.decode(plan.settings, type=ImportSettings)


def _result(file: ImportFile, difference: ImportDifference) -> Mapping[str, Any]:
    match = file.table.match.header if file.table is not None and file.table.match is not None else None
    counts = difference.counts(file.read.count)
    notes = [*file.read.findings, *file.mapped.findings]
    refused = counts.faulty > 0 and file.settings.faulty_rows == REFUSE
    return {
        "applicable": not refused and 0 < counts.created + counts.changed <= MOST_CHANGES,
        "counts": counts._asdict(),
        "match": match,
        "mapping": render_mapping(file.mapped),
        "columns": list(file.columns),
        "warnings": [{"path": each.path, "code": each.code, "error": each.error} for each in notes],
        "findings": difference.findings,
        "changes": difference.changes,
    }


async def store_plan(writing: Writing, plan: ImportPlan) -> None:
    """Store a plan. It is no content: what is cached of the tenant stays valid, unless something else was changed."""
    if not writing.changed:
        writing.writer.keep_revision()
        writing.changed = True
    plans = writing.writer.imports
    await plans.put(plan)
    await plans.trim(plan.principal, MOST_PLANS, now())


async def access_stored(writing: Writing, id_: str) -> ImportPlan:
    """The same as `access_plan`, in a transaction, so that it is not applied or undone twice."""
    plan = await writing.writer.imports.find(id_, writing.caller.principal, now())
    if plan is None:
        raise NotFound("There is no such import.")
    return plan


async def drop_plan(writing: Writing, id_: str) -> None:
    plan = await access_stored(writing, id_)
    writing.writer.keep_revision()
    writing.changed = True
    await writing.writer.imports.drop(plan.id)


def render_plan(plan: ImportPlan, *, brief: bool = False) -> Mapping[str, Any]:
    """A plan as plain data; in lists without its mapping, findings and changes."""
    result: dict[str, Any] = msgspec.json.decode(plan.result)
    if brief:
        result = {name: result[name] for name in ("applicable", "counts")}
    if plan.state != PLANNED:
        result["applicable"] = False
    revision = {"revision": plan.revision} if plan.revision else {}
    return {
        "id": plan.id,
        "facet": plan.facet,
        "state": plan.state,
        "created": _instant(plan.created),
        "expires": _instant(plan.expires),
        **revision,
        "settings": msgspec.json.decode(plan.settings),
        **result,
    }


def _instant(microseconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(microseconds // 1_000_000))
