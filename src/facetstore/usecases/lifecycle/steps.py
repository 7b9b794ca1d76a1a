"""The transitions of a type as values: who may take a step, which tasks it opens, what follows and what else changes.

A declaration of lifecycles.yaml is read once for each type of a metamodel. The words are explained in that file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from facetstore.domain.callers import Role
from facetstore.metamodel.lifecycle_model import Lifecycle, Transition
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.metamodel.plain import Plain, flag, items, number, section, word, words

REASON: Final = "reason"
EXTERNAL_REFERENCE: Final = "externalReference"
MESSAGE: Final = "message"
"""For those who get the tasks that a step opens."""

LEAST_ROLE: Final = Role.EDITOR
"""The lowest role that takes steps and decides tasks. Viewers only read, even if a context names them (D6.4)."""

_REMEMBERED: Final = 4096
"""How many types have cached steps: those of about eighty metamodels."""


class TaskState(StrEnum):
    """The state of a task. A closed one needs no decision any more."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to be allowed to take a step; all its conditions must hold."""

    role: Role = LEAST_ROLE
    named_in: tuple[str, ...] = ()
    """One of these contexts names the caller."""
    same: tuple[str, ...] = ()
    """Each of these contexts names exactly one element, and all the same one."""


@dataclass(frozen=True, slots=True)
class SetProperty:
    """Set a property to `now`, `today`, `caller`, `never` or to the value itself."""

    property: str
    to: str
    only_if_empty: bool = False


@dataclass(frozen=True, slots=True)
class RaiseMajorVersion:
    """Set the number of the version to that of the next release, such as 2.0."""


@dataclass(frozen=True, slots=True)
class ExpirePredecessor:
    """Put the earlier version, if it is in one of these states, into the state `to`, valid until today."""

    states: tuple[str, ...]
    to: str


Effect = SetProperty | RaiseMajorVersion | ExpirePredecessor


@dataclass(frozen=True, slots=True)
class Follow:
    """What follows a decided task: a transition, or a state with effects, or nothing."""

    named: str | None = None
    """Applies only if this context is not empty; None: always."""
    transition: str | None = None
    target: str | None = None
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskPlan:
    """The tasks a step opens, and what follows when they are decided."""

    kind: str
    assignees: tuple[str, ...]
    """The contexts that name the assignees: each gets a task."""
    fallback_role: Role
    """The role that gets the only task if no assignee is named."""
    deciding_role: Role
    """The role that may decide each of the tasks, regardless of its assignee."""
    needed: int | None
    """How many acceptances are enough; None: all."""
    accept: tuple[Follow, ...]
    decline: Follow
    by_others: bool = False
    """Whether authors of the version get no such task, and may not accept one."""


@dataclass(frozen=True, slots=True)
class Step:
    """A transition as elements of one type take it."""

    id: str
    source: str
    target: str
    permission: str
    allowed: tuple[Alternative, ...]
    structural: bool
    administrative: bool
    """With `structural`: which roles may edit elements of the type at all."""
    authors: tuple[str, ...]
    """The contexts that name the authors."""
    validation: bool
    direct: bool
    deferred: bool
    opens: TaskPlan | None
    closes: TaskState | None
    records: frozenset[str]
    """The texts that may be sent with it. None has to be: clients of the reference product send no body."""
    effects: tuple[Effect, ...]
    by_others: bool = False
    """Whether it approves a draft, which its authors may not do themselves."""
    approves: bool = False
    """Whether it is a decision for what the version says: it closes tasks as accepted, or releases the version."""


@lru_cache(maxsize=_REMEMBERED)
def steps_of(metamodel: Metamodel, type_key: str) -> tuple[Step, ...]:
    """Every step of the type's lifecycle, also those that the type does not offer."""
    lifecycle = metamodel.lifecycle_of.get(type_key)
    if lifecycle is None:
        return ()
    others = not lifecycle.own_approval
    steps = (_step(each, metamodel.types[type_key], metamodel.roles.authors, others) for each in lifecycle.transitions)
    return tuple(replace(each, approves=_is_approval(each, lifecycle)) for each in steps)


