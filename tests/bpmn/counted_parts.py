"""What a BPMN file has, counted without the code that reads it; and which of it neither a result nor a finding names."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lxml import etree

from facetstore.bpmn.bpmn_model import BpmnFile

SPACES = ("http://www.omg.org/spec/BPMN/20100524/MODEL", "http://schema.omg.org/spec/BPMN/2.0")
LANE = "lane"
FLOWS = ("sequenceFlow", "messageFlow", "association")
NODES = frozenset(
    {
        *("task", "userTask", "manualTask", "serviceTask", "sendTask", "receiveTask", "scriptTask", "businessRuleTask"),
        *("callActivity", "subProcess", "transaction", "adHocSubProcess", "startEvent", "endEvent", "boundaryEvent"),
        *("intermediateCatchEvent", "intermediateThrowEvent", "implicitThrowEvent", "exclusiveGateway"),
        *(
            "inclusiveGateway",
            "parallelGateway",
            "eventBasedGateway",
            "complexGateway",
            "participant",
            "textAnnotation",
        ),
        *("group", "dataObjectReference", "dataStoreReference", "choreographyTask", "subChoreography"),
        *("callChoreography", "conversation", "subConversation", "callConversation", "conversationLink"),
    }
)


class Part(NamedTuple):
    """An element of a file."""

    tag: str
    key: str
    source: str
    target: str


def parts(data: bytes) -> list[Part]:
    """All nodes, flows and lanes of a file."""
    try:
        root = etree.fromstring(data)
    except etree.XMLSyntaxError:  # it says an encoding that it does not have
        root = etree.fromstring(re.sub(r'encoding="[^"]*"', "", data.decode("utf-8"), count=1).encode())
    found = []
    for each in root.iter("*"):
        space, _, tag = str(each.tag).rpartition("}")
        if space[1:] in SPACES and tag in (*NODES, *FLOWS, LANE):
            found.append(
                Part(tag, (each.get("id") or "").strip(), each.get("sourceRef", ""), each.get("targetRef", ""))
            )
    return found


def lost(data: bytes, file: BpmnFile) -> list[str]:
    """The parts that are neither in the result nor in a finding, by tag and id; by tag and number where ids are missing or taken twice."""
    given, known, named = parts(data), Counter(_known(file)), [each for each in file.findings if each.kind != "changed"]
    ids = {key for _, key in known}
    wrong = [
        f"{each.tag} {each.key}"
        for each in given
        if each.key
        and each.key not in ids
        and not any(each.tag == n.element and f"{each.key} (line" in n.place for n in named)
    ]
    seen = Counter(each.element for each in named)
    for (tag, _), count in known.items():
        seen[tag] += count
    total = Counter(each.tag for each in given)
    return wrong + [f"{count - seen[tag]} x {tag}" for tag, count in total.items() if seen[tag] < count]


def _known(file: BpmnFile) -> Iterator[tuple[str, str]]:
    """The parts that are shapes, connections between shapes, and lanes that perform something."""
    lanes: dict[str, str] = {}
    root = etree.fromstring(json.loads(file.details)["xml"].encode())
    for each in root.iter("{*}lane"):
        lanes[each.get("id", "")] = (each.get("name") or "").strip()
    performing = {each.performer for each in file.shapes if each.performer}
    yield from ((LANE, key) for key, name in lanes.items() if name in performing)
    for shape in file.shapes:
        details: Mapping[str, object] = json.loads(shape.details)
        yield _tag(details), shape.key
        for line in details.get("lines", ()):  # type: ignore[attr-defined]
            yield _tag(line), etree.fromstring(line["xml"].encode()).get("id", "")


def _tag(details: Mapping[str, object]) -> str:
    return str(etree.fromstring(str(details["xml"]).encode()).tag).rpartition("}")[2]
