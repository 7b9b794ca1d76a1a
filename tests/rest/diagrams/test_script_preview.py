"""`…/content?format=script&draw=…`: a script drawn before it is stored."""

from typing import Any, Final

import httpx

from tests.rest.editing.archive import HIRING, IDS, PROCESSES, RECORDS, open_archive
from tests.support import company
from tests.support.api import Api, Database
from tests.support.changing import DIAGRAM, Changing, existing, new

DRAFT: Final = company.RECEIPT_2_1
ADDRESS: Final = f"{DIAGRAM}/{DRAFT}/content?format=script&culture=1033"


def preview(
    changing: Changing, script: str, role: str = "administrator", layout: str = "verticalSwimlane"
) -> httpx.Response:
    return changing.post(f"{ADDRESS}&draw={layout}", {"script": script}, role)


def drawn(changing: Changing, script: str) -> Any:
    response = preview(changing, script)
    assert response.status_code == 200, response.text
    return response.json()


def test_a_script_is_drawn_and_nothing_is_stored(changing: Changing) -> None:
    before, revision = changing.content(DRAFT), changing.revision
    shapes = changing.shapes(DRAFT)

    found = drawn(changing, "( Truck arrived\nWeigh it twice\nWeigh the truck\n[[Quality check]]\n) Goods received\n")

    lines = {each["line"]: each for each in found["lines"]}
    assert [lines[line]["shapeId"] for line in (1, 3, 4, 5)] == [
        shapes[name] for name in ("Truck arrived", "Weigh the truck", "Quality check", "Goods received")
    ]
    assert "id" not in lines[2]
    nodes = {each["name"]: each for each in found["drawing"]["nodes"]}
    assert list(nodes) == ["Truck arrived", "Weigh it twice", "Weigh the truck", "Quality check", "Goods received"]
    assert nodes["Weigh it twice"]["shapeId"] == lines[2]["shapeId"]
    assert {(each["from"], each["to"]) for each in found["drawing"]["edges"]} >= {
        (lines[1]["shapeId"], lines[2]["shapeId"]),
        (lines[2]["shapeId"], lines[3]["shapeId"]),
    }
    assert (changing.content(DRAFT), changing.revision) == (before, revision)


def test_what_belongs_to_steps_stays_in_them_while_one_types(changing: Changing) -> None:
    changing.post(ADDRESS + "&create=true", {"script": "( Go\nWeigh the truck @Weigher\n"}).raise_for_status()
    script = "( Go\nWeigh the truck @Weigher\nOne more\n"

    details = {
        query: [each["label"]["details"] for each in found.json()["drawing"]["nodes"]]
        for query in ("", "&detailed=true")
        for found in [changing.post(f"{ADDRESS}&draw=vertical{query}", {"script": script})]
    }

    assert details[""] == [[], [], []]
    assert " ".join(details["&detailed=true"][1]).endswith("Weigher")


def test_roles_are_lanes_before_they_exist(changing: Changing) -> None:
    found = drawn(changing, "( Go\nCut @Baker of dreams\nGlue @Baker of dreams\nWait\n) End\n")
    lanes = [each["name"] for each in found["drawing"]["lanes"]]
    assert lanes[0] == "Baker of dreams"
    inside = {each["name"]: lanes[each["lane"]] for each in found["drawing"]["nodes"]}
    assert inside["Cut"] == inside["Glue"] == "Baker of dreams" != inside["Wait"]


def test_what_is_not_understood_is_named_beside_the_drawing_of_the_rest(changing: Changing) -> None:
    found = drawn(changing, "( Go\n-> Nowhere\nStep\n")
    assert [(each["path"], each["code"]) for each in found["findings"]] == [("line 2", "unknown-target")]
    assert [each["name"] for each in found["drawing"]["nodes"]] == ["Go", "Step"]


def test_an_empty_script_is_an_empty_drawing(changing: Changing) -> None:
    assert drawn(changing, "")["drawing"]["nodes"] == []


def test_marks_come_with_the_types_that_they_name(changing: Changing) -> None:
    marks = {each["mark"]: each["types"] for each in drawn(changing, "Go")["marks"]}
    assert marks["@"]
    assert marks["#"]
    assert set(marks) == {"@", "#", "<", ">", "!"}


def test_a_layout_that_the_type_does_not_have_is_not_found(changing: Changing) -> None:
    assert preview(changing, "Go", layout="processMatrix").status_code == 404


def test_a_change_of_single_shapes_is_not_drawn(changing: Changing) -> None:
    answer = changing.post(f"{DIAGRAM}/{DRAFT}/content?draw=vertical", {"values": []})
    assert answer.status_code == 400
    assert answer.json()["data"][0]["path"] == "draw"


def test_viewers_draw_no_scripts(changing: Changing) -> None:
    assert preview(changing, "Go", "viewer").status_code == 403


