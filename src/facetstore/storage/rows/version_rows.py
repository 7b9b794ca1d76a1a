"""The rows of a version in the tables that hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.element_files import ElementFile

ELEMENT_COLUMNS: Final = ("tenant", "id", "facet", "type", "parent", "position")
VERSION_COLUMNS: Final = (
    "key", "tenant", "id", "element", "facet", "type", "state", "major", "minor", "created_on", "released_on",
    "newest", "visible", "published", "was_released", "flow", "authored", "sort_name", "revision",
    "card", "attributes", "reference", "creation_id", "stereotype", "moves_after", "named", "complete", "files",
)  # fmt: skip
REFERENCE_COLUMNS: Final = ("tenant", "version", "context", "position", "target")
SHAPE_COLUMNS: Final = ("tenant", "version", "id", "element", "position")
FLOW_COLUMNS: Final = ("tenant", "version", "shape", "position", "predecessor")
FILE_USE_COLUMNS: Final = ("tenant", "version", "hash")

_encoder = msgspec.json.Encoder()
_files = msgspec.json.Decoder(tuple[ElementFile, ...])


def element_row(tenant: int, version: Version) -> tuple[object, ...]:
    return tenant, version.element, version.facet, version.type, version.parent, version.position


def reference_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    for context, targets in version.related.items():
        for position, target in enumerate(targets):
            yield tenant, key, context, position, target


def shape_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    for position, shape in enumerate(version.content):
        yield tenant, key, shape.id, shape.element, position


def flow_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    for shape in version.content:
        for position, predecessor in enumerate(shape.predecessors):
            yield tenant, key, shape.id, position, predecessor


def file_use_rows(tenant: int, key: int, version: Version) -> Iterable[tuple[object, ...]]:
    """One row for each content, also where several files have the same."""
    for hash_ in dict.fromkeys(each.hash for each in version.files):
        yield tenant, key, hash_


def dump_files(files: tuple[ElementFile, ...]) -> str | None:
    return _encoder.encode(files).decode() if files else None


def load_files(text: str | None) -> tuple[ElementFile, ...]:
    return _files.decode(text) if text is not None else ()
