"""BPMN files for tests: one that has all kinds of elements as different tools write them, and files at random."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

from facetstore.bpmn.bpmn_model import BpmnFile, WrittenDiagram, WrittenShape
from facetstore.bpmn.bpmn_names import bpmn_names

MODEL = "http://www.omg.org/spec/BPMN/20100524/MODEL"
FOLDER = os.environ.get("FACETSTORE_TEST_BPMN", "")
"""Where reference files are; not part of the project."""


def reference_files() -> Sequence[Path]:
    return sorted(Path(FOLDER).glob("*.bpmn")) if FOLDER else []


def wrapped(body: str, *, prefix: str = "", root: str = "") -> bytes:
    """A file around a body, whose elements have a prefix."""
    own = f"xmlns:{prefix[:-1]}" if prefix else "xmlns"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<{prefix}definitions {own}="{MODEL}" id="defs" targetNamespace="urn:test"'
        ' xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"'
        ' xmlns:dd="http://www.omg.org/spec/DD/20100524/DI" xmlns:tool="urn:tool" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xmlns:i18n="http://www.omg.org/spec/BPMN/non-normative/extensions/i18n/1.0" {root}>{body}</{prefix}definitions>'
    ).encode()


ORDER = wrapped(
    """
  <message id="m1" name="Order"/>
  <error id="e1" errorCode="17"/>
  <category id="c1"><categoryValue id="cv1" value="Together"/></category>
  <dataStore id="ds1" name="Archive"/>
  <collaboration id="col">
    <participant id="us" name="Shop" processRef="p1"/>
    <participant id="them" name="Customer"/>
    <messageFlow id="mf1" name="Order" sourceRef="them" targetRef="start" messageRef="m1"/>
    <messageFlow id="mf2" sourceRef="tell" targetRef="them"/>
    <textAnnotation id="note2"><text>Asked by phone, too</text></textAnnotation>
    <association id="as2" sourceRef="them" targetRef="note2"/>
  </collaboration>
  <process id="p1" name="Sell" isExecutable="false" tool:owner="Ada">
    <documentation>How we sell.</documentation>
    <extensionElements><tool:settings><tool:colour value="red"/></tool:settings></extensionElements>
    <laneSet id="ls">
      <lane id="l1" name="Office">
        <flowNodeRef>start</flowNodeRef><flowNodeRef>check</flowNodeRef><flowNodeRef>late</flowNodeRef>
        <flowNodeRef>which</flowNodeRef><flowNodeRef>tell</flowNodeRef><flowNodeRef>end</flowNodeRef>
        <flowNodeRef>gone</flowNodeRef>
      </lane>
      <lane id="l2" name="Store">
        <flowNodeRef>pack</flowNodeRef><flowNodeRef>wait</flowNodeRef>
        <childLaneSet id="cls"><lane id="l3" name="Night shift"><flowNodeRef>wait</flowNodeRef></lane></childLaneSet>
      </lane>
    </laneSet>
    <startEvent id="start" name="Order came"><outgoing>f1</outgoing><messageEventDefinition messageRef="m1"/></startEvent>
    <userTask id="check" name="Check order" tool:form="f.html" default="f2">
      <documentation>Look at it.
