"""Performs a step: returns the resulting version, the changed earlier version, and the tasks that it opens and closes.

Nothing is stored here. An outcome is stored as a whole, or not at all if its findings stop it (`validation.blocking`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from facetstore.domain.element import Version, without_shapes
from facetstore.domain.errors import Conflict, Finding, Forbidden, Invalid
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, is_clean_text
from facetstore.metamodel.lifecycle_model import Transition
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import Acting, EffectResult, apply_effects, days_until_valid, touched
from facetstore.usecases.lifecycle.steps import MESSAGE, REASON, Effect, Step, TaskState, step_of
from facetstore.usecases.lifecycle.task_decisions import (
    Decision,
    Task,
    close_open,
    end_open,
    is_assigned,
    missing_acceptances,
    open_tasks,
)
from facetstore.usecases.lifecycle.transitions import Block, allowed_by_role, blocks, find, offered
from facetstore.usecases.lifecycle.validation import RuleFinding, Severity, ShapeLabel, check_rules, severity_of

TASKS_OPEN: Final = "tasks-open"
ACCEPTANCES_MISSING: Final = "acceptances-missing"
NOT_RECORDED: Final = "not-recorded"
TOO_LONG: Final = "too-long"
UNCLEAN: Final = "unclean-text"
LONGEST_MESSAGE: Final = 2000


@dataclass(frozen=True, slots=True)
class Around:
    """What a step needs to know besides the version itself."""

    predecessor: Version | None = None
    """The newest other version of the element that was released."""
    tasks: tuple[Task, ...] = ()
    """The tasks of the version and of the predecessor, including decided ones."""
    shown: Mapping[ElementId, ShapeLabel] = field(default_factory=dict)
    """What the shapes of the version's diagram show."""
    hidden: frozenset[ElementId] = frozenset()
    """What of it the caller does not see: the rules are checked without it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a step, to be stored together."""

    version: Version
    predecessor: Version | None = None
    """The earlier version if it changed."""
    opened: tuple[Task, ...] = ()
    closed: tuple[Task, ...] = ()
    """Tasks that were open, in their new state."""
    recorded: Mapping[str, str] = field(default_factory=dict)
    """The texts that the caller sent with the step, for the history."""
    findings: tuple[RuleFinding, ...] = ()
    """The findings of the rules about the resulting version; none if the step is not validated."""
    approves: bool = False
    """Whether the caller approves by it what the version says."""


@dataclass(frozen=True, slots=True)
class Explained:
    """An offered transition, what blocks the caller, and what the rules would find."""

    transition: Transition
    step: Step
    """Names the texts that must and may be sent with it."""
    blocks: tuple[Block, ...]
    findings: tuple[RuleFinding, ...]
    opened: tuple[Task, ...] = ()
    """The tasks that it would open: who would get them."""
    is_next: bool = False
    """Whether it is the step to offer first."""


def perform(
    metamodel: Metamodel,
    settings: TenantSettings,
    version: Version,
    transition: Transition,
    acting: Acting,
    around: Around,
    given: Mapping[str, str],
) -> Outcome:
    """The outcome of taking a transition that `find` found.

    Raises Forbidden if the caller may not take it, Invalid if a text that it needs is missing or one was sent that it does
    not record, Conflict if its tasks are open already or acceptances are missing.
    """
    step = step_of(metamodel, version.type, transition)
    if blocked := blocks(step, acting.caller, version, acting.principals, acting.zone):
        raise Forbidden(f"You may not apply {step.id}.", [each.finding for each in blocked])
    recorded = check_given(step, given)
    if waiting := _blocks_by_tasks(step, version, acting, around.tasks):
        raise Conflict(f"{step.id} is not possible now.", [each.finding for each in waiting])
    return replace(_taken(metamodel, settings, step, version, acting, around, recorded), approves=step.approves)


