"""Operation 11: what a content create adds to a diagram, and what it answers."""

from typing import Any

import pytest

from tests.support import company
from tests.support.changing import DETAIL, DIAGRAM, Changing, existing, new

RETURNS = company.RETURNS
"""A draft of which nothing is drawn yet."""
DRAFT = company.RECEIPT_2_1
"""A draft that shows: Truck arrived → Weigh the truck → Quality check → Goods received."""


def goto(changing: Changing, shape: str, culture: str) -> str:
    """The address of a shape of the returns for people."""
    container = f"{RETURNS}/{company.RETURNS_0_1}"
    return f"{changing.base}/{culture}/BasePlugin/GoTo/Processes/treeanddiagram//{container}/{shape}"


def shown(changing: Changing, shape: str, before: list[Any], **more: Any) -> dict[str, Any]:
    """A shape of the returns as operation 10 shows it."""
    attributes = {"gotoUrl": {culture: goto(changing, shape, culture) for culture in ("1031", "1033")}}
    return {
        "properties": {"predecessors": before, "shapeId": shape},
        "facetName": "processes",
        **{name: value for name, value in more.items() if name != "attributes"},
        "attributes": {**attributes, **more["attributes"]},
    }


def before(changing: Changing, shape: str, **identity: str) -> dict[str, Any]:
    """A shape of the returns as the next one refers to it."""
    address = identity.get("versionId", identity["id"])
    return {
        "properties": {"shapeId": shape},
        "facetName": "processes",
        **identity,
        "expandUri": f"{changing.base}/_api/{DETAIL}/{address}",
    }


@pytest.mark.spec("endpoint.11")
def test_a_flow_is_drawn_and_read_back_as_it_was_asked_for(changing: Changing) -> None:
    answer = changing.draw(
        RETURNS,
        {"shapeInfo": {"index": 0}, "element": {"type": "evStart", "attributes": {"name": {"1033": "Parcel back"}}}},
        new(1, "task", "Unpack", 0),
        new(2, "subProcess", "Inspect", 1),
        new(3, "evEnd", "Decided", 2),
    )

    start, task, version, end = (each["id"] for each in answer.json()["values"])
    assert answer.json() == {
        "count": 4,
        "values": [
            {"id": start, "index": 0},
            {"id": task, "index": 1},
            {"id": version, "index": 2},
            {"id": end, "index": 3},
        ],
    }
    content = changing.read(f"{DIAGRAM}/{RETURNS}/content")
    one, two, three, four = (each["properties"]["shapeId"] for each in content["elements"])
    inspect = content["elements"][2]["id"]
    starts = {"id": start, "creationId": start, "type": "evStart"}
    unpacks = {"id": task, "creationId": task, "type": "task"}
    inspects = {"id": inspect, "versionId": version, "type": "subProcess", "state": "inProcess"}
    assert content == {
        "count": 4,
        "elements": [
            shown(changing, one, [], **starts, attributes={"name": {"1033": "Parcel back"}}),
            shown(changing, two, [before(changing, one, **starts)], **unpacks, attributes={"name": {"1033": "Unpack"}}),
            shown(
                changing,
                three,
                [before(changing, two, **unpacks)],
                **inspects,
                attributes={"name": {"1033": "Inspect"}},
            ),
            shown(
                changing,
                four,
                [before(changing, three, **inspects)],
                id=end,
                creationId=end,
                type="evEnd",
                attributes={"name": {"1033": "Decided"}},
            ),
        ],
    }
    assert len({start, task, version, inspect, end, one, two, three, four}) == 9
    assert answer.headers["api-version"] == "3.0"


def test_what_is_drawn_is_made_by_the_caller_and_new_processes_are_children(changing: Changing) -> None:
    task, process = changing.drawn(RETURNS, new(0, "task", "Unpack"), new(1, "subProcess", "Inspect", 0))

    made = changing.read(f"{DETAIL}/{process}")["elements"][0]
    assert (made["state"], made["attributes"]["version"]) == ("inProcess", {"127": "0.1"})
    for each in (made, changing.read(f"{DETAIL}/{task}")["elements"][0]):
        assert [who["type"] for who in each["related"]["createdBy"]] == ["authToken"]
    children = changing.read(f"{DETAIL}/{RETURNS}/children")["elements"]
    assert [each["id"] for each in children] == [made["id"]]
    diagram = changing.read(f"{DETAIL}/{RETURNS}")["elements"][0]
    assert diagram["related"]["changedBy"] == made["related"]["createdBy"]
    assert diagram["attributes"]["changedOn"]["127"] > "2026"


def test_viewers_see_nothing_of_what_is_drawn_in_a_draft(changing: Changing) -> None:
    (task,) = changing.drawn(RETURNS, new(0, "task", "Unpack"))

    assert changing.get(f"{DETAIL}/{task}", "viewer").status_code == 404
    assert changing.get(f"{DETAIL}/{task}", "editor").status_code == 200
    assert [each["kind"] for each in changing.history(task)] == ["element.created"]


@pytest.mark.parametrize(
    "anchor",
    [
        pytest.param(company.shape_id(6, "2.1", 3), id="by its shape"),
        pytest.param(company.CHECK, id="by its element"),
        pytest.param(company.CHECK_1_0, id="by its version"),
        pytest.param(company.CHECK.upper(), id="in capitals"),
    ],
)
@pytest.mark.spec("endpoint.11")
def test_a_new_shape_stands_behind_one_that_was_there(changing: Changing, anchor: str) -> None:
    check, task = changing.drawn(DRAFT, existing(0, anchor), new(1, "task", "Sign", 0))

    assert check == company.CHECK_1_0
    assert changing.flow(DRAFT) == {
        "Truck arrived": [],
        "Weigh the truck": ["Truck arrived"],
        "Quality check": ["Weigh the truck"],
        "Goods received": ["Quality check"],
        "Sign": ["Quality check"],
    }
    assert changing.content(DRAFT)[4]["id"] == task


