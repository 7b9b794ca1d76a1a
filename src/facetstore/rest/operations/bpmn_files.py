"""`_api/v1/bpmn/{elementId}`: the diagram of a process as a BPMN file, out and in."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from facetstore.bpmn.bpmn_model import BpmnFinding
from facetstore.bpmn.file_writing import write_bpmn
from facetstore.bpmn.hardened import MOST_BYTES
from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.imports import whole_file
from facetstore.rest.operations.write_requests import write
from facetstore.rest.wire.answer import About, Content
from facetstore.rest.wire.file_answer import saved_as
from facetstore.rest.wire.warnings import render_warnings
from facetstore.usecases.interchange.bpmn_export import export_bpmn
from facetstore.usecases.interchange.bpmn_import import import_bpmn, read_bpmn
from facetstore.usecases.writing import Writing

XML: Final = "application/xml"
_LCID: Final = "lcid"


async def get_bpmn(exchange: Exchange) -> Content:
    found = await export_bpmn(exchange.reading, exchange.parameter("elementId"), _culture(exchange))
    data = await exchange.jobs.run(exchange.reading.served.tenant.key, write_bpmn, found.diagram)
    headers = [saved_as(f"{found.diagram.name or found.row.element}.bpmn")]
    return Content(data, found.row.revision, About(found.elements), headers, media=XML.encode())


async def import_file(exchange: Exchange) -> Content:
    element, lcid = exchange.parameter("elementId"), _culture(exchange)
    content = await whole_file(exchange.call, min(exchange.largest_file, MOST_BYTES))
    exchange.call.digest = hashlib.sha256(content).digest()
    if not content.strip():
        raise InvalidBody("The body needs a BPMN file: send its XML as it is.")
    file = await read_bpmn(content, exchange.jobs, exchange.reading.served.tenant.key)

    async def work(writing: Writing) -> Content:
        done = await import_bpmn(writing, element, file, lcid)
        answer = {
            "count": len(done.shapes),
            "values": [{"key": key, "id": id_} for key, id_ in done.shapes],
            "created": list(done.created),
            "removed": done.removed,
            "unmapped": [_unmapped(each) for each in done.findings],
        }
        findings = {"findings": render_warnings(done.warnings)} if done.warnings else {}
        return Content(msgspec.json.encode({**answer, **findings}))

    return await write(exchange, work)


def _unmapped(finding: BpmnFinding) -> dict[str, object]:
    note = {"note": finding.note} if finding.note else {}
    return {
        "outcome": finding.kind,
        "element": finding.element,
        "place": finding.place,
        "count": finding.count,
        **note,
    }


def _culture(exchange: Exchange) -> int:
    """The culture of the names in a file. Raises InvalidParameter if the storage does not have it."""
    settings = exchange.reading.served.settings
    asked = exchange.given().get(_LCID)
    if asked is None:
        return settings.default_data_culture
    known = {str(each): each for each in settings.data_cultures}
    if asked not in known:
        error = f"This storage has no such culture. It has: {', '.join(known)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, _LCID)])
    return known[asked]
