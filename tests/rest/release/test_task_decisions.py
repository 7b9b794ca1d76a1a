"""Tasks accepted and declined: how many it takes, what follows, and who may not."""

from typing import Any

import pytest

from tests.rest.release import office as people
from tests.rest.release.office import Office, as_steps_show, open_office, steady
from tests.support.api import Api, Database, Json


@pytest.fixture
def office(api: Api, database: Database) -> Office:
    return open_office(api, database)


def task_of(office: Office, who: str) -> str:
    """The id of the only task of a user."""
    (task,) = office.tasks(who)
    id_: str = task["id"]
    return id_


def accept(office: Office, who: str, *, status: int = 200, how: str = "", **headers: str) -> Any:
    return office.post(f"rest/tasks/{task_of(office, who)}/accept{how}", who, status=status, **headers)


def states(office: Office, element: str, query: str = "") -> dict[str, str]:
    """How the tasks about an element stand, by whom they were asked."""
    names = {id_: name for name, id_ in people.IDS.items()}
    found = office.tasks("administrator", f"?element={element}&state=all{query}")
    return {names[each["assignee"]]: each["state"] for each in found}


def test_an_acceptance_is_answered_with_the_task_as_it_then_stands(office: Office) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")

    found = accept(office, "ben")

    assert steady(found, office.tenant) == {
        "count": 1,
        "values": [
            {
                "id": "<new id>",
                "kind": "Review",
                "facetName": "processes",
                "type": "subProcess",
                "elementId": people.SOUND,
                "versionId": people.SOUND_0_1,
                "transitionId": "InProcessToInReview",
                "state": "accepted",
                "assignee": people.IDS["ben"],
                "openedOn": "<now>",
                "closedOn": "<now>",
                "closedBy": people.IDS["ben"],
            }
        ],
    }
    assert office.get(f"rest/tasks/{found['values'][0]['id']}", "ben") == found


def test_review_quality_and_release_by_four_people(office: Office) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")
    walked = []
    for who in ("ben", "clara", "quinn", "olga"):
        accept(office, who)
        walked.append(office.state(people.SOUND))

    assert walked == ["inReview", "readyForQa", "readyForRelease", "released"]
    assert [each["id"] for each in office.element(people.SOUND)["related"]["relBy"]] == [people.IDS["olga"]]
    assert [(each["kind"], each.get("told")) for each in office.history(people.SOUND)] == [
        ("release.ReadyForReleaseToReleased", {"task": "Approve release"}),
        ("release.ReadyForQAToReadyForRelease", {"task": "Approve quality"}),
        ("release.InReviewToReadyForQA", {"task": "Review"}),
        ("task.accepted", {"task": "Review"}),
        ("release.InProcessToInReview", None),
    ]


def test_two_of_three_are_enough_where_the_type_says_so_and_the_third_task_closes(office: Office) -> None:
    office.apply(people.CONTRACT, "InProcessToInReview", "anna")

    accept(office, "dora")
    assert (office.state(people.CONTRACT), len(office.tasks("clara"))) == ("inReview", 1)
    accept(office, "ben")

    assert office.state(people.CONTRACT) == "readyForQa"
    assert states(office, people.CONTRACT, "&kind=Review") == {"ben": "accepted", "clara": "closed", "dora": "accepted"}
    assert office.tasks("clara") == []


def test_a_decline_returns_the_draft_with_its_reason_kept(office: Office) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")
    task = task_of(office, "clara")

    (value,) = office.post(f"rest/tasks/{task}/decline", "clara", {"reason": " Step 3 is missing. "})["values"]

    assert (value["state"], value["reason"]) == ("declined", "Step 3 is missing.")
    assert office.state(people.SOUND) == "inProcess"
    assert states(office, people.SOUND) == {"ben": "closed", "clara": "declined"}
    row = office.history(people.SOUND)[0]
    assert (row["kind"], row["told"]) == (
        "release.InReviewToInProcess",
        {"task": "Review", "reason": "Step 3 is missing."},
    )


@pytest.mark.parametrize("body", [None, {}, {"reason": ""}, {"reason": "  "}])
def test_a_decline_needs_a_reason(office: Office, body: Json | None) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")

    refused = office.post(f"rest/tasks/{task_of(office, 'ben')}/decline", "ben", body, status=400)

    assert refused["data"] == [
        {"error": "Declining a task takes a reason.", "code": "reason-missing", "path": "reason"}
    ]
    assert (office.state(people.SOUND), len(office.tasks("ben"))) == ("inReview", 1)


@pytest.mark.parametrize(
    ("who", "status"), [("anna", 403), ("clara", 403), ("paul", 403), ("vera", 403), ("arno", 200)]
)
@pytest.mark.parametrize("decision", ["accept", "decline"])
def test_another_users_task_is_decided_by_architects_only(office: Office, who: str, status: int, decision: str) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")
    task = task_of(office, "ben")

    refused = office.post(f"rest/tasks/{task}/{decision}", who, {"reason": "No."}, status=status)

    if status == 403:
        assert refused["type"] == "unauthorized"
        assert task_of(office, "ben") == task