def test_an_anchor_that_is_no_versioned_element_is_answered_by_its_element(changing: Changing) -> None:
    assert changing.drawn(DRAFT, existing(0, company.shape_id(6, "2.1", 2))) == [company.DRAFT_TASK]


def test_the_answer_of_one_request_anchors_the_next(changing: Changing) -> None:
    _, process = changing.drawn(RETURNS, new(0, "evStart", "Parcel back"), new(1, "subProcess", "Inspect", 0))

    again, _ = changing.drawn(RETURNS, existing(0, process), new(1, "evEnd", "Decided", 0))

    assert again == process
    assert changing.flow(RETURNS) == {"Parcel back": [], "Inspect": ["Parcel back"], "Decided": ["Inspect"]}


@pytest.mark.parametrize("id_", [company.CHECK, company.CHECK_1_0])
@pytest.mark.spec("endpoint.11")
def test_an_existing_element_is_shown_and_stays_as_it_is(changing: Changing, id_: str) -> None:
    before = changing.read(f"{DETAIL}/{company.CHECK}")["elements"][0]

    _, check = changing.drawn(
        RETURNS,
        new(0, "evStart", "Parcel back"),
        {"shapeInfo": {"index": 1, "predecessors": [0]}, "element": {"type": "subProcess", "id": id_}},
    )

    assert check == company.CHECK_1_0
    assert changing.flow(RETURNS) == {"Parcel back": [], "Quality check": ["Parcel back"]}
    assert changing.read(f"{DETAIL}/{company.CHECK}")["elements"][0] == before
    assert [each["kind"] for each in changing.history(company.CHECK)] == ["imported"]


def test_an_element_may_be_shown_twice(changing: Changing) -> None:
    shows = {"type": "subProcess", "id": company.CHECK}

    changing.drawn(RETURNS, {"element": shows}, {"element": shows, "shapeInfo": {"predecessors": [0]}})

    first, second = changing.content(RETURNS)
    assert (first["id"], second["id"]) == (company.CHECK, company.CHECK)
    assert [each["properties"]["shapeId"] for each in second["properties"]["predecessors"]] == [
        first["properties"]["shapeId"]
    ]


@pytest.mark.spec("endpoint.11")
def test_indices_are_local_to_the_request_and_lead_forward_and_backward(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "evStart", "Parcel back"))

    answer = changing.draw(
        RETURNS, new(7, "task", "Repair", 9), new(9, "ruleXor", "Broken?", 0), new(0, "task", "Unpack")
    )

    assert [each["index"] for each in answer.json()["values"]] == [7, 9, 0]
    assert changing.flow(RETURNS) == {"Parcel back": [], "Repair": ["Broken?"], "Broken?": ["Unpack"], "Unpack": []}


def test_an_item_without_an_index_has_that_of_its_place(changing: Changing) -> None:
    task = {"type": "task", "attributes": {"name": {"1033": "Unpack"}}}

    answer = changing.draw(RETURNS, {"element": task}, new(1, "task", "Repair", 0))

    assert [each["index"] for each in answer.json()["values"]] == [0, 1]
    assert changing.flow(RETURNS) == {"Unpack": [], "Repair": ["Unpack"]}


def test_loops_through_other_shapes_are_allowed(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "task", "Repair", 1), new(1, "task", "Test", 0))

    assert changing.flow(RETURNS) == {"Repair": ["Test"], "Test": ["Repair"]}


@pytest.mark.parametrize("view", ["tree", "detail", "list"])
def test_content_is_created_in_any_view(changing: Changing, view: str) -> None:
    path = f"rest/facets/Processes/views/{view}/elements/{RETURNS.upper()}/content/"

    changing.write(path, {"values": [new(0, "task", "Unpack")]}, api_version="3.0")

    assert changing.flow(RETURNS) == {"Unpack": []}


def test_attributes_and_related_contexts_come_with_the_shape(changing: Changing) -> None:
    (task,) = changing.drawn(
        RETURNS, new(0, "task", "Unpack", related={"systems": [{"id": company.SCANNER}], "hasInput": [company.NOTE]})
    )

    (shape,) = changing.content(RETURNS)
    assert shape["id"] == task
    assert {name: [each["id"] for each in found] for name, found in shape["related"].items()} == {
        "hasInput": [company.NOTE],
        "systems": [company.SCANNER],
    }


def test_a_thousand_shapes_are_drawn_at_once_and_no_more(changing: Changing) -> None:
    items = [new(index, "task", f"Step {index}", *([index - 1] if index else [])) for index in range(1000)]

    too_many = changing.draw(RETURNS, *items, new(1000, "task", "One too many", 999))

    assert too_many.status_code == 400
    assert too_many.json()["data"] == [
        {"error": "values takes at most 1000 items, not 1001.", "code": "too-many-items", "path": "values"}
    ]
    assert changing.content(RETURNS) == []
    assert len(changing.drawn(RETURNS, *items)) == 1000
    assert len(changing.content(RETURNS)) == 1000


def test_drawing_many_shapes_takes_as_many_statements_as_drawing_one(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "task", "Unpack"))
    one = changing.api.statements
    changing.drawn(RETURNS, *(new(index, "task", f"Step {index}") for index in range(100)))

    assert changing.api.statements <= one
