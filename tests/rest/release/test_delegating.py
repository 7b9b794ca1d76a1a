"""Tasks handed on, and what holds for all writes, shown on tasks: dry runs, preconditions, keys."""

from typing import Any

import pytest

from tests.rest.release import office as people
from tests.rest.release.office import Office, open_office, steady
from tests.support import company
from tests.support.api import Api, Database


@pytest.fixture
def office(api: Api, database: Database) -> Office:
    """Ben and Clara have been asked for a review."""
    opened = open_office(api, database)
    opened.apply(people.SOUND, "InProcessToInReview", "anna")
    return opened


@pytest.fixture(scope="module")
def refusing(api: Api, database: Database) -> Office:
    """The same for everything that is refused, and so changes nothing."""
    opened = open_office(api, database)
    opened.apply(people.SOUND, "InProcessToInReview", "anna")
    return opened


def task_of(office: Office, who: str) -> str:
    (task,) = office.tasks(who)
    id_: str = task["id"]
    return id_


def delegate(office: Office, to: str, who: str = "ben", *, status: int = 200) -> Any:
    """Hand Ben's task to another user."""
    return office.post(f"rest/tasks/{task_of(office, 'ben')}/delegate", who, {"to": to}, status=status)


@pytest.mark.parametrize("who", ["ben", "arno"])
def test_a_task_handed_on_is_the_others_to_decide(office: Office, who: str) -> None:
    task = task_of(office, "ben")

    (value,) = delegate(office, people.IDS["dora"].upper(), who)["values"]

    assert (value["id"], value["state"], value["assignee"]) == (task, "open", people.IDS["dora"])
    assert (office.tasks("ben"), task_of(office, "dora")) == ([], task)
    office.post(f"rest/tasks/{task}/accept", "ben", status=403)
    office.post(f"rest/tasks/{task}/accept", "dora")
    office.post(f"rest/tasks/{task_of(office, 'clara')}/accept", "clara")
    assert office.state(people.SOUND) == "readyForQa"


def test_the_history_shows_who_handed_it_to_whom(office: Office) -> None:
    delegate(office, people.IDS["dora"])

    row = office.history(people.SOUND)[0]
    assert (row["kind"], row["by"], row["told"]) == (
        "task.delegated",
        people.IDS["ben"],
        {"task": "Review", "to": people.IDS["dora"]},
    )


@pytest.mark.parametrize(("level", "status"), [("none", 400), ("show", 403), ("open", 200)])
def test_a_task_is_handed_only_to_whom_the_caller_may_open(office: Office, level: str, status: int) -> None:
    """Else the refusals of those who may not decide would show who is inactive, and who has which role."""
    sets = "rest/facets/permissionsets/views/detail/elements"

    def grants(*levels: str) -> str:
        attributes = {"name": {"1033": "Some"}, "grants": {"127": list(levels)}}
        (made,) = office.post(
            sets, "administrator", {"elements": [{"type": "permissionSet", "attributes": attributes}]}
        )["elements"]
        return str(made["id"])

    given = {office.get("rest/me")["id"]: grants("open"), people.IDS["ben"]: grants(*{level} - {"none"})}
    body = {"grants": [{"principal": who, "permissionSets": [each]} for who, each in given.items()]}
    office.post("rest/facets/users/permissions", "administrator", body)
    unsuited = 409 if level == "open" else status

    path = f"rest/tasks/{task_of(office, 'ben')}/delegate?dryRun=true"
    for name, expected in {"ida": unsuited, "vera": unsuited, "dora": status}.items():
        office.post(path, "ben", {"to": people.IDS[name]}, status=expected)


