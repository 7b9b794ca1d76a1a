"""The history of an element: who changed what, when and why."""

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.support import company
from tests.support.api import RIVAL
from tests.support.changing import DETAIL, DIAGRAM, Changing, existing, new

RETURNS = company.RETURNS
PATH = f"{DETAIL}/{RETURNS}/history"


def by(changing: Changing, role: str) -> str:
    """The id of the token of a role."""
    tokens = changing.read("rest/facets/automation/views/list/elements")["elements"]
    (found,) = [each["id"] for each in tokens if role in each["attributes"]["name"].values()]
    return str(found)


def actor(role: str) -> dict[str, Any]:
    """The token of a role as the history names it."""
    return {"type": "authToken", "name": {"1031": role, "1033": role}}


def named(name: str) -> dict[str, Any]:
    return {"id": RETURNS, "attributes": {"name": {"1033": name}}}


def test_each_change_shows_who_what_when_and_why(changing: Changing) -> None:
    now = datetime.now(ZoneInfo("Europe/Berlin")).replace(tzinfo=None)
    changing.update(named("Take back"), role="editor", x_reason="A shorter name")
    changing.update({"id": RETURNS, "related": {"systems": [{"id": company.ERP}]}})
    (task,) = changing.drawn(RETURNS, new(0, "task", "Unpack"))

    answer = changing.read(PATH)

    (shape,) = changing.content(RETURNS)
    drawn, related, renamed, imported = answer["values"]
    for each in answer["values"]:
        at = datetime.fromisoformat(each.pop("at"))
        assert at.tzinfo is None
        assert abs((at - now).total_seconds()) < 3600
    assert answer["count"] == 4
    assert drawn == {
        "revision": drawn["revision"],
        "by": by(changing, "administrator"),
        "actor": actor("administrator"),
        "kind": "diagram.changed",
        "versionId": company.RETURNS_0_1,
        "changed": ["content"],
        "difference": {
            "content": {"shapes": {"added": [{"shapeId": shape["properties"]["shapeId"], "id": task}]}},
        },
    }
    assert related == {
        "revision": related["revision"],
        "by": by(changing, "administrator"),
        "actor": actor("administrator"),
        "kind": "element.changed",
        "versionId": company.RETURNS_0_1,
        "changed": ["systems"],
        "difference": {"related": {"systems": {"added": [company.ERP], "removed": [], "reordered": False}}},
    }
    assert renamed == {
        "revision": renamed["revision"],
        "by": by(changing, "editor"),
        "actor": actor("editor"),
        "kind": "element.changed",
        "versionId": company.RETURNS_0_1,
        "reason": "A shorter name",
        "changed": ["name"],
        "difference": {"attributes": {"name": {"1033": {"from": "Returns", "to": "Take back"}}}},
    }
    assert imported == {
        "revision": imported["revision"],
        "kind": "imported",
        "versionId": company.RETURNS_0_1,
        "reason": "import",
    }
    assert drawn["revision"] > related["revision"] > renamed["revision"] > imported["revision"]


def test_a_token_that_acted_is_named_to_those_who_may_not_open_it(changing: Changing) -> None:
    changing.update(named("Take back"))

    row = changing.read(PATH, role="editor")["values"][0]

    assert row["actor"] == actor("administrator")
    assert changing.get(f"rest/facets/automation/views/list/elements/{row['by']}", role="editor").status_code == 404


@pytest.mark.parametrize("coding", ["utf-8", "latin-1"])
def test_the_reason_is_shown_as_it_was_given(changing: Changing, coding: str) -> None:
    token = changing.database.tokens[changing.address, "administrator"].encode()
    headers = [(b"symbio-auth-token", token), (b"x-reason", "Kürzer".encode(coding))]
    content = json.dumps({"elements": [named("Take back")]}).encode()

    changing.database.run(
        changing.api.client.post(f"/{changing.address}/_api/{DETAIL}", headers=headers, content=content)
    )

    assert changing.history(RETURNS)[0]["reason"] == "Kürzer"


def test_a_reason_is_no_novel(changing: Changing) -> None:
    refused = changing.post(DETAIL, {"elements": [named("Take back")]}, x_reason="x" * 1001)

    assert refused.status_code == 400
    assert refused.json()["data"] == [
        {
            "error": "X-Reason takes up to 1000 characters, not 1001.",
            "code": "invalid-parameter",
            "path": "X-Reason",
        }
    ]
    assert len(changing.history(RETURNS)) == 1


