"""Operations 17 to 19: steps of the release lifecycle, new versions, and the tasks between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from facetstore.domain.errors import InvalidBody, InvalidParameter
from facetstore.query.options import LARGEST_PAGE_SIZE
from facetstore.rest.answer import Content
from facetstore.rest.handlers import Exchange
from facetstore.rest.updates import written
from facetstore.rest.writes import read_json, write
from facetstore.usecases import releasing
from facetstore.usecases.lifecycle.perform import Explained
from facetstore.usecases.lifecycle.tasks import Task
from facetstore.usecases.writing import Writing


async def apply_transition(exchange: Exchange) -> Content:
    element, transition = exchange.parameter("elementId"), exchange.parameter("transitionId")
    ignore = _ignores_warnings(exchange)
    given = _texts(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        version = await releasing.apply_transition(writing, element, transition, given, ignore_warnings=ignore)
        return await _version(exchange, writing, version)

    return await write(exchange, work)


async def create_version(exchange: Exchange) -> Content:
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        return await _version(exchange, writing, await releasing.new_version(writing, element))

    return await write(exchange, work)


async def _version(exchange: Exchange, writing: Writing, version: str) -> Content:
    stored = await writing.writer.version(version)
    assert stored is not None, "it was just written"
    return await written(exchange, writing, stored.version.facet, "detail", [version])


def _ignores_warnings(exchange: Exchange) -> bool:
    """`ignoreWarnings` as a query parameter, or as the last part of the path."""
    given = exchange.call.query.get("ignoreWarnings")
    text = (given[-1] if given else exchange.call.parameters.get("ignoreWarnings", "false")).casefold()
    if text not in ("true", "false"):
        raise InvalidParameter(f"ignoreWarnings takes true or false, not {text!r}.")
    return text == "true"


def _texts(body: object) -> Mapping[str, str]:
    """What is given along with a step: nothing, or texts by name."""
    if body is None:
        return {}
    if not isinstance(body, dict) or not all(isinstance(each, str) for each in body.values()):
        raise InvalidBody('What is given along needs to be texts by name, such as {"reason": "…"}.')
    return body


async def explain_transitions(exchange: Exchange) -> Content:
    """What is offered, whether the caller may, and what the rules would find."""
    culture = exchange.reading.served.settings.default_data_culture
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        found = await releasing.explain_transitions(writing, element)
        values = [_explained(each, culture) for each in found]
        name = "transitions" if exchange.call.method == "POST" else "values"
        return Content(msgspec.json.encode({"count": len(values), name: values}), fleeting=True)

    return await write(exchange, work)


def _explained(each: Explained, culture: int) -> dict[str, Any]:
    findings = [
        {"error": finding.message(culture), "code": finding.rule, "path": finding.path, "severity": finding.severity}
        for finding in each.findings
    ]
    return {
        "transitionId": each.transition.id,
        "sourceState": each.transition.source,
        "targetState": each.transition.target,
        "names": {str(key): text for key, text in each.transition.names.items()},
        "allowed": not each.blocks,
        "blocks": [{"error": block.sentence, "code": block.code} for block in each.blocks],
        "findings": findings,
        "needs": sorted(each.step.must_record),
        "takes": sorted(each.step.may_record),
    }


async def list_tasks(exchange: Exchange) -> Content:
    """The caller's tasks: those assigned to him, and those of his role that are assigned to nobody."""
    options, given = exchange.options(), exchange.given()
    page = options.page
    size, number = (page.size, page.number) if page is not None else (LARGEST_PAGE_SIZE, 1)
    caller = exchange.reading.caller
    tasks = await exchange.storage.tasks(exchange.reading.served.tenant).mine(
        [caller.principal], caller.role, closed=given.get("state") == "all", limit=size, offset=(number - 1) * size
    )
    values = [_task(each) for each in tasks]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True)


async def accept_task(exchange: Exchange) -> Content:
    task = exchange.parameter("taskId")

    async def work(writing: Writing) -> Content:
        return _one(await releasing.accept_task(writing, task))

    return await write(exchange, work)


async def decline_task(exchange: Exchange) -> Content:
    task, given = exchange.parameter("taskId"), _texts(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        return _one(await releasing.decline_task(writing, task, given.get("reason", "")))

    return await write(exchange, work)


async def delegate_task(exchange: Exchange) -> Content:
    task, given = exchange.parameter("taskId"), _texts(await read_json(exchange))
    if "to" not in given:
        raise InvalidBody('Delegating needs to know to whom: {"to": "<id of a user>"}.')

    async def work(writing: Writing) -> Content:
        return _one(await releasing.delegate_task(writing, task, given["to"]))

    return await write(exchange, work)


def _one(task: Task) -> Content:
    return Content(msgspec.json.encode({"count": 1, "values": [_task(task)]}))


def _task(task: Task) -> dict[str, Any]:
    told = {
        "id": task.id,
        "kind": task.kind,
        "elementId": task.element,
        "versionId": task.version,
        "transitionId": task.transition,
        "state": task.state,
        "assignee": task.assignee,
        "role": None if task.role is None else task.role.name.lower(),
        "openedOn": task.opened_on,
        "closedOn": task.closed_on,
        "closedBy": task.closed_by,
        "reason": task.reason,
    }
    return {name: value for name, value in told.items() if value is not None}
