"""Who a task can be delegated to: a person who could be named for it, and who may decide."""

from __future__ import annotations

from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, InvalidValues
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.steps import LEAST_ROLE, plan_of
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.lifecycle.transitions import OWN_DRAFT, conflict, named

TO: Final = "to"
UNSUITED: Final = "unsuited-person"


def check_delegate(metamodel: Metamodel, version: Version, task: Task, person: Version | None, to: str) -> Version:
    """The person that a task about a version is delegated to; `person` is what was found for the id `to`.

    Raises InvalidValues if there is no such element, or if its type cannot be named for the task; Conflict if the person is
    inactive, has no role that may decide, or is an author of the draft that others are to approve.
    """
    types = _types(metamodel, version, task)
    if person is None:
        raise _unsuited(f"There is no element with the id {to}.")
    if person.type not in types:
        raise _unsuited(
            f"An element of type {person.type} cannot decide a task {task.kind!r}. Possible: {', '.join(types)}."
        )
    plan = plan_of(metamodel, version.type, task.kind)
    if plan is not None and plan.by_others and person.element in named(version, metamodel.roles.authors):
        raise conflict(f"{person.element} is an author of this draft, so another user must approve it.", OWN_DRAFT)
    if stands := _stands_against(metamodel, person):
        raise stands
    return person


def _types(metamodel: Metamodel, version: Version, task: Task) -> tuple[str, ...]:
    """The types of elements that can be named in the contexts from which the task takes its assignees."""
    plan = plan_of(metamodel, version.type, task.kind)
    contexts = metamodel.types[version.type].contexts
    named = (contexts[name].related for name in (plan.assignees if plan is not None else ()) if name in contexts)
    return tuple(dict.fromkeys(type_ for each in named if each is not None for type_ in each.types))


def _stands_against(metamodel: Metamodel, person: Version) -> Conflict | None:
    """Why a person may not decide: inactive, or without a role that may. None if the person may."""
    if person.invariant(metamodel.roles.inactive) is True:
        return conflict(f"{person.element} is inactive.", UNSUITED)
    role = metamodel.roles.role_of(person.attributes)
    if role is None or role < LEAST_ROLE:
        return conflict(f"Deciding a task takes the role {LEAST_ROLE.name.lower()} or higher.", UNSUITED)
    return None


def _unsuited(sentence: str) -> InvalidValues:
    return InvalidValues(sentence, [Finding(sentence, UNSUITED, TO)])
