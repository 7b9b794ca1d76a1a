"""Tasks as people see them: their own, those about an element, and one by its id."""

import pytest

from tests.rest.release import office as people
from tests.rest.release.office import Office, open_office, steady
from tests.support import company
from tests.support.api import Api, Database, Json


@pytest.fixture(scope="module")
def office(api: Api, database: Database) -> Office:
    """Two drafts in review, one ready for QA, one whose expiry is requested. Nothing here changes it."""
    opened = open_office(api, database)
    opened.apply(people.SOUND, "InProcessToInReview", "anna")
    opened.apply(people.CONTRACT, "InProcessToInReview", "anna")
    opened.apply(people.LOOSE, "InProcessToReadyForQA", "anna")
    opened.apply(people.VALID, "ReleasedToRequestToExpire", "anna", {"reason": "Nobody does this any more."})
    return opened


def kinds_and_elements(tasks: list[Json]) -> list[tuple[str, str]]:
    return [(each["kind"], each["elementId"]) for each in tasks]


REVIEW = {
    "id": "<new id>",
    "kind": "Review",
    "facetName": "processes",
    "type": "subProcess",
    "elementId": people.SOUND,
    "versionId": people.SOUND_0_1,
    "transitionId": "InProcessToInReview",
    "state": "open",
    "assignee": people.IDS["ben"],
    "openedOn": "<now>",
}


def test_all_users_are_shown_what_they_have_to_decide(office: Office) -> None:
    about = {"facetName": "stakeholders", "type": "contract"}
    contract = {**REVIEW, **about, "elementId": people.CONTRACT, "versionId": people.CONTRACT_0_1}

    assert steady(office.get("rest/tasks", "ben"), office.tenant) == {"count": 2, "values": [REVIEW, contract]}


@pytest.mark.parametrize(
    ("who", "mine"),
    [
        ("clara", [("Review", people.SOUND), ("Review", people.CONTRACT)]),
        ("dora", [("Review", people.CONTRACT)]),
        ("quinn", [("Approve quality", people.LOOSE), ("Approve expiry", people.VALID)]),
        ("olga", [("Approve expiry", people.VALID)]),
        ("anna", []),
        ("arno", []),
        ("vera", []),
    ],
)
def test_tasks_are_shown_to_those_who_have_them(office: Office, who: str, mine: list[tuple[str, str]]) -> None:
    assert kinds_and_elements(office.tasks(who)) == mine


def test_by_post_it_is_the_same(office: Office) -> None:
    assert office.post("rest/tasks", "ben") == office.get("rest/tasks", "ben")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("kind=Approve%20expiry", [("Approve expiry", people.VALID)]),
        ("kind=approve%20EXPIRY,Review", [("Approve expiry", people.VALID)]),
        ("kind=Review", []),
        ("state=open", [("Approve quality", people.LOOSE), ("Approve expiry", people.VALID)]),
        ("state=Open,accepted&kind=Approve%20quality", [("Approve quality", people.LOOSE)]),
        ("state=closed", []),
        ("state=all", [("Approve quality", people.LOOSE), ("Approve expiry", people.VALID)]),
    ],
)
def test_a_list_can_be_narrowed(office: Office, query: str, wanted: list[tuple[str, str]]) -> None:
    assert kinds_and_elements(office.tasks("quinn", f"?{query}")) == wanted


@pytest.mark.parametrize("id_", [people.CONTRACT, people.CONTRACT_0_1, people.CONTRACT.upper()])
def test_the_tasks_about_an_element_are_shown_no_matter_who_has_them(office: Office, id_: str) -> None:
    found = office.tasks("anna", f"?element={id_}")

    assert {each["assignee"] for each in found} == {people.IDS[name] for name in ("ben", "clara", "dora")}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("state=opne", "state knows no opne here. Did you mean open?"),
        ("kind=Reveiw", "kind knows no Reveiw here. Did you mean Review?"),
        ("element=7", "element takes the id of an element, not '7'."),
        (
            "$filter=x",
            "$filter is not a parameter of this operation. It takes: $page, $pageSize, element, kind, order, state.",
        ),
        ("$pageSize=0", "$pageSize takes a whole number from 1 to 1000, not '0'."),
    ],
)
def test_what_cannot_be_understood_is_refused(office: Office, query: str, sentence: str) -> None:
    assert office.get(f"rest/tasks?{query}", "ben", status=400)["message"] == sentence


