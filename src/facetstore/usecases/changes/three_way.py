"""Bringing back earlier values: which places change, and which of them were changed by others since.

A place is a value that can be brought back alone, named as differences name it: `attributes.<name>.<culture>`, `related.<context>`
or `stereotype`. Three sides decide about it: what is brought back (restored), what was there when that was looked at (base), and what
is stored now (current).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.usecases.changes.body import same

ATTRIBUTES: Final = "attributes"
RELATED: Final = "related"
STEREOTYPE: Final = "stereotype"
RESTORED: Final = "restored"
CURRENT: Final = "current"

Values = Mapping[str, object]
"""What a version has, by place; what it has not is not in it."""


class Clash(NamedTuple):
    """A place that was changed since, and otherwise than it is brought back."""

    place: str
    base: object
    restored: object
    current: object


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which side wins where both changed a place: for each place, or one for all of them."""

    places: Mapping[str, str] = field(default_factory=dict)
    otherwise: str | None = None

    def winner(self, place: str) -> str | None:
        """The side that the caller chose for a place; None if there is no answer yet."""
        return self.places.get(place, self.otherwise)


@dataclass(slots=True)
class ThreeWayMerge:
    """The values to set (None removes one), and the places without an answer."""

    values: dict[str, object] = field(default_factory=dict)
    clashes: list[Clash] = field(default_factory=list)


def values_of(version: Version, is_left_out: Callable[[str], bool], seen: Collection[str]) -> Values:
    """What a version has, without some attributes and contexts, and without references to elements that are not in `seen`."""
    found: dict[str, object] = {}
    for name, values in version.attributes.items():
        if not is_left_out(name):
            found |= {f"{ATTRIBUTES}.{name}.{culture}": value for culture, value in values.items()}
    for name, targets in version.related.items():
        if not is_left_out(name) and (visible := tuple(each for each in targets if each in seen)):
            found[f"{RELATED}.{name}"] = visible
    if version.stereotype is not None:
        found[STEREOTYPE] = version.stereotype
    return found


def different(one: Values, other: Values) -> Sequence[str]:
    """The places in which two sides differ, in a fixed order."""
    return [place for place in sorted({*one, *other}) if not same(one.get(place), other.get(place))]


def three_way(
    places: Collection[str], base: Values, restored: Values, current: Values, resolution: Resolution, under: str = ""
) -> ThreeWayMerge:
    """What to set so that `current` has the values of `restored` at these places. `under` is put before the places in clashes."""
    merged = ThreeWayMerge()
    for place in places:
        was, wanted, now = base.get(place), restored.get(place), current.get(place)
        if same(wanted, now):
            continue
        winner = RESTORED if same(was, now) else resolution.winner(under + place)
        if winner == RESTORED:
            merged.values[place] = wanted
        elif winner is None:
            merged.clashes.append(Clash(under + place, was, wanted, now))
    return merged


def body_of(values: Mapping[str, object]) -> dict[str, object]:
    """These values as the element of a request body."""
    body: dict[str, object] = {}
    attributes: dict[str, dict[str, object]] = {}
    related: dict[str, object] = {}
    for place, value in values.items():
        if place == STEREOTYPE:
            body[STEREOTYPE] = value
            continue
        kind, _, name = place.partition(".")
        if kind == RELATED:
            related[name] = [{"id": each} for each in _targets(value)]
        else:
            attribute, _, culture = name.rpartition(".")
            attributes.setdefault(attribute, {})[culture] = value
    return {**body, **({ATTRIBUTES: attributes} if attributes else {}), **({RELATED: related} if related else {})}


def without_refused(values: Mapping[str, object], path: str) -> dict[str, object] | None:
    """The values without what a finding at this path is about: one reference, or all values at and below it.

    None if it is about none of them.
    """
    left = dict(values)
    for place, value in values.items():
        if (number := _number(place, path)) is not None and place.startswith(f"{RELATED}."):
            left[place] = tuple(each for n, each in enumerate(_targets(value)) if n != number) or None
        elif path == place or path.startswith((f"{place}[", f"{place}.")) or place.startswith(f"{path}."):
            del left[place]
    return left if left != dict(values) else None


def _number(place: str, path: str) -> int | None:
    """The number in `<place>[number]`."""
    number = path.removeprefix(f"{place}[").partition("]")[0] if path.startswith(f"{place}[") else ""
    return int(number) if number.isdecimal() else None


def _targets(value: object) -> Iterator[str]:
    return iter(value) if isinstance(value, tuple) else iter(())
