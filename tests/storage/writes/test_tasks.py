"""Tasks are stored whole, listed to those they are for, and found by an index."""

import re
import time
from dataclasses import replace
from typing import Any

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.store import SqlStorage
from facetstore.storage.writes.task_rows import SqlTasks
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.lifecycle.task_decisions import Task, TasksWanted
from facetstore.usecases.measure import start_counting
from tests.storage.builders import add, version
from tests.storage.reads.test_sqlite_plans import plan

pytestmark = pytest.mark.anyio

DRAFT, RELEASED = version("draft", "0.1", "inReview"), version("released", "1.0", "released")
ANNA, BEN = ElementId("anna"), ElementId("ben")


def task(name: str, assignee: ElementId | None = ANNA, **more: Any) -> Task:
    made = Task(
        id=name,
        kind="Review",
        element=DRAFT.element,
        version=DRAFT.id,
        transition="InProcessToInReview",
        group="together",
        needed=2,
        opened_on=f"2026-11-15T10:00:0{name[-1]}",
        assignee=assignee,
        role=Role.ARCHITECT if assignee is None else None,
    )
    return replace(made, **more)


TASKS = (
    task("t1"),
    task("t2", BEN),
    task("t3", None),
    task("t4", state=TaskState.ACCEPTED, closed_on="2026-11-15T11:00:00", closed_by=ANNA),
    task("t5", element=RELEASED.element, version=RELEASED.id, kind="Approve expiry"),
    task("t6", version=VersionId("gone"), element=ElementId("gone")),
    task("t7", state=TaskState.DECLINED, reason="Step 3.", closed_on="2026-11-15T11:00:00", closed_by=BEN),
)


@pytest.fixture
async def tasks(storage: SqlStorage, tenant: Tenant) -> SqlTasks:
    await add(storage, tenant, DRAFT, RELEASED)
    async with storage.writer(tenant, actor=None) as writer:
        await writer.tasks.add(TASKS)
    return storage.tasks(tenant)


def wanted(
    who: ElementId = ANNA,
    role: Role = Role.EDITOR,
    states: tuple[str, ...] = ("open",),
    kinds: tuple[str, ...] = (),
    element: str | None = None,
    *,
    drafts: bool = True,
) -> TasksWanted:
    return TasksWanted(states, kinds, (who,), role, element, EDITORS if drafts else VIEWERS)


async def test_a_task_is_read_as_it_was_stored(tasks: SqlTasks) -> None:
    assert [await tasks.one(each.id) for each in TASKS] == list(TASKS)
    assert await tasks.one("t0") is None
    assert await tasks.of_versions([DRAFT.id, RELEASED.id]) == tuple(each for each in TASKS if each.id != "t6")


async def test_a_task_changes_as_a_whole(tasks: SqlTasks, storage: SqlStorage, tenant: Tenant) -> None:
    changed = task("t3", BEN, state=TaskState.DECLINED, reason="No.", closed_on="2026-11-16T10:00:00", closed_by=BEN)
    async with storage.writer(tenant, actor=None) as writer:
        await writer.tasks.change([changed])

    assert await tasks.one("t3") == changed


