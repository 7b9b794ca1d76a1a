"""BPMN files: what is read of them, that nothing is lost without a word, and that an export gives back what was imported."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnShape, NotBpmn
from facetstore.bpmn.bpmn_names import bpmn_names
from facetstore.bpmn.file_parsing import parse_bpmn
from facetstore.bpmn.file_writing import write_bpmn
from facetstore.bpmn.hardened import parse_xml
from facetstore.metamodel.loader import load_standard
from tests.bpmn.bpmn_files import FOLDER, MODEL, ORDER, as_written, random_file, reference_files, wrapped
from tests.support.proof import LONG

STANDARD = load_standard()


@pytest.fixture(scope="module")
def order() -> BpmnFile:
    return parse_bpmn(ORDER)


def shapes(file: BpmnFile) -> dict[str, BpmnShape]:
    return {each.key: each for each in file.shapes}


def test_the_mapping_names_what_the_standard_has() -> None:
    names = bpmn_names()

    types = [each.type for each in names.nodes.values()] + [each.type for each in names.lines.values() if each.type]
    diagram = STANDARD.types["subProcess"]
    assert set(types) <= set(diagram.content)
    for type_ in types:
        assert {names.attributes[key] for key in ("details", "place", "name")} <= set(STANDARD.types[type_].attributes)
    trigger = STANDARD.types["evStart"].attributes[names.attributes["trigger"]].attribute
    marker = STANDARD.types["task"].attributes[names.attributes["marker"]].attribute
    assert trigger is not None
    assert marker is not None
    assert {*names.triggers.values(), *names.several.values()} == {each.key for each in trigger.selectable_values}
    for each in names.nodes.values():
        known = STANDARD.types[each.type]
        assert not each.marked or names.attributes["marker"] in known.attributes, each.tag
        assert each.marked == (names.contexts["performer"] in known.contexts), each.tag
        assert names.attributes["description"] in known.attributes, each.tag
        assert each.part not in ("event", "boundary") or names.attributes["trigger"] in known.attributes, each.tag
    assert set(names.markers.values()) <= {each.key for each in marker.selectable_values}


def test_elements_become_shapes_of_their_types(order: BpmnFile) -> None:
    found = shapes(order)

    assert {
        key: found[key].type for key in ("start", "check", "late", "which", "pack", "call", "us", "note", "g1")
    } == {
        "start": "evStart",
        "check": "task",
        "late": "evBoundary",
        "which": "ruleXor",
        "pack": "flowBlock",
        "call": "processInterfacePlaceholder",
        "us": "flowPool",
        "note": "flowNote",
        "g1": "flowGroup",
    }
    assert (found["note"].name, found["g1"].name, found["form"].name, found["archive"].name) == (
        "Mind the date",
        "Together",
        "Form",
        "Archive",
    )


def test_what_an_element_says_becomes_attributes(order: BpmnFile) -> None:
    found = shapes(order)

    assert found["start"].values == {"eventType": "message"}
    assert found["late"].values == {"eventType": "timer", "isInterrupting": False}
    assert found["wait"].values == {"eventType": "multiple"}
    assert found["throw"].values == {"isThrowing": True, "eventType": "compensation"}
    assert found["check"].values == {"taskMarker": "sequentialMultiple"}
    assert found["check"].description == "<p>Look at it.</p><p>And at the address.</p>"
    assert (found["check"].stereotype, found["check"].names) == ("user", {"de": "Auftrag prüfen"})
    assert (found["check"].inputs, found["check"].outputs) == (("Form",), ("Archive",))
    assert (order.name, order.description) == ("", "") or order.name == "Sell"


def test_lanes_are_roles_the_innermost_counts(order: BpmnFile) -> None:
    found = shapes(order)

    assert [found[key].performer for key in ("check", "pack", "wait", "call")] == ["Office", "Store", "Night shift", ""]


def test_flows_are_predecessors_and_those_with_names_are_shapes(order: BpmnFile) -> None:
    found = shapes(order)

    assert found["check"].before == ("start", "form")
    assert found["late"].before == ("check",)
    assert (found["f3"].type, found["f3"].name, found["f3"].before) == ("condition", "yes", ("which",))
    assert "f3" in found["pack"].before
    assert (found["mf2"].type, found["mf2"].before, found["them"].before) == ("flowMessage", ("tell",), ("mf2",))
    assert found["end"].before == ("tell", "pack")
    assert found["note"].before == ("check",)


def test_places_are_those_of_the_file_one_diagram_below_the_other(order: BpmnFile) -> None:
    found = shapes(order)

    assert json.loads(found["start"].place) == {"key": "start", "at": [60, 80, 36, 36], "label": [50, 120, 60, 14]}
    assert json.loads(found["check"].place)["from"] == {"start": [[96, 98], [150, 98]]}
    assert json.loads(found["f4"].place) == {"key": "f4", "line": [[350, 98], [450, 98]]}
    assert json.loads(found["in1"].place)["at"][1] > 400
    assert json.loads(order.place) == {"lanes": [{"label": "Office", "at": [30, 0, 870, 200]}]}


def test_all_that_has_no_place_is_listed_with_its_name_and_place(order: BpmnFile) -> None:
    carried = {each.element for each in order.findings if each.kind == "carried"}

    assert {
        "message", "error", "ioSpecification", "choreography", "globalTask", "dataObject", "conditionExpression", "script",
        "{urn:tool}settings", "{urn:tool}assignee", "{urn:tool}whole", "BPMNLabelStyle", "sequenceFlow", "flowNodeRef", "association",
    } <= carried  # fmt: skip
    assert all(each.place for each in order.findings)
    assert not [each for each in order.findings if each.kind == "lost"]


def test_import_export_import_is_equal(order: BpmnFile) -> None:
    assert_equal(order, parse_bpmn(write_bpmn(as_written(order))))


def test_an_export_has_everything_of_the_file(order: BpmnFile) -> None:
    once = counted(parse_xml(ORDER))
    again = counted(parse_xml(write_bpmn(as_written(order))))

    assert {tag: count for tag, count in once.items() if again.get(tag, 0) < count and tag not in FOR_FLOWS} == {}


FOR_FLOWS = {f"{{{MODEL}}}incoming", f"{{{MODEL}}}outgoing"}


def counted(root: object) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in root.iter("*"):  # type: ignore[attr-defined]
        found[str(each.tag)] = found.get(str(each.tag), 0) + 1
    return found


def assert_equal(one: BpmnFile, other: BpmnFile) -> None:
    assert shapes(one) == shapes(other)
    assert [*shapes(one)] == [*shapes(other)]
    assert (one.name, one.description, one.place, one.details) == (
        other.name,
        other.description,
        other.place,
        other.details,
    )
    assert _kinds(one) == _kinds(other)


def _kinds(file: BpmnFile) -> list[tuple[str, int]]:
    return sorted((each.element, each.count) for each in file.findings if each.kind == "carried" and not each.note)


@pytest.mark.parametrize("seed", range(400 if LONG else 40))
def test_any_file_is_read_and_comes_back(seed: int) -> None:
    data = random_file(Random(seed))
    file = parse_bpmn(data)
    again = parse_bpmn(write_bpmn(as_written(file)))

    assert_equal(again, parse_bpmn(write_bpmn(as_written(again))))
    assert {each.key for each in file.shapes} == {each.key for each in again.shapes}
    before, after = counted(parse_xml(data)), counted(parse_xml(write_bpmn(as_written(file))))
    assert {tag: count for tag, count in before.items() if after.get(tag, 0) < count and tag not in FOR_FLOWS} == {}


def test_a_diagram_that_no_file_knows_is_written_and_laid_out(order: BpmnFile) -> None:
    file = parse_bpmn(write_bpmn(as_written(order, with_details=False)))

    assert sorted(each.type for each in file.shapes) == sorted(each.type for each in order.shapes)
    assert all(json.loads(each.place) for each in file.shapes)
    assert {each.performer for each in file.shapes} == {"", "Office", "Store", "Night shift"}


@pytest.mark.skipif(not FOLDER, reason="FACETSTORE_TEST_BPMN names no folder of reference files.")
@pytest.mark.parametrize("path", reference_files(), ids=lambda each: each.name)
def test_reference_files_come_back(path: Path) -> None:
    file = parse_bpmn(path.read_bytes())

    assert_equal(file, parse_bpmn(write_bpmn(as_written(file))))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_encodings_are_read(encoding: str) -> None:
    text = wrapped('<process id="p"><task id="t" name="Prüfen"/></process>').decode().replace('encoding="UTF-8"', "")

    data = ("\ufeff" + text).encode("utf-16-le") if encoding == "utf-16-le" else text.encode(encoding)
    assert [each.name for each in parse_bpmn(data).shapes] == ["Prüfen"]


def test_details_that_were_tampered_with_are_left_out(order: BpmnFile) -> None:
    written = as_written(order)
    for details in (
        "",
        "{",
        "[]",
        '{"xml": 1}',
        '{"xml": "<a/>", "lines": [1, {"xml": "<b"}], "lanes": [{}], "in": 5}',
    ):
        changed = [
            type(each)(**{**{f: getattr(each, f) for f in each.__slots__}, "details": details})
            for each in written.shapes
        ]
        file = parse_bpmn(write_bpmn(type(written)("d", "n", tuple(changed), details=details)))
        assert sorted(each.type for each in file.shapes) == sorted(each.type for each in order.shapes)


REFUSED = {
    b"": "not well-formed",
    b"nothing": "not well-formed",
    b"<a/>": "its root is a",
    b"\x00\x01\x02": "not",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>": "document type",
    "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>".encode("utf-16"): "document type",
    b"<a>" * 300: "depth",
    b"<a>" * 150 + b"</a>" * 150: "deep",
    b"<definitions xmlns='urn:other'/>": "its root is definitions",
    b"<?xml version='1.0' encoding='nonsense'?><a/>": "not",
}


@pytest.mark.parametrize("data", REFUSED, ids=lambda each: repr(each[:20]))
def test_what_is_no_bpmn_is_refused_with_the_reason(data: bytes) -> None:
    with pytest.raises(NotBpmn, match=REFUSED[data]):
        parse_bpmn(data)


def test_too_many_elements_are_refused() -> None:
    with pytest.raises(NotBpmn, match="more than 60000 elements"):
        parse_bpmn(wrapped("<x/>" * 60001))


@pytest.mark.parametrize("seed", range(400 if LONG else 40))
def test_broken_files_are_read_or_refused(seed: int) -> None:
    random = Random(seed)
    data = bytearray(ORDER if seed % 2 else random_file(random))
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(data))
        match random.randrange(4):
            case 0:
                data[at] = random.randrange(256)
            case 1:
                del data[at : at + random.randint(1, 400)]
            case 2:
                data[at:at] = random.choice(
                    (b"<", b"&x;", b"]]>", b"<!--", b"<![CDATA[", b"\0", b' id="start"', b"<a/>")
                )
            case _:
                start = random.randrange(len(data))
                data[at:at] = data[start : start + random.randint(1, 300)]
    with suppress(NotBpmn):
        file = parse_bpmn(bytes(data))
        assert shapes(parse_bpmn(write_bpmn(as_written(file)))).keys() == shapes(file).keys()


def test_what_a_flow_with_a_name_says_is_understood() -> None:
    spoken = '<extensionElements><i18n:translation xml:lang="de">ja</i18n:translation></extensionElements>'
    flow = f'<sequenceFlow id="f" name="yes" sourceRef="a" targetRef="b"><documentation>Why</documentation>{spoken}</sequenceFlow>'

    file = parse_bpmn(wrapped(f'<process id="p"><task id="a"/><task id="b"/>{flow}</process>'))

    assert (shapes(file)["f"].names, shapes(file)["f"].description) == ({"de": "ja"}, "<p>Why</p>")
    assert file.findings == ()
