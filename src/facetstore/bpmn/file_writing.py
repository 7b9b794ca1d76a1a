"""From the shapes of a diagram to a BPMN file: what was imported comes back as it was, with what has changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree

from facetstore.bpmn.bpmn_model import WrittenDiagram, WrittenShape
from facetstore.bpmn.bpmn_names import Names, NodeKind, bpmn_names
from facetstore.bpmn.changed_facts import FileInWriting, describe_process, renew
from facetstore.bpmn.hardened import parse_fragment
from facetstore.bpmn.schema_order import adopt, insert, make, new_root
from facetstore.bpmn.stored_json import list_in, parsed, text_in
from facetstore.bpmn.written_places import DrawnLine, DrawnShape, write_places
from facetstore.bpmn.xml_elements import (
    Element,
    children,
    first,
    local,
    ncname,
    remove,
    tag_in,
    text_of,
    unused_id,
    xml_text,
)

_FLOW_NODES: Final = frozenset({"activity", "event", "boundary", "gateway"})
_HOMES: Final = frozenset({"process", "collaboration", "lane", "sequenceFlow", "messageFlow", "association"})
"""What a file names by its id beside shapes. Another element of the same id, such as a message, stays as it was."""


def write_bpmn(diagram: WrittenDiagram) -> bytes:
    """The file of a diagram. Details that say nothing that fits are left out."""
    return _FileWriter(diagram, bpmn_names()).file()


@dataclass(slots=True)
class _ShapeToWrite:
    given: WrittenShape
    key: str
    details: Mapping[str, Any]
    kind: NodeKind | None
    """None: it is a connection."""
    element: Element | None = None


class _FileWriter:
    """A file while it is written."""

    def __init__(self, diagram: WrittenDiagram, names: Names) -> None:
        self.diagram, self.names = diagram, names
        details = parsed(diagram.details)
        root = parse_fragment(str(details.get("xml", "")))
        if root is None or tag_in(root, names) != "definitions":
            root, details = new_root(diagram.id, diagram.name, names), {}
        self.root = root
        self.imported = frozenset(map(str, list_in(details.get("keys"))))
        self.by_id = {id_: each for each in root.iter("*") if (id_ := each.get("id")) and tag_in(each, names)}
        self._lanes: dict[Element, dict[str, Element]] = {}
        self.after: dict[str, list[str]] = {}
        for each in diagram.shapes:
            for before in each.before:
                self.after.setdefault(before, []).append(each.id)
        self.shapes = self._shapes()
        self.lines: list[DrawnLine] = []

    def file(self) -> bytes:
        nodes = [each for each in self.shapes.values() if each.kind is not None]
        self._insert(nodes)
        written = FileInWriting.of(self.root)
        for each in nodes:
            assert each.element is not None
            renew(each.element, each.given, self.names, written)
        describe_process(self.root, self.diagram.description, self.names)
        self._connect(nodes)
        self._prune(nodes)
        self._mark_ends()
        lanes = self._place_in_lanes(nodes)
        drawn = [
            DrawnShape(each.given, each.key, *_drawing_in(each.details), is_new=not each.details) for each in nodes
        ]
        write_places(self.root, self.diagram, drawn, self.lines, lanes, self.names)
        self._drop_stale_places()
        return bytes(etree.tostring(self.root, xml_declaration=True, encoding="UTF-8"))

    # Shapes.

    def _shapes(self) -> dict[str, _ShapeToWrite]:
        found: dict[str, _ShapeToWrite] = {}
        taken = {id_ for id_, each in self.by_id.items() if tag_in(each, self.names) in _HOMES}
        for each in self.diagram.shapes:
            details = parsed(each.details)
            element = parse_fragment(text_in(details, "xml"))
            throws = each.values.get(self.names.attributes["throwing"]) is True
            kind = self.names.node_for(each.type, each.stereotype, throws=throws)
            kind, element = self._fitting(each, kind, element)
            key = (element.get("id") or "") if element is not None else ""
            key = unused_id(key, taken) if key else unused_id(f"shape_{ncname(each.id)}", {*taken, *self.by_id})
            taken.add(key)
            if element is not None:
                element.set("id", key)
            found[each.id] = _ShapeToWrite(each, key, details, kind, element)
        return found

    def _fitting(
        self, shape: WrittenShape, kind: NodeKind | None, element: Element | None
    ) -> tuple[NodeKind | None, Element | None]:
        """What a shape is written as: the element of the file if it still says the same, else a new one."""
        tag = tag_in(element, self.names) if element is not None else ""
        if self.names.line_for(shape.type) is not None:
            line = self.names.line_for(shape.type)
            return None, element if line is not None and tag == line.tag else None
        known = self.names.nodes.get(tag)
        if known is None or known.type != shape.type or element is None:
            return kind or self.names.nodes["task"], None
        if kind is not None and shape.stereotype is not None and known.stereotype != shape.stereotype:
            element.tag = f"{{{etree.QName(element).namespace}}}{kind.tag}"
            return kind, element
        return known, element

    def _insert(self, nodes: Sequence[_ShapeToWrite]) -> None:
        """Put each shape into what it stands in, outer ones first."""
        waiting = list(nodes)
        while waiting:
            ready = [each for each in waiting if self._home(each) is not None] or waiting
            for each in ready:
                home = self._home(each)
                each.element = self._made(each, home if home is not None else self._default(each))
            waiting = [each for each in waiting if each.element is None or each.element.getparent() is None]

    def _home(self, shape: _ShapeToWrite) -> Element | None:
        return self.by_id.get(text_in(shape.details, "in"))

    def _made(self, shape: _ShapeToWrite, home: Element) -> Element:
        kind = shape.kind
        assert kind is not None
        element = make(home, kind.tag, id=shape.key) if shape.element is None else adopt(shape.element)
        insert(home, element, self.names)
        self.by_id[shape.key] = element
        return element

    def _default(self, shape: _ShapeToWrite) -> Element:
        """What a shape that no file has placed stands in: a collaboration for a pool, else what its neighbour stands in."""
        if shape.kind is not None and shape.kind.part == "pool":
            return self._collaboration()
        for each in (*shape.given.before, *self.after.get(shape.given.id, ())):
            other = self.shapes.get(each)
            if other is None or other.element is None or other.kind is None or other.kind.part == "pool":
                continue
            parent = other.element.getparent()
            if parent is not None and local(parent) != "collaboration":
                return parent
        return self._process()

    def _process(self) -> Element:
        found = [each for each in children(self.root) if tag_in(each, self.names) == "process"]
        if found:
            return found[0]
        process = make(self.root, "process", id=self._new_key("process"), isExecutable="false")
        insert(self.root, process, self.names)
        return process

    def _collaboration(self) -> Element:
        found = [each for each in children(self.root) if tag_in(each, self.names) == "collaboration"]
        if found:
            return found[0]
        collaboration = make(self.root, "collaboration", id=self._new_key("collaboration"))
        self.root.insert(0, collaboration)
        return collaboration

    def _new_key(self, wish: str) -> str:
        key = unused_id(wish, self.by_id)
        self.by_id[key] = self.root
        return key

    # Connections.

    def _connect(self, nodes: Sequence[_ShapeToWrite]) -> None:
        shown: set[str] = set()
        for target in nodes:
            for before in target.given.before:
                source = self.shapes.get(before)
                if source is None:
                    continue
                if source.kind is not None:
                    self._direct(source, target)
                    continue
                for start in self._starts(source, frozenset()):
                    self._line(start, source, target, is_first=source.key not in shown)
                    shown.add(source.key)
        for each in self.shapes.values():
            if each.kind is None and each.key not in shown:
                self._loose(each)

    def _starts(self, line: _ShapeToWrite, seen: frozenset[str]) -> Iterator[_ShapeToWrite]:
        """The shapes that a connection comes from, also through other connections."""
        for before in line.given.before:
            source = self.shapes.get(before)
            if source is None or source.key in seen:
                continue
            if source.kind is not None:
                yield source
            else:
                yield from self._starts(source, seen | {line.key})

    def _line(self, source: _ShapeToWrite, between: _ShapeToWrite, target: _ShapeToWrite, *, is_first: bool) -> None:
        kind = self.names.line_for(between.given.type)
        assert kind is not None
        if is_first and between.element is not None:
            element = adopt(between.element)
            key = between.key
        else:
            key = between.key if is_first else self._new_key(between.key)
            element = make(self.root, kind.tag, id=key)
        element.set("sourceRef", source.key)
        element.set("targetRef", target.key)
        renew(element, between.given, self.names, FileInWriting(self.root, {}))
        self._add_line(element, key, source, target, between)

    def _add_line(
        self, element: Element, key: str, source: _ShapeToWrite, target: _ShapeToWrite, between: _ShapeToWrite | None
    ) -> None:
        details = between.details if between is not None else {}
        home = self.by_id.get(text_in(details, "in"))
        if home is None:
            home = (
                self._collaboration()
                if tag_in(element, self.names) == "messageFlow"
                else _parent(source, self._process())
            )
        insert(home, element, self.names)
        self.by_id[key] = element
        self.lines.append(
            DrawnLine(key, source.given.id, target.given.id, between.given.id if between is not None else None,
                 text_in(details, "di"), text_in(details, "plane"), is_known=bool(details))
        )  # fmt: skip

    def _direct(self, source: _ShapeToWrite, target: _ShapeToWrite) -> None:
        assert source.kind is not None
        assert target.kind is not None
        carried = list(self._carried(source, target))
        for element, details in carried:
            key = str(element.get("id"))
            home = self.by_id.get(text_in(details, "in"))
            insert(home if home is not None else _parent(source, self._process()), element, self.names)
            self.by_id[key] = element
            di, plane = text_in(details, "di"), text_in(details, "plane")
            self.lines.append(DrawnLine(key, source.given.id, target.given.id, None, di, plane, is_known=True))
        if carried or self._is_attached(source, target) or self._reads(source, target):
            return
        tag = _line_between(source.kind.part, target.kind.part)
        key = self._new_key(f"{tag}_{source.key}_{target.key}")
        element = make(self.root, tag, id=key, sourceRef=source.key, targetRef=target.key)
        self._add_line(element, key, source, target, None)

    def _carried(self, source: _ShapeToWrite, target: _ShapeToWrite) -> Iterator[tuple[Element, Mapping[str, Any]]]:
        """The connections of the file between two shapes."""
        for each in list_in(target.details.get("lines")):
            details = each if isinstance(each, dict) else {}
            element = parse_fragment(text_in(details, "xml"))
            if element is None or tag_in(element, self.names) not in self.names.lines:
                continue
            if (element.get("sourceRef"), element.get("targetRef")) == (source.key, target.key):
                element.set("id", unused_id(element.get("id") or "flow", self.by_id))
                yield adopt(element), details

    def _is_attached(self, source: _ShapeToWrite, target: _ShapeToWrite) -> bool:
        """Attach a boundary event to the activity before it."""
        assert target.element is not None
        parts = [each.kind.part if each.kind is not None else "" for each in (target, source)]
        if parts != ["boundary", "activity"]:
            return False
        if target.element.get("attachedToRef") not in (None, source.key) and self._is_host(target):
            return False
        target.element.set("attachedToRef", source.key)
        return True

    def _is_host(self, event: _ShapeToWrite) -> bool:
        """Whether the activity that a boundary event names is still before it."""
        assert event.element is not None
        hosts = {self.shapes[each].key for each in event.given.before if each in self.shapes}
        return event.element.get("attachedToRef") in hosts

    def _reads(self, source: _ShapeToWrite, target: _ShapeToWrite) -> bool:
        """Whether an association of data says already that one shape reads or writes the other."""
        for activity, data in ((target, source), (source, target)):
            if data.kind is None or data.kind.part != "data" or activity.element is None:
                continue
            for each in children(activity.element):
                if tag_in(each, self.names).startswith("data") and any(
                    text_of(end) == data.key for end in children(each)
                ):
                    return True
        return False

    def _loose(self, line: _ShapeToWrite) -> None:
        """A connection that lacks an end is written as a note, if it has a name."""
        if not line.given.name.strip():
            return
        note = make(self.root, "textAnnotation", id=line.key)
        text = make(note, "text")
        text.text = xml_text(line.given.name)
        note.append(text)
        insert(self._process(), note, self.names)
        self.by_id[line.key] = note

    def _prune(self, nodes: Sequence[_ShapeToWrite]) -> None:
        """Remove references to shapes and connections that were imported and are gone."""
        gone = self.imported - self.by_id.keys()
        for node in nodes:
            assert node.element is not None
            if node.element.get("default") in gone:
                del node.element.attrib["default"]
            for each in list(children(node.element)):
                if tag_in(each, self.names).endswith("Association") and any(
                    text_of(end) in gone for end in children(each)
                ):
                    remove(each)

    def _mark_ends(self) -> None:
        """Say in each shape which sequence flows come in and go out."""
        nodes = {
            each.key: each.element
            for each in self.shapes.values()
            if each.kind is not None and each.kind.part in _FLOW_NODES and each.element is not None
        }
        for tag, end in (("incoming", "targetRef"), ("outgoing", "sourceRef")):
            for flow in self.root.iter("{*}sequenceFlow"):
                element = nodes.get(flow.get(end) or "")
                if element is not None and tag_in(flow, self.names):
                    mark = make(element, tag)
                    mark.text = flow.get("id")
                    insert(element, mark, self.names)

    def _drop_stale_places(self) -> None:
        """Remove what the file draws of shapes and connections that are gone."""
        gone = self.imported - self.by_id.keys()
        for each in [*self.root.iter("{*}BPMNShape"), *self.root.iter("{*}BPMNEdge")] if gone else ():
            if each.get("bpmnElement") in gone:
                remove(each)

    # Lanes.

    def _place_in_lanes(self, nodes: Sequence[_ShapeToWrite]) -> Mapping[str, str]:
        """Name each shape in its lanes. Returns the ids of new lanes, by the names of their roles."""
        new: dict[str, str] = {}
        for node in nodes:
            lanes = [
                found for each in list_in(node.details.get("lanes")) if (found := self.by_id.get(str(each))) is not None
            ]
            lanes = [each for each in lanes if tag_in(each, self.names) == "lane"]
            performers = node.given.performers
            names = {(each.get("name") or "").strip() for each in lanes}
            if performers and not names & set(performers):
                lanes = [self._lane(node, performers[0], new)]
            for lane in lanes:
                mark = make(lane, "flowNodeRef")
                mark.text = node.key
                insert(lane, mark, self.names)
        return new

    def _lane(self, node: _ShapeToWrite, name: str, new: dict[str, str]) -> Element:
        """The lane of a role in the process of a shape."""
        assert node.element is not None
        above = [each for each in node.element.iterancestors() if tag_in(each, self.names) == "process"]
        process = above[0] if above else self._process()
        if process not in self._lanes:
            self._lanes[process] = {(each.get("name") or "").strip(): each for each in process.iter("{*}lane")}
        if name in self._lanes[process]:
            return self._lanes[process][name]
        lane_set = first(process, "laneSet")
        if lane_set is None:
            lane_set = make(process, "laneSet", id=self._new_key("laneSet"))
            insert(process, lane_set, self.names)
        lane = make(lane_set, "lane", id=self._new_key("lane"), name=xml_text(name))
        lane_set.append(lane)
        new[name] = str(lane.get("id"))
        self._lanes[process][name] = lane
        return lane


def _line_between(source: str, target: str) -> str:
    """The connection between two kinds of shapes that no file has connected."""
    if {source, target} & {"artifact", "data"}:
        return "association"
    return "messageFlow" if "pool" in (source, target) else "sequenceFlow"


def _parent(shape: _ShapeToWrite, otherwise: Element) -> Element:
    parent = shape.element.getparent() if shape.element is not None else None
    return parent if parent is not None and local(parent) != "collaboration" else otherwise


def _drawing_in(details: Mapping[str, Any]) -> tuple[str, str]:
    return text_in(details, "di"), text_in(details, "plane")
