"""Changes of state that come with time: nobody asks for them, and no one is named as having made them."""

from __future__ import annotations

from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import day_of


class NextStep(NamedTuple):
    """The state a version moves to on the day after a day."""

    day: str
    target: str


def moves_after(metamodel: Metamodel, version: Version) -> str | None:
    """The day after which time moves a version on, or None: what is due is found by it."""
    step = _next_step(metamodel, version)
    return step.day if step is not None else None


def due(metamodel: Metamodel, version: Version, now: str) -> str | None:
    """The state a version moves to at this local time, or None.

    A step is due from the day after its date on (decision 6): what is released and valid today is in effect tomorrow,
    and what was missed while the service stood still is due later on as well.
    """
    step = _next_step(metamodel, version)
    return step.target if step is not None and step.day < day_of(now) else None


def advanced(version: Version, target: str) -> Version:
    """The version in the state that was due. changedOn and changedBy keep telling who changed it last."""
    return version._replace(state=target)


def _next_step(metamodel: Metamodel, version: Version) -> NextStep | None:
    """The first of the steps that wait for a date that is given; of two on one day, the one that is declared first."""
    lifecycle = metamodel.lifecycle_of(version.type)
    steps = [each for each in lifecycle.scheduled if each.source == version.state] if lifecycle is not None else []
    if not steps:  # as of most states
        return None
    dates = [(version.invariant(each.after), each.target) for each in steps]
    waiting = [NextStep(day_of(date), target) for date, target in dates if isinstance(date, str) and date]
    return min(waiting, key=lambda each: each.day, default=None)