@pytest.mark.parametrize("size", [1, 2, 3])
def test_pages_show_the_same_as_the_whole(changing: Changing, size: int) -> None:
    for number in range(4):
        changing.update(named(f"Name {number}"))
    whole = changing.history(RETURNS)

    pages = [changing.history(RETURNS, f"?$page={number}&$pageSize={size}") for number in range(1, 7)]

    assert [each for page in pages for each in page] == whole
    assert [len(page) for page in pages] == [max(0, min(size, 5 - start)) for start in range(0, 6 * size, size)]
    assert [each.get("changed") for each in whole] == [["name"], ["name"], ["name"], ["name"], None]


def test_versions_are_compared_with_themselves(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "task", "Unpack"))
    changing.release(RETURNS)
    draft = changing.new_version(RETURNS)
    changing.update({**named("Take back"), "versionId": draft})

    renamed, created, released, *_ = changing.history(RETURNS)

    assert (renamed["versionId"], renamed["changed"]) == (draft, ["name"])
    assert (created["kind"], created["versionId"], "changed" in created) == ("version.created", draft, False)
    assert (released["kind"], released["versionId"]) == ("release.InProcessToReleased", company.RETURNS_0_1)
    assert released["changed"][:2] == ["state", "version"]
    assert released["difference"]["state"] == {"from": "inProcess", "to": "released"}
    (alone,) = changing.history(RETURNS, "?$pageSize=1&$page=3")
    assert alone == released


def test_the_history_of_a_task_shows_what_was_done_through_its_shape(changing: Changing) -> None:
    changing.drawn(
        company.RECEIPT_2_1, existing(0, company.DRAFT_TASK, element={"attributes": {"name": {"1033": "Weigh"}}})
    )

    renamed, _ = changing.history(company.DRAFT_TASK, path=DIAGRAM)

    assert renamed["kind"] == "element.changed"
    assert renamed["difference"] == {"attributes": {"name": {"1033": {"from": "Weigh the truck", "to": "Weigh"}}}}


def test_a_dry_run_and_what_was_refused_leave_no_trace(changing: Changing) -> None:
    before = changing.history(RETURNS)

    changing.update(named("Perhaps"), path=f"{DETAIL}?dryRun=true")
    changing.post(DETAIL, {"elements": [{**named("Perhaps"), "nmae": 1}]})
    changing.update(changing.read(f"{DETAIL}/{RETURNS}")["elements"][0])

    assert changing.history(RETURNS) == before


def test_viewers_are_shown_nothing_of_how_a_version_came_about(changing: Changing) -> None:
    for id_ in (company.CHECK, RETURNS, company.NOWHERE):
        refused = changing.get(f"{DETAIL}/{id_}/history", "viewer")
        assert refused.status_code == 403
        assert refused.json()["type"] == "unauthorized"
    assert changing.get(f"{DETAIL}/{company.CHECK}/history", "editor").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        f"{DETAIL}/{company.NOWHERE}",
        f"{DETAIL}/x",
        f"rest/facets/it/views/detail/elements/{RETURNS}",
        f"rest/facets/processes/views/nowhere/elements/{RETURNS}",
    ],
)
def test_what_is_not_there_has_no_history(changing: Changing, path: str) -> None:
    assert changing.get(f"{path}/history").status_code == 404


def test_without_a_token_of_the_tenant_nothing_is_shown(changing: Changing) -> None:
    stranger = changing.database.tokens[RIVAL, "administrator"]

    assert changing.get(PATH, None).status_code == 401
    assert changing.get(PATH, None, symbio_auth_token=stranger).status_code == 401


@pytest.mark.parametrize("query", ["?$page=0", "?$pageSize=1001", "?$filter=x", "?$page=1&$page=2"])
def test_wrong_parameters_are_refused(changing: Changing, query: str) -> None:
    assert changing.get(f"{PATH}{query}").status_code == 400


def test_a_long_history_takes_as_many_statements_as_a_short_one(changing: Changing) -> None:
    changing.update(named("Name"))
    changing.history(RETURNS)
    short = changing.api.statements
    for number in range(20):
        changing.update(named(f"Name {number}"))
    changing.history(RETURNS)

    assert changing.api.statements == short
