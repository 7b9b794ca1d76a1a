"""XLIFF out and in: translations of elements, with their states, and what happens if the source has changed meanwhile."""

from copy import copy

import httpx
from lxml import etree

from tests.exchange.xliff.xliff_rules import SPACE, broken_rules
from tests.rest.imports.test_imports import act, detail, upload
from tests.rest.imports.test_tables import DETAIL, export
from tests.support.api import Json
from tests.support.changing import Changing
from tests.support.company import RETURNS

QUERY = "format=xliff&$culture=1031&$select=name,description"
VIEW = "rest/facets/processes/views/detail/elements"


def exported(changing: Changing, more: str = "") -> etree._Element:
    content = export(changing, QUERY + more, path=DETAIL).content
    assert broken_rules(content) == []
    return etree.fromstring(content)


def segment(root: etree._Element, attribute: str) -> etree._Element:
    (found,) = root.iterfind(f".//{SPACE}unit[@id='{RETURNS}.{attribute}']/{SPACE}segment")
    return found


def translate(each: etree._Element, text: str) -> None:
    for old in each.iterfind(f"{SPACE}target"):
        each.remove(old)
    etree.SubElement(each, f"{SPACE}target").text = text


def planned(changing: Changing, root: etree._Element, query: str = "facet=processes") -> Json:
    response = upload(changing, etree.tostring(root), query=query)
    assert response.status_code == 200, response.text
    return dict(response.json()["values"][0])


def change(changing: Changing, **attributes: object) -> None:
    changing.write(VIEW, {"elements": [{"id": RETURNS, "attributes": attributes}]})


def test_each_text_has_its_state(changing: Changing) -> None:
    change(changing, name={"1033": "Take backs", "1031": "Rückgaben"}, description={"1033": "Ask <b>first</b> & then"})
    root = exported(changing)
    assert (root.get("srcLang"), root.get("trgLang")) == ("en-US", "de-DE")
    assert segment(root, "name").get("state") == "final"
    assert segment(root, "description").get("state") == "initial"
    assert segment(root, "description").find(f"{SPACE}target") is None

    change(changing, name={"1033": "Returned goods"})

    stale = segment(exported(changing), "name")
    assert (stale.get("state"), stale.get("subState")) == ("initial", "facetstore:stale")
    assert [each.text for each in stale] == ["Returned goods", "Rückgaben"]


def test_a_file_that_was_not_edited_changes_nothing(changing: Changing) -> None:
    change(changing, description={"1033": "<p>a&nbsp;b</p><ul><li>c</li></ul>", "1031": "<p>x<br>y</p>"})

    plan = planned(changing, exported(changing))

    assert plan["findings"] == []
    assert plan["warnings"] == []
    assert plan["changes"] == []
    assert plan["counts"]["rows"] == plan["counts"]["unchanged"] > 1


def test_translations_are_applied_and_undone(changing: Changing) -> None:
    change(changing, description={"1033": "Ask <b>first</b> & then"})
    before = changing.api.get(f"{VIEW}/{RETURNS}", "editor", tenant=changing.address).content
    root = exported(changing)
    translate(segment(root, "name"), "Rückläufer")
    *_, bold = segment(root, "description").iter(f"{SPACE}pc")
    target = etree.SubElement(segment(root, "description"), f"{SPACE}target")
    target.append(copy(bold))
    target[0].tail = " <fragen>"

    plan = planned(changing, root)

    (found,) = plan["changes"]
    assert {each["path"] for each in found["values"]} == {"attributes.name.1031", "attributes.description.1031"}
    assert act(changing, plan, "apply").status_code == 200
    stored = detail(changing, RETURNS)["attributes"]
    assert stored["name"]["1031"] == "Rückläufer"
    assert "&lt;fragen&gt;" in stored["description"]["1031"]
    assert act(changing, plan, "undo").status_code == 200
    assert changing.api.get(f"{VIEW}/{RETURNS}", "editor", tenant=changing.address).content == before


def test_a_source_that_was_changed_is_a_finding_unless_its_translation_is_the_stored_one(changing: Changing) -> None:
    root = exported(changing)
    change(changing, name={"1033": "Returned goods"})
    assert planned(changing, root)["findings"] == []

    translate(segment(root, "name"), "Rückläufer")
    plan = planned(changing, root)

    assert [(each["code"], each["path"]) for each in plan["findings"]] == [("source-changed", "name.1031")]
    assert plan["applicable"] is False


def test_an_empty_translation_clears_nothing(changing: Changing) -> None:
    change(changing, name={"1031": "Rückgaben"})
    root = exported(changing)
    translate(segment(root, "name"), "")

    assert planned(changing, root)["changes"] == []


def test_units_of_others_and_of_unknown_attributes_are_left_out_with_a_warning(changing: Changing) -> None:
    root = exported(changing)
    for each in root.iter(f"{SPACE}unit"):
        each.set("id", "u1" if each.get("name") == "description" else f"{RETURNS}.nothing")
        translate(each[-1], "x")

    plan = planned(changing, root)

    assert {each["code"] for each in plan["warnings"]} >= {"unknown-column", "repeated-unit"}
    assert plan["changes"] == []


def refused(changing: Changing, query: str) -> httpx.Response:
    return changing.api.get(f"{DETAIL}?{query}", "editor", tenant=changing.address)


def test_a_file_has_one_culture_and_its_element_if_asked(changing: Changing) -> None:
    for query in ("format=xliff", "format=xliff&$culture=1033"):
        assert refused(changing, query).status_code == 400
        assert "one of 1031" in refused(changing, query).json()["message"]
    assert refused(changing, "format=xliff&sheet=list&$culture=1031").status_code == 400
    root = exported(changing, f"&$filter=id eq '{RETURNS}'")
    assert {each.get("id") for each in root.iter(f"{SPACE}group")} == {RETURNS}
