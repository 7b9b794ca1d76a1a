"""What the history stores of a changed version: the whole version, or only what differs from the row before.

Most rows hold a difference, which is a tenth as long. Every so often a row holds the version whole, so that an earlier state needs few rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from facetstore.domain.element import Attributes, Place, Related, Shape, Version
from facetstore.domain.element_files import ElementFile

WHOLE: Final = '{"facetName"'
"""The beginning of a change that holds a whole version."""
DIFFERENCE: Final = '{"changed"'
"""The beginning of a change that holds what differs from the row before; other changes hold only named values."""
WHOLE_EVERY: Final = 16
"""Of so many changes of a version at least one is stored whole."""

_encoder = msgspec.json.Encoder()
FIELDS: Final = {
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


class StoredShape(msgspec.Struct):
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
    content: list[StoredShape]
    parent: str | None
    position: int
    files: tuple[ElementFile, ...] = ()
    details: dict[str, str] = msgspec.field(name="told", default_factory=dict)


class _SetContent(msgspec.Struct):
    """All shapes in their order, and those of them that are new or different."""

    order: list[str]
    shapes: list[StoredShape]


class SetParts(msgspec.Struct):
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


class StoredDifference(msgspec.Struct):
    changed: SetParts
    details: dict[str, str] = msgspec.field(name="told", default_factory=dict)


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
        name: value for name, field in FIELDS.items() if (value := getattr(after, field)) != getattr(before, field)
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
