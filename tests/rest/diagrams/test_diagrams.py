"""Diagrams drawn by the service: what is in them, for whom, in which culture, as a picture and as places."""

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from facetstore.exchange.demo_company import demo_records
from script.lib.diagram_pictures import PICTURES, PROCESS, file_of
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PROCESSES, Archive, open_archive
from tests.support import company
from tests.support.api import BASE, Api, Database, Json
from tests.support.changing import Changing, existing, new

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS = ("detailed", "vertical", "horizontal", "verticalSwimlane", "horizontalSwimlane")
AS_JSON = {"accept": "application/json"}


def address(id_: str, layout: str = "vertical", culture: object = 1033) -> str:
    return f"rest/diagram/{id_}/render/{culture}/{layout}"


def drawn(answer: Json) -> Json:
    assert answer["count"] == 1
    diagram: Json = answer["values"][0]
    return diagram


def names(diagram: Json) -> list[str]:
    return [each["name"] for each in diagram["nodes"]]


def draw(changing: Changing, id_: str, layout: str = "vertical", culture: int = 1033) -> Json:
    return drawn(changing.read(f"{address(id_, layout, culture)}?format=json"))


def test_a_picture_shows_every_shape_by_its_name(api: Api) -> None:
    response = api.get(address(company.RECEIPT, culture=1031), "viewer")

    assert response.status_code == 200
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.headers["api-version"] == "2.0"
    root = ElementTree.fromstring(response.content)
    found = [each.findtext(f"{SVG}title") for each in root.iter(f"{SVG}g") if "data-shape" in each.attrib]
    assert found == [
        "Truck arrived (de) (Startereignis)",
        "Unload (de) (Aufgabe)",
        "Complete? (de) (Entweder-oder-Verknüpfung)",
        "Store (de) (Aufgabe)",
        "Refuse (de) (Aufgabe)",
        "Decided (de) (Entweder-oder-Verknüpfung)",
        "Prüfung (Subprozess)",
        "Goods received (de) (Endereignis)",
    ]
    assert root.findtext(f"{SVG}title") == "Wareneingang"
    assert "Subprozess · Version 2.0 · Gültig" in response.text


def test_places_are_those_of_the_picture(api: Api) -> None:
    diagram = drawn(api.read(f"{address(company.RECEIPT_2_0)}?format=json", "viewer"))
    root = ElementTree.fromstring(api.get(address(company.RECEIPT_2_0), "viewer").content)

    hits = {each.get("data-pz-shape-id"): each for each in root.iter(f"{SVG}rect") if "data-pz-guid" in each.attrib}
    assert {each["shapeId"] for each in diagram["nodes"]} == set(hits)
    for node in diagram["nodes"]:
        hit = hits[node["shapeId"]]
        assert [float(hit.get(name, "-1")) for name in ("x", "y", "width", "height")] == pytest.approx(
            [node[name] for name in ("x", "y", "width", "height")], abs=0.01
        )


def test_the_flow_is_that_of_the_content(api: Api) -> None:
    diagram = drawn(api.read(f"{address(company.RECEIPT_2_0)}?format=json"))
    content = api.read(f"{PROCESSES}/{company.RECEIPT_2_0}/content")["elements"]

    flow = {
        (before["properties"]["shapeId"], each["properties"]["shapeId"])
        for each in content
        for before in each["properties"]["predecessors"]
    }
    assert {(each["from"], each["to"]) for each in diagram["edges"]} == flow
    assert [(each["shapeId"], each["id"], each["type"]) for each in diagram["nodes"]] == [
        (each["properties"]["shapeId"], each["id"], each["type"]) for each in content
    ]


def test_a_sub_process_shows_its_version_and_where_it_leads(api: Api) -> None:
    nodes = drawn(api.read(f"{address(company.RECEIPT_2_0)}?format=json"))["nodes"]

    (check,) = [each for each in nodes if each["id"] == company.CHECK]
    assert (check["versionId"], check["state"], check["figure"], check["icon"]) == (
        company.CHECK_1_0,
        "released",
        "box",
        "process",
    )
    assert check["link"] == f"{BASE}/acme/main/1033/BasePlugin/GoTo/Processes/treeanddiagram/{company.CHECK_1_0}"
    assert not [each for each in nodes if "link" in each and each is not check]
    assert api.at("GET", check["link"].removeprefix(BASE)).status_code == 302


