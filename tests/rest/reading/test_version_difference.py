"""The difference of two versions: attributes by culture, related contexts, shapes and flows, as the caller may see them."""

from collections.abc import Iterator

import pytest

from tests.support import company
from tests.support.api import RIVAL, Database
from tests.support.changing import DETAIL, Changing, existing, new

RETURNS = company.RETURNS


def path(id_: str, first: str, second: str) -> str:
    return f"{DETAIL}/{id_}/diff?from={first}&to={second}"


@pytest.fixture
def draft(changing: Changing) -> str:
    """A new version of the returns, whose first version shows: Parcel back → Unpack → Inspect → Decided."""
    changing.drawn(
        RETURNS,
        new(0, "evStart", "Parcel back"),
        new(1, "task", "Unpack", 0, related={"systems": [{"id": company.SCANNER}]}),
        new(2, "task", "Inspect", 1),
        new(3, "evEnd", "Decided", 2),
    )
    changing.update({"id": RETURNS, "related": {"systems": [{"id": company.ERP}, {"id": company.SCANNER}]}})
    changing.release(RETURNS)
    return changing.new_version(RETURNS)


def test_a_new_version_differs_in_what_creating_it_sets(changing: Changing, draft: str) -> None:
    first, second = changing.read(f"{DETAIL}/{RETURNS}/versions")["elements"]

    answer = changing.read(path(RETURNS, company.RETURNS_0_1, draft))

    assert answer == {
        "count": 1,
        "values": [
            {
                "id": RETURNS,
                "from": company.RETURNS_0_1,
                "to": draft,
                "changed": [
                    "state", "version", "createdOn", "reasonForRevision", "relOn", "validFrom", "author", "createdBy",
                    "relBy",
                ],
                "difference": {
                    "state": {"from": "released", "to": "inProcess"},
                    "version": {"from": "1.0", "to": "1.1"},
                    "attributes": {
                        name: {
                            "127": {
                                "from": first["attributes"][name]["127"],
                                "to": second["attributes"].get(name, {}).get("127"),
                            }
                        }
                        for name in ("createdOn", "reasonForRevision", "relOn", "validFrom")
                    },
                    "related": {
                        name: {
                            "added": [each["id"] for each in second["related"].get(name, [])],
                            "removed": [each["id"] for each in first["related"].get(name, [])],
                            "reordered": False,
                        }
                        for name in ("author", "createdBy", "relBy")
                    },
                },
            }
        ],
    }  # fmt: skip


def test_every_kind_of_difference_is_shown(changing: Changing, draft: str) -> None:
    before = changing.read(path(RETURNS, company.RETURNS_0_1, draft))["values"][0]["difference"]
    was = {each["attributes"]["name"]["1033"]: each for each in changing.content(company.RETURNS_0_1)}
    changing.update(
        {
            "id": RETURNS,
            "versionId": draft,
            "attributes": {"name": {"1031": None, "1033": "Take back"}, "purp": {"1033": "<p>Money</p>"}},
            "related": {"systems": [{"id": company.SCANNER}, {"id": company.ERP}], "hasInput": [{"id": company.NOTE}]},
        }
    )
    shapes = changing.shapes(draft)
    ids = changing.drawn(
        draft,
        existing(0, shapes["Unpack"], element={"attributes": {"name": {"1033": "Open"}}, "related": {"systems": []}}),
        existing(1, shapes["Inspect"], delete=True),
        new(2, "task", "Photograph", 0),
        existing(3, shapes["Decided"], 2),
    )
    photograph = changing.shapes(draft)["Photograph"]

    body = changing.read(path(RETURNS, company.RETURNS_0_1, draft))["values"][0]

    assert {name: part for name, part in body["difference"].items() if name in ("state", "version")} == {
        "state": before["state"],
        "version": before["version"],
    }
    assert body["difference"]["attributes"] == {
        **before["attributes"],
        "name": {"1031": {"from": "Rücksendung", "to": None}, "1033": {"from": "Returns", "to": "Take back"}},
        "purp": {"1033": {"from": None, "to": '<?xml version="1.0" encoding="utf-8"?><p>Money</p>'}},
    }
    assert body["difference"]["related"] == {
        **before["related"],
        "hasInput": {"added": [company.NOTE], "removed": [], "reordered": False},
        "systems": {"added": [], "removed": [], "reordered": True},
    }
    assert body["difference"]["content"] == {
        "shapes": {
            "added": [{"shapeId": photograph, "id": ids[2]}],
            "removed": [{"shapeId": shapes["Inspect"], "id": was["Inspect"]["id"]}],
            "changed": [
                {
                    "shapeId": shapes["Unpack"],
                    "id": ids[0],
                    "before": was["Unpack"]["id"],
                    "difference": {
                        "attributes": {"name": {"1033": {"from": "Unpack", "to": "Open"}}},
                        "related": {"systems": {"added": [], "removed": [company.SCANNER], "reordered": False}},
                    },
                }
            ],
        },
        "flows": {
            "added": [
                {"from": photograph, "to": shapes["Decided"]},
                {"from": shapes["Unpack"], "to": photograph},
            ],
            "removed": [
                {"from": shapes["Unpack"], "to": shapes["Inspect"]},
                {"from": shapes["Inspect"], "to": shapes["Decided"]},
            ],
        },
    }
    assert body["changed"][-1] == "content"


