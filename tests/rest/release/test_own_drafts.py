"""Authors do not approve their own drafts: neither by a step nor by a task; and those who get tasks read a message."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.rest.release.office import IDS, SOUND, Office, open_office
from tests.support.api import Api, Database

DETAIL = "rest/facets/processes/views/detail/elements"


@pytest.fixture
def office(database: Database) -> Iterator[Office]:
    api = Api(database)
    yield open_office(api, database)
    api.close()


def name(office: Office, **people: list[str]) -> None:
    related = {
        context: [{"facetName": "users", "id": IDS[each], "type": "user"} for each in names]
        for context, names in people.items()
    }
    office.post(DETAIL, "administrator", {"elements": [{"id": SOUND, "related": related}]})


def explained(office: Office, who: str) -> dict[str, Any]:
    found = office.get(f"release/{SOUND}/transitions?explain=true", who)["values"]
    return {each["transitionId"]: each for each in found}


def codes(step: dict[str, Any]) -> list[str]:
    return [each["code"] for each in step["blocks"]]


@pytest.mark.parametrize("context", ["author", "secondaryAuthors"])
def test_an_author_accepts_no_task_and_takes_no_approving_step(office: Office, context: str) -> None:
    """Arno is an architect: without the rule, architects can do both."""
    name(office, **{"author": ["anna"], context: ["arno"]})
    office.apply(SOUND, "InProcessToInReview", "arno")
    task = office.tasks("ben")[0]

    refused = office.post(f"rest/tasks/{task['id']}/accept", "arno", status=403)
    step = office.apply(SOUND, "InReviewToReadyForQA", "arno", status=403)

    assert [each["code"] for each in refused["data"]] == ["own-draft"]
    assert [each["code"] for each in step["data"]] == ["own-draft"]
    assert codes(explained(office, "arno")["InReviewToReadyForQA"]) == ["own-draft"]
    assert office.state(SOUND) == "inReview"
    office.apply(SOUND, "InReviewToInProcess", "arno")
    assert office.state(SOUND) == "inProcess", "who wrote it may take it back"


def test_an_author_gets_no_task_and_others_get_it(office: Office) -> None:
    name(office, author=["anna"], reviewer=["anna", "ben"], owner=["anna"])
    office.apply(SOUND, "InProcessToInReview", "anna")

    assert office.tasks("anna") == []
    (task,) = office.tasks("ben")
    office.post(f"rest/tasks/{task['id']}/accept", "ben")
    assert office.state(SOUND) == "readyForQa", "of the reviewers that are left, all have accepted"


def test_a_draft_whose_only_approver_is_its_author_goes_to_a_role(office: Office) -> None:
    name(office, author=["olga"], owner=["olga"])
    office.apply(SOUND, "InProcessToReadyForRelease", "olga")

    assert office.tasks("olga") == []
    (task,) = office.tasks("arno")
    assert (task["role"], "assignee" in task) == ("architect", False)


def test_a_task_is_not_handed_on_to_an_author(office: Office) -> None:
    office.apply(SOUND, "InProcessToInReview", "anna")
    task = office.tasks("ben")[0]

    refused = office.post(f"rest/tasks/{task['id']}/delegate", "ben", {"to": IDS["anna"]}, status=409)

    assert [each["code"] for each in refused["data"]] == ["own-draft"]


def test_direct_release_stays_for_who_is_author_and_owner(office: Office) -> None:
    name(office, author=["anna"], owner=["anna"])

    office.apply(SOUND, "InProcessToReleased", "anna")

    assert office.state(SOUND) == "released"


def test_an_expiry_is_approved_by_its_author(office: Office) -> None:
    """It is no draft: it was approved before."""
    name(office, author=["olga"], owner=["olga"])
    office.apply(SOUND, "InProcessToReleased", "olga")
    office.apply(SOUND, "ReleasedToRequestToExpire", "olga")
    (task,) = office.tasks("olga")

    office.post(f"rest/tasks/{task['id']}/accept", "olga")

    assert office.state(SOUND) == "expired"


def test_a_message_reaches_those_who_decide(office: Office) -> None:
    office.apply(SOUND, "InProcessToInReview", "anna", {"message": "  Please look at step 3.  "})

    assert [each["message"] for each in office.tasks("ben")] == ["Please look at step 3."]
    assert office.history(SOUND)[0]["told"] == {"message": "Please look at step 3."}
    office.apply(SOUND, "InReviewToInProcess", "anna", {"message": "Never mind"}, status=400)
    office.apply(SOUND, "InReviewToInProcess", "anna", {"reason": "Never mind"})
    for text in ("x" * 2001, "a\u0000b"):
        office.apply(SOUND, "InProcessToInReview", "anna", {"message": text}, status=400)


def test_steps_name_who_would_get_them_and_one_of_them_is_next(office: Office) -> None:
    def next_for(who: str) -> list[str]:
        return [id_ for id_, each in explained(office, who).items() if each["isNext"]]

    found = explained(office, "anna")
    assert found["InProcessToInReview"]["recipients"] == [{"assignee": IDS["ben"]}, {"assignee": IDS["clara"]}]
    assert found["InProcessToReleased"]["recipients"] == []
    assert next_for("anna") == ["InProcessToInReview"]
    name(office, reviewer=[], qualityManager=["quinn"])
    assert next_for("anna") == ["InProcessToReadyForQA"]
    name(office, qualityManager=[], owner=["olga"])
    assert next_for("anna") == ["InProcessToReadyForRelease"]
    name(office, owner=["anna"])
    assert next_for("anna") == ["InProcessToReleased"], "no one else is named, and author and owner are one"
    office.apply(SOUND, "InProcessToReleased", "anna")
    assert next_for("arno") == []