def test_a_version_id_draws_that_version(api: Api) -> None:
    def of(id_: str, role: str = "administrator") -> list[str]:
        return names(drawn(api.read(f"{address(id_)}?format=json", role)))

    assert of(company.RECEIPT_1_0) == ["Truck arrived", "Take in by hand", "Goods taken in"]
    assert of(company.RECEIPT_2_1) == ["Truck arrived", "Weigh the truck", "Quality check", "Goods received"]
    assert of(company.RECEIPT) == of(company.RECEIPT_2_1)
    assert of(company.RECEIPT, "viewer") == of(company.RECEIPT_2_0)
    assert api.get(address(company.RECEIPT_2_1), "viewer").status_code == 404


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_drawn_in_its_direction(api: Api, layout: str) -> None:
    diagram = drawn(api.read(f"{address(company.RECEIPT, layout.upper())}?format=json"))

    assert diagram["layout"] == layout
    assert diagram["direction"] == ("right" if layout.startswith("horizontal") else "down")
    assert bool(diagram["lanes"]) == layout.endswith("Swimlane")


def test_structure_shows_its_children(api: Api) -> None:
    as_viewer = drawn(api.read(f"{address(company.HOUSE, 'graphic')}?format=json", "viewer"))
    as_administrator = drawn(api.read(f"{address(company.HOUSE, 'graphic')}?format=json"))

    assert names(as_viewer) == ["Operations", "Management"]
    assert names(as_administrator) == ["Operations", "Management", "Archive"]
    assert as_viewer["edges"] == []


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        (address(company.RECEIPT, "vertical", 1036), 404, "It has: 1031, 1033."),
        (address(company.RECEIPT, "vertical", "de"), 404, "It has: 1031, 1033."),
        (address(company.RECEIPT, "graphic"), 404, "It has: vertical, horizontal, verticalSwimlane"),
        (address(company.ERP), 404, "An element of the type system has no diagram."),
        (address(company.NOWHERE), 404, "There is no such element."),
        (address("nonsense"), 404, "There is no such element."),
        (f"{address(company.RECEIPT)}?format=png", 400, "format is one of svg, json."),
        (f"{address(company.RECEIPT)}?$select=name", 400, "$select"),
        (f"rest/diagram/{company.RECEIPT}/render/1033", 404, "There is nothing at this address."),
    ],
)
def test_what_is_not_there_is_reported(api: Api, path: str, status: int, expected: str) -> None:
    response = api.get(path)

    assert response.status_code == status
    assert response.headers["content-type"].startswith("application/json")
    assert expected in response.json()["message"]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (None, "svg"),
        ("*/*", "svg"),
        ("application/json", "json"),
        ("application/json, text/plain, */*", "json"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "svg"),
        ("image/svg+xml, application/json", "svg"),
        ("image/svg+xml;q=0.5, application/json", "json"),
        ("image/*, application/json;q=0.9", "svg"),
        ("application/json;q=0", "svg"),
        ("application/json;q=nonsense", "svg"),
        ("application/problem+json", "svg"),
    ],
)
def test_the_caller_chooses_between_picture_and_places(api: Api, accept: str | None, kind: str) -> None:
    """Also where both have been answered before."""
    headers = {} if accept is None else {"accept": accept}
    kinds = {"svg": "image/svg+xml", "json": "application/json; charset=utf-8"}

    for _ in range(2):
        assert api.get(address(company.RECEIPT), headers=headers).headers["content-type"] == kinds[kind]
        for asked, answered in kinds.items():
            response = api.get(f"{address(company.RECEIPT)}?format={asked}", headers=headers)
            assert response.headers["content-type"] == answered


@pytest.mark.parametrize("headers", [{}, AS_JSON], ids=["picture", "places"])
def test_who_has_it_already_is_answered_so(api: Api, headers: dict[str, str]) -> None:
    first = api.get(address(company.RECEIPT), headers=headers)

    again = api.get(address(company.RECEIPT), headers={**headers, "if-none-match": first.headers["etag"]})

    assert (again.status_code, again.content) == (304, b"")
    other = {} if headers else AS_JSON
    assert (
        api.get(address(company.RECEIPT), headers={**other, "if-none-match": first.headers["etag"]}).status_code == 200
    )


