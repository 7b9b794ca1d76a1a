"""Tasks: decisions that a version waits for (D6.5).

The tasks that one step opens are a group. Enough acceptances in a group, or one decline, decide it; its other open tasks are
then closed. Deciding returns what changes and what follows; `perform.follow` works out the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from facetstore.domain.access import VIEWERS, Audience
from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, Forbidden, Invalid
from facetstore.domain.rights import approval_of
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.lifecycle.steps import LEAST_ROLE, REASON, Follow, TaskPlan, TaskState, plan_of, steps_of
from facetstore.usecases.lifecycle.transitions import LEAST_ROLE_IF_UNNAMED, OWN, OWN_DRAFT, conflict, named

TASK_DECIDED: Final = "task-decided"
COUNTS_ONCE: Final = "counts-once"
UNKNOWN_KIND: Final = "unknown-kind-of-task"
REASON_MISSING: Final = "reason-missing"


@dataclass(frozen=True, slots=True)
class Task:
    """A decision that one assignee must make or, if no assignee was named, any caller with a role."""

    id: str
    kind: str
    element: ElementId
    version: VersionId
    transition: str
    """The transition that opened it."""
    group: str
    """Shared by the tasks that were opened together."""
    needed: int
    """How many acceptances the group needs."""
    opened_on: str
    assignee: ElementId | None = None
    """A person or a group of people."""
    role: Role | None = None
    """Set instead of the assignee if none was named: for callers with this role or a higher one."""
    state: TaskState = TaskState.OPEN
    closed_on: str | None = None
    closed_by: ElementId | None = None
    """The principal that accepted or declined it; None if it was closed without a decision."""
    reason: str | None = None
    message: str | None = None
    """What the caller who opened it wrote to those who decide it."""

    @property
    def is_open(self) -> bool:
        return self.state is TaskState.OPEN


class ListedTask(NamedTuple):
    """A task, and what it is about: facet and type of the version."""

    task: Task
    facet: str
    type: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What a decision about a task changes: tasks in their new state, and what follows for the version."""

    changed: tuple[Task, ...]
    follows: Follow | None = None
    """None: nothing, because more acceptances are needed or the element stays as it is."""
    reason: str | None = None
    approves: bool = False
    """Whether it is an acceptance."""


@dataclass(frozen=True, slots=True)
class TasksWanted:
    """Which tasks to list: those of a caller, or those about an element."""

    states: tuple[str, ...]
    """Any, if it is empty."""
    kinds: tuple[str, ...]
    """Any, if it is empty."""
    principals: tuple[ElementId, ...]
    role: Role
    """The role of the caller, who also gets tasks without an assignee that are for this role or a lower one."""
    element: str | None = None
    """If set, the tasks about this element, regardless of their assignees."""
    audience: Audience = VIEWERS
    """Only tasks about versions that this audience sees."""
    newest_first: bool = False
    """By when they were decided, or else opened; otherwise by when they were opened, oldest first."""


def open_tasks(
    plan: TaskPlan,
    version: Version,
    transition: str,
    now: str,
    new_id: Callable[[], str],
    authors: Collection[str] = (),
    message: str | None = None,
) -> tuple[Task, ...]:
    """A task for each assignee that is named, else one for the fallback role. They never need more acceptances than tasks.

    Authors get none if others are to approve: they could not accept it.
    """
    own = named(version, authors) if plan.by_others else ()
    assignees: tuple[ElementId | None, ...]
    assignees = tuple(each for each in named(version, plan.assignees) if each not in own) or (None,)
    group = new_id()
    return tuple(
        Task(
            id=new_id(),
            kind=plan.kind,
            element=version.element,
            version=version.id,
            transition=transition,
            group=group,
            needed=min(plan.needed or len(assignees), len(assignees)),
            opened_on=now,
            assignee=each,
            role=plan.fallback_role if each is None else None,
            message=message,
        )
        for each in assignees
    )


def tasks_of_state(metamodel: Metamodel, version: Version, now: str, new_id: Callable[[], str]) -> tuple[Task, ...]:
    """The tasks that an imported version would have if a step had led to its state."""
    steps = (each for each in steps_of(metamodel, version.type) if each.target == version.state and not each.deferred)
    opening = next(((step.opens, step.id) for step in steps if step.opens is not None), None)
    authors = metamodel.roles.authors
    return () if opening is None else open_tasks(opening[0], version, opening[1], now, new_id, authors)


def accept(metamodel: Metamodel, version: Version, task: Task, tasks: Iterable[Task], acting: Acting) -> Decision:
    """Accept a task. `tasks` are all tasks of the version, including decided ones.

    Raises Forbidden if the caller may not decide it, or is an author of the draft; Conflict if it is not open, if the type has no
    such tasks any more, or if the caller accepted another task of the group before and does not have the deciding role.
    """
    plan = _access_task(metamodel, version, task, acting)
    if plan.by_others and approval_of(acting.caller, named(version, metamodel.roles.authors)) is not None:
        raise Forbidden(OWN, [Finding(OWN, OWN_DRAFT)])
    group = _others(task, tasks)
    if not _decides_for_others(plan, acting) and any(each.closed_by == acting.caller.principal for each in group):
        raise conflict(
            "You already accepted such a task on this version. Another user must accept this one.", COUNTS_ONCE
        )
    accepted = _ended(task, TaskState.ACCEPTED, acting)
    if missing_acceptances((accepted, *group), task.group) > 0:
        return Decision((accepted,), approves=True)
    return Decision((accepted, *close_open(group, acting)), _following(plan, version), approves=True)