And at the address.</documentation>
      <extensionElements>
        <i18n:translation xml:lang="de">Auftrag prüfen</i18n:translation>
        <tool:assignee><![CDATA[a < b & c]]></tool:assignee>
      </extensionElements>
      <incoming>f1</incoming><outgoing>f2</outgoing>
      <ioSpecification><dataInput id="din"/><inputSet><dataInputRefs>din</dataInputRefs></inputSet><outputSet/></ioSpecification>
      <dataInputAssociation id="dia"><sourceRef>form</sourceRef><targetRef>din</targetRef></dataInputAssociation>
      <dataOutputAssociation id="doa"><targetRef>archive</targetRef></dataOutputAssociation>
      <multiInstanceLoopCharacteristics isSequential="true"/>
    </userTask>
    <boundaryEvent id="late" attachedToRef="check" cancelActivity="false"><outgoing>f5</outgoing>
      <timerEventDefinition><timeDuration xsi:type="tFormalExpression">P1D</timeDuration></timerEventDefinition></boundaryEvent>
    <exclusiveGateway id="which" name="Complete?" default="f4"/>
    <subProcess id="pack" name="Pack">
      <startEvent id="in1"/><task id="in2" name="Wrap"/><sequenceFlow id="in3" sourceRef="in1" targetRef="in2"/>
      <subProcess id="in4" triggeredByEvent="true"><startEvent id="in5" isInterrupting="false"><signalEventDefinition/></startEvent></subProcess>
      <transaction id="in6"/><adHocSubProcess id="in7"/>
    </subProcess>
    <callActivity id="call" name="Bill" calledElement="other:bill"/>
    <sendTask id="tell"/><scriptTask id="script" name="Run"><script>1 &lt; 2</script></scriptTask>
    <intermediateCatchEvent id="wait"><eventDefinitionRef>e1</eventDefinitionRef><timerEventDefinition/></intermediateCatchEvent>
    <intermediateThrowEvent id="throw" name="Told"><compensateEventDefinition/></intermediateThrowEvent>
    <eventBasedGateway id="eg"/><complexGateway id="cg"/><inclusiveGateway id="ig"/><parallelGateway id="pg"/>
    <endEvent id="end"><terminateEventDefinition/></endEvent>
    <sequenceFlow id="f1" sourceRef="start" targetRef="check"/>
    <sequenceFlow id="f2" sourceRef="check" targetRef="which"/>
    <sequenceFlow id="f3" name="yes" sourceRef="which" targetRef="pack"><conditionExpression>x &gt; 1</conditionExpression></sequenceFlow>
    <sequenceFlow id="f4" name="no" sourceRef="which" targetRef="tell"/>
    <sequenceFlow id="f5" sourceRef="late" targetRef="tell"/>
    <sequenceFlow id="f6" sourceRef="tell" targetRef="end"/>
    <sequenceFlow id="f7" sourceRef="pack" targetRef="end"/>
    <sequenceFlow id="f8" sourceRef="pack" targetRef="end"/>
    <sequenceFlow id="loop" name="again" sourceRef="pack" targetRef="pack"/>
    <sequenceFlow id="lost" sourceRef="pack" targetRef="nowhere"/>
    <dataObject id="do1" name="Form"/><dataObjectReference id="form" dataObjectRef="do1"/>
    <dataStoreReference id="archive" dataStoreRef="ds1"/>
    <textAnnotation id="note"><text>Mind the date</text></textAnnotation><group id="g1" categoryValueRef="cv1"/>
    <association id="as1" sourceRef="check" targetRef="note"/><association id="as3" sourceRef="f1" targetRef="note"/>
  </process>
  <choreography id="ch"><choreographyTask id="cht"><participantRef>us</participantRef></choreographyTask></choreography>
  <globalTask id="gt" name="Bill"/>
  <tool:whole xmlns:deep="urn:deep"><deep:x/></tool:whole>
  <di:BPMNDiagram id="d1"><di:BPMNPlane id="plane" bpmnElement="col">
    <di:BPMNShape id="s1" bpmnElement="us" isHorizontal="true"><dc:Bounds x="0" y="0" width="900" height="400"/></di:BPMNShape>
    <di:BPMNShape id="s2" bpmnElement="l1"><dc:Bounds x="30" y="0" width="870" height="200"/></di:BPMNShape>
    <di:BPMNShape id="s3" bpmnElement="start" tool:colour="blue"><dc:Bounds x="60" y="80" width="36" height="36"/>
      <di:BPMNLabel><dc:Bounds x="50" y="120" width="60" height="14"/></di:BPMNLabel></di:BPMNShape>
    <di:BPMNShape id="s4" bpmnElement="check"><dc:Bounds x="150" y="60" width="100" height="80"/></di:BPMNShape>
    <di:BPMNShape id="s5" bpmnElement="which"><dc:Bounds x="300" y="75" width="50" height="50"/></di:BPMNShape>
    <di:BPMNEdge id="s6" bpmnElement="f1"><dd:waypoint x="96" y="98"/><dd:waypoint x="150" y="98"/></di:BPMNEdge>
    <di:BPMNEdge id="s7" bpmnElement="f4"><dd:waypoint x="350" y="98"/><dd:waypoint x="450" y="98"/></di:BPMNEdge>
    <di:BPMNShape id="s8" bpmnElement="tell"><dc:Bounds x="450" y="60" width="100" height="80"/></di:BPMNShape>
    <di:BPMNShape id="s9" bpmnElement="ghost"><dc:Bounds x="1" y="1" width="1" height="1"/></di:BPMNShape>
  </di:BPMNPlane><di:BPMNLabelStyle id="style"><dc:Font name="Arial"/></di:BPMNLabelStyle></di:BPMNDiagram>
  <di:BPMNDiagram id="d2"><di:BPMNPlane bpmnElement="pack">
    <di:BPMNShape bpmnElement="in1"><dc:Bounds x="60" y="80" width="36" height="36"/></di:BPMNShape>
  </di:BPMNPlane></di:BPMNDiagram>
