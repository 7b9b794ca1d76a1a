"""Tasks, the decisions that a version waits for: listing, accepting, declining and delegating them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from facetstore.domain.errors import InvalidBody
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.release import read_texts
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.release import releasing, task_reads
from facetstore.usecases.writing import Writing


async def list_tasks(exchange: Exchange) -> Content:
    options = exchange.options()
    found = await task_reads.list_tasks(exchange.reading, exchange.storage, exchange.given(), options.page)
    values = [_task(*each) for each in found]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True)


async def get_task(exchange: Exchange) -> Content:
    task, stored = await task_reads.get_task(exchange.reading, exchange.storage, exchange.parameter("taskId"))
    return _one(task, stored, fleeting=True)


async def accept_task(exchange: Exchange) -> Content:
    task, ignore = exchange.parameter("taskId"), read_flag(exchange, "ignoreWarnings")
    return await _decide(exchange, lambda writing: releasing.accept_task(writing, task, ignore_warnings=ignore))


async def decline_task(exchange: Exchange) -> Content:
    task, given = exchange.parameter("taskId"), read_texts(await read_json(exchange))
    return await _decide(exchange, lambda writing: releasing.decline_task(writing, task, given.get("reason", "")))


async def delegate_task(exchange: Exchange) -> Content:
    task, given = exchange.parameter("taskId"), read_texts(await read_json(exchange))
    if "to" not in given:
        raise InvalidBody('Delegating needs the user to delegate to: {"to": "<id of a user>"}.')
    return await _decide(exchange, lambda writing: releasing.delegate_task(writing, task, given["to"]))


async def _decide(exchange: Exchange, decide: Callable[[Writing], Awaitable[Task]]) -> Content:

    async def work(writing: Writing) -> Content:
        task = await decide(writing)
        stored = await writing.writer.stored.version(task.version)
        assert stored is not None, "it was just decided about"
        return _one(task, stored)

    return await write(exchange, work)


def _one(task: Task, stored: StoredVersion, *, fleeting: bool = False) -> Content:
    """A task; the ETag has the revision of the version that it is about."""
    value = _task(task, stored.version.facet, stored.version.type)
    return Content(msgspec.json.encode({"count": 1, "values": [value]}), stored.revision, fleeting=fleeting)


def _task(task: Task, facet: str, type_: str) -> dict[str, Any]:
    fields = {
        "id": task.id,
        "kind": task.kind,
        "facetName": facet,
        "type": type_,
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
        "message": task.message,
    }
    return {name: value for name, value in fields.items() if value is not None}