def follow(
    metamodel: Metamodel,
    settings: TenantSettings,
    version: Version,
    decision: Decision,
    acting: Acting,
    around: Around,
) -> Outcome:
    """The outcome of a decision about a task. Whether the caller may decide was checked before.

    Raises Conflict if the state of the version does not offer the transition that follows.
    """
    decided = {each.id for each in decision.changed}
    rest = replace(around, tasks=tuple(each for each in around.tasks if each.id not in decided))
    recorded = {REASON: decision.reason} if decision.reason else {}
    follows = decision.follows
    if follows is None:
        return Outcome(version, closed=decision.changed, recorded=recorded, approves=decision.approves)
    if follows.transition is not None:
        step = step_of(metamodel, version.type, find(metamodel, version, follows.transition))
        outcome = _taken(metamodel, settings, step, version, acting, rest, recorded)
    else:
        outcome = _put(metamodel, settings, version, follows.target, follows.effects, acting, rest)
    closed = (*decision.changed, *outcome.closed)
    return replace(outcome, closed=closed, recorded=recorded, approves=decision.approves)


def explain(
    metamodel: Metamodel, settings: TenantSettings, version: Version, acting: Acting, around: Around
) -> tuple[Explained, ...]:
    """Every offered transition with everything that blocks it."""
    found = [_explained(metamodel, settings, each, version, acting, around) for each in offered(metamodel, version)]
    first = _next(metamodel, version, found)
    return tuple(replace(each, is_next=each is first) for each in found)


def check_given(step: Step, given: Mapping[str, str]) -> Mapping[str, str]:
    """The texts to record, without blank ones. Raises Invalid with a finding for each that is not recorded."""
    texts = {name: text.strip() for name, text in given.items() if text.strip()}
    unknown = [
        Finding(f"{step.id} does not record {name}.", NOT_RECORDED, name)
        for name in sorted(texts.keys() - step.records)
    ]
    unclean = (name for name, text in texts.items() if not is_clean_text(text))
    unknown += [Finding(f"{name} has characters that cannot be stored.", UNCLEAN, name) for name in unclean]
    if len(texts.get(MESSAGE, "")) > LONGEST_MESSAGE:
        unknown.append(Finding(f"A message has at most {LONGEST_MESSAGE} characters.", TOO_LONG, MESSAGE))
    if unknown:
        raise Invalid(f"The body does not fit the transition {step.id}.", unknown)
    return texts


def _taken(
    metamodel: Metamodel,
    settings: TenantSettings,
    step: Step,
    version: Version,
    acting: Acting,
    around: Around,
    recorded: Mapping[str, str],
) -> Outcome:
    if step.deferred:
        outcome = Outcome(version)
    else:
        outcome = _put(
            metamodel, settings, version, step.target, step.effects, acting, around, step.closes, recorded.get(REASON)
        )
    then = outcome.version
    has_gap = _expires(outcome.predecessor, around) and not settings.keeps_predecessor
    gap = days_until_valid(metamodel, then, acting.today) if has_gap else 0
    return replace(
        outcome,
        opened=_opened(step, then, acting, recorded.get(MESSAGE)),
        recorded=recorded,
        findings=_findings(metamodel, settings, then, around, gap) if step.validation else (),
    )


def _opened(step: Step, version: Version, acting: Acting, message: str | None) -> tuple[Task, ...]:
    if step.opens is None:
        return ()
    return open_tasks(step.opens, version, step.id, acting.now, acting.new_id, step.authors, message)


def _expires(predecessor: Version | None, around: Around) -> bool:
    """Whether a step expires the earlier version at once; it may also only set until when that is valid."""
    before = around.predecessor
    return predecessor is not None and before is not None and predecessor.state != before.state


def _findings(
    metamodel: Metamodel, settings: TenantSettings, version: Version, around: Around, gap: int
) -> tuple[RuleFinding, ...]:
    """The findings of the rules about the version as the caller sees it."""
    seen = version._replace(content=without_shapes(version.content, around.hidden)) if around.hidden else version
    return check_rules(metamodel, settings, seen, around.shown, gap)