def _is_approval(step: Step, lifecycle: Lifecycle) -> bool:
    releases = lifecycle.states[step.target].released and not lifecycle.states[step.source].was_released
    return step.closes is TaskState.ACCEPTED or releases


def step_of(metamodel: Metamodel, type_key: str, transition: Transition) -> Step:
    """A transition of the type as a step."""
    wanted = (transition.id, transition.source)
    return next(each for each in steps_of(metamodel, type_key) if (each.id, each.source) == wanted)


def plan_of(metamodel: Metamodel, type_key: str, kind: str) -> TaskPlan | None:
    """The plan for a kind of task; None if no step of the type opens such tasks (any more)."""
    plans = (each.opens for each in steps_of(metamodel, type_key))
    return next((plan for plan in plans if plan is not None and plan.kind == kind), None)


@lru_cache(maxsize=_REMEMBERED)
def kinds_of_tasks(metamodel: Metamodel) -> tuple[str, ...]:
    """Every kind of task that a step of any type opens."""
    plans = (step.opens for type_key in metamodel.types for step in steps_of(metamodel, type_key))
    return tuple(dict.fromkeys(plan.kind for plan in plans if plan is not None))


def _step(transition: Transition, element_type: ElementType, authors: tuple[str, ...], by_others: bool) -> Step:
    declared = transition.declaration
    closes = word(declared, "closes")
    deferred, tasks = flag(declared, "deferred"), section(declared, "tasks")
    # Deferred tasks are about a version that was approved before.
    plan = _plan(tasks, element_type.approvals, by_others and not deferred) if "tasks" in declared else None
    records = ((word(declared, "records"), True), (MESSAGE, plan is not None))
    return Step(
        id=transition.id,
        source=transition.source,
        target=transition.target,
        permission=word(declared, "permission") or "",
        allowed=tuple(_alternative(each) for each in items(declared, "allowed")),
        structural=element_type.structural,
        administrative=element_type.for_administrators,
        authors=authors,
        validation=flag(declared, "validation"),
        direct=flag(declared, "direct"),
        deferred=deferred,
        opens=plan,
        closes=TaskState(closes) if closes else None,
        records=frozenset(name for name, is_taken in records if name and is_taken),
        effects=_effects(declared),
        by_others=by_others and closes == TaskState.ACCEPTED,
    )


def _alternative(each: Plain) -> Alternative:
    role = word(each, "role")
    return Alternative(Role[role.upper()] if role else LEAST_ROLE, words(each, "in"), words(each, "same"))


def _plan(each: Plain, approvals: Mapping[str, int], by_others: bool) -> TaskPlan:
    """The plan with the type's own number of acceptances, if it has one."""
    kind, fallback_role = str(each["kind"]), str(each["fallbackRole"])
    return TaskPlan(
        kind=kind,
        assignees=words(each, "assignees"),
        fallback_role=Role[fallback_role.upper()],
        deciding_role=Role[(word(each, "decidingRole") or fallback_role).upper()],
        needed=approvals.get(kind) or number(each, "needed", default=0) or None,
        accept=tuple(_follow(follow) for follow in items(each, "accept")),
        decline=_follow(section(each, "decline")),
        by_others=by_others,
    )


def _follow(each: Plain) -> Follow:
    return Follow(word(each, "named"), word(each, "transition"), word(each, "target"), _effects(each))


def _effects(holder: Plain) -> tuple[Effect, ...]:
    return tuple(_effect(each) for each in items(holder, "effects"))


def _effect(each: Plain) -> Effect:
    match each["do"]:
        case "set":
            return SetProperty(str(each["property"]), str(each["to"]), flag(each, "onlyIfEmpty"))
        case "raiseMajorVersion":
            return RaiseMajorVersion()
        case "expirePredecessor":
            return ExpirePredecessor(words(each, "states"), str(each["to"]))
        case unknown:
            # metamodel.schema.json has no other effects. One that is added there is added here too.
            raise ValueError(f"There is no effect {unknown!r}.")