@pytest.mark.parametrize(
    ("to", "status", "code", "sentence"),
    [
        (company.NOWHERE, 400, "unsuited-person", f"There is no element with the id {company.NOWHERE}."),
        ("Dora", 400, "unsuited-person", "There is no element with the id Dora."),
        (
            people.VALID, 400, "unsuited-person",
            "An element of type subProcess cannot decide a task 'Review'. Possible: user.",
        ),
        (
            company.READERS, 400, "unsuited-person",
            "An element of type userGroup cannot decide a task 'Review'. Possible: user.",
        ),
        (people.IDS["ida"], 409, "unsuited-person", f"{people.IDS['ida']} is inactive."),
        (people.IDS["vera"], 409, "unsuited-person", "Deciding a task takes the role editor or higher."),
        (people.IDS["clara"], 409, "counts-once", f"{people.IDS['clara']} has such a task on this version already."),
        (people.IDS["ben"], 409, "counts-once", f"{people.IDS['ben']} has such a task on this version already."),
    ],
)  # fmt: skip
def test_a_task_is_handed_only_to_who_can_decide_it(
    refusing: Office, to: str, status: int, code: str, sentence: str
) -> None:
    refused = delegate(refusing, to, status=status)

    path = {"path": "to"} if status == 400 else {}
    assert steady(refused["data"], refusing.tenant) == [{"error": sentence, "code": code, **path}]
    assert (refused["type"], refused["output"]) == ("error", "inline" if status == 400 else "dialog")
    assert len(refusing.tasks("ben")) == 1


@pytest.mark.parametrize(("who", "status"), [("clara", 403), ("anna", 403), ("vera", 403)])
def test_another_users_task_cannot_be_handed_on(refusing: Office, who: str, status: int) -> None:
    delegate(refusing, people.IDS["dora"], who, status=status)

    assert len(refusing.tasks("ben")) == 1


@pytest.mark.parametrize("body", [None, {}, {"who": "x"}, {"to": 7}, ["x"]])
def test_it_must_be_named_to_whom(refusing: Office, body: object) -> None:
    refused = refusing.post(f"rest/tasks/{task_of(refusing, 'ben')}/delegate", "ben", body, status=400)

    assert refused["data"][0]["code"] == "invalid-body"


@pytest.mark.parametrize("decision", ["accept", "decline", "delegate"])
def test_a_task_that_is_not_there_is_not_found(refusing: Office, decision: str) -> None:
    for id_ in (company.NOWHERE, "no-guid"):
        body = {"to": people.IDS["dora"], "reason": "No."}
        refused = refusing.post(f"rest/tasks/{id_}/{decision}", "arno", body, status=404)
        assert refused["message"] == "There is no such task."


DECISIONS = [
    ("accept", None),
    ("decline", {"reason": "No."}),
    ("delegate", {"to": people.IDS["dora"]}),
]


@pytest.mark.parametrize(("decision", "body"), DECISIONS)
def test_a_dry_run_decides_nothing(refusing: Office, decision: str, body: object) -> None:
    before = refusing.tasks("ben")

    (value,) = refusing.post(f"rest/tasks/{before[0]['id']}/{decision}?dryRun=true", "ben", body)["values"]

    assert value != before[0]
    assert (refusing.tasks("ben"), refusing.state(people.SOUND)) == (before, "inReview")
    assert len(refusing.history(people.SOUND)) == 1


@pytest.mark.parametrize(("decision", "body"), DECISIONS)
def test_if_match_decides_only_about_what_was_read(office: Office, decision: str, body: object) -> None:
    path = f"rest/tasks/{task_of(office, 'ben')}"
    read = office.send("GET", path, "ben").headers["etag"]

    refused = office.post(f"{path}/{decision}", "ben", body, if_match='"1-0"', status=412)
    assert refused["data"][0]["code"] == "precondition-failed"
    office.post(f"{path}/{decision}", "ben", body, if_match=read)


@pytest.mark.parametrize(("decision", "body"), DECISIONS)
def test_the_same_key_decides_once(office: Office, decision: str, body: object) -> None:
    path = f"rest/tasks/{task_of(office, 'ben')}/{decision}"

    first, again = (office.post(path, "ben", body, idempotency_key="4711") for _ in range(2))

    assert first == again
    assert len(office.history(people.SOUND)) == 2
    office.post(f"rest/tasks/{company.NOWHERE}/accept", "ben", idempotency_key="4711", status=422)


def test_a_parameter_that_cannot_be_understood_is_refused(refusing: Office) -> None:
    path = f"rest/tasks/{task_of(refusing, 'ben')}/accept"

    for wrong in ("ignoreWarnings=perhaps", "dryRun=perhaps", "$page=1"):
        assert refusing.post(f"{path}?{wrong}", "ben", status=400)["data"][0]["code"] == "invalid-parameter"