"""
)
"""A file with all kinds of elements, and most of what can be wrong in one."""


def random_file(random: Random) -> bytes:
    """A file of any shapes in any containers, with and without ids, names, flows, lanes and a drawing."""
    names = bpmn_names()
    tags = [each.tag for each in names.nodes.values() if each.part not in ("pool", "data", "boundary")]
    prefix = random.choice(("", "bpmn:", "semantic:", "x:"))
    keys: list[str] = []

    def nodes(depth: int) -> str:
        return "".join(node(depth) for _ in range(random.randint(0, 5)))

    def node(depth: int) -> str:
        tag = random.choice(tags)
        key = f"n{len(keys)}" if random.random() < 0.95 else random.choice(["n0", "", "1 ü"])
        keys.append(key)
        named = random.choice(("", ' name=""', ' name="Do &lt;it&gt; &amp; go"', ' name="Ä ö&#10;ß"', ' tool:x="1"'))
        id_ = f' id="{key}"' if random.random() < 0.97 else ""
        inside = nodes(depth + 1) + flows() if names.nodes[tag].holds and depth < 3 else ""
        if names.nodes[tag].part in ("event", "boundary") and random.random() < 0.5:
            inside += f"<{prefix}{random.choice(list(names.triggers))}/>"
        if random.random() < 0.2:
            inside = f"<{prefix}extensionElements><tool:a>x<tool:b/>y</tool:a></{prefix}extensionElements>" + inside
        return f"<{prefix}{tag}{id_}{named}>{inside}</{prefix}{tag}>"

    def flows() -> str:
        return "".join(flow() for _ in range(random.randint(0, 4)) if keys)

    def flow() -> str:
        source, target = random.choice(keys), random.choice([*keys, "nowhere"])
        named = random.choice(("", ' name="yes"'))
        tag = random.choice(("sequenceFlow", "sequenceFlow", "association"))
        return f'<{prefix}{tag} id="f{random.randint(0, 10**6)}" sourceRef="{source}" targetRef="{target}"{named}/>'

    def process(number: int) -> str:
        inside = nodes(0) + flows()
        refs = "".join(f"<{prefix}flowNodeRef>{each}</{prefix}flowNodeRef>" for each in keys if random.random() < 0.4)
        lanes = f'<{prefix}laneSet><{prefix}lane name="Office">{refs}</{prefix}lane></{prefix}laneSet>'
        return f'<{prefix}process id="p{number}">{lanes if random.random() < 0.5 else ""}{inside}</{prefix}process>'

    body = "".join(process(number) for number in range(random.randint(0, 3)))
    return wrapped(body + drawn(keys, random), prefix=prefix)


def drawn(keys: Sequence[str], random: Random) -> str:
    if random.random() < 0.4:
        return ""
    shapes = "".join(
        f'<di:BPMNShape bpmnElement="{each}"><dc:Bounds x="{random.randint(-50, 900)}" y="{random.randint(0, 500)}.5"'
        ' width="100" height="80"/></di:BPMNShape>'
        for each in keys
        if random.random() < 0.8
    )
    return f"<di:BPMNDiagram><di:BPMNPlane>{shapes}</di:BPMNPlane></di:BPMNDiagram>"


def as_written(file: BpmnFile, *, with_details: bool = True) -> WrittenDiagram:
    """What an export of an imported file is made from."""
    shapes = tuple(
        WrittenShape(
            each.key, each.key, each.type, each.name, each.names, each.description, each.values, each.stereotype,
            (each.performer,) if each.performer else (), each.before, "box",
            each.place if with_details else "", each.details if with_details else "",
        )
        for each in file.shapes
    )  # fmt: skip
    details = file.details if with_details else ""
    return WrittenDiagram("d1", file.name, shapes, file.description, file.place if with_details else "", details)
