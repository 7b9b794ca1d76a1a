"""Tasks about what a user may not open, or not even see, although the user was asked to decide."""

import re
from typing import Final

import pytest

from tests.rest.editing.archive import HIRING, IDS, PROCESSES, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database

UNKNOWN: Final = company.element_id(999)
DECISIONS: Final = [
    ("GET", "", None),
    ("POST", "", None),
    ("POST", "/accept?ignoreWarnings=true", None),
    ("POST", "/decline", {"reason": "No"}),
    ("POST", "/delegate", {"to": IDS["hanna"]}),
]


class Asked:
    """An archive in which Stan is asked to review hiring, and the id of that task."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        reviewers = [{"id": IDS["stan"]}, {"id": IDS["hanna"]}]
        archive.change("processes", "adam", {"id": HIRING, "related": {"reviewer": reviewers}})
        archive.post(f"release/{HIRING}/transitions/InProcessToInReview?ignoreWarnings=true", "adam")
        (self.task,) = (
            each["id"]
            for each in archive.get(f"rest/tasks?element={HIRING}", "adam")["values"]
            if each["assignee"] == IDS["stan"]
        )

    def outcome(self, method: str, path: str, body: object, task: str) -> tuple[int, bytes]:
        """The response that Stan gets, without what differs with every request."""
        response = self.archive.send(method, f"rest/tasks/{task}{path}", "stan", body)
        own = re.sub(rb'"requestId":"[^"]*"', b"", response.content).replace(task.encode(), b"ID")
        return response.status_code, own

    def state(self) -> str:
        (found,) = self.archive.get(f"{PROCESSES}/{HIRING}", "hanna")["elements"]
        return str(found["state"])


@pytest.fixture
def asked(api: Api, database: Database) -> Asked:
    return Asked(open_archive(api, database))


def test_as_long_as_the_assignee_may_they_decide(asked: Asked) -> None:
    assert [each["id"] for each in asked.archive.get("rest/tasks", "stan")["values"]] == [asked.task]
    assert asked.outcome("GET", "", None, asked.task)[0] == 200
    assert asked.outcome("POST", "/decline", {"reason": "No"}, asked.task)[0] == 200
    assert asked.state() == "inProcess"


@pytest.mark.parametrize(("method", "path", "body"), DECISIONS)
def test_what_the_assignee_may_see_but_not_open_they_may_not_decide(
    asked: Asked, method: str, path: str, body: object
) -> None:
    asked.archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})

    assert asked.outcome(method, path, body, asked.task)[0] == 403
    assert asked.state() == "inReview"


@pytest.mark.parametrize(("method", "path", "body"), DECISIONS)
def test_what_the_assignee_does_not_see_has_no_task_for_them(
    asked: Asked, method: str, path: str, body: object
) -> None:
    asked.archive.permit(IDS["personnel"], {"staff": "full"})

    hidden, unknown = (asked.outcome(method, path, body, each) for each in (asked.task, UNKNOWN))
    assert hidden == unknown
    assert hidden[0] == 404
    assert asked.state() == "inReview"


@pytest.mark.parametrize(("permitted", "status"), [({}, 404), ({"stan": "glance"}, 403)])
def test_lists_do_not_show_them(asked: Asked, permitted: dict[str, str], status: int) -> None:
    asked.archive.permit(IDS["personnel"], {"staff": "full", **permitted})

    assert asked.archive.get("rest/tasks?state=all", "stan")["values"] == []
    assert asked.archive.status(f"rest/tasks?element={HIRING}", "stan") == status
    assert len(asked.archive.get(f"rest/tasks?element={HIRING}", "hanna")["values"]) == 2
