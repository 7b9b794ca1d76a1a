"""Export of a tenant as a bundle: one line for each version, the same bytes for the same content."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT
from facetstore.exchange.bundle_files import render_contents, render_files
from facetstore.exchange.bundle_header import write_header
from facetstore.metamodel.model import Identity, Metamodel
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import ExportedVersion
from facetstore.usecases.tenancy import ServedTenant

Json = dict[str, object]

_encoder = msgspec.json.Encoder()


async def export_bundle(storage: Storage, served: ServedTenant) -> AsyncGenerator[bytes, None]:
    """The lines of a tenant's bundle: the header, then elements by id with their versions, oldest first, then the contents of
    their files."""
    hashes = set[str]()
    yield _line(write_header(served.settings, msgspec.json.decode(served.tenant.additions)))
    async with aclosing(storage.export(served.tenant)) as chunks:
        async for chunk in chunks:
            for exported in chunk:
                hashes.update(each.hash for each in exported.version.files)
                yield _line(render_record(exported, served.metamodel))
    async with aclosing(render_contents(storage.files(served.tenant), hashes)) as contents:
        async for content in contents:
            yield _line(content)


def render_record(exported: ExportedVersion, metamodel: Metamodel) -> Json:
    """A version as a record: the stored values, with state and number where operation 4 shows them."""
    version = exported.version
    element_type = metamodel.types[version.type]
    lifecycle = metamodel.lifecycle_of.get(version.type)
    record: Json = {"facetName": version.facet, "id": version.element}
    if element_type.versioned:
        record["versionId"] = version.id
    elif element_type.identity is Identity.CREATION_ID:
        record["creationId"] = version.creation_id or version.element
    record["type"] = version.type
    if lifecycle is not None and lifecycle.wire_state:
        record["state"] = version.state
    if version.stereotype:
        record["stereotype"] = version.stereotype
    return record | {
        "attributes": _attributes(version, metamodel),
        "related": {
            context: [_reference(each, exported.kinds) for each in targets]
            for context, targets in sorted(version.related.items())
        },
        "content": _content(version, exported.kinds),
        "parent": version.parent,
        "position": version.position,
        **({"files": render_files(version)} if version.files else {}),
    }


def _attributes(version: Version, metamodel: Metamodel) -> Json:
    """The attributes by name, including the derived ones from which an import takes state and number."""
    given: dict[str, Mapping[int, object]] = dict(version.attributes)
    lifecycle = metamodel.lifecycle_of.get(version.type)
    if lifecycle is not None:
        given["state1"] = {INVARIANT: version.state}
    if version.number is not None:
        given["version"] = {INVARIANT: version.number}
    return {
        name: {str(culture): values[culture] for culture in sorted(values)} for name, values in sorted(given.items())
    }


def _content(version: Version, kinds: Mapping[str, tuple[str, str]]) -> list[Json]:
    elements = {shape.id: shape.element for shape in version.content}
    return [
        {
            "properties": {
                "predecessors": [
                    {"properties": {"shapeId": each}, **_reference(elements[each], kinds)}
                    for each in shape.predecessors
                ],
                "shapeId": shape.id,
                **({} if shape.place is None else {"place": list(shape.place)}),
            },
            **_reference(shape.element, kinds),
        }
        for shape in version.content
    ]


def _reference(id_: str, kinds: Mapping[str, tuple[str, str]]) -> Json:
    facet, type_ = kinds[id_]
    return {"facetName": facet, "id": id_, "type": type_}


def _line(record: Mapping[str, object]) -> bytes:
    return _encoder.encode(record) + b"\n"