@pytest.mark.parametrize("who", ["olga", "paul", "arno"])
def test_a_release_is_decided_by_its_owner_or_an_approver(office: Office, who: str) -> None:
    office.apply(people.SOUND, "InProcessToReadyForRelease", "anna")
    task = task_of(office, "olga")

    office.post(f"rest/tasks/{task}/accept", "quinn", status=403)
    office.post(f"rest/tasks/{task}/accept", who)

    assert office.state(people.SOUND) == "released"


@pytest.mark.parametrize("decision", ["accept", "decline", "delegate"])
def test_what_is_decided_stays_so(office: Office, decision: str) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")
    task = task_of(office, "ben")
    accept(office, "ben")

    body = {"to": people.IDS["dora"]} if decision == "delegate" else {"reason": "No."}
    refused = office.post(f"rest/tasks/{task}/{decision}", "ben", body, status=409)

    assert steady(refused, office.tenant) == {
        "message": "This task is accepted already.",
        "output": "dialog",
        "type": "error",
        "data": [{"error": "This task is accepted already.", "code": "task-decided"}],
    }


@pytest.mark.parametrize("decision", ["accept", "decline", "delegate"])
def test_tasks_are_decided_by_post_alone(office: Office, decision: str) -> None:
    office.apply(people.SOUND, "InProcessToInReview", "anna")

    response = office.send("GET", f"rest/tasks/{task_of(office, 'ben')}/{decision}", "ben")

    assert (response.status_code, response.headers["allow"]) == (405, "POST, OPTIONS")


def test_warnings_stop_an_acceptance_unless_they_are_ignored(office: Office) -> None:
    office.apply(people.LOOSE, "InProcessToReadyForRelease", "anna")

    refused = accept(office, "olga", status=409)

    assert (refused["type"], [each["code"] for each in refused["data"]]) == ("warning", ["endsWithEndEvent"])
    assert (office.state(people.LOOSE), len(office.tasks("olga"))) == ("readyForRelease", 1)
    accept(office, "olga", how="?ignoreWarnings=true")
    assert office.state(people.LOOSE) == "released"


def test_errors_stop_an_acceptance_whatever_is_ignored(office: Office) -> None:
    office.apply(people.GAPS, "InProcessToReadyForRelease", "anna")

    refused = accept(office, "olga", status=409, how="?ignoreWarnings=true")

    assert (refused["type"], [each["code"] for each in refused["data"]]) == ("error", ["mandatoryAttributes"])
    assert office.state(people.GAPS) == "readyForRelease"


def test_no_rule_stops_a_decline_or_an_acceptance_that_releases_nothing(office: Office) -> None:
    office.apply(people.LOOSE, "InProcessToInReview", "anna")
    accept(office, "ben")
    assert office.state(people.LOOSE) == "readyForQa"

    office.post(f"rest/tasks/{task_of(office, 'quinn')}/decline", "quinn", {"reason": "No end."})

    assert office.state(people.LOOSE) == "inProcess"


@pytest.mark.spec("transitions.rule.5")
def test_an_expiry_waits_for_its_approval(office: Office) -> None:
    (asked,) = office.apply(people.VALID, "ReleasedToRequestToExpire", "anna", {"reason": "Replaced."})["elements"]
    assert asked == as_steps_show(office.element(people.VALID, "anna"))
    assert (asked["state"], states(office, people.VALID)) == ("inEffect", {"olga": "open", "quinn": "open"})
    again = office.apply(people.VALID, "ReleasedToRequestToExpire", "anna", status=409)
    assert [each["code"] for each in again["data"]] == ["tasks-open"]

    accept(office, "quinn")

    expired = office.element(people.VALID)
    assert (expired["state"], expired["attributes"]["isReleased"]) == ("expired", {"127": False})
    assert steady(expired["attributes"]["validUntil"], office.tenant) == {"127": "<today>"}
    assert states(office, people.VALID) == {"olga": "closed", "quinn": "accepted"}
    office.get(f"rest/facets/processes/views/detail/elements/{people.VALID}", "vera", status=404)
    assert [(each["kind"], each["told"]) for each in office.history(people.VALID)] == [
        ("task.accepted", {"task": "Approve expiry"}),
        ("release.ReleasedToRequestToExpire", {"reason": "Replaced."}),
    ]


def test_a_declined_expiry_leaves_the_element_as_it_was(office: Office) -> None:
    before = office.element(people.VALID)
    office.apply(people.VALID, "ReleasedToRequestToExpire", "anna")

    office.post(f"rest/tasks/{task_of(office, 'olga')}/decline", "olga", {"reason": "Still used."})

    assert office.element(people.VALID) == before
    assert states(office, people.VALID) == {"olga": "declined", "quinn": "closed"}
    office.apply(people.VALID, "ReleasedToRequestToExpire", "anna")
