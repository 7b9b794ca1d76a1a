"""The rows of tasks: decisions that a version waits for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import itemgetter
from typing import cast

from facetstore.domain.callers import Role
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Row, Session
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.lifecycle.task_decisions import ListedTask, Task, TasksWanted

_EVERYTHING = 1 << 40
_OPEN = (TaskState.OPEN,)

_COLUMNS = (
    "id", "kind", "element", "version", "transition", "batch", "needed", "opened_on", "assignee", "role", "state", "closed_on",
    "closed_by", "reason", "message",
)  # fmt: skip
_SELECT = f"SELECT {', '.join(f't.{name}' for name in _COLUMNS)}"
ONE = f"{_SELECT} FROM task t WHERE t.tenant = :tenant AND t.id = :id"
# Joined from what is known to the tasks, never by a test whether an id is among others: PostgreSQL keeps the plan that it made
# while there were no tasks, and would compare each with each. SQLite needs the index by name, or would scan the tenant.
OF_VERSIONS = f"""
    {_SELECT}
      FROM {{wanted}} CROSS JOIN task t{{by_version}}
     WHERE t.tenant = :tenant AND t.version = wanted.value
     ORDER BY t.opened_on, t.id
"""
# Tasks about deleted versions are not listed.
LISTED = f"""
    {_SELECT}, v.facet, v.type
      FROM {{found}}
     WHERE {{conditions}}
     ORDER BY {{order}} LIMIT :limit OFFSET :offset
"""
OLDEST_FIRST = "t.opened_on, t.id"
NEWEST_FIRST = "coalesce(t.closed_on, t.opened_on) DESC, t.id"
_MINE = f"SELECT tenant, {', '.join(_COLUMNS)} FROM task{{by_assignee}} WHERE tenant = :tenant AND {{state}}"
OWN = f"""
    ({_MINE} AND {{among}}
      UNION ALL
     {_MINE} AND assignee IS NULL AND role <= :role) t
      JOIN version v ON v.tenant = t.tenant AND v.id = t.version
"""
ABOUT = "version v CROSS JOIN task t{by_version}"
ABOUT_ELEMENT = "v.element = :element AND t.tenant = v.tenant AND t.version = v.id"
CHANGE = """
    UPDATE task SET state = :state, assignee = :assignee, role = :role, closed_on = :closed_on, closed_by = :closed_by, reason = :reason
     WHERE tenant = :tenant AND id = :id
"""


class SqlTasks:
    """The tasks of one tenant, to be read."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def one(self, id_: str) -> Task | None:
        rows = await self._fetch(ONE, {"tenant": self._tenant, "id": id_})
        return _task(rows[0]) if rows else None

    async def of_versions(self, versions: Collection[str]) -> tuple[Task, ...]:
        text = self.finding()
        rows = await self._fetch(text, {"tenant": self._tenant, "versions": self._dialect.pack(sorted(set(versions)))})
        return tuple(map(_task, rows))

    def finding(self) -> str:
        """The statement that finds the tasks of versions."""
        return OF_VERSIONS.format(wanted=self._dialect.each_of("versions"), by_version=self._by_version)

    @property
    def _by_version(self) -> str:
        return self._dialect.by_index("task_of_version")

    async def listed(self, wanted: TasksWanted, limit: int | None, offset: int) -> tuple[ListedTask, ...]:
        values = {
            "tenant": self._tenant,
            "principals": self._dialect.pack(sorted(wanted.principals)),
            "role": int(wanted.role),
            "element": wanted.element,
            "states": self._dialect.pack(list(wanted.states)),
            "kinds": self._dialect.pack(list(wanted.kinds)),
            "limit": _EVERYTHING if limit is None else limit,
            "offset": offset,
            **sight_values(wanted.audience, self._dialect),
        }
        return tuple(map(_listed, await self._fetch(self.listing(wanted), values)))

    def listing(self, wanted: TasksWanted) -> str:
        """The statement that lists the wanted tasks."""
        about = wanted.element is not None
        found = ABOUT.format(by_version=self._by_version) if about else self._own(wanted)
        order = NEWEST_FIRST if wanted.newest_first else OLDEST_FIRST
        return LISTED.format(found=found, conditions=" AND ".join(self._conditions(wanted)), order=order)

    def _own(self, wanted: TasksWanted) -> str:
        return OWN.format(
            state=self._state(wanted) if wanted.states else "TRUE",
            among=self._dialect.among("assignee", "principals"),
            by_assignee=self._dialect.by_index("task_open") if wanted.states == _OPEN else "",
        )

    def _state(self, wanted: TasksWanted) -> str:
        """A condition on the state: open tasks by a literal, because that is the condition of their index."""
        return "state = 'open'" if wanted.states == _OPEN else self._dialect.among("state", "states")

    def _conditions(self, wanted: TasksWanted) -> Iterator[str]:
        yield "v.tenant = :tenant"
        if wanted.element is not None:
            yield ABOUT_ELEMENT
            if wanted.states:
                yield f"t.{self._state(wanted)}"
        if wanted.kinds:
            yield self._dialect.among("t.kind", "kinds")
        if seen := sight_of(wanted.audience, self._dialect).any("v"):
            yield seen.removeprefix(" AND ")


class SqlChangingTasks(SqlTasks):
    """The same in an open transaction. The number of statements does not grow with the number of tasks."""

    def __init__(self, session: Session, dialect: Dialect, tenant: int) -> None:
        super().__init__(session.fetch, dialect, tenant)
        self._session = session

    async def add(self, tasks: Collection[Task]) -> None:
        if tasks:
            rows = [(self._tenant, *_in_order(_values(task))) for task in tasks]
            await self._session.insert("task", ("tenant", *_COLUMNS), rows)

    async def change(self, tasks: Collection[Task]) -> None:
        if tasks:
            await self._session.run_for_each(CHANGE, [{"tenant": self._tenant, **_values(task)} for task in tasks])


_in_order = itemgetter(*_COLUMNS)


def _values(task: Task) -> dict[str, object]:
    values = {name: getattr(task, name) for name in _COLUMNS if name != "batch"}
    role = None if task.role is None else int(task.role)
    return {**values, "batch": task.group, "role": role, "state": task.state.value}


def _listed(row: Row) -> ListedTask:
    *task, facet, type_ = row
    return ListedTask(_task(tuple(task)), cast("str", facet), cast("str", type_))


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
        message=given["message"],
    )
