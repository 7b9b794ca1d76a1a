"""The parts of a file that become shapes, and the findings about the rest of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from facetstore.bpmn.bpmn_model import BpmnFinding
from facetstore.bpmn.bpmn_names import LineKind, Names, NodeKind
from facetstore.bpmn.xml_elements import Element, children, local, space, tag_in

_LISTED: Final = 500
"""The most findings of one name; the rest is counted."""


@dataclass(slots=True)
class FoundNode:
    """An element that becomes a shape, and what belongs to it."""

    key: str
    kind: NodeKind
    element: Element
    container: str
    lanes: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    lines: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """The shape that a connection comes from, and the connection."""
    into: dict[str, object] = field(default_factory=dict)
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FoundLine:
    """A connection."""

    key: str
    kind: LineKind
    element: Element
    container: str


def finding(kind: str, element: Element, names: Names, note: str = "") -> BpmnFinding:
    return BpmnFinding(kind, _said(element, names), _where(element), 1, note)


def check_carried(root: Element, understood: Collection[Element], names: Names) -> Iterator[BpmnFinding]:
    """A finding for every element that is not understood, with what is in it; of many alike, the first ones and how many more."""
    seen: dict[str, int] = {}
    for each, count in _carried(root, understood, names):
        said = _said(each, names)
        seen[said] = seen.get(said, 0) + 1
        if seen[said] <= _LISTED:
            yield BpmnFinding("carried", said, _where(each), count)
    for said, count in seen.items():
        if count > _LISTED:
            yield BpmnFinding("carried", said, "", count - _LISTED, f"And {count - _LISTED} more.")


def check_attributes(elements: Iterable[Element], names: Names) -> Iterator[BpmnFinding]:
    """A finding for each attribute that is not read, such as the form of a task; of many, the first ones and how many more."""
    count = 0
    for each in elements:
        place = _where(each)
        for name in map(str, each.attrib):  # lxml looks for each value from the first attribute on
            if name in names.read or (name in names.usual and names.usual[name] == each.get(name)):
                continue
            count += 1
            if count <= _LISTED:
                yield BpmnFinding("carried", f"@{name}", place)
    if count > _LISTED:
        yield BpmnFinding("carried", "@", "", count - _LISTED, f"And {count - _LISTED} more attributes.")


def _carried(root: Element, understood: Collection[Element], names: Names) -> Iterator[tuple[Element, int]]:
    """The elements that are not understood, and how many elements each has."""
    waiting = [root]
    while waiting:
        for each in children(waiting.pop()):
            if each in understood:
                waiting.append(each)
            else:
                yield from _with_parts(each, names)


def _with_parts(element: Element, names: Names) -> Iterator[tuple[Element, int]]:
    """An element and the shapes, connections and lanes in it, each of which is a finding of its own and counts only what is its own."""
    counts = {element: 0}
    for each in element.iter("*"):
        if tag_in(each, names) in names.parts:
            counts[each] = 0
        owner = each
        while owner not in counts:
            above = owner.getparent()
            assert above is not None
            owner = above
        counts[owner] += 1
    yield from counts.items()


def _said(element: Element, names: Names) -> str:
    """The name of an element, with its namespace if that is not BPMN's."""
    known = any(space(element) in each for each in names.namespaces.values())
    return local(element) if known else f"{{{space(element)}}}{local(element)}"


def _where(element: Element) -> str:
    """The ids of what an element stands in, and its line."""
    above = [each.get("id") or local(each) for each in reversed(list(element.iterancestors()))]
    own = element.get("id")
    path = "/".join([*above[1:], *([own] if own else [])])
    return f"{path} (line {element.sourceline})" if path else f"line {element.sourceline}"
