"""When reviews are due: by the rule of a type, and the day of the release or of the last confirmation."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta

from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.review_rule import ReviewRule
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.ports.review_date_store import ReviewedType, ReviewedVersion

Clock = Callable[[], int]
"""Nanoseconds since 1970 UTC."""
_DAY = timedelta(days=1)


def today_in(zone: str, clock: Clock = time.time_ns) -> date:
    """The current day in a time zone."""
    return date.fromisoformat(local_now(time_zone(zone), clock=clock)[:10])


def reviewed_types(metamodel: Metamodel, today: date, among: Collection[str] | None = None) -> Sequence[ReviewedType]:
    """The types that require reviews, of all or of these, with the days that decide what is due today."""
    return [
        ReviewedType(
            each.facet,
            key,
            released_states(metamodel, key),
            _behind(each.review, today + timedelta(days=each.review.lead_days)),
            _behind(each.review, today - _DAY),
        )
        for key, each in metamodel.types.items()
        if each.review is not None and (among is None or key in among)
    ]


def released_states(metamodel: Metamodel, type_: str) -> tuple[str, ...]:
    """The states in which a version of a type counts as released."""
    lifecycle = metamodel.lifecycle_of.get(type_)
    return tuple(key for key, each in lifecycle.states.items() if each.released) if lifecycle is not None else ()


def rule_of(metamodel: Metamodel, version: ReviewedVersion) -> ReviewRule | None:
    """The rule by which a version in force is reviewed; None if its type has none, or it is not released."""
    type_ = metamodel.types.get(version.type)
    is_released = type_ is not None and version.state in released_states(metamodel, version.type)
    return type_.review if type_ is not None and is_released and version.released_on is not None else None


def since(version: ReviewedVersion) -> date:
    """The day of the last confirmation of a released version, or of its release."""
    return date.fromisoformat(version.confirmed or str(version.released_on)[:10])


def _behind(rule: ReviewRule, due: date) -> str:
    """The first day whose reviews are due after this one."""
    return (rule.latest(due) + _DAY).isoformat()
