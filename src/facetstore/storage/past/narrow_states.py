"""Versions as they were, of which only some attributes and contexts are read: changes of anything else are skipped.

A change is decoded into a structure that has only the wanted names; the rest of its text is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from facetstore.domain.element import Attributes, Related
from facetstore.domain.values import ElementId

_NUMBER: Final = "version"
"""The name under which the history stores the number of a version."""
STATE: Final = "state"
_FIRST: Final = 2
"""Before the attributes and contexts of a version stand its number and its state."""
_Values = dict[int, object] | UnsetType | None
_Targets = tuple[str, ...] | UnsetType | None


class NarrowState(NamedTuple):
    """What was wanted of a version, as it was."""

    number: str | None
    attributes: Attributes
    related: Related
    state: str | None = None
    """Only what it was at first, unless changes of states were asked for."""


NOTHING_KNOWN: Final = NarrowState(None, {}, {})


class _ChangeShape(NamedTuple):
    """How changes are decoded, and the names of what they hold."""

    decode: Callable[[bytes], Any]
    attributes: tuple[str, ...]
    contexts: tuple[str, ...]


def _named(label: str, names: Sequence[str], kind: object) -> type[msgspec.Struct]:
    """A structure with these names, which need not be names of Python."""
    fields = [(f"f{n}", kind, msgspec.field(default=UNSET, name=name)) for n, name in enumerate(names)]
    return msgspec.defstruct(label, fields)


@lru_cache(maxsize=64)
def _shape(attributes: tuple[str, ...], contexts: tuple[str, ...]) -> _ChangeShape:
    values, targets = _named("Values", attributes, _Values), _named("Targets", contexts, _Targets)
    fields: list[tuple[str, Any, Any]] = [
        (_NUMBER, str | UnsetType | None, UNSET),
        (STATE, str | UnsetType | None, UNSET),
        ("attributes", values, msgspec.field(default_factory=values)),
        ("related", targets, msgspec.field(default_factory=targets)),
    ]
    parts = msgspec.defstruct("Parts", fields)
    whole = msgspec.defstruct("Change", [*fields, ("changed", parts | UnsetType, UNSET)])
    return _ChangeShape(msgspec.json.Decoder(whole).decode, attributes, contexts)


class NarrowStates:
    """Follows changes of versions, from one that holds a version whole on, but only what is wanted of it."""

    def __init__(self, attributes: Collection[str], contexts: Collection[str]) -> None:
        self._shape = _shape(tuple(sorted(attributes)), tuple(sorted(contexts)))
        self._places = range(len(attributes))
        self._contexts = range(len(contexts))
        self._now: dict[str, list[Any]] = {}
        """By version: its number, its state, then the values of each attribute, then the targets of each context."""

    @property
    def names(self) -> Sequence[str]:
        """The names of which at least one is in a change that matters."""
        return (*self._shape.attributes, *self._shape.contexts)

    def follow(self, version: str, change: bytes) -> None:
        """Take up what a change holds: a whole version, or what differs from the change before it."""
        found = self._shape.decode(change)
        changed = found.changed
        if changed is UNSET:
            self._now[version] = self._begun(found)
        elif (now := self._now.get(version)) is not None:
            self._apply(now, changed)

    def _begun(self, whole: Any) -> list[Any]:
        values = (getattr(whole.attributes, f"f{n}") for n in self._places)
        targets = (getattr(whole.related, f"f{n}") for n in self._contexts)
        return [
            whole.version or None,
            whole.state or None,
            *(each or None for each in values),
            *(each or None for each in targets),
        ]

    def _apply(self, now: list[Any], changed: Any) -> None:
        if changed.version is not UNSET:
            now[0] = changed.version
        if changed.state is not UNSET:
            now[1] = changed.state
        for n in self._places:
            if (values := getattr(changed.attributes, f"f{n}")) is not UNSET:
                merged = {**(now[_FIRST + n] or {}), **values} if values else {}
                now[_FIRST + n] = {culture: each for culture, each in merged.items() if each is not None} or None
        first = _FIRST + len(self._places)
        for n in self._contexts:
            if (targets := getattr(changed.related, f"f{n}")) is not UNSET:
                now[first + n] = targets or None

    def get(self, version: str) -> NarrowState:
        """What is known of a version."""
        now = self._now.get(version)
        if now is None:
            return NOTHING_KNOWN
        first = _FIRST + len(self._places)
        attributes = {name: each for name, each in zip(self._shape.attributes, now[_FIRST:first], strict=True) if each}
        found = zip(self._shape.contexts, now[first:], strict=True)
        related: Mapping[str, tuple[ElementId, ...]] = {name: each for name, each in found if each}
        return NarrowState(now[0], attributes, related, now[1])