async def test_many_tasks_take_as_many_statements_as_one(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, DRAFT)
    counts = set()
    for number in (1, 40):
        opened = [task(f"{number}-{each}") for each in range(number)]
        count = start_counting()
        async with storage.writer(tenant, actor=None) as writer:
            await writer.tasks.add(opened)
            await writer.tasks.change([replace(each, state=TaskState.ACCEPTED) for each in opened])
        counts.add(count.number)

    assert len(counts) == 1
    stored = await storage.tasks(tenant).of_versions([DRAFT.id])
    assert [each.state for each in stored] == [TaskState.ACCEPTED] * 41


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (wanted(), ["t1", "t5"]),
        (wanted(BEN), ["t2"]),
        (wanted(role=Role.ANALYZER), ["t1", "t5"]),
        (wanted(role=Role.ARCHITECT), ["t1", "t3", "t5"]),
        (wanted(role=Role.ADMINISTRATOR), ["t1", "t3", "t5"]),
        (wanted(states=()), ["t1", "t4", "t5", "t7"]),
        (wanted(states=("accepted", "declined")), ["t4", "t7"]),
        (wanted(states=("closed",)), []),
        (wanted(kinds=("Approve expiry",)), ["t5"]),
        (wanted(kinds=("Approve expiry", "Review")), ["t1", "t5"]),
        (wanted(drafts=False), ["t5"]),
        (wanted(BEN, element=DRAFT.element), ["t1", "t2", "t3"]),
        (wanted(BEN, element=DRAFT.element, states=()), ["t1", "t2", "t3", "t4", "t7"]),
        (wanted(BEN, element=RELEASED.element, drafts=False), ["t5"]),
        (wanted(BEN, element=DRAFT.element, drafts=False), []),
        (wanted(element="gone"), []),
    ],
)
async def test_those_are_listed_that_are_wanted(tasks: SqlTasks, asked: TasksWanted, found: list[str]) -> None:
    listed = await tasks.listed(asked, None, 0)
    assert [each.task.id for each in listed] == found
    assert {(each.facet, each.type) for each in listed} <= {(DRAFT.facet, DRAFT.type)}
    assert [each.task.id for each in await tasks.listed(asked, 2, 1)] == found[1:3]


async def test_what_was_decided_last_comes_first(tasks: SqlTasks, storage: SqlStorage, tenant: Tenant) -> None:
    """By the time of the decision: a task that was opened first may be decided last."""
    closed = [
        task(each, state=TaskState.ACCEPTED, closed_on=f"2026-11-1{day}T10:00:00", closed_by=ANNA)
        for each, day in (("t1", 9), ("t5", 7))
    ]
    async with storage.writer(tenant, actor=None) as writer:
        await writer.tasks.change(closed)
    asked = replace(wanted(states=("accepted",)), newest_first=True)

    listed = [each.task.id for each in await tasks.listed(asked, None, 0)]
    assert listed == ["t1", "t5", "t4"]
    assert [each.task.id for each in await tasks.listed(asked, 1, 1)] == listed[1:2]


async def test_other_tenants_have_other_tasks(tasks: SqlTasks, storage: SqlStorage) -> None:
    elsewhere = SqlTasks(storage.engine.fetch, storage.engine.dialect, -1)

    assert await elsewhere.listed(wanted(states=()), None, 0) == ()
    assert await elsewhere.one("t1") is None


async def test_what_was_asked_without_tasks_is_answered_soon_with_many(storage: SqlStorage, tenant: Tenant) -> None:
    """PostgreSQL plans a repeated statement once, and that may be before there is anything."""
    await add(storage, tenant, DRAFT, RELEASED)
    tasks = storage.tasks(tenant)

    async def ask() -> list[int]:
        listed = [await tasks.listed(each, None, 0) for each in (wanted(), wanted(element=RELEASED.element, states=()))]
        return [len(await tasks.of_versions([RELEASED.id])), *map(len, listed)]

    for _ in range(10):
        assert await ask() == [0, 0, 0]
    async with storage.writer(tenant, actor=None) as writer:
        await writer.tasks.add([task(f"of draft {each}", BEN) for each in range(3000)])
        await writer.tasks.add([task("t5", element=RELEASED.element, version=RELEASED.id)])
    began = time.perf_counter()

    assert await ask() == [1, 1, 1]
    assert time.perf_counter() - began < 1


OPEN = [wanted(), wanted(drafts=False), wanted(element="draft"), wanted(element="draft", states=())]


@pytest.mark.parametrize("asked", OPEN)
async def test_open_tasks_are_found_without_looking_at_all(sqlite_storage: SqlStorage, asked: TasksWanted) -> None:
    tasks = SqlTasks(sqlite_storage.engine.fetch, SQLITE, 1)

    for text in (tasks.listing(asked), tasks.finding()):
        assert [step for step in plan(sqlite_storage, text) if re.search(r"\(tenant=\?\)|^SCAN (?!json)", step)] == []
