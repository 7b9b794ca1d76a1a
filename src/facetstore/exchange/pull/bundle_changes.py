"""What differs between two bundles of one tenant: versions that changed or came, that only moved, and that went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from facetstore.domain.values import ElementId

_encoder = msgspec.json.Encoder(order="deterministic")


class _ComparedLine(NamedTuple):
    element: str
    content: bytes
    place: tuple[object, object]


@dataclass(slots=True)
class BundleChanges:
    """The versions that differ, by id, and the elements they belong to."""

    changed: set[str] = field(default_factory=set)
    added: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    elements: set[ElementId] = field(default_factory=set)
    before: int = 0
    """How many versions there were."""
    settings: bool = False
    """Whether the first lines differ."""

    @property
    def written(self) -> frozenset[str]:
        return frozenset(self.changed | self.added | self.moved)

    def __bool__(self) -> bool:
        return bool(self.elements)


def compare_bundles(old: Path, new: Path, volatile: frozenset[str]) -> BundleChanges:
    """What to change in a tenant that holds the old bundle. Attributes in `volatile` move by themselves and do not count."""
    before, after = dict(_lines(old, volatile)), dict(_lines(new, volatile))
    changes = BundleChanges(before=len(before), settings=_first(old) != _first(new))
    for id_, line in after.items():
        known = before.pop(id_, None)
        if known == line:
            continue
        if known is None:
            changes.added.add(id_)
        elif known.content == line.content:
            changes.moved.add(id_)
        else:
            changes.changed.add(id_)
        changes.elements.add(ElementId(line.element))
    for id_, line in before.items():
        changes.deleted.add(id_)
        changes.elements.add(ElementId(line.element))
    return changes


def _lines(path: Path, volatile: frozenset[str]) -> Iterator[tuple[str, _ComparedLine]]:
    with path.open("rb") as file:
        next(file, None)
        for text in file:
            record = msgspec.json.decode(text)
            place = record.pop("parent"), record.pop("position")
            attributes = record.get("attributes") or {}
            record["attributes"] = {name: each for name, each in attributes.items() if name not in volatile}
            digest = blake2b(_encoder.encode(record), digest_size=16).digest()
            yield str(record.get("versionId") or record["id"]), _ComparedLine(str(record["id"]), digest, place)


def _first(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.readline()
