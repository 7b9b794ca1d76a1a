"""From the bytes of a BPMN file to shapes. Every element of the file is understood, or listed and carried along."""

from __future__ import annotations

import json
from collections.abc import Iterator, Set
from copy import copy
from dataclasses import replace
from typing import Any, Final

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnFinding, BpmnShape, NotBpmn
from facetstore.bpmn.bpmn_names import Names, bpmn_names
from facetstore.bpmn.element_facts import description_of, name_of, names_in, values_of
from facetstore.bpmn.file_contents import FileContents
from facetstore.bpmn.file_places import FilePlaces, FoundDrawing
from facetstore.bpmn.found_parts import FoundLine, FoundNode, check_attributes, check_carried
from facetstore.bpmn.hardened import parse_xml
from facetstore.bpmn.xml_elements import (
    Element,
    bare,
    children,
    local,
    referred,
    remove,
    serialized,
    tag_in,
    text_of,
)

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
        self.contents = contents = FileContents(root, names)
        self.nodes, self.lines, self.lanes = contents.nodes, contents.lines, contents.lanes
        self.understood = contents.understood
        self._ids: dict[str, Element] = {}
        self.places = FilePlaces(names, self.nodes.keys() | self.lines.keys() | self.lanes.keys())

    def file(self) -> BpmnFile:
        self._describe_process()
        self.places.read_all(self.root)
        self.understood.update(self.places.read)
        self._place_in_lanes()
        conditions = dict(self._connected())
        self._data()
        shapes = [*map(self._shape, self.nodes.values())]
        order = {key: at for at, key in enumerate(self.nodes)}
        lines = sorted(conditions.values(), key=lambda each: order[each[2]])  # as an export has them
        shapes += [self._line_shape(*each) for each in lines]
        self._check_lanes({each.performer for each in shapes if each.type in self.names.performed})
        findings = [
            *self.contents.findings,
            *check_attributes(self.contents.understood_parts(), self.names),
            *check_carried(self.root, self.understood, self.names),
        ]
        return self._finish(tuple(shapes), tuple(findings))

    def _processes(self) -> list[Element]:
        return [each for each in children(self.root) if tag_in(each, self.names) == "process"]

    def _describe_process(self) -> None:
        """The description of the only process is that of the diagram; of several, each is carried along."""
        if len(processes := self._processes()) == 1:
            self.contents.describe(processes[0])

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
                self.contents.note("changed", node.element, "It stands in the lane that it is drawn in.")

    def _check_lanes(self, performers: Set[str]) -> None:
        """A finding for each lane that is the role of nothing."""
        for lane in self.lanes.values():
            if (lane.get("name") or "").strip() not in performers - {""}:
                self.contents.note("carried", lane, "It is the role of no shape.")

    def _connected(self) -> Iterator[tuple[str, tuple[FoundLine, str, str]]]:
        """Connect shapes. Returns the connections that become shapes of their own, with their ends."""
        kinds = list(self.names.lines)  # in the order of the schema, so that an export has the same
        for line in sorted(self.lines.values(), key=lambda each: kinds.index(each.kind.tag)):
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
            if node.kind.part == "boundary":
                self._attach(node)

    def _attach(self, event: FoundNode) -> None:
        """Put the activity before its boundary event."""
        given = event.element.get("attachedToRef")
        host = self.nodes.get(self._find(given))
        if host is not None and host.kind.part == "activity":
            event.before.insert(0, host.key)
            event.element.set("attachedToRef", host.key)
        else:
            note = f"It is attached to {given or 'nothing'}, which is no activity of this file."
            self.contents.note("changed", event.element, note)

    def _leave(self, line: FoundLine, source: str, target: str) -> None:
        """Leave a connection where it is: one of its ends is no shape."""
        self.understood.discard(line.element)
        if source and source == target:
            note = "It leads from a shape to itself, which a diagram here does not show."
        else:
            wrong = line.element.get("targetRef") if source in self.nodes else line.element.get("sourceRef")
            note = f"It is connected with {wrong or 'nothing'}, which is no shape of this file."
        self.contents.note("carried", line.element, note)

    def _join(self, line: FoundLine, source: FoundNode, target: FoundNode) -> None:
        if source.key not in target.before:
            target.before.append(source.key)
        details = {"xml": serialized(copy(line.element)), "in": line.container, **self._take_drawn(line.key)}
        target.lines.append((source.key, details))
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
                        reference.text = found
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
        return self.places.drawn.get(key)

    def _take_drawn(self, key: str) -> dict[str, str]:
        """How an element is drawn, for its details."""
        drawn = self._drawn(key)
        return {} if drawn is None else {"di": drawn.xml, "plane": drawn.plane}

    def _name(self, node: FoundNode) -> str:
        if node.kind.named:
            return name_of(node.element, node.kind.named, self._named)
        own = (node.element.get("name") or "").strip()
        return own or self._data_name(node)

    def _data_name(self, node: FoundNode) -> str:
        """The name of what a reference to data stands for."""
        for end in ("dataObjectRef", "dataStoreRef"):
            if reference := referred(node.element.get(end)):
                found = self._named(reference)
                return (found.get("name") or "").strip() if found is not None else ""
        return ""

    def _named(self, reference: str) -> Element | None:
        if not self._ids:
            self._ids = {id_: each for each in self.root.iter("*") if (id_ := each.get("id"))}
        return self._ids.get(reference, self._ids.get(bare(reference)))

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
        self.contents.describe(line.element)
        drawn = self._drawn(line.key)
        place: dict[str, Any] = {"key": line.key}
        if drawn is not None and len(drawn.line) > 1:
            place["line"] = drawn.line
            if drawn.label is not None:
                place["label"] = drawn.label
        details = {
            "key": line.key,
            "in": line.container,
            "xml": serialized(copy(line.element)),
            **self._take_drawn(line.key),
        }
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

    def _finish(self, shapes: tuple[BpmnShape, ...], findings: tuple[BpmnFinding, ...]) -> BpmnFile:
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
            findings,
        )

    def _titled(self) -> tuple[str, str]:
        processes, whole = self._processes(), (self.root.get("name") or "").strip()
        if len(processes) == 1:
            return (processes[0].get("name") or "").strip() or whole, description_of(processes[0], self.names)
        return whole, ""

    def _details(self, node: FoundNode) -> str:
        """What else the file says about a shape. Called for inner shapes first: they are no part of the outer one any more."""
        drawn = self._take_drawn(node.key)
        for each in list(children(node.element)):
            if tag_in(each, self.names) in _ENDS:
                remove(each)
        # A copy keeps the prefixes of its names; what is taken out of a tree gets new ones.
        found: dict[str, Any] = {"key": node.key, "in": node.container, "xml": serialized(copy(node.element)), **drawn}
        self._take_out(node.key, node.element)
        if node.lanes:
            found["lanes"] = node.lanes
        if node.lines:
            found["lines"] = [each for _, each in sorted(node.lines, key=lambda line: node.before.index(line[0]))]
        return _json(found)

    def _take_out(self, key: str, element: Element) -> None:
        remove(element)
        if key in self.places.elements:
            remove(self.places.elements[key])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
