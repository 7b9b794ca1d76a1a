"""Our own operations that import files: plan, correct, apply, undo (decision 0104)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_json, rehearse, write
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.call import Call
from facetstore.rest.wire.error_responses import Overloaded, first_findings, render_finding
from facetstore.usecases.importing import import_plans
from facetstore.usecases.importing.import_applying import apply_import
from facetstore.usecases.importing.import_difference import ImportDifference
from facetstore.usecases.importing.import_planning import ImportFile, plan_import, read_file
from facetstore.usecases.importing.import_settings import KEEP, REFUSE, ImportSettings, parse_settings
from facetstore.usecases.importing.import_undoing import read_before, undo_import
from facetstore.usecases.ports.import_formats import LARGEST_IMPORT, ImportSource
from facetstore.usecases.ports.import_plan_store import ImportPlan
from facetstore.usecases.reading.accessing import access_facet
from facetstore.usecases.tables.columns import column_names
from facetstore.usecases.writing import Writing

_SETTINGS: Final = ("format", "type", "match")


async def create_import(exchange: Exchange) -> Content:
    given = exchange.given()
    if not given.get("facet"):
        error = "facet is the facet whose elements the file holds."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "facet")])
    facet = access_facet(exchange.reading.metamodel, given["facet"]).name
    settings = _parsed(exchange, facet, {name: given[name] for name in _SETTINGS if name in given})
    content = await whole_file(exchange.call, min(exchange.largest_file, LARGEST_IMPORT))
    exchange.call.digest = hashlib.sha256(content).digest()
    return await _plan(exchange, facet, content, settings, None)


async def whole_file(call: Call, most: int) -> bytes:
    """The body as it is, in one piece, which counts as memory of this request. Raises what `pieces` raises, and Overloaded."""
    parts = []
    async for piece in call.pieces(most):
        if call.hold is not None and not call.hold(len(piece)):
            raise Overloaded("The bodies of other requests fill the memory. Try again.")
        parts.append(piece)
    return b"".join(parts)


async def correct_import(exchange: Exchange) -> Content:
    body = await read_json(exchange)
    plan = await _access(exchange)
    if not plan.file:
        raise InvalidBody("This import was applied: its settings cannot be changed any more.")
    settings = _parsed(exchange, plan.facet, body)
    return await _plan(exchange, plan.facet, plan.file, settings, plan)


async def list_imports(exchange: Exchange) -> Content:
    found = await import_plans.list_plans(exchange.reading, exchange.storage)
    values = [import_plans.render_plan(each, brief=True) for each in found]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True, personal=True)


async def get_import(exchange: Exchange) -> Content:
    return _content(await _access(exchange))


async def delete_import(exchange: Exchange) -> Content:
    plan = await _access(exchange)

    async def work(writing: Writing) -> Content:
        await import_plans.drop_plan(writing, plan.id)
        return Content(b'{"count":0,"values":[]}')

    return await write(exchange, work)


async def apply(exchange: Exchange) -> Content:
    plan = await _access(exchange)
    # Read before the transaction: a job process may take seconds.
    file = await _read(exchange, plan.facet, plan.file, import_plans.settings_of(plan)) if plan.file else None

    async def work(writing: Writing) -> Content:
        current = await import_plans.access_stored(writing, plan.id)
        import_plans.check_planned(current)
        assert file is not None, "a plan that waits has its file"
        applied = await apply_import(writing, current, file, import_plans.now() + import_plans.UNDOABLE_FOR)
        await import_plans.store_plan(writing, applied)
        return _content(applied)

    return await write(exchange, work)


async def undo(exchange: Exchange) -> Content:
    others = _others(await read_json(exchange))
    plan = await _access(exchange)
    before = await read_before(exchange.storage, exchange.reading.served, plan)

    async def work(writing: Writing) -> Content:
        current = await import_plans.access_stored(writing, plan.id)
        undone, kept = await undo_import(writing, current, before, others)
        await import_plans.store_plan(writing, undone)
        return _content(undone, kept)

    return await write(exchange, work)


async def _access(exchange: Exchange) -> ImportPlan:
    return await import_plans.access_plan(exchange.reading, exchange.storage, exchange.parameter("importId"))


async def _plan(
    exchange: Exchange, facet: str, content: bytes, settings: ImportSettings, earlier: ImportPlan | None
) -> Content:
    file = await _read(exchange, facet, content, settings)
    difference = ImportDifference(exchange.reading.metamodel, exchange.reading.served.settings)
    await plan_import(file, difference, lambda work: rehearse(exchange, work))
    plan = import_plans.made_plan(exchange.reading, content, file, difference, earlier)

    async def work(writing: Writing) -> Content:
        if earlier is not None:
            import_plans.check_planned(await import_plans.access_stored(writing, earlier.id))
        await import_plans.store_plan(writing, plan)
        return _content(plan)

    return await write(exchange, work)


async def _read(exchange: Exchange, facet: str, content: bytes, settings: ImportSettings) -> ImportFile:
    reading = exchange.reading
    source = ImportSource(content, reading.metamodel, exchange.jobs, reading.served.tenant.key)
    return await read_file(reading, exchange.formats, source, facet, settings)


def _parsed(exchange: Exchange, facet: str, body: object) -> ImportSettings:
    reading = exchange.reading
    return parse_settings(body, column_names(reading.metamodel, facet, reading.served.settings))


def _others(body: object) -> str:
    """What happens to elements that were changed since: `keep` or `refuse`. Raises InvalidBody."""
    match body:
        case None:
            return REFUSE
        case {"changedSince": str() as others, **rest} if not rest and others in (KEEP, REFUSE):
            return others
        case _:
            raise InvalidBody(f'The body takes {{"changedSince": "{KEEP}"}} or {{"changedSince": "{REFUSE}"}}.')


def _content(plan: ImportPlan, kept: Sequence[Finding] = ()) -> Content:
    value: dict[str, Any] = {**import_plans.render_plan(plan)}
    if kept:
        value["changedSince"] = [render_finding(each) for each in first_findings(kept)]
    return Content(msgspec.json.encode({"count": 1, "values": [value]}), fleeting=True, personal=True)
