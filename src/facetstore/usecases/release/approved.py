"""What was approved: the document of a version, and its hash, which the history keeps with the approval.

The document holds what a version says, not what its lifecycle writes into it: a version that is released, comes into effect and expires
keeps its hash. docs/reference/approvals.md defines it for others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from facetstore.domain.element import Shape, Version
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.documents import as_documents
from facetstore.usecases.lifecycle.steps import Effect, SetProperty, Step, steps_of
from facetstore.usecases.ports.writes import StoredVersions
from facetstore.usecases.writing import Writing

APPROVED: Final = "approved"
WITHOUT: Final = "approvedWithout"
"""The names under which a row of the history keeps the hash, and the properties that are no part of it."""
BETWEEN: Final = ","

Document = Mapping[str, Any]


class Approvable(NamedTuple):
    """A version with the flow objects of its diagram: what an approver decides about."""

    version: Version
    flow: Mapping[str, Version]
    """By element."""


@lru_cache(maxsize=4096)
def written_by_lifecycle(metamodel: Metamodel, type_key: str) -> tuple[str, ...]:
    """The properties of a type that its lifecycle writes, by name. They are no part of what is approved."""
    roles, steps = metamodel.roles, steps_of(metamodel, type_key)
    effects = (each for step in steps for each in _effects(step))
    written = {each.property for each in effects if isinstance(each, SetProperty)}
    return tuple(sorted({roles.changed_on, roles.changed_by, roles.valid_until, *written}))


def _effects(step: Step) -> Iterable[Effect]:
    yield from step.effects
    if step.opens is not None:
        for follow in (*step.opens.accept, step.opens.decline):
            yield from follow.effects


def approved_document(approvable: Approvable, metamodel: Metamodel, without: Sequence[str]) -> Document:
    """What a version says, without some properties, as plain JSON."""
    version, flow = approvable
    return {
        "id": str(version.element),
        "versionId": str(version.id),
        "facetName": version.facet,
        **_described(version, metamodel, without),
        "content": [_shape(each, flow.get(each.element), metamodel, without) for each in version.content],
        "without": list(without),
    }


def _shape(shape: Shape, drawn: Version | None, metamodel: Metamodel, without: Sequence[str]) -> Document:
    found = {"shapeId": shape.id, "id": str(shape.element), "predecessors": list(shape.predecessors)}
    return found if drawn is None else {**found, "element": _described(drawn, metamodel, without)}


def _described(version: Version, metamodel: Metamodel, without: Collection[str]) -> Document:
    element_type = metamodel.types.get(version.type)
    return {
        "type": version.type,
        "stereotype": version.stereotype,
        "attributes": {
            name: values
            for name, each in version.attributes.items()
            if name not in without and (values := _values(name, each, element_type))
        },
        "related": {
            context: [str(target) for target in targets]
            for context, targets in version.related.items()
            if targets and context not in without
        },
        "files": [{"id": each.id, "name": each.name, "hash": each.hash} for each in version.files],
    }


def _values(name: str, values: Mapping[int, object], element_type: ElementType | None) -> Mapping[str, object]:
    if element_type is not None and name in element_type.html:
        values = as_documents(values)
    return {str(culture): _plain(value) for culture, value in values.items() if value is not None}


def _plain(value: object) -> object:
    """A whole number is written without a fraction, as other languages do."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def canonical(value: object) -> bytes:
    """JSON in the one form that is hashed and signed: names in order, no blanks, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hash_of(document: Document) -> str:
    return hashlib.sha256(canonical(document)).hexdigest()


async def approved_details(writing: Writing, version: Version) -> Mapping[str, str]:
    """What the history keeps of an approval of a version that is stored."""
    without = written_by_lifecycle(writing.metamodel, version.type)
    stored = (await read_approvable(writing.writer.stored, writing.metamodel, (version.element,)))[version.id]
    hash_ = hash_of(approved_document(stored, writing.metamodel, without))
    return {APPROVED: hash_, WITHOUT: BETWEEN.join(without)}


async def read_approvable(
    stored: StoredVersions, metamodel: Metamodel, elements: Collection[str]
) -> Mapping[str, Approvable]:
    """The versions of elements, by id. References to deleted elements are among them: restoring these brings them back."""
    versions = [each.version for each in await stored.versions_of(elements, gone=True)]
    shown = sorted({str(shape.element) for each in versions for shape in each.content})
    taken = await stored.existing(shown) if shown else {}
    drawn = [id_ for id_, each in taken.items() if metamodel.types[each.type].flow]
    found = await stored.versions_of(drawn, gone=True) if drawn else ()
    flow = {str(each.version.element): each.version for each in found if each.newest}
    return {str(each.id): Approvable(each, flow) for each in versions}
