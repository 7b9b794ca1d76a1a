"""What a file has: its shapes, connections and lanes, each with an id of its own."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from facetstore.bpmn.bpmn_model import BpmnFinding
from facetstore.bpmn.bpmn_names import Names, NodeKind
from facetstore.bpmn.element_facts import translations_of
from facetstore.bpmn.found_parts import FoundLine, FoundNode, finding
from facetstore.bpmn.hardened import check_size
from facetstore.bpmn.schema_order import rank_in
from facetstore.bpmn.xml_elements import Element, children, local, ncname, space, tag_in

_LANES = ("laneSet", "childLaneSet")
_ENDS = ("incoming", "outgoing")
_MARKS = (("comment", etree._Comment), ("processing instruction", etree._ProcessingInstruction))


class FileContents:
    """The parts of a file. Raises NotBpmn for more than a diagram takes."""

    def __init__(self, root: Element, names: Names) -> None:
        self.root, self.names = root, names
        self.nodes: dict[str, FoundNode] = {}
        self.lines: dict[str, FoundLine] = {}
        self.lanes: dict[str, Element] = {}
        self.understood: set[Element] = {root}
        self.findings: list[BpmnFinding] = []
        self._containers: dict[str, Element] = {}
        self._taken = {id_ for element in root.iter("*") if (id_ := element.get("id"))}
        self._made = 0
        self._take_outside_in()
        self._renew_namespaces()
        for each in children(root):
            if tag_in(each, names) in ("process", "collaboration"):
                self._container(each)
        self._identify_planes()

    def understood_parts(self) -> Iterator[Element]:
        """Shapes, connections, lanes, processes and collaborations that are no finding as a whole."""
        shapes = (each.element for each in self.nodes.values())
        lines = (each.element for each in self.lines.values())
        parts = dict.fromkeys((*self._containers.values(), *shapes, *lines, *self.lanes.values()))
        yield from (each for each in parts if each in self.understood)

    def note(self, kind: str, element: Element, note: str) -> None:
        self.findings.append(finding(kind, element, self.names, note))

    def _take_outside_in(self) -> None:
        """Comments and instructions around the root become part of it, so that an export has them."""
        around = [*self.root.itersiblings(preceding=True), *self.root.itersiblings()]
        for kind, class_ in _MARKS:
            if found := [each for each in around if isinstance(each, class_)]:
                note = "It stood outside of definitions; now it stands in them."
                self.findings.append(BpmnFinding("changed", kind, f"line {found[0].sourceline}", len(found), note))
        for each in around:
            each.tail = "\n"
            self.root.insert(0, each)

    def _renew_namespaces(self) -> None:
        """Give elements of an older edition of BPMN the names of the current one, which other tools read."""
        newest = {old: found[0] for found in self.names.namespaces.values() for old in found[1:]}
        old = {space(each) for each in self.root.iter("*")} & newest.keys()
        if not old:
            return
        for each in self.root.iter("*"):
            if space(each) in old:
                each.tag = etree.QName(newest[space(each)], local(each)).text
        self.note("changed", self.root, f"Elements of {', '.join(sorted(old))} are those of the current edition now.")

    def _container(self, element: Element) -> None:
        """Find the shapes and connections in a process, a collaboration or a sub process."""
        self.understood.add(element)
        key = self._own_key(element)
        self._extensions(element)
        in_order = sorted(
            children(element), key=lambda each: rank_in(element, each, self.names)
        )  # as an export has them
        for each in in_order:
            tag = tag_in(each, self.names)
            if tag in self.names.nodes:
                self._node(each, self.names.nodes[tag], key)
            elif tag in self.names.lines:
                self.understood.add(each)
                found = self._key(each)
                self.lines[found] = FoundLine(found, self.names.lines[tag], each, key)
            elif tag in _LANES:
                self._lane_set(each)
            check_size(len(self.nodes), len(self.lines), len(self.lanes))

    def _node(self, element: Element, kind: NodeKind, container: str) -> None:
        self.understood.add(element)
        key = self._key(element)
        self.nodes[key] = FoundNode(key, kind, element, container)
        if kind.holds:
            self._container(element)
        self.describe(element)
        for each in children(element):
            if tag_in(each, self.names) in _ENDS or tag_in(each, self.names) == kind.named == "text":
                self.understood.add(each)

    def describe(self, element: Element) -> None:
        """The description and the languages of an element are understood."""
        self.understood.update(each for each in children(element) if tag_in(each, self.names) == "documentation")
        self._extensions(element)
        self.understood.update(translations_of(element, self.names))

    def _extensions(self, element: Element) -> None:
        """Each extension is a finding of its own."""
        self.understood.update(each for each in children(element) if tag_in(each, self.names) == "extensionElements")

    def _lane_set(self, element: Element) -> None:
        self.understood.add(element)
        for lane in children(element):
            if tag_in(lane, self.names) != "lane":
                continue
            self.understood.add(lane)
            self._extensions(lane)
            self.lanes[self._key(lane)] = lane
            check_size(0, 0, len(self.lanes))
            for each in children(lane):
                if tag_in(each, self.names) in _LANES:
                    self._lane_set(each)
                elif tag_in(each, self.names) == "flowNodeRef":
                    self.understood.add(each)

    # Ids.

    def _own_key(self, element: Element) -> str:
        """The id of a container. A sub process is a shape, too, and has one already."""
        key = (element.get("id") or "").strip()
        if key not in self.nodes or self.nodes[key].element is not element:
            key = self._key(element)
        self._containers[key] = element
        return key

    def _key(self, element: Element) -> str:
        """The id of an element; a new one if it has none, or if another has the same."""
        given = (element.get("id") or "").strip()
        if given and not any(given in each for each in (self.nodes, self.lines, self.lanes, self._containers)):
            element.set("id", given)
            return given
        note = f"The id {given} is taken by another element." if given else "It had no id."
        number = len(self.nodes) + len(self.lines) + len(self.lanes) + 1
        made = self._new_key(ncname(f"{given or local(element)}-{number}"))
        element.set("id", made)
        self.note("changed", element, f"{note} It is {made} now.")
        return made

    def _new_key(self, wish: str) -> str:
        while wish in self._taken:
            self._made += 1
            wish = f"{wish}-{self._made}"
        self._taken.add(wish)
        return wish

    def _identify_planes(self) -> None:
        for number, element in enumerate(self.root.iter("{*}BPMNPlane"), 1):
            if not element.get("id"):
                element.set("id", self._new_key(f"BPMNPlane_{number}"))
