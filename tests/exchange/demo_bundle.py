"""The records of the demo company, and what tests ask of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import cast

from facetstore.exchange.demo_company import demo_records
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import ElementType, Metamodel

Record = Mapping[str, object]

SHOWN_ELEMENTS = 450
STATES = {
    "inProcess",
    "inReview",
    "readyForQa",
    "readyForRelease",
    "released",
    "inEffect",
    "requestToExpire",
    "expired",
}


@cache
def bundle() -> tuple[Record, ...]:
    return tuple(demo_records())


def records() -> tuple[Record, ...]:
    return bundle()[1:]


def metamodel() -> Metamodel:
    return load_standard()


def type_of(record: Record) -> ElementType:
    return metamodel().types[str(record["type"])]


def elements() -> dict[str, Record]:
    """The newest version of every element that is not a flow object."""
    return {str(record["id"]): record for record in records() if not type_of(record).flow}


def versions() -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = defaultdict(list)
    for record in records():
        found[str(record["id"])].append(record)
    return found


def diagrams() -> list[Record]:
    return [record for record in records() if record["content"]]


def items(value: object) -> list[Record]:
    return cast("list[Record]", value)


def texts(record: Record, attribute: str) -> Mapping[str, object]:
    attributes = cast("Mapping[str, Mapping[str, object]]", record["attributes"])
    return attributes.get(attribute, {})


def invariant(record: Record, attribute: str) -> object:
    return texts(record, attribute).get("127")


def shape_id(item: Record) -> str:
    return str(cast("Mapping[str, object]", item["properties"])["shapeId"])


def predecessors(item: Record) -> list[Record]:
    return items(cast("Mapping[str, object]", item["properties"])["predecessors"])


def named(german: str) -> list[Record]:
    return [record for record in records() if texts(record, "name").get("1031") == german]


def contexts(record: Record) -> Mapping[str, object]:
    return cast("Mapping[str, object]", record["related"])
