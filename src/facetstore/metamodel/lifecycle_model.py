"""The lifecycles of a metamodel as data: states, transitions, what the scheduler does, and the rules before a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class State:
    """A state of a lifecycle. Viewers see `visible` states; `released` ones count as isReleased;
    `was_released` ones are in the release history; `editable` ones may be changed."""

    key: str
    names: Mapping[int, str]
    descriptions: Mapping[int, str]
    visible: bool
    released: bool
    was_released: bool
    editable: bool


@dataclass(frozen=True, slots=True)
class Transition:
    """A named step from one state to another, with everything the lifecycle engine needs to perform it.

    `rules` and `effects` stay plain data here; the engine that applies transitions interprets them.
    """

    id: str
    source: str
    target: str
    names: Mapping[int, str]
    declaration: Mapping[str, object] = field(default_factory=dict)
    listed_source: str = ""  # the source that responses name, which may be another (0071)


@dataclass(frozen=True, slots=True)
class ScheduledStep:
    """An automatic change of state: the scheduler performs it on the day of the date-time in the attribute `date`, or after it."""

    source: str
    target: str
    date: str
    on_the_day: bool = False
    superseded: bool = False  # only if a later version was released and is valid by then


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """The states and transitions of a type. `wire_state`: whether responses carry a `state` field
    (lifecycles of structure elements show only the attribute state1)."""

    key: str
    initial: str
    wire_state: bool
    states: Mapping[str, State]
    transitions: tuple[Transition, ...]
    scheduled: tuple[ScheduledStep, ...] = ()
    new_version: Mapping[str, object] = field(default_factory=dict)
    """The states (`from`) that allow a new version, what it `clears` and what it `sets`; plain data."""
    own_approval: bool = False
    """Whether authors may approve their own drafts."""


@dataclass(frozen=True, slots=True)
class ValidationRule:
    """A check before a release: what it checks, and whether it is an error or a warning."""

    key: str
    types: tuple[str, ...]
    severity: str
    messages: Mapping[int, str]
    check: Mapping[str, object]
