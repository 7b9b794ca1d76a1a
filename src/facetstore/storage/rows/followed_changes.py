"""Versions as the changes of the history leave them: each change is applied to the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET

from facetstore.domain.element import Attributes, Related, Shape, Version
from facetstore.domain.errors import Conflict
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.rows.stored_changes import (
    DIFFERENCE,
    FIELDS,
    WHOLE,
    SetParts,
    StoredDifference,
    StoredShape,
    Whole,
)

T = TypeVar("T")

_whole: Final = msgspec.json.Decoder(Whole)
_difference: Final = msgspec.json.Decoder(StoredDifference)
_details: Final = msgspec.json.Decoder(dict[str, object])


class LeftBehind(NamedTuple):
    """What a history row says: its version before and after the change, and the named values that came with it."""

    before: Version | None
    after: Version | None
    details: Mapping[str, str]


class States:
    """Follows the changes of versions: `follow` must be called with each row of a version, from one that holds it whole on."""

    def __init__(self) -> None:
        self._now: dict[str, Version] = {}

    def __contains__(self, version: str) -> bool:
        return version in self._now

    def get(self, version: str) -> Version | None:
        return self._now.get(version)

    def follow(self, element: str | None, version: str | None, change: str) -> LeftBehind:
        """What the next row leaves behind. Raises Conflict if it is a difference to nothing."""
        if element is None or version is None or not change.startswith((WHOLE, DIFFERENCE)):
            details = {name: str(value) for name, value in _details.decode(change).items()}
            return LeftBehind(self._now.get(version or ""), None, details)
        before = self._now.get(version)
        after, details = (
            _read_whole(element, version, change) if change.startswith(WHOLE) else _read_difference(before, change)
        )
        self._now[version] = after
        return LeftBehind(before, after, details)


class LastStates:
    """Follows changes as `States` does, but to the last state of each version only: it is made once, not for each change."""

    def __init__(self) -> None:
        self._now: dict[str, Whole] = {}

    def follow(self, version: str, change: str) -> bool:
        """Take up the next row. Returns whether it says what the version is; raises Conflict if it is a difference to nothing."""
        if change.startswith(WHOLE):
            self._now[version] = _whole.decode(change)
        elif change.startswith(DIFFERENCE):
            _put(_known(self._now.get(version)), _difference.decode(change).changed)
        else:
            return False
        return True

    def made(self, element: str, version: str) -> Version:
        """A version as the last row left it."""
        return version_of(element, version, self._now[version])


def _read_whole(element: str, version: str, change: str) -> tuple[Version, dict[str, str]]:
    whole = _whole.decode(change)
    return version_of(element, version, whole), whole.details


def version_of(element: str, id_: str, whole: Whole) -> Version:
    """The version that a change holds whole."""
    return Version(
        element=ElementId(element),
        id=VersionId(id_),
        facet=whole.facetName,
        type=whole.type,
        state=whole.state,
        stereotype=whole.stereotype,
        creation_id=whole.creationId,
        number=whole.version,
        attributes=whole.attributes,
        related=whole.related,
        content=tuple(map(_shape, whole.content)),
        parent=ElementId(whole.parent) if whole.parent else None,
        position=whole.position,
        files=whole.files,
    )


def _shape(stored: StoredShape) -> Shape:
    return Shape(stored.shapeId, ElementId(stored.id), stored.predecessors, stored.place)


def _read_difference(before: Version | None, change: str) -> tuple[Version, dict[str, str]]:
    found = _difference.decode(change)
    return _applied(_known(before), found.changed), found.details


def _known(before: T | None) -> T:
    if before is None:
        raise Conflict("A row of the history holds a difference to a version that no row before it holds.")
    return before


def _put(whole: Whole, changed: SetParts) -> None:
    """Set what a change set, in the place of what was there."""
    for name in FIELDS:
        if (value := getattr(changed, name)) is not UNSET:
            setattr(whole, name, value)
    if changed.attributes:
        whole.attributes = _set_values(whole.attributes, changed.attributes)
    if changed.related:
        whole.related = _set_targets(whole.related, changed.related)
    if changed.content is not None:
        shapes = {each.shapeId: each for each in (*whole.content, *changed.content.shapes)}
        whole.content = [shapes[id_] for id_ in changed.content.order]


def _applied(before: Version, changed: SetParts) -> Version:
    fields: dict[str, Any] = {
        field: value for name, field in FIELDS.items() if (value := getattr(changed, name)) is not UNSET
    }
    if changed.attributes:
        fields["attributes"] = _set_values(before.attributes, changed.attributes)
    if changed.related:
        fields["related"] = _set_targets(before.related, changed.related)
    if changed.content is not None:
        shapes = {each.id: each for each in (*before.content, *map(_shape, changed.content.shapes))}
        fields["content"] = tuple(shapes[id_] for id_ in changed.content.order)
    return before._replace(**fields)


def _set_values(before: Attributes, changed: Mapping[str, dict[int, object] | None]) -> Attributes:
    found = dict(before)
    for name, values in changed.items():
        if values is None:
            found.pop(name, None)
        else:
            now = {**found.get(name, {}), **values}
            found[name] = {culture: value for culture, value in now.items() if value is not None}
    return found


def _set_targets(before: Related, changed: Mapping[str, tuple[str, ...] | None]) -> Related:
    found = dict(before)
    for name, targets in changed.items():
        if targets is None:
            found.pop(name, None)
        else:
            found[name] = tuple(map(ElementId, targets))
    return found
