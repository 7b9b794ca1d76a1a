"""Seeds out of the metamodel: an element of every type, with a value of every attribute and a target of every context."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import Attribute, DataType, ElementType
from tests.support import company
from tests.walls.fuzz.request import TENANT, Request

VALUES: Final[Mapping[DataType, object]] = {
    DataType.SINGLE_LINE_TEXT: "A line",
    DataType.MULTI_LINE_TEXT: "One line\nand another",
    DataType.HTML: f"{company.XML}<p>Some <b>text</b>, a <a href='https://x.example/'>link</a></p><ul><li>one</li></ul>",
    DataType.BOOLEAN: True,
    DataType.INTEGER: 12,
    DataType.DECIMAL: 1.5,
    DataType.DATE_TIME: "2031-05-06T07:08:09",
    DataType.LINKS: [{"fullAddress": "https://x.example/a", "title": "A link"}],
    DataType.MULTI_SELECTION: [],
    DataType.SELECTION_VALUE: None,
}
TARGETS: Final = {
    "user": company.ANNA, "system": company.ERP, "risk": company.SPOILAGE, "inOut": company.NOTE, "tag": company.ISO,
    "subProcess": company.RECEIPT, "userGroup": company.READERS,
}  # fmt: skip
"""By type, an element that is there."""

ENDINGS: Final = (
    "views/detail/elements",
    "views/list/elements",
    "views/tree/elements",
    "reporting",
    "views/list/config",
)


def of_types() -> Iterator[Request]:
    """One creation of each type, and what a caller reads of each facet."""
    standard = load_standard()
    for element_type in standard.types.values():
        made = {"type": element_type.key, "attributes": _attributes(element_type), "related": _related(element_type)}
        path = f"/{TENANT}/_api/rest/facets/{element_type.facet}/views/detail/elements"
        if element_type.flow:
            items = {"values": [{"shapeInfo": {"index": 0}, "element": made}]}
            yield Request("POST", f"{path}/{company.RETURNS}/content", body=json.dumps(items))
        else:
            yield Request("POST", path, body=json.dumps({"elements": [made]}))
    for number, facet in enumerate(standard.facets):
        yield Request("GET", f"/{TENANT}/_api/rest/facets/{facet}/{ENDINGS[number % len(ENDINGS)]}")


def _attributes(element_type: ElementType) -> dict[str, Any]:
    found = {name: each.attribute for name, each in element_type.attributes.items() if each.attribute is not None}
    return {
        name: {"127" if each.invariant else "1033": _value(each)} for name, each in found.items() if not each.derived
    }


def _value(attribute: Attribute) -> object:
    chosen = [each.key for each in attribute.selectable_values if each.key]
    if chosen:
        return chosen[:1] if attribute.data_type is DataType.MULTI_SELECTION else chosen[0]
    return VALUES[attribute.data_type]


def _related(element_type: ElementType) -> dict[str, list[dict[str, str]]]:
    found = {
        name: next((TARGETS[each] for each in declared.related.types if each in TARGETS), None)
        for name, declared in element_type.contexts.items()
        if declared.related is not None and not declared.related.read_only
    }
    return {name: [{"id": id_}] for name, id_ in found.items() if id_ is not None}
