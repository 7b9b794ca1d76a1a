"""Random BPMN files with the habits of a tool, valid ones and ones with the faults that such files have."""

from collections.abc import Iterator
from random import Random
from xml.sax.saxutils import quoteattr

from tests.bpmn.tools import DC, DD, DI, TOOLS, Tool

_TASKS = (
    "task",
    "userTask",
    "manualTask",
    "serviceTask",
    "sendTask",
    "receiveTask",
    "scriptTask",
    "businessRuleTask",
    "callActivity",
)
_EVENTS = ("startEvent", "endEvent", "intermediateCatchEvent", "intermediateThrowEvent")
_GATES = ("exclusiveGateway", "inclusiveGateway", "parallelGateway", "eventBasedGateway", "complexGateway")
_BLOCKS = ("subProcess", "transaction", "adHocSubProcess")
_TRIGGERS = (
    "message",
    "timer",
    "error",
    "escalation",
    "cancel",
    "compensate",
    "conditional",
    "link",
    "signal",
    "terminate",
)
_NAMES = ("", "Prüfen & senden", "Check it", 'He said "no" <loud>', "Two\nlines", "Windows\r\nlines", "  wide   space ", "0", "x" * 300,
          "Größe > 3", "e\u0301te\u0301")  # fmt: skip


def tool_file(seed: int) -> bytes:
    """The file of a tool: every tool in turn, with other contents each time."""
    random = Random(seed)
    return _ToolFile(TOOLS[seed % len(TOOLS)], random, faulty=seed % 3 == 2).file()