def test_the_other_way_round_both_sides_are_swapped(changing: Changing, draft: str) -> None:
    changing.drawn(draft, existing(0, changing.shapes(draft)["Inspect"], delete=True))

    there = changing.read(path(RETURNS, company.RETURNS_0_1, draft))["values"][0]["difference"]
    back = changing.read(path(RETURNS, draft, company.RETURNS_0_1))["values"][0]["difference"]

    assert back["state"] == {"from": there["state"]["to"], "to": there["state"]["from"]}
    assert back["related"]["relBy"]["added"] == there["related"]["relBy"]["removed"]
    assert back["content"]["shapes"]["added"] == there["content"]["shapes"]["removed"]
    assert back["content"]["flows"]["added"] == there["content"]["flows"]["removed"]


def test_a_version_does_not_differ_from_itself(changing: Changing) -> None:
    draft = company.RECEIPT_2_1

    assert changing.read(path(company.RECEIPT, draft, draft.upper()))["values"] == [
        {"id": company.RECEIPT, "from": draft, "to": draft, "changed": [], "difference": {}}
    ]


def test_what_changes_meanwhile_is_shown_at_once(changing: Changing) -> None:
    address = path(company.RECEIPT, company.RECEIPT_2_0, company.RECEIPT_2_1)
    before = changing.read(address)["values"][0]["difference"]
    changing.update({"id": company.DRAFT_START, "attributes": {"name": {"1033": "Lorry arrived"}}})

    after = changing.read(address)["values"][0]["difference"]

    end = {
        "shapeId": company.shape_id(6, "2.1", 4),
        "shapeIdBefore": company.shape_id(6, "2.0", 8),
        "id": company.DRAFT_END,
        "before": company.END,
        "difference": {"related": {"hasOutput": {"added": [], "removed": [company.SHEET], "reordered": False}}},
    }
    start = {
        "shapeId": company.shape_id(6, "2.1", 1),
        "shapeIdBefore": company.shape_id(6, "2.0", 1),
        "id": company.DRAFT_START,
        "before": company.START,
        "difference": {"attributes": {"name": {"1033": {"from": "Truck arrived", "to": "Lorry arrived"}}}},
    }
    assert before["content"]["shapes"]["changed"] == [end]
    assert after["content"]["shapes"]["changed"] == [start, end]


@pytest.mark.parametrize("role", ["viewer", "administrator"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (company.RECEIPT_2_0, company.NOWHERE),
        (company.RECEIPT_2_0, company.CHECK_1_0),
        (company.CHECK_1_0, company.RECEIPT_2_0),
        (company.RECEIPT_2_0, company.RECEIPT),
    ],
)
def test_only_versions_of_the_element_are_compared(changing: Changing, first: str, second: str, role: str) -> None:
    refused = changing.get(path(company.RECEIPT, first, second), role)

    assert refused.status_code == 404
    assert refused.json()["message"] == "There is no such version of this element."


def test_to_viewers_a_draft_is_no_version(changing: Changing) -> None:
    answers = [
        changing.get(path(company.RECEIPT, company.RECEIPT_2_0, second), "viewer").json()
        for second in (company.RECEIPT_2_1, company.RECEIPT_1_0, company.NOWHERE)
    ]

    for each in answers:
        del each["requestId"]
    assert answers == [answers[0]] * 3
    assert answers[0]["message"] == "There is no such version of this element."
    hidden = path(RETURNS, company.RETURNS_0_1, company.RETURNS_0_1)
    assert changing.get(hidden, "viewer").json()["message"] == "There is no such element."
    assert changing.get(hidden, "editor").status_code == 200


def two_released() -> Iterator[company.Record]:
    """A company with a second released version of the quality check, which refers to drafts and shows one."""
    yield from company.acme()
    second = company.versioned(
        "subProcess", 7, "2.0", "released", {1033: "Quality check"}, company.LOGISTICS, 2, risks=[company.THEFT]
    )
    second["related"]["risks"].append({"id": company.SPOILAGE})
    drafts = {"id": RETURNS, "properties": {"shapeId": company.shape_id(7, "2.0", 1), "predecessors": []}}
    before = [{"properties": {"shapeId": company.shape_id(7, "2.0", 1)}}]
    intake = {"id": company.INTAKE, "properties": {"shapeId": company.shape_id(7, "2.0", 2), "predecessors": before}}
    yield {**second, "content": [drafts, intake]}