def _put(
    metamodel: Metamodel,
    settings: TenantSettings,
    version: Version,
    target: str | None,
    effects: Iterable[Effect],
    acting: Acting,
    around: Around,
    closes: TaskState | None = None,
    reason: str | None = None,
) -> Outcome:
    """The outcome of putting the version into a state, with all effects. All open tasks of the version end."""
    moved = touched(metamodel, version._replace(state=target or version.state), acting.caller.principal, acting.now)
    keeps = settings.keeps_predecessor
    affected = apply_effects(metamodel, effects, moved, acting, around.predecessor, keeps_predecessor=keeps)
    own = _tasks_of(version, around.tasks)
    ended = end_open(own, closes, acting, reason) if closes is not None else close_open(own, acting)
    return Outcome(affected.version, affected.predecessor, closed=(*ended, *_closed_with(affected, around, acting)))


def _closed_with(affected: EffectResult, around: Around, acting: Acting) -> tuple[Task, ...]:
    """The open tasks of an earlier version that expires, closed: they need no decision any more."""
    if affected.predecessor is None or not _expires(affected.predecessor, around):
        return ()
    return close_open(_tasks_of(affected.predecessor, around.tasks), acting)


def _tasks_of(version: Version, tasks: Iterable[Task]) -> tuple[Task, ...]:
    return tuple(each for each in tasks if each.version == version.id)


def _blocks_by_tasks(step: Step, version: Version, acting: Acting, tasks: Iterable[Task]) -> tuple[Block, ...]:
    own = _tasks_of(version, tasks)
    waiting = [each for each in own if each.is_open]
    if step.deferred and step.opens is not None and any(each.kind == step.opens.kind for each in waiting):
        return (Block(TASKS_OPEN, f"It waits for its tasks {step.opens.kind!r} already."),)
    if step.closes is not TaskState.ACCEPTED or allowed_by_role(step, acting.caller, version):
        return ()
    missing = max((_missing_after(group, own, acting) for group in {each.group for each in waiting}), default=0)
    if missing <= 0:
        return ()
    return (Block(ACCEPTANCES_MISSING, f"Acceptances of others are missing: {missing}."),)


def _missing_after(group: str, tasks: tuple[Task, ...], acting: Acting) -> int:
    """How many acceptances a group would need after the caller's own, which counts once, even for several tasks."""
    own = any(each.group == group and each.is_open and is_assigned(each, acting) for each in tasks)
    return missing_acceptances(tasks, group) - own


def _explained(
    metamodel: Metamodel,
    settings: TenantSettings,
    transition: Transition,
    version: Version,
    acting: Acting,
    around: Around,
) -> Explained:
    step = step_of(metamodel, version.type, transition)
    found = blocks(step, acting.caller, version, acting.principals, acting.zone)
    waiting = _blocks_by_tasks(step, version, acting, around.tasks)
    outcome = _taken(metamodel, settings, step, version, acting, around, {})
    return Explained(transition, step, (*found, *waiting), outcome.findings, outcome.opened)


def _next(metamodel: Metamodel, version: Version, steps: Iterable[Explained]) -> Explained | None:
    """The step to offer first: one that leads on, first those whose tasks someone named gets, then direct ones.

    None for what viewers see already, and if no step that leads on is possible.
    """
    lifecycle = metamodel.lifecycle_of.get(version.type)
    # An import can store a state that the lifecycle of the type lacks: no step leads on from there.
    state = lifecycle.states.get(version.state or "") if lifecycle is not None else None
    if lifecycle is None or state is None or state.visible:
        return None
    places = list(lifecycle.states)
    leading = [
        each
        for each in steps
        if places.index(each.step.target) > places.index(each.step.source)
        and not each.blocks
        and severity_of(each.findings) is not Severity.ERROR
    ]
    return min(leading, key=_rank, default=None)


def _rank(each: Explained) -> int:
    """The lower, the sooner it is offered; of equal ones the first in the lifecycle."""
    if each.step.direct:
        return 1
    return 0 if all(task.assignee is not None for task in each.opened) else 2
