"""Odd things that tools write: each is kept, or a finding names it."""

import json

import pytest

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnShape, NotBpmn
from facetstore.bpmn.file_parsing import parse_bpmn
from facetstore.bpmn.file_writing import write_bpmn
from tests.bpmn.bpmn_files import as_written, wrapped


def shapes(file: BpmnFile) -> dict[str, BpmnShape]:
    return {each.key: each for each in file.shapes}


def there_and_back(data: bytes) -> tuple[BpmnFile, str]:
    """A file, and its export as text. What is imported from that is the same."""
    file = parse_bpmn(data)
    exported = write_bpmn(as_written(file))
    again = shapes(parse_bpmn(exported))
    assert {key: (each.type, each.name, each.before) for key, each in shapes(file).items()} == {
        key: (each.type, each.name, each.before) for key, each in again.items()
    }
    return file, exported.decode()


def process(inside: str) -> bytes:
    return wrapped(f'<process id="p">{inside}</process>')


def attributes(count: int) -> str:
    return " ".join(f'a{at}=""' for at in range(count))


@pytest.mark.parametrize(
    "text", ["<![CDATA[<!DOCTYPE html><b>x</b>]]>", "<!-- <!DOCTYPE x> -->x", "&lt;!DOCTYPE html>x"]
)
def test_a_text_may_speak_of_a_document_type(text: str) -> None:
    file, _ = there_and_back(process(f'<task id="t"><documentation>{text}</documentation></task>'))

    assert "x" in file.shapes[0].description


@pytest.mark.parametrize("before", ["", "<!-- a -->", "<?a b?>\n<!-- ?> --> \n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_a_document_type_is_refused_wherever_it_may_stand(before: str, encoding: str) -> None:
    declared = "<?xml version='1.0' encoding='UTF-16'?>" if encoding == "utf-16-be" else ""
    data = f"{declared}{before}<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".encode(encoding)

    with pytest.raises(NotBpmn, match="document type"):
        parse_bpmn(data)


def test_a_comment_of_other_letters_hides_no_document_type() -> None:
    """In UTF-16 a letter may have the bytes that end a comment."""
    data = "<!-- \u2d2d\u3e3e --><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".encode("utf-16")

    with pytest.raises(NotBpmn, match="document type"):
        parse_bpmn(data)


def test_comments_and_instructions_come_back() -> None:
    body = process('<!-- in --><?tool x?><task id="t" name="A"><?deep y?></task>').decode()
    data = body.replace("<definitions", "<!-- before --><?style z?><definitions", 1) + "<!-- after -->"

    file, exported = there_and_back(data.encode())

    assert [each for each in ("in", "before", "after") if f"<!-- {each} -->" not in exported] == []
    assert [each for each in ("tool x", "deep y", "style z") if f"<?{each}?>" not in exported] == []
    outside = {each.element: each.count for each in file.findings if "outside" in each.note}
    assert outside == {"comment": 2, "processing instruction": 1}


def test_a_message_may_have_the_id_of_a_task() -> None:
    inside = '<process id="p"><task id="t"/><task id="u"/><sequenceFlow id="f" sourceRef="t" targetRef="u"/></process>'

    file, exported = there_and_back(wrapped(f'<message id="t" name="M"/>{inside}'))

    assert (shapes(file)["u"].before, exported.count('id="t"')) == (("t",), 2)


def test_ids_may_have_space_around_them() -> None:
    flows = '<task id=" a "/><task id="b"/><sequenceFlow id="f" sourceRef=" a" targetRef="b\n"/>'
    drawing = (
        '<di:BPMNDiagram><di:BPMNPlane><di:BPMNShape bpmnElement=" a "><dc:Bounds x="1" y="2" width="3" height="4"/>'
        "</di:BPMNShape></di:BPMNPlane></di:BPMNDiagram>"
    )

    file, exported = there_and_back(wrapped(f'<process id="p">{flows}</process>{drawing}'))

    assert json.loads(shapes(file)["a"].place)["at"] == [1, 2, 3, 4]
    assert 'bpmnElement="a"' in exported


def test_names_of_notes_and_groups_may_be_attributes() -> None:
    inside = '<textAnnotation id="n" name="Mind it"/><group id="g" name="Ours"/><textAnnotation id="empty"/>'

    file, exported = there_and_back(process(inside))

    assert [each.name for each in file.shapes] == ["Mind it", "Ours", ""]
    assert [each for each in ("<text", "category") if f"{each}>" in exported or f"{each} " in exported] == []


def test_attributes_that_are_not_read_are_named() -> None:
    inside = '<userTask id="t" tool:form="f" startQuantity="1" name="A"/><subProcess id="s" triggeredByEvent="true"/>'

    file, exported = there_and_back(process(inside))

    named = [(each.element, each.place.partition(" ")[0]) for each in file.findings]
    assert set(named) == {("@{urn:tool}form", "p/t"), ("@triggeredByEvent", "p/s")}
    assert 'tool:form="f"' in exported


def test_of_many_attributes_the_first_are_named_and_the_others_counted() -> None:
    file = parse_bpmn(process(f"<task {attributes(700)}/>"))

    assert len([each for each in file.findings if each.kind == "carried"]) == 501
    assert (file.findings[-1].count, file.findings[-1].note) == (200, "And 200 more attributes.")


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        (f"<task {attributes(300_001)}/>", "300000 attributes"),
        ("<!---->" * 60_001, "60000 comments"),
        ("<?a?>" * 60_001, "60000 comments"),
    ],
    ids=["attributes", "comments", "instructions"],
)
def test_more_than_a_tool_writes_is_refused(inside: str, why: str) -> None:
    with pytest.raises(NotBpmn, match=why):
        parse_bpmn(process(inside))
