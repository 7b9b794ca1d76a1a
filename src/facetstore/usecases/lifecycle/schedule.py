"""Changes of state that come with time: nobody asks for them, and no one is named as having made them."""

from __future__ import annotations

from dataclasses import replace

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import day_of


def due(metamodel: Metamodel, version: Version, now: str) -> str | None:
    """The state a version moves to at this local time, or None.

    A step is due from the day after its date on (decision 6): what is released and valid today is in effect tomorrow,
    and what was missed while the service stood still is due later on as well.
    """
    lifecycle = metamodel.lifecycle_of(version.type)
    steps = lifecycle.scheduled if lifecycle is not None else ()
    for each in steps:
        after = version.invariant(each.after)
        if version.state == each.source and isinstance(after, str) and after and day_of(after) < day_of(now):
            return each.target
    return None


def advanced(version: Version, target: str) -> Version:
    """The version in the state that was due. changedOn and changedBy keep telling who changed it last."""
    return replace(version, state=target)
