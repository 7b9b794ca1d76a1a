"""Reads of tasks: those of the caller, those about one element, and one by its id.

A caller may read a task if it may open the version that the task is about. `lifecycle/task_decisions.py` decides who may decide it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Finding, InvalidParameter, NotFound
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.query.options import Page
from facetstore.query.parameters import Parameters
from facetstore.usecases.lifecycle.steps import TaskState, kinds_of_tasks
from facetstore.usecases.lifecycle.task_decisions import ListedTask, Task, TasksWanted
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import Snapshot, StoredVersion
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.release.offered import check_opened
from facetstore.usecases.tenancy import Reading

ALL_STATES: Final = "all"
OLDEST: Final = "oldest"
NEWEST: Final = "newest"


async def list_tasks(
    reading: Reading, storage: Storage, given: Mapping[str, str], page: Page | None
) -> Sequence[ListedTask]:
    """The tasks of the caller, or with `element` all tasks about that element, oldest first, or by `order` newest first."""
    wanted = await _wanted(reading, given)
    size, offset = (page.size, (page.number - 1) * page.size) if page is not None else (None, 0)
    return await storage.tasks(reading.served.tenant).listed(wanted, size, offset)


async def get_task(reading: Reading, storage: Storage, task_id: str) -> tuple[Task, StoredVersion]:
    """A task and the version that it is about. Raises NotFound, Forbidden."""
    async with storage.snapshot(reading.served.tenant) as snapshot:
        return await find_task(snapshot, reading.served.metamodel, reading.caller, task_id)


async def find_task(
    snapshot: Snapshot, metamodel: Metamodel, caller: Caller, task_id: str
) -> tuple[Task, StoredVersion]:
    """A task and the version that it is about.

    Raises NotFound, also if the caller does not see the version; Forbidden if the caller may only see its name.
    """
    guid = parse_guid(task_id)
    task = await snapshot.tasks.one(guid) if guid is not None else None
    # The same is read for an unknown task as for one about a hidden version.
    version = task.version if task is not None else guid or ""
    stored = (await snapshot.stored.load([version])).get(version)
    if task is None or stored is None:
        raise NotFound("There is no such task.")
    check_opened(metamodel, caller, stored, "There is no such task.")
    return task, stored


async def _wanted(reading: Reading, given: Mapping[str, str]) -> TasksWanted:
    """Which tasks a caller requests. Raises UnknownName, InvalidParameter, NotFound, Forbidden."""
    parameters, caller = Parameters(given), reading.caller
    states = parameters.names("state", (*TaskState, ALL_STATES)) or (TaskState.OPEN.value,)
    kinds = parameters.names("kind", kinds_of_tasks(reading.metamodel)) or ()
    order = parameters.names("order", (OLDEST, NEWEST)) or (OLDEST,)
    id_ = parameters.read("element", _parse_id)
    parameters.check()
    return TasksWanted(
        states=() if ALL_STATES in states else states,
        kinds=kinds,
        principals=tuple(sorted(caller.principals)),
        role=caller.role,
        element=(await access_row(reading, id_)).element if id_ is not None else None,
        audience=caller.audience,
        newest_first=order[-1] == NEWEST,
    )


def _parse_id(text: str) -> str:
    if (guid := parse_guid(text)) is None:
        error = f"element takes the id of an element, not {text!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "element")])
    return guid
