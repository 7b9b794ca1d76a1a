"""`_api/v1/bpmn/{id}`: a BPMN file into a diagram and out of it."""

import json
import unicodedata
from typing import Any
from xml.sax.saxutils import escape

import httpx
import pytest
from lxml import etree

from facetstore.bpmn.bpmn_names import bpmn_names
from facetstore.bpmn.file_parsing import parse_bpmn
from tests.bpmn.bpmn_files import ORDER, wrapped
from tests.bpmn.test_bpmn_files import assert_equal
from tests.support import company
from tests.support.changing import DETAIL, Changing

DRAFT = company.RECEIPT_2_1
NAMES = bpmn_names()
SMALL = (
    '<process id="p"><startEvent id="a" name="Go"/><userTask id="b" name="Lend"/><sequenceFlow id="f" sourceRef="a"'
    ' targetRef="b"/></process>'
)


def send(
    changing: Changing, data: bytes, query: str = "", role: str = "administrator", id_: str = DRAFT, **headers: str
) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    path = f"v1/bpmn/{id_}{query}"
    return changing.api.send("POST", path, role, tenant=changing.address, content=data, headers=named)


def imported(changing: Changing, data: bytes, query: str = "", role: str = "administrator") -> dict[str, Any]:
    response = send(changing, data, query, role)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def exported(changing: Changing, query: str = "", role: str = "administrator", id_: str = DRAFT) -> bytes:
    response = changing.get(f"v1/bpmn/{id_}{query}", role)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/xml"
    return response.content


def by_name(changing: Changing) -> dict[str, Any]:
    return {each["attributes"].get("name", {}).get("1033", ""): each for each in changing.content(DRAFT)}


def test_a_file_becomes_the_diagram_in_one_revision(changing: Changing) -> None:
    revision = changing.revision

    answer = imported(changing, ORDER)

    shapes = parse_bpmn(ORDER).shapes
    assert [each["key"] for each in answer["values"]] == [each.key for each in shapes]
    assert (answer["count"], answer["removed"], changing.revision) == (len(shapes), 4, revision + 1)
    assert sorted(each["type"] for each in changing.content(DRAFT)) == sorted(each.type for each in shapes)
    assert "Truck arrived" not in by_name(changing)


def test_an_export_changes_nothing_when_it_comes_back(changing: Changing) -> None:
    """Names of flows, notes between tasks, and messages are in another order in the file than in its export."""
    imported(changing, ORDER)
    revision = changing.revision

    answer = imported(changing, exported(changing))

    assert (answer["values"], answer["removed"], changing.revision) == ([], 0, revision)


def test_what_a_type_does_not_have_is_carried(changing: Changing) -> None:
    """Process interfaces have no markers and no roles, events no roles."""
    loop = '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    lane = '<laneSet><lane id="l" name="Post"><flowNodeRef>c</flowNodeRef><flowNodeRef>s</flowNodeRef></lane></laneSet>'
    data = wrapped(f'<process id="p">{lane}<startEvent id="s"/><callActivity id="c">{loop}</callActivity></process>')

    answer = imported(changing, data)

    carried = {each["element"] for each in answer["unmapped"] if each["outcome"] == "carried"}
    assert (carried, len(answer["created"])) == ({"lane", "multiInstanceLoopCharacteristics"}, 1)
    again = exported(changing).decode()
    assert ('isSequential="true"' in again, again.count("<flowNodeRef>")) == (True, 2)


def test_lanes_are_roles_and_data_inputs_each_created_once(changing: Changing) -> None:
    (clerk,) = changing.update(
        {"type": "role", "attributes": {"name": {"1033": "Office"}}}, path="rest/facets/roles/views/detail/elements"
    )

    answer = imported(changing, ORDER)

    check = whole(changing, _name_of("check"))
    assert [each["id"] for each in check["related"]["executiveRole"]] == [clerk["id"]]
    assert {"hasInput", "hasOutput"} <= check["related"].keys()
    lanes = {each.performer for each in parse_bpmn(ORDER).shapes if each.performer} - {"Office"}
    data = {name for each in parse_bpmn(ORDER).shapes for name in (*each.inputs, *each.outputs)}
    assert len(answer["created"]) == len(lanes) + len(data)


