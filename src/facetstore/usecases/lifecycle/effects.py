"""What a step changes besides the state: properties, the version number, the earlier version, changedOn and changedBy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from facetstore.domain.access import NO_ZONE
from facetstore.domain.callers import Caller
from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT, NO_END, ElementId, day_of
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.steps import Effect, ExpirePredecessor, RaiseMajorVersion, SetProperty


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, when, and where new ids come from."""

    caller: Caller
    principals: frozenset[ElementId]
    """The ids by which contexts and tasks may name the caller: its own and those of its groups."""
    now: str
    """The local date-time of the tenant."""
    new_id: Callable[[], str]
    zone: int = NO_ZONE
    """The zone of the version that the caller acts on."""

    @property
    def today(self) -> str:
        return day_of(self.now)


@dataclass(frozen=True, slots=True)
class EffectResult:
    """The version after its effects, and the earlier one if it changed as well."""

    version: Version
    predecessor: Version | None = None


def apply_effects(
    metamodel: Metamodel,
    effects: Iterable[Effect],
    version: Version,
    acting: Acting,
    predecessor: Version | None = None,
    *,
    keeps_predecessor: bool = False,
) -> EffectResult:
    """Apply effects in their order. `predecessor` is the newest other version of the element that was released.

    With `keeps_predecessor` it expires on the first day on which the version is valid, by the scheduler.
    """
    expired = None
    for effect in effects:
        match effect:
            case SetProperty():
                version = _apply_set(metamodel, effect, version, acting)
            case RaiseMajorVersion():
                version = version._replace(number=f"{version.major_minor[0] + 1}.0")
            case ExpirePredecessor():
                first_day = _first_day(metamodel, version) if keeps_predecessor else ""
                expired = _expired(metamodel, effect, predecessor, acting, first_day)
            case _:
                assert_never(effect)
    return EffectResult(version, expired)


def states_that_expire(effects: Iterable[Effect]) -> tuple[str, ...]:
    """The states in which these effects expire an earlier version."""
    return tuple(state for each in effects if isinstance(each, ExpirePredecessor) for state in each.states)


def set_property(metamodel: Metamodel, version: Version, name: str, to: str, acting: Acting) -> Version:
    """The version with the property set to `now`, `today`, `caller`, `never` or a value; unchanged if the type lacks it."""
    known = metamodel.types[version.type].properties.get(name)
    if known is None:
        return version
    value = _value(to, acting)
    if known.related is not None:
        return version._replace(related={**version.related, name: (ElementId(value),)})
    return version._replace(attributes={**version.attributes, name: {INVARIANT: value}})


def clear_property(version: Version, name: str) -> Version:
    """The version without this attribute or context."""
    return version._replace(
        attributes={key: each for key, each in version.attributes.items() if key != name},
        related={key: each for key, each in version.related.items() if key != name},
    )


def touched(metamodel: Metamodel, version: Version, principal: ElementId, now: str) -> Version:
    """The version with changedOn and changedBy set to this time and principal."""
    return version._replace(
        attributes={**version.attributes, metamodel.roles.changed_on: {INVARIANT: now}},
        related={**version.related, metamodel.roles.changed_by: (principal,)},
    )


def created(metamodel: Metamodel, version: Version, principal: ElementId, now: str) -> Version:
    """The version with createdOn, createdBy, changedOn and changedBy set to this time and principal."""
    made = version._replace(
        attributes={**version.attributes, metamodel.roles.created_on: {INVARIANT: now}},
        related={**version.related, metamodel.roles.created_by: (principal,)},
    )
    return touched(metamodel, made, principal, now)


def _apply_set(metamodel: Metamodel, effect: SetProperty, version: Version, acting: Acting) -> Version:
    if effect.only_if_empty and _is_filled(version, effect.property):
        return version
    return set_property(metamodel, version, effect.property, effect.to, acting)


def _is_filled(version: Version, name: str) -> bool:
    values = version.attributes.get(name, {}).values()
    return bool(version.related.get(name)) or any(each not in (None, "") for each in values)


def _value(word: str, acting: Acting) -> str:
    match word:
        case "now":
            return acting.now
        case "today":
            return acting.today
        case "caller":
            return acting.caller.principal
        case "never":
            return NO_END
        case _:
            return word


def _first_day(metamodel: Metamodel, version: Version) -> str:
    """The day from which a version is valid, if that is known."""
    date = version.invariant(metamodel.roles.valid_from)
    return day_of(date) if isinstance(date, str) and date else ""


def days_until_valid(metamodel: Metamodel, version: Version, today: str) -> int:
    """How many days it takes from today until a version is valid; 0 if it is valid already."""
    day = _first_day(metamodel, version)
    if day <= today:
        return 0
    return (datetime.fromisoformat(day) - datetime.fromisoformat(today)).days


def _expired(
    metamodel: Metamodel, effect: ExpirePredecessor, predecessor: Version | None, acting: Acting, first_day: str
) -> Version | None:
    """The predecessor, expired; if it is to be in force until a later day, only valid until then."""
    if predecessor is None or predecessor.state not in effect.states:
        return None
    # One that is not valid before the other never is.
    is_kept = first_day > max(acting.today, _first_day(metamodel, predecessor))
    expired = predecessor if is_kept else predecessor._replace(state=effect.to)
    until = first_day if is_kept else "today"
    ended = set_property(metamodel, expired, metamodel.roles.valid_until, until, acting)
    return touched(metamodel, ended, acting.caller.principal, acting.now)
