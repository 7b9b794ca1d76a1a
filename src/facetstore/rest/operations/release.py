"""Operations 17 to 19: the steps of the release lifecycle that are offered, taking one, and new versions; and records of releases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.errors import InvalidBody
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.write_requests import read_json, write, written
from facetstore.rest.wire.answer import Content
from facetstore.usecases.lifecycle.perform import Explained
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.release import offered, releasing
from facetstore.usecases.release.records import release_record
from facetstore.usecases.writing import Writing

_LEFT_OUT: Final = frozenset({"gotoUrl", "isReleased", "version"})
"""Attributes that the responses of operations 18 and 19 never had; reading the element returns them."""


async def list_transitions(exchange: Exchange) -> Content:
    element = exchange.parameter("elementId")
    if read_flag(exchange, "explain"):
        return await _explain_transitions(exchange, element)
    found = await offered.list_transitions(exchange.reading, element)
    values = [
        {"transitionId": each.id, "sourceState": each.listed_source, "targetState": each.target} for each in found
    ]
    return Content(_listed(exchange, values))


async def _explain_transitions(exchange: Exchange, element: str) -> Content:
    """The steps that are offered, whether the caller may take them, and what the rules would find."""
    culture = exchange.reading.served.settings.default_data_culture
    found = await offered.explain_transitions(exchange.reading, exchange.storage, element)
    return Content(_listed(exchange, [_explained(each, culture) for each in found.transitions]), fleeting=True)


def _listed(exchange: Exchange, values: Sequence[Mapping[str, Any]]) -> bytes:
    # Clients of before 2019 read the list under this name (spec: endpoint.17).
    name = "transitions" if exchange.call.method == "POST" else "values"
    return msgspec.json.encode({"count": len(values), name: values})


def _explained(each: Explained, culture: int) -> dict[str, Any]:
    findings = [
        {
            "error": finding.message(culture),
            "messages": {str(key): text for key, text in finding.messages.items()},
            "code": finding.rule,
            "path": finding.path,
            "severity": finding.severity,
        }
        for finding in each.findings
    ]
    return {
        "transitionId": each.transition.id,
        "sourceState": each.transition.listed_source,
        "targetState": each.transition.target,
        "names": {str(key): text for key, text in each.transition.names.items()},
        "allowed": not each.blocks,
        "blocks": [{"error": block.sentence, "code": block.code} for block in each.blocks],
        "findings": findings,
        "takes": sorted(each.step.records),
        "isNext": each.is_next,
        "recipients": list(map(_recipient, each.opened)),
    }


def _recipient(task: Task) -> dict[str, str]:
    if task.assignee is not None:
        return {"assignee": task.assignee}
    return {"role": task.role.name.lower()} if task.role is not None else {}


async def apply_transition(exchange: Exchange) -> Content:
    element, transition = exchange.parameter("elementId"), exchange.parameter("transitionId")
    ignore = read_flag(exchange, "ignoreWarnings")
    given = read_texts(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        version = await releasing.apply_transition(writing, element, transition, given, ignore_warnings=ignore)
        return await _written(exchange, writing, version)

    return await write(exchange, work)


async def create_version(exchange: Exchange) -> Content:
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        return await _written(exchange, writing, await releasing.new_version(writing, element))

    return await write(exchange, work)


async def _written(exchange: Exchange, writing: Writing, version: Version) -> Content:
    return await written(exchange, writing, version.facet, "detail", [version.id], _LEFT_OUT)


def read_texts(body: object) -> Mapping[str, str]:
    """The body as texts by name; empty without one. Raises InvalidBody."""
    if body is None:
        return {}
    if not isinstance(body, dict) or not all(isinstance(each, str) for each in body.values()):
        raise InvalidBody('The body must map names to texts, such as {"reason": "…"}.')
    return body


async def get_record(exchange: Exchange) -> Content:
    path = exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")
    version = exchange.parameter("versionId")
    found = await release_record(exchange.reading, exchange.storage, exchange.signatures, path, version)
    return Content(msgspec.json.encode(found), fleeting=True)