def decline(
    metamodel: Metamodel, version: Version, task: Task, tasks: Iterable[Task], acting: Acting, reason: str
) -> Decision:
    """Decline a task with a reason, which decides its group.

    Raises Forbidden if the caller may not decide it, Conflict if it is not open or the type has no such tasks any more, Invalid
    without a reason.
    """
    plan = _access_task(metamodel, version, task, acting)
    text = reason.strip()
    if not text:
        sentence = "Declining a task takes a reason."
        raise Invalid(sentence, [Finding(sentence, REASON_MISSING, REASON)])
    declined = _ended(task, TaskState.DECLINED, acting, text)
    follows = plan.decline if plan.decline.transition or plan.decline.target else None
    return Decision((declined, *close_open(_others(task, tasks), acting)), follows, text)


def delegate(
    metamodel: Metamodel, version: Version, task: Task, tasks: Iterable[Task], acting: Acting, to: ElementId
) -> Task:
    """The task with another assignee.

    Raises Forbidden if the caller may not decide it; Conflict if it is not open, if the type has no such tasks any more, or if
    `to` is the assignee of a task of the group or decided one.
    """
    _access_task(metamodel, version, task, acting)
    if any(to in (each.assignee, each.closed_by) for each in (task, *_others(task, tasks))):
        raise conflict(f"{to} has such a task on this version already.", COUNTS_ONCE)
    return replace(task, assignee=to, role=None)


def may_decide(metamodel: Metamodel, version: Version, task: Task, acting: Acting) -> bool:
    """Whether the caller may decide a task: as an assignee who is at least an editor, or by having the deciding role."""
    plan = plan_of(metamodel, version.type, task.kind)
    return (is_assigned(task, acting) and acting.caller.role >= LEAST_ROLE) or _decides_for_others(plan, acting)


def is_assigned(task: Task, acting: Acting) -> bool:
    """Whether the task is assigned to the caller, to a group of the caller, or to a role that the caller's role includes."""
    if task.assignee is not None:
        return task.assignee in acting.principals
    return task.role is not None and acting.caller.role >= task.role


def missing_acceptances(tasks: Iterable[Task], group: str) -> int:
    """How many acceptances the group still needs."""
    members = [each for each in tasks if each.group == group]
    accepted = sum(each.state is TaskState.ACCEPTED for each in members)
    return max((each.needed for each in members), default=0) - accepted


def close_open(tasks: Iterable[Task], acting: Acting) -> tuple[Task, ...]:
    """Those of the tasks that are open, in the state closed."""
    return tuple(replace(each, state=TaskState.CLOSED, closed_on=acting.now) for each in tasks if each.is_open)


def end_open(tasks: Iterable[Task], state: TaskState, acting: Acting, reason: str | None = None) -> tuple[Task, ...]:
    """Those of the tasks that are open, as a step ends them: in this state if they are assigned to the caller, else closed."""
    known = tuple(tasks)
    own = tuple(_ended(each, state, acting, reason) for each in known if each.is_open and is_assigned(each, acting))
    return (*own, *close_open((each for each in known if not is_assigned(each, acting)), acting))


def _access_task(metamodel: Metamodel, version: Version, task: Task, acting: Acting) -> TaskPlan:
    """The plan of an open task that the caller may decide. Raises Forbidden, Conflict."""
    assert task.version == version.id, "A task is decided with the version it is about."
    plan = plan_of(metamodel, version.type, task.kind)
    if plan is None:
        raise conflict(f"Elements of type {version.type} have no tasks {task.kind!r} any more.", UNKNOWN_KIND)
    if not may_decide(metamodel, version, task, acting):
        raise Forbidden(f"This task is for its assignee, or for the role {plan.deciding_role.name.lower()} or higher.")
    if not task.is_open:
        raise conflict(f"This task is {task.state} already.", TASK_DECIDED)
    return plan


def _decides_for_others(plan: TaskPlan | None, acting: Acting) -> bool:
    return acting.caller.role >= (LEAST_ROLE_IF_UNNAMED if plan is None else plan.deciding_role)


def _others(task: Task, tasks: Iterable[Task]) -> Collection[Task]:
    return tuple(each for each in tasks if each.group == task.group and each.id != task.id)


def _ended(task: Task, state: TaskState, acting: Acting, reason: str | None = None) -> Task:
    return replace(task, state=state, closed_on=acting.now, closed_by=acting.caller.principal, reason=reason)


def _following(plan: TaskPlan, version: Version) -> Follow | None:
    """What follows an acceptance: the first entry that names no context, or a context that is not empty."""
    fitting = (each for each in plan.accept if each.named is None or version.related.get(each.named))
    return next(fitting, None)