def test_a_long_script_is_drawn_beside_other_requests(changing: Changing) -> None:
    found = drawn(changing, "".join(f"Step {number}\n" for number in range(500)))
    assert len(found["drawing"]["nodes"]) == len(found["lines"]) == 500


def test_a_script_with_too_many_lines_is_drawn_as_far_as_it_is_read(changing: Changing) -> None:
    found = drawn(changing, "".join(f"Step {number}\n" for number in range(2000)))
    assert [each["code"] for each in found["findings"]] == ["too-many-lines"]
    assert len(found["lines"]) == 1000


def test_hidden_elements_are_not_named_by_a_drawing(api: Api, database: Database) -> None:
    """Neither by that of the stored diagram, nor by a line that has the name or the id of one."""
    archive = open_archive(api, database)
    archive.permit(IDS["personnel"], {"staff": "full"})
    item = {"shapeInfo": {"index": 0}, "element": {"id": HIRING, "type": "subProcess"}}
    archive.post(f"{PROCESSES}/{RECORDS}/content", "hanna", {"values": [item]})
    address = f"{PROCESSES}/{RECORDS}/content?format=script&culture=1033&draw=vertical"

    shown = archive.post(address, "hanna", {"script": "[[Hiring]]\n"})
    assert shown["lines"][0]["id"] == HIRING
    for script in ("[[Hiring]]\n", f"[[Hiring|{HIRING}]]\n"):
        hidden = archive.post(address, "stan", {"script": script})
        assert "id" not in hidden["lines"][0]
        assert "id" not in hidden["drawing"]["nodes"][0]


def test_a_drawing_comes_with_the_lines_of_its_script(changing: Changing) -> None:
    changing.write(ADDRESS, {"script": "( Go\nReady?\n  no\n    -> Go\n  yes\n    Scan it #Scanner\n"}, "administrator")
    shapes = changing.shapes(DRAFT)

    (found,) = changing.get(f"rest/diagram/{DRAFT}/render/1033/vertical?format=json&script=true").json()["values"]

    assert [each["text"] for each in found["script"]] == changing.get(ADDRESS).text.splitlines()
    assert [each.get("shapeId") for each in found["script"]].count(None) == 1
    (scan,) = [each for each in found["script"] if "Scan it" in each["text"]]
    assert scan["shapeId"] == shapes["Scan it"]
    assert [(each["mark"], each["id"], each["name"]) for each in scan["names"]] == [("#", company.SCANNER, "Scanner")]


def test_viewers_read_the_lines_of_what_is_released(changing: Changing) -> None:
    address = f"rest/diagram/{company.RECEIPT}/render/1033/vertical?format=json&script=true"
    (found,) = changing.get(address, "viewer").json()["values"]
    assert [each["text"] for each in found["script"]]


def test_lines_say_who_does_what_in_a_step_and_what_is_said_about_it(changing: Changing) -> None:
    roles = [{"type": "role", "attributes": {"name": {"1033": each}}} for each in ("Welder", "Head of welding")]
    _, head = changing.update(*roles, path="rest/facets/roles/views/detail/elements")
    changing.write(ADDRESS, {"script": "Weld it @Welder\nPaint it\n"})
    shape = changing.shapes(DRAFT)["Weld it"]
    more = {
        "attributes": {"description": {"1031": "<p>Nähte</p>", "1033": "<p>Both seams</p>"}},
        "related": {"accountableRole": [{"id": head["id"]}]},
    }
    assert changing.draw(DRAFT, existing(0, shape, element=more)).status_code == 200
    address = f"rest/diagram/{DRAFT}/render/1033/vertical?format=json&script=true"

    weld, paint = changing.read(f"{address}&described=true")["values"][0]["script"]

    assert [(each["context"], each["name"]) for each in weld["responsibilities"]] == [
        ("executiveRole", "Welder"),
        ("accountableRole", "Head of welding"),
    ]
    assert weld["description"].endswith("<p>Both seams</p>")
    assert not paint.keys() & {"responsibilities", "description"}
    assert "description" not in changing.read(address)["values"][0]["script"][0]


def test_lines_name_no_role_that_a_caller_may_not_see(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    (role,) = archive.change("roles", "boss", {"type": "role", "attributes": {"name": {"1033": "Secret keeper"}}})[
        "elements"
    ]
    item = new(0, "task", "Keep it", related={"accountableRole": [{"id": role["id"]}]})
    archive.post(f"{PROCESSES}/{RECORDS}/content", "boss", {"values": [item]})
    address = f"rest/diagram/{RECORDS}/render/1033/vertical?format=json&script=true&described=true"
    assert "Secret keeper" in str(archive.get(address, "stan")["values"][0]["script"])

    archive.permit_facet("roles", {"staff": "full"})

    assert "responsibilities" not in archive.get(address, "stan")["values"][0]["script"][0]
    assert "Secret keeper" in str(archive.get(address, "hanna")["values"][0]["script"])
