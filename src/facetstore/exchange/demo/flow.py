"""The diagrams: short lines become shapes; a later version is the earlier one with steps added or removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from facetstore.exchange.demo.attribute_values import Json, Vocabulary, guid
from facetstore.exchange.demo.company_files import Fields, listing, mapping

GATEWAY_NAMES: Final[Mapping[str, list[object]]] = {
    "ruleAnd": ["Und", "And"],
    "ruleOr": ["Oder", "Or"],
    "ruleXor": ["Entweder – oder", "Either – or"],
}
"""The default names of gateways that join branches, which the files leave out."""


@dataclass(frozen=True, slots=True)
class FlowShape:
    """A shape of one diagram. An interface names the process it leads to, all others are flow objects."""

    key: str
    type: str
    names: list[object]
    interface: str | None
    after: tuple[str, ...]
    fields: Fields
    id: str = ""
    creation_id: str = ""


Diagram = Mapping[str, FlowShape]


def next_diagram(earlier: Diagram, version: str, fields: Fields, changes: Fields) -> Diagram:
    """The diagram of a version: from `flow` the first time, else the earlier one with its changes."""
    if not earlier:
        return identified(draw(listing(fields.get("flow"))), version)
    diagram = dict(earlier)
    for line in listing(changes.get("insert")):
        diagram = _inserted(diagram, listing(line))
    for key, names in mapping(changes.get("rename", {})).items():
        diagram[key] = replace(diagram[key], names=listing(names))
    for dropped in listing(changes.get("drop")):
        diagram = _dropped(diagram, str(dropped))
    return identified(diagram, version)


def draw(lines: list[object]) -> dict[str, FlowShape]:
    """Shapes by key; a line follows the one before it unless its `after` names others."""
    diagram: dict[str, FlowShape] = {}
    before: tuple[str, ...] = ()
    for line in lines:
        shape = _shape(listing(line), before)
        diagram[shape.key] = shape
        before = (shape.key,)
    return diagram


def identified(diagram: Mapping[str, FlowShape], version: str) -> Diagram:
    """New ids for every shape of a version; a copy keeps the creationId of its original."""

    def with_ids(shape: FlowShape) -> FlowShape:
        new_id = guid(shape.interface) if shape.interface else guid(f"{version}/{shape.key}")
        return replace(shape, id=new_id, creation_id=shape.creation_id or new_id)

    return {key: with_ids(shape) for key, shape in diagram.items()}


def content_of(diagram: Diagram, version: str) -> list[Json]:
    return [_content_item(shape, diagram, version) for shape in diagram.values()]


def flow_records(diagram: Diagram, vocabulary: Vocabulary, stamps: tuple[Json, Json]) -> Iterator[Json]:
    """A record for each flow object; interfaces have theirs elsewhere. `stamps` holds times and authors."""
    for shape in diagram.values():
        if shape.interface is None:
            yield _flow_record(shape, vocabulary, stamps)


def _shape(line: list[object], before: tuple[str, ...]) -> FlowShape:
    key, type_key, *rest = line
    fields = mapping(rest.pop()) if rest and isinstance(rest[-1], dict) else {}
    after = tuple(map(str, listing(fields["after"]))) if "after" in fields else before
    own = {name: each for name, each in fields.items() if name not in ("after", "between")}
    if type_key == "subProcess":
        return FlowShape(str(key), "subProcess", [], str(rest[0]), after, own)
    names = GATEWAY_NAMES.get(str(type_key), []) if not any(rest) else rest
    return FlowShape(str(key), str(type_key), names, None, after, own)


def _inserted(diagram: dict[str, FlowShape], line: list[object]) -> dict[str, FlowShape]:
    """The diagram with a shape between two others; if they were not connected, it opens a new branch."""
    start, end = map(str, listing(mapping(line[-1])["between"]))
    shape = _shape(line, (start,))
    joined = tuple(shape.key if each == start else each for each in diagram[end].after)
    changed = {**diagram, end: replace(diagram[end], after=joined if shape.key in joined else (*joined, shape.key))}
    return {**_up_to(changed, end), shape.key: shape, **_from(changed, end)}


def _dropped(diagram: dict[str, FlowShape], key: str) -> dict[str, FlowShape]:
    gone = diagram[key]
    rest = {name: each for name, each in diagram.items() if name != key}
    return {
        name: replace(each, after=tuple(x for old in each.after for x in (gone.after if old == key else (old,))))
        for name, each in rest.items()
    }


def _up_to(diagram: dict[str, FlowShape], end: str) -> dict[str, FlowShape]:
    keys = list(diagram)
    return {key: diagram[key] for key in keys[: keys.index(end)]}


def _from(diagram: dict[str, FlowShape], end: str) -> dict[str, FlowShape]:
    keys = list(diagram)
    return {key: diagram[key] for key in keys[keys.index(end) :]}


def _content_item(shape: FlowShape, diagram: Diagram, version: str) -> Json:
    item: Json = {"facetName": "processes", "id": shape.id, "type": shape.type}
    if shape.interface is None:
        item["creationId"] = shape.creation_id
    predecessors = [_predecessor(diagram[key], version) for key in shape.after]
    item["properties"] = {"shapeId": _shape_id(shape, version), "predecessors": predecessors}
    return item


def _predecessor(shape: FlowShape, version: str) -> Json:
    return {"id": shape.id, "type": shape.type, "properties": {"shapeId": _shape_id(shape, version)}}


def _shape_id(shape: FlowShape, version: str) -> str:
    return guid(f"{version}/{shape.key}#shape")


def _flow_record(shape: FlowShape, vocabulary: Vocabulary, stamps: tuple[Json, Json]) -> Json:
    fields = {key: each for key, each in shape.fields.items() if key != "stereotype"}
    attributes, related = vocabulary.split(shape.type, {"name": shape.names, **fields})
    record: Json = {"facetName": "processes", "id": shape.id, "creationId": shape.creation_id, "type": shape.type}
    if "stereotype" in shape.fields:
        record["stereotype"] = vocabulary.stereotype(shape.fields["stereotype"])
    record |= {"attributes": {**attributes, **stamps[0]}, "related": {**related, **stamps[1]}}
    return record | {"content": [], "parent": None, "position": 0}
