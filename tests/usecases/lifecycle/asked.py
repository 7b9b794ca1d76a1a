"""What the tests of tasks share: drafts sent on their way, and what was decided about them."""

from collections.abc import Mapping

from facetstore.domain.callers import Role
from facetstore.domain.values import ElementId
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.lifecycle.perform import Around, Outcome, follow
from facetstore.usecases.lifecycle.task_decisions import Decision, Task
from tests.usecases.lifecycle.givens import ANNA, SETTINGS, STANDARD, STRICT, a_version, acting, applied

LATER = "2026-11-16T10:00:00"

AUTHOR = acting("anna")
ARCHITECT = acting("stranger", Role.ARCHITECT, now=LATER)


def sent(
    transition: str,
    metamodel: Metamodel = STANDARD,
    contexts: Mapping[str, tuple[ElementId, ...]] | None = None,
    **more: tuple[ElementId, ...],
) -> Outcome:
    """A draft of Anna's that was sent on its way."""
    kind = "contract" if metamodel is STRICT else "subProcess"
    draft = a_version(kind=kind, metamodel=metamodel, related={"author": (ANNA,), **(contexts or {}), **more})
    return applied(draft, transition, acting("anna"), metamodel=metamodel)


def after(outcome: Outcome, decision: Decision, by: Acting, metamodel: Metamodel = STANDARD) -> Outcome:
    return follow(metamodel, SETTINGS, outcome.version, decision, by, Around(tasks=outcome.opened))


def by(who: str) -> Acting:
    return acting(who, Role.EDITOR, now=LATER)


def merged(tasks: tuple[Task, ...], changed: tuple[Task, ...]) -> tuple[Task, ...]:
    """The tasks as they stand after some of them changed."""
    return tuple({each.id: each for each in (*tasks, *changed)}.values())


def states(tasks: tuple[Task, ...]) -> list[tuple[ElementId | None, str]]:
    return [(each.assignee, each.state.value) for each in tasks]