def test_pages_neither_overlap_nor_skip(office: Office) -> None:
    whole = office.tasks("ben")

    pages = [office.tasks("ben", f"?$pageSize=1&$page={number}") for number in (1, 2, 3)]

    assert pages == [whole[:1], whole[1:], []]
    assert office.tasks("ben", "?$pageSize=1") == whole[:1]


def one(office: Office, who: str) -> Json:
    return office.tasks(who)[0]


@pytest.mark.parametrize("who", ["ben", "anna", "arno"])
def test_a_task_is_read_by_all_who_see_what_it_is_about(office: Office, who: str) -> None:
    task = one(office, "ben")

    assert office.get(f"rest/tasks/{task['id']}", who) == {"count": 1, "values": [task]}
    assert office.post(f"REST/Tasks/{task['id'].upper()}/", who) == {"count": 1, "values": [task]}


def test_its_etag_has_the_revision_of_the_version(office: Office) -> None:
    task = one(office, "ben")
    response = office.send("GET", f"rest/tasks/{task['id']}", "ben")

    assert response.headers["etag"].partition("-")[0] == office.etag(people.SOUND).partition("-")[0]


@pytest.mark.parametrize("id_", [company.NOWHERE, "no-guid"])
def test_an_unknown_task_is_not_there(office: Office, id_: str) -> None:
    assert office.get(f"rest/tasks/{id_}", "arno", status=404)["message"] == "There is no such task."


def test_tasks_about_drafts_are_not_there_for_viewers(office: Office) -> None:
    review, expiry = one(office, "ben"), one(office, "olga")

    assert office.get(f"rest/tasks/{review['id']}", "vera", status=404)["message"] == "There is no such task."
    assert office.get(f"rest/tasks/{expiry['id']}", "vera")["values"] == [expiry]
    assert office.get(f"rest/tasks?element={people.SOUND}", "vera", status=404)["type"] == "error"
    assert (
        kinds_and_elements(office.tasks("vera", f"?element={people.VALID}")) == [("Approve expiry", people.VALID)] * 2
    )


def test_callers_without_token_and_strangers_see_no_tasks(office: Office, api: Api) -> None:
    path = f"rest/tasks/{one(office, 'ben')['id']}"

    assert office.send("GET", path, None).status_code == 401
    assert api.get("rest/tasks", "administrator").json() == {"count": 0, "values": []}
    assert api.get(path, "administrator").status_code == 404


@pytest.fixture
def own_office(api: Api, database: Database) -> Office:
    return open_office(api, database)


def test_what_no_user_is_named_for_is_asked_of_the_architects(own_office: Office) -> None:
    own_office.apply(people.GAPS, "InProcessToInReview", "anna")

    (task,) = own_office.tasks("arno")
    assert {name: task.get(name) for name in ("kind", "assignee", "role")} == {
        "kind": "Review",
        "assignee": None,
        "role": "architect",
    }
    assert own_office.tasks("administrator") == [task]
    assert own_office.tasks("paul") == []


def test_a_list_is_as_fresh_as_the_last_change(own_office: Office) -> None:
    assert own_office.tasks("ben") == []
    own_office.apply(people.SOUND, "InProcessToInReview", "anna")
    assert len(own_office.tasks("ben")) == 1
    own_office.apply(people.SOUND, "InReviewToInProcess", "anna")
    assert own_office.tasks("ben") == []
    (closed,) = own_office.tasks("ben", "?state=all")
    assert (closed["state"], "closedBy" in closed) == ("closed", False)


def test_tasks_about_what_was_deleted_are_not_there(own_office: Office) -> None:
    own_office.apply(people.SOUND, "InProcessToInReview", "anna")
    (task,) = own_office.tasks("ben")

    own_office.post(f"rest/facets/processes/views/tree/elements/{people.SOUND}/delete?force=true", "administrator")

    assert own_office.tasks("ben") == []
    own_office.get(f"rest/tasks/{task['id']}", "ben", status=404)
    own_office.post(f"rest/tasks/{task['id']}/accept", "ben", status=404)
