"""Tasks as rows: what somebody has to decide about a version."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from facetstore.domain.callers import Role
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Fetch, Row
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.lifecycle.tasks import Task

_COLUMNS = (
    "id", "kind", "element", "version", "transition", "batch", "needed", "opened_on", "assignee", "role", "state", "closed_on",
    "closed_by", "reason",
)  # fmt: skip
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM task WHERE tenant = :tenant"
ONE = f"{_SELECT} AND id = :id"
OF_VERSIONS = f"{_SELECT} AND {{among}} ORDER BY opened_on, id"
MINE = f"""{_SELECT} AND (state = 'open' OR :closed = 1) AND ({{among}} OR (assignee IS NULL AND role <= :role))
     ORDER BY opened_on, id LIMIT :limit OFFSET :offset"""
ADD = f"""INSERT INTO task (tenant, {", ".join(_COLUMNS)}) VALUES (:tenant, {", ".join(f":{name}" for name in _COLUMNS)})"""
CHANGE = """
    UPDATE task SET state = :state, assignee = :assignee, role = :role, closed_on = :closed_on, closed_by = :closed_by, reason = :reason
     WHERE tenant = :tenant AND id = :id
"""


class SqlTasks:
    """The tasks of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def one(self, id_: str) -> Task | None:
        rows = await self._fetch(ONE, {"tenant": self._tenant, "id": id_})
        return _task(rows[0]) if rows else None

    async def of_versions(self, versions: Collection[str]) -> tuple[Task, ...]:
        text = OF_VERSIONS.format(among=self._dialect.among("version", "versions"))
        rows = await self._fetch(text, {"tenant": self._tenant, "versions": self._dialect.pack(sorted(versions))})
        return tuple(map(_task, rows))

    async def mine(
        self, principals: Collection[str], role: Role, *, closed: bool, limit: int, offset: int
    ) -> tuple[Task, ...]:
        """The tasks of somebody and of those who have his role or a lower one."""
        text = MINE.format(among=self._dialect.among("assignee", "principals"))
        values = {"principals": self._dialect.pack(sorted(principals)), "role": int(role), "closed": int(closed)}
        rows = await self._fetch(text, {"tenant": self._tenant, **values, "limit": limit, "offset": offset})
        return tuple(map(_task, rows))

    async def add(self, tasks: Collection[Task]) -> None:
        for task in tasks:
            await self._fetch(ADD, {"tenant": self._tenant, **_values(task)})

    async def change(self, tasks: Collection[Task]) -> None:
        for task in tasks:
            await self._fetch(CHANGE, {"tenant": self._tenant, **_values(task)})


def _values(task: Task) -> dict[str, object]:
    values = {name: getattr(task, name) for name in _COLUMNS if name != "batch"}
    role = None if task.role is None else int(task.role)
    return {**values, "batch": task.group, "role": role, "state": task.state.value}


def _task(row: Row) -> Task:
    given = cast("dict[str, str]", dict(zip(_COLUMNS, row, strict=True)))
    role = cast("int | None", given["role"])
    return Task(
        id=given["id"],
        kind=given["kind"],
        element=ElementId(given["element"]),
        version=VersionId(given["version"]),
        transition=given["transition"],
        group=given["batch"],
        needed=cast("int", given["needed"]),
        opened_on=given["opened_on"],
        assignee=ElementId(given["assignee"]) if given["assignee"] else None,
        role=None if role is None else Role(role),
        state=TaskState(given["state"]),
        closed_on=given["closed_on"],
        closed_by=ElementId(given["closed_by"]) if given["closed_by"] else None,
        reason=given["reason"],
    )
