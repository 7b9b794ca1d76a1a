"""What the history stores of a changed version: the whole version, or only what differs from the row before.

Most rows hold a difference, which is a tenth as long. Every so often a row holds the version whole, so that an earlier state needs few rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from facetstore.domain.element import Attributes, Place, Related, Shape, Version
from facetstore.domain.element_files import ElementFile
from facetstore.domain.errors import Conflict
from facetstore.domain.values import ElementId, VersionId

T = TypeVar("T")

WHOLE: Final = '{"facetName"'
"""The beginning of a change that holds a whole version."""
DIFFERENCE: Final = '{"changed"'
"""The beginning of a change that holds what differs from the row before; other changes hold only named values."""
WHOLE_EVERY: Final = 16
"""Of so many changes of a version at least one is stored whole."""

_encoder = msgspec.json.Encoder()
_FIELDS: Final = {
    "facetName": "facet",
    "type": "type",
    "state": "state",
    "stereotype": "stereotype",
    "creationId": "creation_id",
    "version": "number",
    "parent": "parent",
    "position": "position",
    "files": "files",
}
"""The fields of a version that are stored as they are, by their names in the history."""


class _StoredShape(msgspec.Struct):
    shapeId: str  # spelled as in the interface
    id: str
    predecessors: tuple[str, ...]
    place: Place | None = None


class Whole(msgspec.Struct):
    """A version as history stores it."""

    facetName: str  # spelled as in the interface
    type: str
    state: str | None
    stereotype: str | None
    creationId: str | None
    version: str | None
    attributes: Attributes
    related: Related
    content: list[_StoredShape]
    parent: str | None
    position: int
    files: tuple[ElementFile, ...] = ()
    details: dict[str, str] = msgspec.field(name="told", default_factory=dict)


class _SetContent(msgspec.Struct):
    """All shapes in their order, and those of them that are new or different."""

    order: list[str]
    shapes: list[_StoredShape]


class _SetParts(msgspec.Struct):
    """The parts of a version that a change set. None stands for a value, an attribute or a context that it removed."""

    facetName: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    state: str | UnsetType | None = UNSET
    stereotype: str | UnsetType | None = UNSET
    creationId: str | UnsetType | None = UNSET
    version: str | UnsetType | None = UNSET
    parent: str | UnsetType | None = UNSET
    position: int | UnsetType = UNSET
    files: tuple[ElementFile, ...] | UnsetType = UNSET
    attributes: dict[str, dict[int, object] | None] = {}
    related: dict[str, tuple[str, ...] | None] = {}
    content: _SetContent | None = None


class _StoredDifference(msgspec.Struct):
    changed: _SetParts
    details: dict[str, str] = msgspec.field(name="told", default_factory=dict)


_whole = msgspec.json.Decoder(Whole)
_difference = msgspec.json.Decoder(_StoredDifference)
_details = msgspec.json.Decoder(dict[str, object])


def whole_version(version: Version, details: Mapping[str, str] | None = None) -> str:
    """A version as history stores it, which is enough to restore it, and the named values that came with the change."""
    return _encoder.encode(
        {
            "facetName": version.facet,
            "type": version.type,
            "state": version.state,
            "stereotype": version.stereotype,
            "creationId": version.creation_id,
            "version": version.number,
            "attributes": version.attributes,
            "related": version.related,
            "content": [_stored(each) for each in version.content],
            "parent": version.parent,
            "position": version.position,
            **({"files": version.files} if version.files else {}),
            **({"told": details} if details else {}),
        }
    ).decode()


def difference(before: Version, after: Version, details: Mapping[str, str] | None = None) -> str | None:
    """What a change set, as history stores it; None if only the whole version can say it: a value may be None itself."""
    changed: dict[str, object] = {
        name: value for name, field in _FIELDS.items() if (value := getattr(after, field)) != getattr(before, field)
    }
    if before.attributes != after.attributes:
        values = _changed_values(before.attributes, after.attributes)
        if values is None:
            return None
        changed["attributes"] = values
    if before.related != after.related:
        contexts = before.related.keys() | after.related.keys()
        different = sorted(each for each in contexts if before.related.get(each) != after.related.get(each))
        changed["related"] = {each: after.related.get(each) for each in different}
    if before.content != after.content:
        known = {each.id: each for each in before.content}
        fresh = [_stored(each) for each in after.content if known.get(each.id) != each]
        changed["content"] = {"order": [each.id for each in after.content], "shapes": fresh}
    return _encoder.encode({"changed": changed, **({"told": details} if details else {})}).decode()


def _stored(shape: Shape) -> dict[str, object]:
    placed = {} if shape.place is None else {"place": shape.place}
    return {"shapeId": shape.id, "id": shape.element, "predecessors": shape.predecessors, **placed}


def _changed_values(before: Attributes, after: Attributes) -> Mapping[str, object] | None:
    found: dict[str, Mapping[int, object] | None] = {}
    for name in {**before, **after}:
        was, is_ = before.get(name), after.get(name)
        if is_ is None:
            found[name] = None
        elif was != is_:
            set_ = {culture: value for culture, value in is_.items() if was is None or was.get(culture) != value}
            if None in set_.values():
                return None
            found[name] = {**set_, **dict.fromkeys(was.keys() - is_.keys() if was else ())}
    return found


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


def _shape(stored: _StoredShape) -> Shape:
    return Shape(stored.shapeId, ElementId(stored.id), stored.predecessors, stored.place)


def _read_difference(before: Version | None, change: str) -> tuple[Version, dict[str, str]]:
    found = _difference.decode(change)
    return _applied(_known(before), found.changed), found.details


def _known(before: T | None) -> T:
    if before is None:
        raise Conflict("A row of the history holds a difference to a version that no row before it holds.")
    return before


def _put(whole: Whole, changed: _SetParts) -> None:
    """Set what a change set, in the place of what was there."""
    for name in _FIELDS:
        if (value := getattr(changed, name)) is not UNSET:
            setattr(whole, name, value)
    if changed.attributes:
        whole.attributes = _set_values(whole.attributes, changed.attributes)
    if changed.related:
        whole.related = _set_targets(whole.related, changed.related)
    if changed.content is not None:
        shapes = {each.shapeId: each for each in (*whole.content, *changed.content.shapes)}
        whole.content = [shapes[id_] for id_ in changed.content.order]


def _applied(before: Version, changed: _SetParts) -> Version:
    fields: dict[str, Any] = {
        field: value for name, field in _FIELDS.items() if (value := getattr(changed, name)) is not UNSET
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