class _ToolFile:
    """A file while it is written."""

    def __init__(self, tool: Tool, random: Random, *, faulty: bool) -> None:
        self.tool, self.random, self.faulty = tool, random, faulty
        self.count = 0
        self.flow_nodes: list[str] = []
        self.boxes: list[str] = []
        self.edges: list[str] = []
        self.lane_ids: list[str] = []
        self.data: list[str] = []
        self.pools: list[str] = []
        self.roots: list[str] = []

    def file(self) -> bytes:
        tool = self.tool
        processes = [self._process(number) for number in range(self.random.choice((0, 1, 1, 1, 2, 3)))]
        body = "".join([self._collaboration(len(processes)), *processes, *self._other_roots()])
        whole = "".join(self.roots) + body + self._drawing()
        text = f"{self._declaration()}{tool.head}\n{self._open_root()}\n{whole}</{tool.prefix}definitions>\n"
        if self._once(0.1):
            text = text.replace("?>", "?>\n<!-- Made by a tool -->", 1)
        data = text.replace("\n", tool.newline).encode(tool.encoding, "xmlcharrefreplace")
        marks = {"utf-8": b"\xef\xbb\xbf", "utf-16-be": b"\xfe\xff", "utf-16-le": b"\xff\xfe"}
        return marks.get(tool.encoding, b"") + data if tool.mark else data

    # Roots.

    def _declaration(self) -> str:
        return f'<?xml version="1.0" encoding="{self.tool.declared}"?>' if self.tool.declared is not None else ""

    def _open_root(self) -> str:
        tool = self.tool
        pairs = {tool.prefix: tool.model, tool.di: DI, tool.dc: DC, tool.dd: DD, "tns:": "urn:target"}
        pairs |= {f"{prefix}:": uri for prefix, uri in tool.spaces.items()}
        spaces = " ".join(
            f"xmlns:{prefix[:-1]}={quoteattr(uri)}" if prefix else f"xmlns={quoteattr(uri)}"
            for prefix, uri in pairs.items()
        )
        schema = f' xsi:schemaLocation="{tool.model} BPMN20.xsd"' if self._once(0.4) else ""
        return (
            f'<{tool.prefix}definitions {spaces} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"{schema} id="defs"'
            f' targetNamespace="urn:target" exporter={quoteattr(tool.name)} name={quoteattr(self._name())}>'
        )

    def _process(self, number: int) -> str:
        key, before = f"Process_{number}", len(self.flow_nodes)
        inside = self._flow_elements(0)
        own = self.flow_nodes[before:]
        lanes = self._lane_set(own, 0) if self._once(0.5) else ""
        name = f" name={quoteattr(self._name())}" if self._once(0.7) else ""
        io = self._tag(
            "ioSpecification", "", self._tag("dataInput", ' id="pin"') + self._tag("inputSet") + self._tag("outputSet")
        )
        inside = (io if self._once(0.1) else "") + lanes + inside
        return self._tag("process", f' id="{key}"{name} isExecutable="false"', self._inner() + inside)

    def _collaboration(self, processes: int) -> str:
        if self._once(0.4):
            return ""
        pools = [f' processRef="{self._referred(f"Process_{number}")}"' for number in range(processes)]
        pools += [""] * self.random.randint(0, 2)
        inside = ""
        for process in pools:
            key = self._key("participant")
            self.pools.append(key)
            multiple = self._tag("participantMultiplicity", ' minimum="2" maximum="3"') if self._once(0.2) else ""
            inside += self._tag("participant", f"{self._id(key)}{self._named()}{process}", self._inner(0.2) + multiple)
        ends = [*self.pools, *self.flow_nodes]
        if ends:
            inside += "".join(self._line("messageFlow", ends) for _ in range(self.random.randint(0, 5)))
        if self._once(0.3):
            inside += self._artifacts([*self.pools, *self.flow_nodes])
        if self._once(0.2):
            inside += self._conversation()
        tag = "collaboration" if self._once(0.95) else "choreography"
        return self._tag(tag, ' id="Collaboration_1"', inside)

    def _conversation(self) -> str:
        inside = self._tag("conversation", f"{self._id(self._key('conversation'))}{self._named()}")
        inside += self._tag(
            "subConversation",
            self._id(self._key("subConversation")),
            self._tag("callConversation", self._id(self._key("callConversation"))),
        )
        return inside + self._tag(
            "conversationLink",
            f'{self._id(self._key("conversationLink"))} sourceRef="{self._pick(self.pools)}" targetRef="x"',
        )

    def _other_roots(self) -> Iterator[str]:
        for tag, odds in (("message", 0.4), ("signal", 0.3), ("error", 0.3), ("escalation", 0.2), ("itemDefinition", 0.2),
                          ("globalUserTask", 0.1), ("resource", 0.1), ("interface", 0.05)):  # fmt: skip
            if self._once(odds):
                yield self._tag(tag, f"{self._id(self._key(tag))}{self._named()}")
        if self._once(0.1):
            yield self._choreography()
        if self._once(0.05):
            yield self._tag(
                "globalConversation",
                self._id(self._key("globalConversation")),
                self._tag("participant", self._id(self._key("participant"))),
            )
        if self.faulty and self._once(0.1):
            yield self._tag("task", self._id(self._key("task")))

    def _choreography(self) -> str:
        one, other = self._key("choreographyTask"), self._key("subChoreography")
        inside = self._tag("startEvent", self._id(start := self._key("startEvent")))
        inside += self._tag(
            "choreographyTask", f"{self._id(one)} name='Agree'", self._tag("participantRef", "", "nobody")
        )
        inside += self._tag(
            "subChoreography", self._id(other), self._tag("callChoreography", self._id(self._key("callChoreography")))
        )
        for source, target in ((start, one), (one, other)):
            inside += self._tag(
                "sequenceFlow", f'{self._id(self._key("flow"))} sourceRef="{source}" targetRef="{target}"'
            )
        return self._tag("choreography", self._id(self._key("choreography")), inside)

    # Flow elements.

    def _flow_elements(self, depth: int) -> str:
        own: list[str] = []
        nodes = [self._node(depth, own) for _ in range(self.random.randint(1, 7))]
        flows = [self._line("sequenceFlow", own) for _ in range(self.random.randint(0, 8))]
        parts = [*nodes, *flows, *self._data_elements()]
        if self._once(0.3):
            self.random.shuffle(parts)
        return "".join(parts) + (self._artifacts(own) if self._once(0.4) else "")

    def _node(self, depth: int, own: list[str]) -> str:
        tag = self.random.choice((*_TASKS, *_EVENTS, *_GATES, *(_BLOCKS if depth < 3 else ())))
        key = self._new(own, tag)
        inside, more = "", ""
        if tag in _EVENTS:
            inside = self._triggers()
        elif tag in _BLOCKS:
            more = (
                ' triggeredByEvent="true"'
                if self._once(0.2)
                else ' isExpanded="false"'
                if self.faulty and self._once(0.2)
                else ""
            )
            inside = self._loop() + (self._flow_elements(depth + 1) if self._once(0.8) else "")
        elif tag in _TASKS:
            more = ' calledElement="tns:Other.process"' if tag == "callActivity" and self._once(0.8) else ""
            inside = self._io() + self._loop()
        after = (
            "".join(self._boundary(key, own) for _ in range(self.random.randint(0, 2)))
            if tag in (*_TASKS, *_BLOCKS) and self._once(0.3)
            else ""
        )
        return self._tag(tag, f"{self._id(key)}{self._named()}{self._extra()}{more}", self._inner() + inside) + after

    def _new(self, own: list[str], tag: str) -> str:
        key = self._key(tag)
        if self.faulty and own and self._once(0.03):
            key = self._pick(own)
        own.append(key)
        self.flow_nodes.append(key)
        return key

    def _boundary(self, host: str, own: list[str]) -> str:
        key = self._new(own, "boundaryEvent")
        host = "nowhere" if self.faulty and self._once(0.1) else host
        cancel = self.random.choice(("", ' cancelActivity="false"', ' cancelActivity="true"'))
        return self._tag(
            "boundaryEvent",
            f'{self._id(key)}{self._named()} attachedToRef="{self._referred(host)}"{cancel}',
            self._inner() + self._triggers(),
        )

    def _triggers(self) -> str:
        chosen = self.random.choices(_TRIGGERS, k=self.random.choice((0, 1, 1, 1, 2)))
        text = "".join(self._tag(f"{each}EventDefinition", self._id(self._key("def"))) for each in chosen)
        return text + (self._tag("eventDefinitionRef", "", "elsewhere") if self._once(0.05) else "")

    def _loop(self) -> str:
        match self.random.randrange(8):
            case 0:
                return self._tag("standardLoopCharacteristics")
            case 1:
                return self._tag(
                    "multiInstanceLoopCharacteristics", ' isSequential="true"', self._tag("loopCardinality", "", "3")
                )
            case 2:
                return self._tag("multiInstanceLoopCharacteristics")
        return ""

    def _io(self) -> str:
        if not self.data or not self._once(0.3):
            return ""
        given = self._key("dataInput")
        inside = self._tag(
            "ioSpecification",
            "",
            self._tag("dataInput", self._id(given))
            + self._tag("inputSet", "", self._tag("dataInputRefs", "", given))
            + self._tag("outputSet"),
        )
        ends = self._tag("sourceRef", "", self._referred(self._pick(self.data))) + self._tag("targetRef", "", given)
        return inside + self._tag("dataInputAssociation", self._id(self._key("dia")), ends)

    def _data_elements(self) -> Iterator[str]:
        for _ in range(self.random.choice((0, 0, 1, 2))):
            stored, key = self._once(0.4), self._key("dataRef")
            self.data.append(key)
            self.boxes.append(key)
            thing = self._key("data")
            reference = f'{"dataStoreRef" if stored else "dataObjectRef"}="{thing}"'
            yield self._tag(
                "dataStoreReference" if stored else "dataObjectReference", f"{self._id(key)} {reference}{self._named()}"
            )
            named = self._tag("dataStore" if stored else "dataObject", f"{self._id(thing)}{self._named()}")
            if stored:
                self.roots.append(named)
            elif self._once(0.9):
                yield named

    def _artifacts(self, ends: list[str]) -> str:
        note, group = self._key("textAnnotation"), self._key("group")
        self.boxes += [note, group]
        text = self._tag("textAnnotation", self._id(note), self._tag("text", "", _text(self._name())))
        text += self._tag("group", f'{self._id(group)} categoryValueRef="missing"')
        return text + (
            self._tag(
                "association",
                f'{self._id(self._key("as"))} sourceRef="{self._referred(self._pick([*ends, note]))}" targetRef="{self._referred(note)}"',
            )
        )

    def _line(self, tag: str, ends: list[str]) -> str:
        key, source, target = self._key("flow"), self._pick(ends), self._pick(ends)
        if self.faulty and self._once(0.1):
            target = self.random.choice(("nowhere", "", "Process_0", "defs"))
        condition = (
            self._tag("conditionExpression", ' xsi:type="tns:x"' if self.faulty else "", "a &lt; b")
            if self._once(0.2) and tag == "sequenceFlow"
            else ""
        )
        self.edges.append(key)
        named = self._named() if self._once(0.4) else ""
        ends_ = f' sourceRef="{self._referred(source)}" targetRef="{self._referred(target)}"'
        if self.faulty and self._once(0.03):
            ends_ = ends_.partition(" targetRef")[0]
        return self._tag(tag, f"{self._id(key)}{named}{ends_}", self._inner(0.1) + condition)

    def _lane_set(self, nodes: list[str], depth: int) -> str:
        lanes = ""
        for _ in range(self.random.randint(1, 3)):
            key = self._key("lane")
            self.lane_ids.append(key)
            mine = [each for each in nodes if self._once(0.5)] if self.tool.lanes == "named" else []
            refs = "".join(self._tag("flowNodeRef", "", self._referred(each)) for each in mine)
            if self.faulty and self._once(0.2):
                refs += self._tag("flowNodeRef", "", "gone")
            inner = self._lane_set(mine, depth + 1) if depth < 2 and self._once(0.25) else ""
            lanes += self._tag("lane", f"{self._id(key)}{self._named()}", self._inner(0.2) + refs + inner)
        return self._tag("childLaneSet" if depth else "laneSet", self._id(self._key("laneSet")), lanes)

    # Drawing.

    def _drawing(self) -> str:
        drawn = self.tool.drawn if self._once(0.8) else self.random.choice(("all", "none", "half"))
        if drawn == "none":
            return ""
        boxes = [*self.pools, *self.lane_ids, *self.flow_nodes, *self.boxes]
        planes = [(boxes, self.edges)]
        if drawn == "several":
            half = len(boxes) // 2
            planes = [(boxes[:half], self.edges), (boxes[half:], []), ([], [])]
        if drawn == "twice":
            planes *= 2
        return "".join(self._diagram(number, *each, drawn) for number, each in enumerate(planes))

    def _diagram(self, number: int, boxes: list[str], edges: list[str], drawn: str) -> str:
        tool = self.tool
        keep = 0.5 if drawn == "half" else 0.97
        shapes = "".join(self._box(each, number, drawn) for each in boxes if self._once(keep))
        lines = "".join(self._edge(each, number) for each in edges if self._once(keep))
        plane = f'<{tool.di}BPMNPlane id="plane_{number}" bpmnElement="{self._referred("Process_0")}">{shapes}{lines}</{tool.di}BPMNPlane>'
        style = f'<{tool.di}BPMNLabelStyle id="style_{number}"><{tool.dc}Font name="Arial" size="8.0"/></{tool.di}BPMNLabelStyle>'
        return f'<{tool.di}BPMNDiagram id="diagram_{number}">{plane}{style if self._once(0.3) else ""}</{tool.di}BPMNDiagram>\n'

    def _box(self, key: str, number: int, drawn: str) -> str:
        tool, (x, y) = self.tool, (self.random.randint(-200, 2000), self.random.randint(-200, 900))
        size = f'width="{self.random.choice((36, 50, 100))}" height="80.0"'
        if drawn == "odd":
            size = self.random.choice(
                (size, 'width="0" height="0"', 'width="1e2" height="80,5"', 'width="NaN" height="INF"', 'width="36"')
            )
        label = f'<{tool.di}BPMNLabel labelStyle="style_0"><{tool.dc}Bounds x="1" y="2" width="30" height="12"/></{tool.di}BPMNLabel>'
        attributes = f'id="{self._drawn_id(key)}_di{number}" bpmnElement={quoteattr(self._referred(key))}'
        return f'<{tool.di}BPMNShape {attributes} isExpanded="true"><{tool.dc}Bounds x="{x}" y="{y}.5" {size}/>{label if self._once(0.2) else ""}</{tool.di}BPMNShape>\n'

    def _edge(self, key: str, number: int) -> str:
        tool = self.tool
        points = "".join(
            f'<{tool.dd}waypoint xsi:type="{tool.dc}Point" x="{self.random.randint(0, 900)}" y="7.25"/>'
            for _ in range(self.random.randint(2, 4))
        )
        return f'<{tool.di}BPMNEdge id="{self._drawn_id(key)}_di{number}" bpmnElement={quoteattr(self._referred(key))}>{points}</{tool.di}BPMNEdge>\n'

    def _drawn_id(self, key: str) -> str:
        return "".join(each if each.isalnum() else "_" for each in f"d{key}")

    # Parts of elements.

    def _tag(self, tag: str, attributes: str = "", inside: str = "") -> str:
        name = f"{self.tool.prefix}{tag}"
        return f"<{name}{attributes}>{inside}</{name}>\n" if inside else f"<{name}{attributes}/>\n"

    def _key(self, tag: str) -> str:
        self.count += 1
        ids = self.tool.ids or "{tag}{n}"
        return ids.format(tag=tag[:1].upper() + tag[1:], n=self.count)

    def _id(self, key: str) -> str:
        """The attribute, which tools without ids and faulty files leave out."""
        left_out = 0.0 if not self.faulty else 0.05
        if self._once(left_out) or (not self.tool.ids and self._once(0.3)):
            return ""
        return f" id={quoteattr(key)}"

    def _referred(self, key: str) -> str:
        return f"tns:{key}" if self.tool.qualified and self._once(0.8) else key

    def _named(self) -> str:
        return f" name={quoteattr(self._name(), {chr(10): '&#10;', chr(13): '&#13;'})}" if self._once(0.8) else ""

    def _name(self) -> str:
        return self.random.choice(_NAMES)

    def _extra(self) -> str:
        return f" {self.tool.attribute}" if self.tool.attribute and self._once(0.3) else ""

    def _inner(self, odds: float = 0.3) -> str:
        """Documentation and extensions."""
        text = ""
        if self._once(odds):
            match self.tool.documented:
                case "plain":
                    text = self._tag("documentation", "", "First line\nSecond &amp; last")
                case "html":
                    text = self._tag(
                        "documentation",
                        ' textFormat="text/html"',
                        "&lt;p&gt;Some &lt;b&gt;bold&lt;/b&gt; text&lt;/p&gt;",
                    )
                case "tags":
                    text = self._tag(
                        "documentation", "", '<p xmlns="http://www.w3.org/1999/xhtml">Some <i>tags</i></p>'
                    )
                case _:
                    text = self._tag("documentation")
        if self._once(odds):
            spoken = '<i18n:translation xmlns:i18n="http://www.omg.org/spec/BPMN/non-normative/extensions/i18n/1.0" xml:lang="de">Los</i18n:translation>'
            text += self._tag(
                "extensionElements",
                "",
                (self.tool.extension or "<other xmlns='urn:other'/>") + (spoken if self._once(0.3) else ""),
            )
        return text

    def _pick(self, keys: list[str]) -> str:
        return self.random.choice(keys) if keys else "nowhere"

    def _once(self, odds: float) -> bool:
        return self.random.random() < odds


def _text(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;")
