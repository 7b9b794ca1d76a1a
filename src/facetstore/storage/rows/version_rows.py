"""The rows of a version in the tables that hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from facetstore.domain.element import Version

ELEMENT_COLUMNS: Final = ("tenant", "id", "facet", "type", "parent", "position")
VERSION_COLUMNS: Final = (
    "key", "tenant", "id", "element", "facet", "type", "state", "major", "minor", "created_on", "released_on",
    "newest", "visible", "published", "was_released", "flow", "authored", "sort_name", "revision",
    "card", "attributes", "reference", "creation_id", "stereotype", "moves_after", "named", "complete", "unshown",
)  # fmt: skip
REFERENCE_COLUMNS: Final = ("tenant", "version", "context", "position", "target")
SHAPE_COLUMNS: Final = ("tenant", "version", "id", "element", "position")
FLOW_COLUMNS: Final = ("tenant", "version", "shape", "position", "predecessor")


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
