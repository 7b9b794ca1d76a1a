"""Operation 11: what a content create changes in a diagram that is there, and what it takes away."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import company
from tests.support.api import Database
from tests.support.changing import DETAIL, Changing, existing, new

DRAFT = company.RECEIPT_2_1
"""A draft that shows: Truck arrived → Weigh the truck → Quality check → Goods received."""
START, WEIGH, CHECK, END = (company.shape_id(6, "2.1", place) for place in (1, 2, 3, 4))

AS_IT_WAS = {
    "Truck arrived": [],
    "Weigh the truck": ["Truck arrived"],
    "Quality check": ["Weigh the truck"],
    "Goods received": ["Quality check"],
}


def named(name: str, **more: Any) -> dict[str, Any]:
    return {"element": {"attributes": {"name": {"1033": name}}, **more}}


def test_a_task_is_renamed_through_its_shape_and_all_else_stays(changing: Changing) -> None:
    before = changing.content(DRAFT)

    (answered,) = changing.drawn(DRAFT, existing(0, WEIGH, **named("Weigh")))

    assert answered == company.DRAFT_TASK
    after = changing.content(DRAFT)
    assert after[1]["attributes"]["name"] == {"1031": "Weigh the truck (de)", "1033": "Weigh"}
    before[1]["attributes"]["name"]["1033"] = "Weigh"
    assert after == before
    assert [each["kind"] for each in changing.history(company.DRAFT_TASK)] == ["element.changed", "imported"]
    assert [each["kind"] for each in changing.history(company.RECEIPT)] == ["imported", "imported", "imported"]


def test_a_name_is_removed_and_a_related_context_replaced_through_a_shape(changing: Changing) -> None:
    element = {"attributes": {"name": {"1031": None}}, "related": {"systems": [{"id": company.SCANNER}]}}

    changing.drawn(DRAFT, existing(0, company.DRAFT_TASK, element=element))

    task = changing.content(DRAFT)[1]
    assert task["attributes"]["name"] == {"1033": "Weigh the truck"}
    assert [each["id"] for each in task["related"]["systems"]] == [company.SCANNER]


def test_predecessors_that_are_given_take_the_place_of_those_there_were(changing: Changing) -> None:
    changing.drawn(DRAFT, existing(0, START), existing(1, WEIGH), existing(2, END, 1, 0))

    assert changing.flow(DRAFT) == {**AS_IT_WAS, "Goods received": ["Weigh the truck", "Truck arrived"]}


def test_an_empty_list_of_predecessors_cuts_a_shape_off(changing: Changing) -> None:
    changing.drawn(DRAFT, {"shapeInfo": {"index": 0, "id": WEIGH, "predecessors": []}})

    assert changing.flow(DRAFT) == {**AS_IT_WAS, "Weigh the truck": []}


def test_a_shape_is_renamed_and_reconnected_in_one_item(changing: Changing) -> None:
    changing.drawn(DRAFT, existing(0, START), existing(1, END, 0, **named("Done")))

    assert changing.flow(DRAFT) == {
        "Truck arrived": [],
        "Weigh the truck": ["Truck arrived"],
        "Quality check": ["Weigh the truck"],
        "Done": ["Truck arrived"],
    }


def test_a_step_is_put_between_two_others(changing: Changing) -> None:
    changing.drawn(DRAFT, existing(0, START), new(1, "task", "Open the gate", 0), existing(2, WEIGH, 1))

    assert changing.flow(DRAFT) == {
        **AS_IT_WAS,
        "Open the gate": ["Truck arrived"],
        "Weigh the truck": ["Open the gate"],
    }


def test_a_deleted_shape_leaves_a_gap_and_takes_its_task_along(changing: Changing) -> None:
    answer = changing.draw(DRAFT, existing(5, WEIGH, delete=True))

    assert answer.json() == {"count": 1, "values": [{"id": company.DRAFT_TASK, "index": 5}]}
    assert changing.flow(DRAFT) == {
        "Truck arrived": [],
        "Quality check": [],
        "Goods received": ["Quality check"],
    }
    assert changing.get(f"{DETAIL}/{company.DRAFT_TASK}").status_code == 404


def test_a_deleted_shape_joins_its_neighbours_when_asked_to(changing: Changing) -> None:
    changing.drawn(DRAFT, existing(0, company.DRAFT_TASK, delete=True, reconnect=True))

    assert changing.flow(DRAFT) == {
        "Truck arrived": [],
        "Quality check": ["Truck arrived"],
        "Goods received": ["Quality check"],
    }


def test_neighbours_are_joined_over_several_deleted_shapes(changing: Changing) -> None:
    gone = {"delete": True, "reconnect": True}

    changing.drawn(DRAFT, existing(0, WEIGH, **gone), existing(1, CHECK, **gone))

    assert changing.flow(DRAFT) == {"Truck arrived": [], "Goods received": ["Truck arrived"]}


def test_every_way_into_a_deleted_shape_leads_to_every_way_out(changing: Changing) -> None:
    items = [new(0, "task", "By road"), new(1, "task", "By rail"), new(2, "ruleXor", "Arrived", 0, 1)]
    changing.drawn(company.RETURNS, *items, new(3, "task", "Unload", 2), new(4, "task", "Note", 2, 3))

    changing.drawn(
        company.RETURNS, existing(0, changing.shapes(company.RETURNS)["Arrived"], delete=True, reconnect=True)
    )

    assert changing.flow(company.RETURNS) == {
        "By road": [],
        "By rail": [],
        "Unload": ["By road", "By rail"],
        "Note": ["By road", "By rail", "Unload"],
    }


def test_a_process_stays_when_its_shape_goes(changing: Changing) -> None:
    changing.drawn(DRAFT, existing(0, CHECK, delete=True))

    assert "Quality check" not in changing.flow(DRAFT)
    assert changing.read(f"{DETAIL}/{company.CHECK}")["elements"][0]["state"] == "released"
    usages = changing.read(f"{DETAIL}/{company.CHECK}/usages")["values"]
    assert "content" not in usages


def test_a_shape_is_replaced_in_one_request(changing: Changing) -> None:
    changing.drawn(
        DRAFT, existing(0, WEIGH, delete=True), existing(1, START), new(2, "task", "Scan", 1), existing(3, CHECK, 2)
    )

    assert changing.flow(DRAFT) == {
        "Truck arrived": [],
        "Quality check": ["Scan"],
        "Goods received": ["Quality check"],
        "Scan": ["Truck arrived"],
    }


def test_anchors_alone_and_what_is_as_it_was_store_nothing(changing: Changing) -> None:
    before, revision = changing.content(DRAFT), changing.revision
    task = before[1]
    same = {name: task[name] for name in ("id", "type", "attributes", "properties")}

    for item in (
        existing(0, WEIGH),
        existing(0, WEIGH, element={}),
        existing(0, WEIGH, element=same),
    ):
        assert changing.drawn(DRAFT, item) == [company.DRAFT_TASK]

    assert changing.revision == revision
    assert changing.content(DRAFT) == before


def test_what_a_released_diagram_shows_can_be_anchored_but_not_changed(changing: Changing) -> None:
    unload = company.shape_id(6, "2.0", 2)

    assert changing.drawn(company.RECEIPT_2_0, existing(0, unload)) == [company.UNLOAD]
    refused = changing.draw(company.RECEIPT_2_0, existing(0, unload, **named("Unload fast")))

    assert refused.status_code == 409
    assert refused.json()["data"][0]["code"] == "not-editable"


def test_a_released_process_is_not_changed_through_the_diagram_of_a_draft(changing: Changing) -> None:
    refused = changing.draw(DRAFT, new(0, "task", "Sign"), existing(1, CHECK, **named("Check")))

    assert refused.status_code == 409
    assert refused.json()["data"] == [
        {
            "error": "the subProcess 'Prüfung' is released; only what is inProcess can be changed. "
            "Create a new version first.",
            "code": "not-editable",
            "path": "values[1].element",
        }
    ]
    assert changing.flow(DRAFT) == AS_IT_WAS


SHARED = company.element_id(220)


def sharing() -> Iterator[company.Record]:
    """A company where a draft shows the very task that the version in effect shows."""
    for record in company.acme():
        if record.get("versionId") in (company.RECEIPT_2_0, company.RECEIPT_2_1):
            number = record["attributes"]["version"][127]
            record["content"].append(company.shape(220, number, 9))
        yield record
    yield company.flow("task", 220, "Sign")


def test_a_flow_object_that_another_version_shows_stays_when_its_shape_goes(database: Database) -> None:
    changing = Changing(database, sharing)

    changing.drawn(DRAFT, existing(0, SHARED, delete=True))

    assert "Sign" not in changing.flow(DRAFT)
    assert changing.flow(company.RECEIPT_2_0)["Sign"] == []
    assert changing.get(f"{DETAIL}/{SHARED}", "viewer").status_code == 200
    changing.close()


@pytest.mark.parametrize("role", ["administrator", "viewer"])
def test_cached_answers_follow_the_diagram(changing: Changing, role: str) -> None:
    path = f"{DETAIL}/{company.CHECK}"
    seen = [changing.read(f"{path}/{part}", role) for part in ("info", "usages")]

    changing.drawn(DRAFT, existing(0, CHECK, delete=True))

    now = [changing.read(f"{path}/{part}", role) for part in ("info", "usages")]
    assert (now == seen) == (role == "viewer")
