"""Versions as they were, of which only some attributes and contexts are read: changes of anything else are skipped.

A change is decoded into a structure that has only the wanted names; the rest of its text is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from facetstore.domain.element import Attributes, Related
from facetstore.domain.values import ElementId

_NUMBER: Final = "version"
"""The name under which the history stores the number of a version."""
STATE: Final = "state"
_FIRST: Final = 2
"""Before the attributes and contexts of a version stand its number and its state."""
_Values = dict[int, object] | None
_Targets = tuple[str, ...] | None


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
    return _structure(label, [(f"f{n}", kind, msgspec.field(default=UNSET, name=name)) for n, name in enumerate(names)])


def _structure(label: str, fields: Sequence[tuple[str, Any, Any]]) -> type[msgspec.Struct]:
    # Millions of them are decoded and dropped at once: the garbage collector need not look at any.
    return msgspec.defstruct(label, fields, gc=False)


@lru_cache(maxsize=64)
def _shape(attributes: tuple[str, ...], contexts: tuple[str, ...]) -> _ChangeShape:
    fields: list[tuple[str, Any, Any]] = [
        (_NUMBER, str | UnsetType | None, UNSET),
        (STATE, str | UnsetType | None, UNSET),
        ("attributes", _named("Values", attributes, _Values | UnsetType) | UnsetType, UNSET),
        ("related", _named("Targets", contexts, _Targets | UnsetType) | UnsetType, UNSET),
    ]
    whole = _structure("Change", [*fields, ("changed", _structure("Parts", fields) | UnsetType, UNSET)])
    return _ChangeShape(msgspec.json.Decoder(whole).decode, attributes, contexts)


class NarrowStates:
    """Follows changes of versions, from one that holds a version whole on, but only what is wanted of it."""

    def __init__(self, attributes: Collection[str], contexts: Collection[str]) -> None:
        self._shape = _shape(tuple(sorted(attributes)), tuple(sorted(contexts)))
        self._first_context = _FIRST + len(attributes)
        self._nothing: list[Any] = [None] * (self._first_context + len(contexts))
        self._now: dict[str, list[Any]] = {}
        """By version: its number, its state, then the values of each attribute, then the targets of each context."""

    @property
    def names(self) -> Sequence[str]:
        """The names of which at least one is in a change that matters."""
        return (*self._shape.attributes, *self._shape.contexts)

    def follow_all(self, rows: Sequence[tuple[str, bytes]], wanted: Container[str] | None) -> None:
        """Take up many changes, but only those of wanted versions; None: of all."""
        for version, change in rows:
            if wanted is None or version in wanted:
                self.follow(version, change)

    def follow(self, version: str, change: bytes) -> None:
        """Take up what a change holds: a whole version, or what differs from the change before it."""
        found = self._shape.decode(change)
        changed = found.changed
        if changed is UNSET:
            self._now[version] = begun = self._nothing.copy()
            self._apply(begun, found)
        elif (now := self._now.get(version)) is not None:
            self._apply(now, changed)

    def _apply(self, now: list[Any], changed: Any) -> None:
        """Set what a change names. None stands for what it removed."""
        if changed.version is not UNSET:
            now[0] = changed.version
        if changed.state is not UNSET:
            now[1] = changed.state
        if changed.attributes is not UNSET:
            for place, values in enumerate(astuple(changed.attributes), _FIRST):
                if values is not UNSET:
                    now[place] = _merged(now[place], values)
        if changed.related is not UNSET:
            for place, targets in enumerate(astuple(changed.related), self._first_context):
                if targets is not UNSET:
                    now[place] = targets

    def get(self, version: str) -> NarrowState:
        """What is known of a version."""
        now = self._now.get(version)
        if now is None:
            return NOTHING_KNOWN
        attributes = {name: each for name, each in zip(self._shape.attributes, now[_FIRST:], strict=False) if each}
        found = zip(self._shape.contexts, now[self._first_context :], strict=True)
        related: Mapping[str, tuple[ElementId, ...]] = {name: each for name, each in found if each}
        return NarrowState(now[0], attributes, related, now[1])


def _merged(before: _Values, values: _Values) -> _Values:
    """The values of an attribute after a change; most changes replace them or add to them."""
    if not before or not values:
        return values
    merged = {**before, **values}
    return (
        {culture: each for culture, each in merged.items() if each is not None} if None in merged.values() else merged
    )