@pytest.mark.parametrize(
    ("role", "risks", "shapes", "flows"),
    [
        ("viewer", [company.SPOILAGE], [company.INTAKE], 0),
        ("administrator", [company.THEFT, company.SPOILAGE], [RETURNS, company.INTAKE], 1),
    ],
)
def test_what_a_caller_may_not_see_is_no_difference_to_them(
    database: Database, role: str, risks: list[str], shapes: list[str], flows: int
) -> None:
    changing = Changing(database, two_released)

    body = changing.read(path(company.CHECK, company.CHECK_1_0, company.version_id(7, "2.0")), role)["values"][0]

    assert body["difference"]["related"]["risks"]["added"] == risks
    assert [each["id"] for each in body["difference"]["content"]["shapes"]["added"]] == shapes
    assert len(body["difference"]["content"].get("flows", {}).get("added", [])) == flows
    changing.close()


@pytest.mark.parametrize(
    ("query", "missing"),
    [
        ("", ["from", "to"]),
        (f"?from={company.RECEIPT_2_0}", ["to"]),
        (f"?to={company.RECEIPT_2_0}&from=", ["from"]),
    ],
)
def test_both_versions_must_be_named(changing: Changing, query: str, missing: list[str]) -> None:
    refused = changing.get(f"{DETAIL}/{company.RECEIPT}/diff{query}")

    assert refused.status_code == 400
    assert refused.json()["data"] == [
        {
            "error": f"A comparison needs two sides: {name} is the id of a version, a revision, a day or a time.",
            "code": "invalid-parameter",
            "path": name,
        }
        for name in missing
    ]


def test_what_is_not_there_is_unknown_and_strangers_are_shown_nothing(changing: Changing) -> None:
    versions = (company.RECEIPT_2_0, company.RECEIPT_2_1)
    stranger = changing.database.tokens[RIVAL, "administrator"]

    assert changing.get(path(company.NOWHERE, *versions)).status_code == 404
    elsewhere = path(company.RECEIPT, *versions).replace("processes", "it")
    assert changing.get(elsewhere).status_code == 404
    assert changing.get(path(company.RECEIPT, *versions), None).status_code == 401
    assert changing.get(path(company.RECEIPT, *versions), None, symbio_auth_token=stranger).status_code == 401


def test_the_number_of_statements_does_not_depend_on_the_diagram(changing: Changing, draft: str) -> None:
    address = path(RETURNS, company.RETURNS_0_1, draft)
    changing.read(address)
    few = changing.api.statements
    changing.drawn(draft, *(new(index, "task", f"Step {index}") for index in range(30)))
    changing.read(address)

    assert changing.api.statements == few


def test_two_moments_of_an_element_are_compared(changing: Changing) -> None:
    before = revision(changing)
    name = changing.read(f"{DETAIL}/{RETURNS}")["elements"][0]["attributes"]["name"]["1033"]
    changing.update({"id": RETURNS, "attributes": {"name": {"1033": "Take back"}}})
    (task,) = changing.drawn(RETURNS, new(0, "task", "Unpack"))
    between = revision(changing)
    changing.update({"id": task, "attributes": {"name": {"1033": "Open"}}})
    changing.update({"id": RETURNS, "attributes": {"name": {"1033": "Give back"}}})
    now = str(revision(changing))

    (whole,) = changing.read(path(RETURNS, str(before), now))["values"]
    (later,) = changing.read(path(RETURNS, str(between), now))["values"]

    assert (whole["fromRevision"], later["fromRevision"], str(later["toRevision"])) == (before, between, now)
    assert whole["from"] == whole["to"] == company.RETURNS_0_1
    assert whole["difference"]["attributes"] == {"name": {"1033": {"from": name, "to": "Give back"}}}
    assert [each["id"] for each in whole["difference"]["content"]["shapes"]["added"]] == [task]
    assert later["difference"]["attributes"] == {"name": {"1033": {"from": "Take back", "to": "Give back"}}}
    (changed,) = later["difference"]["content"]["shapes"]["changed"]
    assert changed["difference"]["attributes"] == {"name": {"1033": {"from": "Unpack", "to": "Open"}}}


def test_a_child_that_left_differs_between_moments(changing: Changing) -> None:
    (above,) = changing.read(f"{DETAIL}/{RETURNS}?$resources=rootPath")["elements"][0]["rootPath"][:1]
    before = changing.revision
    removed = changing.api.send("DELETE", f"{DETAIL}/{RETURNS}?force=true", "administrator", tenant=changing.address)
    assert removed.status_code == 200, removed.text

    (found,) = changing.read(path(above["id"], str(before), str(changing.revision)))["values"]

    assert found["difference"]["children"] == {"added": [], "removed": [RETURNS], "reordered": False}


@pytest.mark.parametrize("side", ["tomorrow", "99999999", "2999-01-01", "2026-02-30"])
def test_a_side_that_is_no_moment_is_refused_by_its_name(changing: Changing, side: str) -> None:
    answer = changing.get(path(RETURNS, side, company.RETURNS_0_1))
    assert answer.status_code == 400
    (finding,) = answer.json()["data"]
    assert (finding["path"], finding["error"].startswith("from")) == ("from", True)


def revision(changing: Changing) -> int:
    """That of the last change of the returns."""
    return int(changing.read(f"{DETAIL}/{RETURNS}/history")["values"][0]["revision"])