def whole(changing: Changing, name: str) -> dict[str, Any]:
    """What a shape shows, with all attributes and contexts."""
    path = f"rest/facets/processes/views/detail/elements/{by_name(changing)[name]['id']}"
    found: dict[str, Any] = changing.read(path)["elements"][0]
    return found


def _name_of(key: str) -> str:
    return next(each.name for each in parse_bpmn(ORDER).shapes if each.key == key)


def test_what_has_no_place_is_listed_and_comes_back(changing: Changing) -> None:
    answer = imported(changing, ORDER)

    listed = {each["element"] for each in answer["unmapped"]}
    assert {"message", "ioSpecification", "{urn:tool}settings", "choreography"} <= listed
    assert all(each["place"] for each in answer["unmapped"])
    assert_equal(parse_bpmn(ORDER), parse_bpmn(exported(changing)))


def test_a_file_sent_again_changes_nothing(changing: Changing) -> None:
    imported(changing, ORDER)
    revision = changing.revision

    assert imported(changing, ORDER)["count"] == 0
    assert changing.revision == revision


def test_what_an_export_has_drawn_is_all_that_its_import_adds(changing: Changing) -> None:
    imported(changing, ORDER)
    once = exported(changing)
    imported(changing, once)
    revision = changing.revision

    assert exported(changing) == once
    assert imported(changing, once)["count"] == 0
    assert changing.revision == revision


def test_an_exported_diagram_is_changed_by_a_file_and_keeps_its_elements(changing: Changing) -> None:
    before = changing.content(DRAFT)
    data = exported(changing).replace(b'"Weigh the truck"', b'"Weigh it"')

    imported(changing, data)

    after = changing.content(DRAFT)
    assert [each["id"] for each in after] == [each["id"] for each in before]
    assert [each["properties"]["predecessors"] for each in after] == [
        each["properties"]["predecessors"] for each in before
    ]
    assert after[1]["attributes"]["name"] == {"1031": "Weigh the truck (de)", "1033": "Weigh it"}


def test_nothing_beside_other_shapes_names_a_called_process(changing: Changing) -> None:
    """A reader may see those, and not the called process: its id, and how many there are, must not stand in what a file has left."""
    (call,) = (each for each in changing.content(DRAFT) if each["type"] == "subProcess")
    data = exported(changing)
    shape = call["properties"]["shapeId"]
    assert data.count(shape.encode()) > 3

    imported(changing, data)

    others = [each for each in changing.content(DRAFT) if each["type"] != "subProcess"]
    carried = [changing.get(f"{DETAIL}/{each['id']}").json()["elements"][0]["attributes"] for each in others]
    own = changing.get(f"{DETAIL}/{DRAFT}").json()["elements"][0]["attributes"]
    assert all("bpmnDetails" in each for each in (*carried, own))
    assert shape not in json.dumps([carried, own])
    assert changing.shapes(DRAFT)[call["attributes"]["name"]["1033"]] == shape
    again = exported(changing)
    assert _before(again) == _before(data)
    imported(changing, again)
    assert imported(changing, again)["count"] == 0
    assert sorted(exported(changing).split(b"<")) == sorted(again.split(b"<"))


def test_what_a_connection_of_a_called_process_loses_is_named(changing: Changing) -> None:
    (call,) = (each for each in changing.content(DRAFT) if each["type"] == "subProcess")
    root = etree.fromstring(exported(changing))
    shape = call["properties"]["shapeId"]
    flow = next(
        each
        for each in root.findall(".//{*}sequenceFlow")
        if shape in f"{each.get('sourceRef')} {each.get('targetRef')}"
    )
    flow.set("isImmediate", "true")
    (source,) = (each for each in root.iter("*") if each.get("id") == flow.get("sourceRef"))
    source.set("default", str(flow.get("id")))

    answer = imported(changing, etree.tostring(root))

    (lost,) = (each for each in answer["unmapped"] if each["element"] == "sequenceFlow")
    assert lost["place"] == flow.get("id")
    assert lost["outcome"] == "lost"
    assert "called process" in lost["note"]
    (default,) = (each for each in answer["unmapped"] if each["element"] == "@default" and each["outcome"] == "lost")
    assert default["place"] == source.get("id")


