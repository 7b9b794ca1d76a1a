"""Bundles for tests: small records that a test changes in the one way it is about."""

from collections.abc import Callable, Iterable, Mapping
from uuid import NAMESPACE_URL, uuid5

import msgspec

Json = dict[str, object]

HEADER: Json = {"facetstore": "bundle", "version": 1}
XML = '<?xml version="1.0" encoding="utf-8"?>'


def guid(name: object) -> str:
    """The id that belongs to a name."""
    return str(uuid5(NAMESPACE_URL, f"facetstore-test:{name}"))


def user(name: str = "anna", **fields: object) -> Json:
    attributes = {"firstName": {"127": name.capitalize()}, "lastName": {"127": "Test"}}
    return {"facetName": "users", "id": guid(name), "type": "user", "attributes": attributes, **fields}


def process(name: str = "p", *, state: str = "inProcess", number: str = "0.1", **fields: object) -> Json:
    """A version of a sub process; `attributes` add to its own."""
    more = fields.pop("attributes", {})
    assert isinstance(more, Mapping)
    own = {"name": {"1031": f"Prozess {name}", "1033": f"Process {name}"}, "version": {"127": number}}
    return {
        "facetName": "processes",
        "id": guid(name),
        "versionId": guid(f"{name}@{number}"),
        "type": "subProcess",
        "state": state,
        "attributes": {**own, **more},
        **fields,
    }


def flow_object(name: str, type_: str = "task", **fields: object) -> Json:
    return {"facetName": "processes", "id": guid(name), "type": type_, "attributes": {"name": {"1033": name}}, **fields}


def reference(name: str, type_: str | None = None) -> Json:
    return {"id": guid(name), "type": type_} if type_ else {"id": guid(name)}


def shape(element: str, *after: str, type_: str = "task", **more: object) -> Json:
    """A shape of the content that shows an element and comes after the shapes of others."""
    before = [{"properties": {"shapeId": guid(f"shape {each}")}} for each in after]
    return {
        **reference(element, type_),
        "properties": {"shapeId": guid(f"shape {element}"), "predecessors": before, **more},
    }


def source(*records: Mapping[str, object] | bytes | str, header: Json | None = None) -> Callable[[], Iterable[bytes]]:
    """A bundle of these records as lines."""
    lines = [
        each if isinstance(each, bytes | str) else msgspec.json.encode(each) for each in (header or HEADER, *records)
    ]
    return lambda: [each.encode() if isinstance(each, str) else each for each in lines]
