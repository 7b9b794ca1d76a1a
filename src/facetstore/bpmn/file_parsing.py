"""From the bytes of a BPMN file to shapes. Every element of the file is understood, or listed and carried along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnFinding, BpmnShape, NotBpmn
from facetstore.bpmn.bpmn_names import Names, NodeKind, bpmn_names
from facetstore.bpmn.element_facts import description_of, names_in, translations_of, values_of
from facetstore.bpmn.file_places import FilePlaces, FoundDrawing
from facetstore.bpmn.found_parts import FoundLine, FoundNode, check_carried, finding
from facetstore.bpmn.hardened import check_size, parse_xml
from facetstore.bpmn.xml_elements import (
    Element,
    bare,
    children,
    first,
    local,
    ncname,
    referred,
    remove,
    serialized,
    tag_in,
    text_of,
)

_LANES: Final = ("laneSet", "childLaneSet")
_ENDS: Final = ("incoming", "outgoing")


def parse_bpmn(data: bytes) -> BpmnFile:
    """The shapes of a file, and findings about all that has no place of its own. Raises NotBpmn."""
    root = parse_xml(data)
    names = bpmn_names()
    if tag_in(root, names) != "definitions":
        raise NotBpmn(
            f"The file is not BPMN 2.0: its root is {local(root)}, not definitions of {names.namespaces['model'][0]}."
        )
    return _FileReader(root, names).file()


class _FileReader:
    """A file while it is read."""

    def __init__(self, root: Element, names: Names) -> None:
        self.root, self.names = root, names
        self.nodes: dict[str, FoundNode] = {}
        self.lines: dict[str, FoundLine] = {}
        self.lanes: dict[str, Element] = {}
        self.understood: set[Element] = {root}
        self.findings: list[BpmnFinding] = []
        self._taken: set[str] = set()
        self._made = 0
        self._ids: dict[str, Element] = {}
        self.places = FilePlaces(names)

    def file(self) -> BpmnFile:
        self._taken = {id_ for element in self.root.iter("*") if (id_ := element.get("id"))}
        for each in children(self.root):
            if tag_in(each, self.names) in ("process", "collaboration"):
                self._container(each)
        self._identify_planes()
        self.places.read_all(self.root)
        self.understood.update(self.places.read)
        self._place_in_lanes()
        conditions = dict(self._connected())
        self._data()
        shapes = [*map(self._shape, self.nodes.values())]
        shapes += [self._line_shape(*each) for each in conditions.values()]
        self.findings += check_carried(self.root, self.understood, self.names)
        return self._finish(tuple(shapes))

    # What there is.

    def _container(self, element: Element) -> None:
        """Find the shapes and connections in a process, a collaboration or a sub process."""
        self.understood.add(element)
        key = self._key(element)
        self._describe(element)
        for each in children(element):
            tag = tag_in(each, self.names)
            if tag in self.names.nodes:
                self._node(each, self.names.nodes[tag], key)
            elif tag in self.names.lines:
                self.understood.add(each)
                found = self._key(each, own=True)
                self.lines[found] = FoundLine(found, self.names.lines[tag], each, key)
            elif tag in _LANES:
                self._lane_set(each)
            check_size(len(self.nodes), len(self.lines), len(self.lanes))

    def _node(self, element: Element, kind: NodeKind, container: str) -> None:
        self.understood.add(element)
        key = self._key(element, own=True)
        self.nodes[key] = FoundNode(key, kind, element, container)
        if kind.holds:
            self._container(element)
        self._describe(element)
        for each in children(element):
            if tag_in(each, self.names) in _ENDS or tag_in(each, self.names) == kind.named == "text":
                self.understood.add(each)

    def _describe(self, element: Element) -> None:
        for each in children(element):
            tag = tag_in(each, self.names)
            if tag == "documentation":
                self.understood.add(each)
            elif tag == "extensionElements":
                self.understood.add(each)
                self.understood.update(translations_of(element, self.names))

    def _lane_set(self, element: Element) -> None:
        self.understood.add(element)
        for lane in children(element):
            if tag_in(lane, self.names) != "lane":
                continue
            self.understood.add(lane)
            self._describe(lane)
            self.lanes[self._key(lane, own=True)] = lane
            check_size(0, 0, len(self.lanes))
            for each in children(lane):
                if tag_in(each, self.names) in _LANES:
                    self._lane_set(each)
                elif tag_in(each, self.names) == "flowNodeRef":
                    self.understood.add(each)

    def _key(self, element: Element, *, own: bool = False) -> str:
        """The id of an element; a new one if it has none, or if another has the same."""
        given = (element.get("id") or "").strip()
        if given and not (own and (given in self.nodes or given in self.lines or given in self.lanes)):
            element.set("id", given)
            return given
        note = f"The id {given} is taken by another element." if given else "It had no id."
        made = self._new_key(
            ncname(f"{given or local(element)}-{len(self.nodes) + len(self.lines) + len(self.lanes) + 1}")
        )
        element.set("id", made)
        self._note("changed", element, f"{note} It is {made} now.")
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

    # How it belongs together.

    def _find(self, reference: str | None) -> str:
        """The key of the shape or connection that a reference names; empty if there is none."""
        key = referred(reference)
        if key in self.nodes or key in self.lines:
            return key
        return bare(key) if bare(key) in self.nodes or bare(key) in self.lines else ""

    def _place_in_lanes(self) -> None:
        for key, lane in self.lanes.items():
            for each in list(children(lane)):
                if tag_in(each, self.names) != "flowNodeRef":
                    continue
                found = self._find(text_of(each))
                if found in self.nodes:
                    self.nodes[found].lanes.append(key)
                    remove(each)
                else:
                    self.understood.discard(each)
        if self.lanes and not any(each.lanes for each in self.nodes.values()):
            self._place_by_bounds()

    def _place_by_bounds(self) -> None:
        """The lanes of a file that names no flow nodes in them: those that a shape is drawn in."""
        boxes = {key: drawn.box for key in self.lanes if (drawn := self._drawn(key)) is not None and drawn.box}
        for node in self.nodes.values():
            drawn = self._drawn(node.key)
            if drawn is None or drawn.box is None or node.kind.part in ("pool", "artifact", "data"):
                continue
            x, y = drawn.box[0] + drawn.box[2] / 2, drawn.box[1] + drawn.box[3] / 2
            node.lanes += [
                key
                for key, (left, top, wide, high) in boxes.items()
                if left <= x <= left + wide and top <= y <= top + high
            ]
            if node.lanes:
                self._note("changed", node.element, "It stands in the lane that it is drawn in.")

    def _connected(self) -> Iterator[tuple[str, tuple[FoundLine, str, str]]]:
        """Connect shapes. Returns the connections that become shapes of their own, with their ends."""
        for line in self.lines.values():
            source, target = (self._find(line.element.get(end)) for end in ("sourceRef", "targetRef"))
            ends = {source, target}
            if "" in ends or ends & self.lines.keys() or source == target:
                self._leave(line, source, target)
                continue
            for end, key in (("sourceRef", source), ("targetRef", target)):
                line.element.set(end, key)
            if line.kind.type is not None and (line.kind.always or (line.element.get("name") or "").strip()):
                self.nodes[target].before.append(line.key)
                yield line.key, (line, source, target)
            else:
                self._join(line, self.nodes[source], self.nodes[target])
        for node in self.nodes.values():
            host = self._find(node.element.get("attachedToRef"))
            if host in self.nodes and host != node.key:
                node.before.insert(0, host)

    def _leave(self, line: FoundLine, source: str, target: str) -> None:
        """Leave a connection where it is: one of its ends is no shape."""
        self.understood.discard(line.element)
        if source and source == target:
            note = "It leads from a shape to itself, which a diagram here does not show."
        else:
            wrong = line.element.get("targetRef") if source in self.nodes else line.element.get("sourceRef")
            note = f"It is connected with {wrong or 'nothing'}, which is no shape of this file."
        self._note("carried", line.element, note)

    def _join(self, line: FoundLine, source: FoundNode, target: FoundNode) -> None:
        if source.key not in target.before:
            target.before.append(source.key)
        target.lines.append({"xml": serialized(line.element), "in": line.container, **self._take_drawn(line.key)})
        if (drawn := self._drawn(line.key)) is not None and len(drawn.line) > 1:
            target.into.setdefault(source.key, drawn.line)

    def _data(self) -> None:
        """Data associations: what a shape reads and writes."""
        for node in [each for each in self.nodes.values() if each.kind.part != "data"]:
            for each in children(node.element):
                tag = tag_in(each, self.names)
                if tag not in ("dataInputAssociation", "dataOutputAssociation"):
                    continue
                end = "sourceRef" if tag == "dataInputAssociation" else "targetRef"
                for reference in children(each):
                    found = self._find(text_of(reference)) if local(reference) == end else ""
                    if found in self.nodes and self.nodes[found].kind.part == "data":
                        self._flow(node, self.nodes[found], reads=end == "sourceRef")

    def _flow(self, node: FoundNode, data: FoundNode, *, reads: bool) -> None:
        before, after = (data, node) if reads else (node, data)
        if before.key not in after.before and after.key not in before.before:
            after.before.append(before.key)
        known, name = (node.inputs if reads else node.outputs), self._name(data)
        if name and name not in known:
            known.append(name)

    # What becomes of it.

    def _drawn(self, key: str) -> FoundDrawing | None:
        reference = self.places.find(key)
        return self.places.drawn[reference] if reference is not None else None

    def _take_drawn(self, key: str) -> dict[str, str]:
        """How an element is drawn, for its details."""
        drawn = self._drawn(key)
        return {} if drawn is None else {"di": drawn.xml, "plane": drawn.plane}

    def _name(self, node: FoundNode) -> str:
        if node.kind.named == "text":
            return text_of(first(node.element, "text"))
        if node.kind.named == "category":
            return self._category(referred(node.element.get("categoryValueRef")))
        own = (node.element.get("name") or "").strip()
        return own or self._data_name(node)

    def _data_name(self, node: FoundNode) -> str:
        """The name of what a reference to data stands for."""
        for end in ("dataObjectRef", "dataStoreRef"):
            if reference := referred(node.element.get(end)):
                for each in self._named(reference):
                    return (each.get("name") or "").strip()
        return ""

    def _category(self, reference: str) -> str:
        return next(((each.get("value") or "").strip() for each in self._named(reference)), "")

    def _named(self, reference: str) -> list[Element]:
        if not self._ids:
            self._ids = {id_: each for each in self.root.iter("*") if (id_ := each.get("id"))}
        found = self._ids.get(reference, self._ids.get(bare(reference)))
        return [found] if found is not None else []

    def _shape(self, node: FoundNode) -> BpmnShape:
        values, read = values_of(node.element, node.kind, self.names)
        self.understood.update(read)
        return BpmnShape(
            node.key,
            node.kind.type,
            self._name(node),
            names_in(node.element, self.names),
            description_of(node.element, self.names),
            values,
            node.kind.stereotype,
            self._performer(node),
            tuple(dict.fromkeys(node.before)),
            tuple(node.inputs),
            tuple(node.outputs),
            self._place(node),
        )

    def _performer(self, node: FoundNode) -> str:
        found = [(self.lanes[each].get("name") or "").strip() for each in node.lanes]
        return next((each for each in reversed(found) if each), "")

    def _place(self, node: FoundNode) -> str:
        drawn = self._drawn(node.key)
        place: dict[str, Any] = {"key": node.key}
        if drawn is not None and drawn.box is not None:
            place["at"] = drawn.box
            if drawn.label is not None:
                place["label"] = drawn.label
        if node.into:
            place["from"] = node.into
        return _json(place) if len(place) > 1 else ""

    def _line_shape(self, line: FoundLine, source: str, target: str) -> BpmnShape:
        drawn = self._drawn(line.key)
        place: dict[str, Any] = {"key": line.key}
        if drawn is not None and len(drawn.line) > 1:
            place["line"] = drawn.line
            if drawn.label is not None:
                place["label"] = drawn.label
        details = {"key": line.key, "in": line.container, "xml": serialized(line.element), **self._take_drawn(line.key)}
        assert line.kind.type is not None
        return BpmnShape(
            line.key,
            line.kind.type,
            (line.element.get("name") or "").strip(),
            names_in(line.element, self.names),
            description_of(line.element, self.names),
            before=(source,),
            place=_json(place) if len(place) > 1 else "",
            details=_json(details),
        )

    def _finish(self, shapes: tuple[BpmnShape, ...]) -> BpmnFile:
        """Take the shapes out of the file; the rest of it is carried beside the diagram."""
        name, description = self._titled()
        lanes = [
            {"label": (lane.get("name") or "").strip(), "at": drawn.box}
            for key, lane in self.lanes.items()
            if (drawn := self._drawn(key)) is not None and drawn.box is not None
        ]
        connections = {each.key for each in shapes} - self.nodes.keys()
        taken = [key for key, line in self.lines.items() if line.element in self.understood]
        for key in taken:
            self._take_out(key, self.lines[key].element)
        details = {key: self._details(node) for key, node in reversed(self.nodes.items())}
        whole = {"xml": serialized(self.root), "keys": sorted([*self.nodes, *taken])}
        return BpmnFile(
            tuple(each if each.key in connections else replace(each, details=details[each.key]) for each in shapes),
            name,
            description,
            _json({"lanes": lanes}) if lanes else "",
            _json(whole),
            tuple(self.findings),
        )

    def _titled(self) -> tuple[str, str]:
        processes = [each for each in children(self.root) if tag_in(each, self.names) == "process"]
        whole = (self.root.get("name") or "").strip()
        if len(processes) == 1:
            return (processes[0].get("name") or "").strip() or whole, description_of(processes[0], self.names)
        return whole, ""

    def _details(self, node: FoundNode) -> str:
        """What else the file says about a shape. Called for inner shapes first: they are no part of the outer one any more."""
        drawn = self._take_drawn(node.key)
        self._take_out(node.key, node.element)
        for each in list(children(node.element)):
            if tag_in(each, self.names) in _ENDS:
                remove(each)
        found: dict[str, Any] = {"key": node.key, "in": node.container, "xml": serialized(node.element), **drawn}
        if node.lanes:
            found["lanes"] = node.lanes
        if node.lines:
            found["lines"] = node.lines
        return _json(found)

    def _take_out(self, key: str, element: Element) -> None:
        remove(element)
        if (reference := self.places.find(key)) is not None:
            remove(self.places.elements[reference])

    def _note(self, kind: str, element: Element, note: str) -> None:
        self.findings.append(finding(kind, element, self.names, note))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
