"""Building a tree of BPMN in the order that its schema asks for."""

from __future__ import annotations

from typing import Final

from lxml import etree

from facetstore.bpmn.bpmn_names import Names
from facetstore.bpmn.xml_elements import Element, local, ncname, tag_in, xml_text

_RANKS: Final = {
    "import": 0, "documentation": 1, "extensionElements": 2, "extension": 0, "auditing": 3, "monitoring": 3, "categoryValueRef": 3,
    "incoming": 4, "outgoing": 5, "participant": 6, "messageFlow": 7, "flowNodeRef": 6, "childLaneSet": 7, "laneSet": 8,
    "association": 11, "group": 11, "textAnnotation": 11, "relationship": 13,
}  # fmt: skip
_LAST: Final = frozenset(
    {"resourceRole", "performer", "humanPerformer", "potentialOwner", "correlationSubscription", "supports"}
)
_FLOW: Final = 9
_OTHER: Final = 6
"""The rank of what has none, such as the definitions of an event: after the marks of flows, before lanes."""


def make(near: Element, tag: str, **attributes: str) -> Element:
    """A new element of the namespace of another one, which stands nowhere yet."""
    element = etree.SubElement(near, f"{{{etree.QName(near).namespace}}}{tag}", attributes)
    near.remove(element)
    return element


def adopt(element: Element) -> Element:
    """An element of a fragment, without what follows it."""
    element.tail = None
    return element


def insert(parent: Element, element: Element, names: Names) -> None:
    """Put an element among its siblings where the schema has it: from the end, where most belong, so that many do not take long."""
    element.tail = "\n"
    rank, following = rank_in(parent, element, names), None
    for each in parent.iterchildren("*", reversed=True):
        if rank_in(parent, each, names) <= rank:
            following = each.getnext()
            break
    else:
        following = next(iter(parent), None)
    if following is None:
        parent.append(element)
    else:
        following.addprevious(element)


def rank_in(parent: Element, element: Element, names: Names) -> int:
    """Where the schema has an element among its siblings."""
    tag = tag_in(element, names)
    if tag_in(parent, names) == "definitions":
        return 20 if not tag else 13 if tag == "relationship" else 1 if tag in ("import", "extension") else 10
    if (tag in names.nodes and tag not in _RANKS) or tag in ("sequenceFlow", "dataObject", "dataStore"):
        return _FLOW
    if tag in _LAST and local(parent) == "process":
        return 12
    return _RANKS.get(tag, _OTHER)


def new_root(id_: str, name: str, names: Names) -> Element:
    """A file with one empty process."""
    spaces = {key: each[0] for key, each in names.namespaces.items()}
    prefixes = {"bpmn": spaces["model"], "bpmndi": spaces["diagram"], "dc": spaces["bounds"], "di": spaces["points"]}
    root = etree.Element(f"{{{spaces['model']}}}definitions", nsmap=prefixes)
    key = ncname(id_)
    for attribute, value in (
        ("id", f"definitions_{key}"),
        ("targetNamespace", f"urn:facetstore:{key}"),
        ("exporter", "Facetstore"),
    ):
        root.set(attribute, value)
    process = make(root, "process", id=f"process_{key}", isExecutable="false")
    process.set("name", xml_text(name))
    root.append(process)
    return root