def test_a_picture_may_use_its_own_style_sheet_and_nothing_else(api: Api) -> None:
    response = api.get(address(company.RECEIPT))

    (sheet,) = re.findall("<style>(.*?)</style>", response.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    policies = response.headers.get_list("content-security-policy")
    assert policies == [f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'self'"]
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_name_that_is_missing_comes_from_another_culture(changing: Changing) -> None:
    changing.drawn(company.RECEIPT, new(0, "task", "Only in English"))

    node = draw(changing, company.RECEIPT, culture=1031)["nodes"][-1]

    assert (node["name"], node["fallback"]) == ("Only in English", 1033)
    assert "fallback" not in draw(changing, company.RECEIPT, culture=1033)["nodes"][-1]


@pytest.mark.parametrize("name", ["</text><script>alert(1)</script>", '" onload="alert(1)', "&amp; \u202e <b>"])
def test_names_cannot_break_out(changing: Changing, name: str) -> None:
    changing.drawn(company.RECEIPT, new(0, "task", name))

    root = ElementTree.fromstring(changing.get(address(company.RECEIPT)).content)

    assert not list(root.iter(f"{SVG}script"))
    assert not [each for each in root.iter() if any(key.startswith("on") for key in each.attrib)]
    assert f"{name} (Task)" in [each.text for each in root.iter(f"{SVG}title")]


def with_roles(changing: Changing) -> tuple[str, str]:
    """Two tasks of the draft get roles to carry them out; the ids of the roles."""
    clerk, buyer = (
        changing.update(
            {"type": "role", "attributes": {"name": {"1033": name}}}, path="rest/facets/roles/views/detail/elements"
        )[0]["id"]
        for name in ("Clerk", "Buyer")
    )
    before = changing.shapes(company.RECEIPT)["Weigh the truck"]
    changing.drawn(
        company.RECEIPT,
        existing(0, before),
        new(1, "task", "Call", 0, related={"executiveRole": [{"id": buyer}]}),
        new(2, "task", "Wait", 1),
        new(3, "ruleXor", "Fine?", 2),
        new(4, "task", "Enter", 3, related={"accountableRole": [{"id": clerk}]}),
    )
    return clerk, buyer


def test_shapes_stand_in_the_lanes_of_those_who_carry_them_out(changing: Changing) -> None:
    clerk, buyer = with_roles(changing)

    diagram = draw(changing, company.RECEIPT, "verticalSwimlane")

    assert [each.get("id") for each in diagram["lanes"]] == [buyer, clerk, None]
    assert [each["name"] for each in diagram["lanes"]] == ["Buyer", "Clerk", "Not assigned"]
    lanes = {each["name"]: diagram["lanes"][each["lane"]]["name"] for each in diagram["nodes"]}
    assert lanes["Call"] == "Buyer"
    assert lanes["Enter"] == "Clerk"
    assert lanes["Wait"] == lanes["Weigh the truck"] == "Not assigned"
    assert lanes["Fine?"] == "Not assigned", "a gateway has no role: it follows what leads to it"


@pytest.mark.parametrize("layout", ["verticalSwimlane", "horizontalSwimlane"])
def test_pictures_have_the_same_shapes_and_lanes_in_every_culture(changing: Changing, layout: str) -> None:
    with_roles(changing)

    seen = []
    for culture in (1031, 1033):
        diagram = draw(changing, company.RECEIPT, layout, culture)
        root = ElementTree.fromstring(changing.get(f"{address(company.RECEIPT, layout, culture)}?format=svg").content)
        texts = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
        assert all(any(each["name"] in text for text in texts) for each in diagram["lanes"])
        shapes = [each.get("data-shape") for each in root.iter(f"{SVG}g") if "data-shape" in each.attrib]
        assert sorted(map(str, shapes)) == sorted(each["shapeId"] for each in diagram["nodes"])
        drawn_as = {each["shapeId"]: (each["figure"], each["icon"], each["lane"]) for each in diagram["nodes"]}
        seen.append((drawn_as, [each.get("id") for each in diagram["lanes"]]))
    assert seen[0] == seen[1]


def test_details_show_who_and_with_what(changing: Changing) -> None:
    with_roles(changing)

    nodes = {each["name"]: each["label"]["details"] for each in draw(changing, company.RECEIPT, "detailed")["nodes"]}

    assert " ".join(nodes["Call"]) == "Responsible for doing (R): Buyer"
    assert nodes["Fine?"] == []


@pytest.mark.parametrize("layout", ["vertical", "verticalSwimlane"])
def test_details_are_in_any_layout_that_is_asked_for_them(changing: Changing, layout: str) -> None:
    with_roles(changing)
    path = address(company.RECEIPT, layout)

    nodes = drawn(changing.read(f"{path}?format=json&detailed=true"))["nodes"]

    assert {each["name"]: " ".join(each["label"]["details"]) for each in nodes}[
        "Call"
    ] == "Responsible for doing (R): Buyer"
    assert b"Responsible for doing" in changing.get(f"{path}?format=svg&detailed=true").content
    assert not any(each["label"]["details"] for each in draw(changing, company.RECEIPT, layout)["nodes"])


def test_cached_drawings_are_true(changing: Changing) -> None:
    """After changes of the diagram, of what its shapes show, and of what those refer to."""
    clerk, _ = with_roles(changing)
    forgetful = Api(changing.database, cache_bytes=0)
    paths = [address(company.RECEIPT, layout) for layout in LAYOUTS]
    call = next(each["id"] for each in draw(changing, company.RECEIPT)["nodes"] if each["name"] == "Call")
    changes: list[Callable[[], object]] = [
        lambda: changing.update({"id": call, "attributes": {"name": {"1033": "Telephone"}}}),
        lambda: changing.update(
            {"id": clerk, "attributes": {"name": {"1033": "Secretary"}}}, path="rest/facets/roles/views/detail/elements"
        ),
        lambda: changing.drawn(company.RECEIPT, new(0, "task", "Another")),
        lambda: changing.update({"id": call, "related": {"executiveRole": [{"id": clerk}]}}),
        lambda: changing.update({"id": company.RECEIPT, "attributes": {"name": {"1033": "Goods inwards"}}}),
    ]

    before = [changing.get(path).text for path in paths]
    for change in changes:
        change()
        found = [changing.get(path).text for path in paths]
        assert found == [forgetful.get(path, tenant=changing.address).text for path in paths]
        assert found != before
        before = found
    forgetful.close()


def test_what_is_far_away_leaves_a_cached_drawing_alone(changing: Changing) -> None:
    paths = [address(company.HOUSE, "graphic"), address(company.RECEIPT)]
    for path in paths:
        changing.get(path)
    changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Elsewhere"}}})

    changing.get(paths[0])  # what the change touches is found out here at the latest
    changing.get(paths[1])

    assert changing.api.statements == 1


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


def test_what_is_hidden_is_not_drawn_and_what_is_closed_by_its_name_alone(archive: Archive) -> None:
    items = [
        {"shapeInfo": {"index": number, "predecessors": [number - 1] if number else []}, "element": {"id": id_}}
        for number, id_ in enumerate((HIRING, OFFERS))
    ]
    archive.post(f"{PROCESSES}/{company.element_id(804)}/content", "adam", {"values": items})
    path = f"{address(company.element_id(804), 'detailed')}?format=json"

    def nodes_for(who: str) -> list[tuple[str, bool]]:
        return [(each["name"], "link" in each) for each in drawn(archive.get(path, who))["nodes"]]

    assert nodes_for("stan") == [("Hiring", True), ("Offers", True)]
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})
    assert nodes_for("hanna") == [("Hiring", True), ("Offers", True)]
    assert nodes_for("stan") == [("Hiring", False), ("Offers", True)]
    assert nodes_for("boss") == [("Offers", True)]
    assert drawn(archive.get(path, "boss"))["edges"] == []
    assert archive.status(address(HIRING), "boss") == 404
    assert archive.status(address(HIRING), "stan") == 403


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_docs_are_what_the_service_draws(database: Database, api: Api, name: str) -> None:
    tenant = database.add_tenant("drawn/demo", company.SETTINGS, demo_records, roles=("viewer",))

    response = api.get(address(PROCESS, *PICTURES[name]), "viewer", tenant=tenant)

    assert response.text == Path(file_of(name)).read_text(encoding="utf-8"), "script/pictures draws them again"
