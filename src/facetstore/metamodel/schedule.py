"""Scheduled changes of state: no caller asks for them, and changedOn and changedBy stay as they are."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.values import NO_END, day_of
from facetstore.metamodel.lifecycle_model import ScheduledStep
from facetstore.metamodel.model import Metamodel


class NextStep(NamedTuple):
    """The state that a version moves to after a day."""

    day: str
    target: str
    superseded: bool = False
    """Only if a later version was released and is valid by then."""


def moves_after(metamodel: Metamodel, version: Version) -> str | None:
    """The day after which the next scheduled step of a version is due, or None. Storage finds due versions by it."""
    step = _next_step(metamodel, version)
    return step.day if step is not None else None


def due(metamodel: Metamodel, version: Version, now: str) -> NextStep | None:
    """The step that a version must take at this local time, or None.

    A step is due from the day after its date on (D6.2): what is released and valid from today is in effect tomorrow.
    A step that was missed while the service did not run is still due later.
    """
    step = _next_step(metamodel, version)
    return step if step is not None and step.day < day_of(now) else None


def advanced(version: Version, target: str) -> Version:
    """The version in the state that was due. changedOn and changedBy stay as they are."""
    return version._replace(state=target)


def _next_step(metamodel: Metamodel, version: Version) -> NextStep | None:
    """The earliest scheduled step from this state whose date is filled; of two on one day, the one that is declared first."""
    lifecycle = metamodel.lifecycle_of.get(version.type)
    steps = [each for each in lifecycle.scheduled if each.source == version.state] if lifecycle is not None else []
    if not steps:  # true for most states
        return None
    dates = [(version.invariant(each.date), each) for each in steps]
    waiting = [_step_on(date, each) for date, each in dates if isinstance(date, str) and date and date != NO_END]
    return min(waiting, key=lambda each: each.day, default=None)


def _step_on(date: str, step: ScheduledStep) -> NextStep:
    day = day_of(date)
    return NextStep(_day_before(day) if step.on_the_day else day, step.target, step.superseded)


def _day_before(day: str) -> str:
    try:
        return day_of((datetime.fromisoformat(day) - timedelta(days=1)).isoformat())
    except (ValueError, OverflowError):  # imported: no date of the calendar
        return day
