"""Flow objects belong to the diagrams that show them: who may change one of these now may change them (decision 0028)."""

from collections.abc import Iterator

import pytest

from tests.support import company
from tests.support.api import Database
from tests.support.changing import DETAIL, DIAGRAM, Changing, existing, new

RENAMED = {"attributes": {"name": {"1033": "Renamed"}}}
SHARED, ALONE = company.element_id(220), company.element_id(221)


@pytest.mark.parametrize("element", [company.UNLOAD, company.OLD_START])
def test_what_a_released_or_expired_diagram_shows_is_left_as_it_was_approved(changing: Changing, element: str) -> None:
    before = changing.read(f"{DETAIL}/{element}")
    name, state = {company.UNLOAD: ("task 'Unload (de)'", "inEffect")}.get(
        element, ("evStart 'Truck arrived (de)'", "expired")
    )

    refused = changing.post(DETAIL, {"elements": [{"id": element, **RENAMED}]})

    assert refused.status_code == 409
    assert refused.json()["data"] == [
        {
            "error": f"the {name} belongs to a diagram: the subProcess 'Wareneingang' is {state}; "
            "only what is inProcess can be changed. Create a new version first.",
            "code": "not-editable",
            "path": "elements[0]",
        }
    ]
    assert changing.read(f"{DETAIL}/{element}") == before


def test_what_was_read_of_it_can_be_posted_back(changing: Changing) -> None:
    task = changing.read(f"{DETAIL}/{company.UNLOAD}")["elements"][0]

    assert changing.update(task) == [task]


def test_what_a_draft_shows_is_changed(changing: Changing) -> None:
    (task,) = changing.update({"id": company.DRAFT_TASK, **RENAMED})

    assert task["attributes"]["name"]["1033"] == "Renamed"
    assert "Renamed" in changing.flow(company.RECEIPT_2_1)


def test_what_is_changed_in_a_draft_stays_hidden_from_viewers_until_it_is_released(changing: Changing) -> None:
    (task,) = changing.drawn(company.RETURNS, new(0, "task", "Unpack"))
    changing.update({"id": task, **RENAMED})
    changing.drawn(company.RETURNS, existing(0, task, element={"attributes": {"name": {"1033": "Open"}}}))

    assert changing.get(f"{DETAIL}/{task}", "viewer").status_code == 404
    assert task not in changing.get("rest/search?q=Open", "viewer").text
    assert [each["kind"] for each in changing.history(task)] == [
        "element.changed",
        "element.changed",
        "element.created",
    ]
    changing.release(company.RETURNS)
    assert changing.get(f"{DETAIL}/{task}", "viewer").status_code == 200
    assert [each["id"] for each in changing.content(company.RETURNS, "viewer")] == [task]


@pytest.mark.parametrize(
    ("element", "role", "read_only", "why"),
    [
        (company.UNLOAD, "administrator", True, "All"),
        (company.DRAFT_TASK, "administrator", False, "None"),
        (company.DRAFT_TASK, "editor", True, "NotCurrentUser"),
        (company.UNLOAD, "viewer", True, "All"),
    ],
)
def test_element_info_shows_whether_it_can_be_changed_now(
    changing: Changing, element: str, role: str, read_only: bool, why: str
) -> None:
    (info,) = changing.read(f"{DETAIL}/{element}/info", role)["values"]

    assert (info["isReadOnly"], info["readOnlyContext"]) == (read_only, why)
    assert info["isCurrentRemovable"] is False, "its shape is deleted in the diagram"
    assert ("EditElement" in info["permissions"]) == info["hasEditPermission"] == (role == "administrator")


def test_a_new_version_has_copies_that_can_be_changed(changing: Changing) -> None:
    (task,) = changing.drawn(company.RETURNS, new(0, "task", "Unpack"))
    changing.release(company.RETURNS)
    assert changing.post(DETAIL, {"elements": [{"id": task, **RENAMED}]}).status_code == 409

    draft = changing.new_version(company.RETURNS)

    (copy,) = changing.content(draft)
    assert (copy["id"] != task, copy["creationId"]) == (True, task)
    changing.update({"id": copy["id"], **RENAMED})
    assert list(changing.flow(draft)) == ["Renamed"]
    assert list(changing.flow(company.RETURNS_0_1)) == ["Unpack"]
    assert changing.post(DETAIL, {"elements": [{"id": task, **RENAMED}]}).status_code == 409


def test_who_may_not_change_the_diagram_may_not_change_what_it_shows(changing: Changing) -> None:
    refused = changing.post(DETAIL, {"elements": [{"id": company.DRAFT_TASK, **RENAMED}]}, "editor")

    assert refused.status_code == 403
    assert refused.json()["data"] == [
        {"error": "You may not change the task 'Weigh the truck (de)'.", "code": "forbidden", "path": "elements[0]"}
    ]


def test_who_edits_a_diagram_edits_what_it_shows(changing: Changing) -> None:
    (task,) = changing.drawn(company.RETURNS, new(0, "task", "Unpack"))
    changing.write(f"{DIAGRAM}/{company.RETURNS}/lock", role="editor")

    refused = changing.post(DETAIL, {"elements": [{"id": task, **RENAMED}]})

    assert refused.status_code == 409
    assert [each["code"] for each in refused.json()["data"]] == ["locked"]
    changing.update({"id": task, **RENAMED}, role="editor")


def sharing() -> Iterator[company.Record]:
    """A company where a draft shows a task that the version in effect shows, too, and where one task stands nowhere."""
    for record in company.acme():
        if record.get("versionId") in (company.RECEIPT_2_0, company.RECEIPT_2_1):
            number = record["attributes"]["version"][127]
            record["content"].append(company.shape(220, number, 9))
        yield record
    yield company.flow("task", 220, "Sign")
    yield company.flow("task", 221, "Alone")


@pytest.mark.parametrize("element", [SHARED, ALONE])
def test_what_a_draft_shares_and_what_no_diagram_shows_is_changed(database: Database, element: str) -> None:
    changing = Changing(database, sharing)

    (task,) = changing.update({"id": element, **RENAMED})

    assert task["attributes"]["name"]["1033"] == "Renamed"
    changing.close()


def test_many_flow_objects_are_judged_together(changing: Changing) -> None:
    tasks = changing.drawn(company.RETURNS, *(new(index, "task", f"Step {index}") for index in range(20)))
    changing.release(company.RETURNS)

    refused = changing.post(DETAIL, {"elements": [{"id": tasks[0], **RENAMED}]})
    one = changing.api.statements
    all_refused = changing.post(DETAIL, {"elements": [{"id": id_, **RENAMED} for id_ in tasks]})

    assert refused.status_code == all_refused.status_code == 409
    assert [each["path"] for each in all_refused.json()["data"]] == [f"elements[{n}]" for n in range(20)]
    assert changing.api.statements == one
