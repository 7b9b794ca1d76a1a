"""Every read there is, once in each of its forms: what tests of things common to all of them go through."""

from typing import Final

from tests.support import company
from tests.support.api import element

READS: Final = {
    "1 facets": "rest/facets",
    "2 views": "rest/facets/processes/views",
    "3 tree": "rest/facets/processes/views/tree/elements",
    "3 list": "rest/facets/processes/views/list/elements",
    "3 detail": "rest/facets/processes/views/detail/elements",
    "3 orphaned": "rest/facets/processes/views/orphaned/elements",
    "3 last released": "rest/facets/processes/views/lastReleasedProcesses/elements",
    "3 people": "rest/facets/users/views/detail/elements",
    "4 element": element(company.RECEIPT),
    "4 everything of it": (
        element(company.RECEIPT_2_0)
        + "?$resources=attributes,related,children,content,displayNames,rootPath,stereotype&$expandRelated=systems"
    ),
    "6 attributes": element(company.RECEIPT_2_0) + "/attributes",
    "6 one attribute": element(company.RECEIPT_2_0) + "/attributes/name",
    "7 related": element(company.RECEIPT_2_0) + "/related?$expandRelated=author",
    "8 one context": element(company.RECEIPT_2_0) + "/related/systems",
    "9 children": element(company.LOGISTICS, view="tree") + "/children",
    "10 content": element(company.RECEIPT_2_0) + "/content",
    "12 info": element(company.RECEIPT_2_0) + "/info",
    "13 versions": element(company.RECEIPT_2_0) + "/versions",
    "14 types": "rest/facets/processes/views/tree/config",
    "14 one type": "rest/facets/processes/views/tree/config/subProcess",
    "15 report": "rest/facets/processes/reporting",
    "15 flat report": "rest/facets/processes/reporting?$flat=true",
    "15 report on one": f"rest/facets/processes/reporting/{company.RECEIPT}",
    "16 storage": "rest/info",
    "17 transitions": f"rest/release/{company.RECEIPT_2_0}/transitions",
    "17 transitions, documented": f"release/{company.RECEIPT_2_0}/transitions",
    "+ search": "rest/search?q=goods",
    "+ usages": element(company.ERP, "it") + "/usages",
    "+ stats": "rest/stats?by=facet,type,state,stereotype",
    "+ diagram": f"rest/diagram/{company.RECEIPT_2_0}/render/1031/horizontalSwimlane?format=json",
}
"""Paths after `_api/` by operation; every role may read every one of them."""

ELEMENT_READS: Final = {
    "4": "",
    "6": "/attributes",
    "6 one": "/attributes/name",
    "7": "/related",
    "8": "/related/author",
    "9": "/children",
    "10": "/content",
    "12": "/info",
    "13": "/versions",
    "+": "/usages",
}
"""What follows the path of an element, by operation."""


def without_count(operation: str) -> bool:
    """Whether the answer is the one that carries no `count` (spec: endpoint.16)."""
    return operation.startswith("16")


def methods_at(path: str) -> str:
    """The methods an address takes: an element can be deleted there as well."""
    is_element = path.split("?")[0].split("/")[-2] == "elements"
    return "GET, HEAD, POST, DELETE, OPTIONS" if is_element else "GET, HEAD, POST, OPTIONS"