def _before(data: bytes) -> dict[str, tuple[str, ...]]:
    return {each.key: each.before for each in parse_bpmn(data).shapes}


def test_names_are_of_the_culture_and_other_languages_stand_beside(changing: Changing) -> None:
    text = (
        '<process id="p"><task id="t" name="Prüfen"><extensionElements><i18n:translation xml:lang="en">Check'
        '</i18n:translation><i18n:translation xml:lang="fr">Voir</i18n:translation></extensionElements></task></process>'
    )

    answer = imported(changing, wrapped(text), "?lcid=1031")

    (task,) = changing.content(DRAFT)
    assert task["attributes"]["name"] == {"1031": "Prüfen", "1033": "Check"}
    assert [each["note"] for each in answer["unmapped"] if each["element"] == "translation"] == [
        "The storage has no such culture."
    ]
    (found,) = parse_bpmn(exported(changing, "?lcid=1033")).shapes
    assert (found.name, found.names["de"], found.names["fr"]) == ("Check", "Prüfen", "Voir")


def test_rich_text_and_other_stereotypes_survive_a_file_that_says_the_same(changing: Changing) -> None:
    imported(changing, wrapped(SMALL))
    task = by_name(changing)["Lend"]
    rich = {"description": {"1033": "<p>Ask <b>first</b></p>"}}
    changing.draw(DRAFT, {"shapeInfo": {"id": task["properties"]["shapeId"]}, "element": {"attributes": rich}})

    imported(changing, exported(changing))
    assert "Ask <strong>first</strong>" in whole(changing, "Lend")["attributes"]["description"]["1033"]
    assert b"Ask first" in exported(changing)


def test_a_dry_run_stores_nothing_and_a_restore_undoes(changing: Changing) -> None:
    before, revision = changing.content(DRAFT), changing.revision

    assert imported(changing, ORDER, "?dryRun=true")["count"] > 0
    assert (changing.content(DRAFT), changing.revision) == (before, revision)

    imported(changing, wrapped(SMALL))
    path = f"rest/facets/processes/views/detail/elements/{DRAFT}/restore"
    changing.write(path, {"from": revision})
    assert [each["id"] for each in changing.content(DRAFT)] == [each["id"] for each in before]


def test_who_may_not_edit_may_not_import(changing: Changing) -> None:
    assert send(changing, wrapped(SMALL), role="viewer").status_code == 403
    assert send(changing, wrapped(SMALL), id_=company.RECEIPT_2_0).status_code in (403, 409)
    assert changing.get(f"v1/bpmn/{DRAFT}", "viewer").status_code == 404
    assert send(changing, wrapped(SMALL), id_=company.HOUSE).status_code == 404
    assert send(changing, wrapped(SMALL), if_match='"99-x"').status_code == 412


REFUSED: dict[str, bytes] = {
    "body needs": b"  ",
    "well-formed": b"nothing",
    "root is": b"<a/>",
    "document type": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    "no shapes": wrapped(""),
    "at most 2000": wrapped("<process>" + "<task/>" * 2001 + "</process>"),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_other_files_are_refused_with_the_reason(changing: Changing, reason: str) -> None:
    response = send(changing, REFUSED[reason])

    assert response.status_code == 400
    assert reason in response.json()["message"]


def test_a_wrong_culture_is_refused(changing: Changing) -> None:
    assert send(changing, wrapped(SMALL), "?lcid=1036").status_code == 400
    assert changing.get(f"v1/bpmn/{DRAFT}?lcid=x").status_code == 400


def test_any_character_of_a_name_survives(changing: Changing) -> None:
    for name in ("a\u0308 <b>&", "x" * 5000, "Zeile\u2028zwei", "🙂"):
        data = wrapped(f'<process id="p"><task id="t" name="{escape(name, {chr(34): "&quot;"})}"/></process>')
        imported(changing, data)
        (shape,) = parse_bpmn(exported(changing)).shapes
        assert shape.name == unicodedata.normalize("NFC", name)
