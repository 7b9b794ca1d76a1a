"""What operation 5 refuses beyond single values: new elements where none can be added, and more findings than are reported."""

from typing import Any

import pytest

from tests.support import company
from tests.support.changing import DETAIL, Changing, existing

UNKNOWN = "00000000-0000-0000-0000-00000000beef"
NEW = {"type": "user", "attributes": {"lastName": {"127": "Newman"}}}


def test_no_element_is_made_in_a_context_that_adds_none(changing: Changing) -> None:
    before = changing.read(f"{DETAIL}/{company.RETURNS}")
    error = "No new element can be made in owner: refer to an existing one by its id."

    refused = changing.post(DETAIL, {"elements": [{"id": company.RETURNS, "related": {"owner": [NEW]}}]})

    assert refused.status_code == 403
    assert refused.json() == {
        "message": error,
        "output": "volatile",
        "type": "unauthorized",
        "data": [{"error": error, "code": "cannot-add-new", "path": "elements[0].related.owner[0]"}],
        "requestId": refused.json()["requestId"],
    }
    assert changing.read(f"{DETAIL}/{company.RETURNS}") == before


def test_nor_when_something_else_is_wrong_or_in_a_diagram(changing: Changing) -> None:
    wrong = {"id": company.RETURNS, "attributes": {"nmae": {"1033": "x"}}, "related": {"owner": [NEW]}}
    element = {"related": {"accountableRole": [{"type": "role"}]}}

    both = changing.post(DETAIL, {"elements": [wrong]})
    drawn = changing.draw(company.RECEIPT_2_1, existing(0, company.DRAFT_TASK, element=element))

    assert (both.status_code, drawn.status_code) == (403, 403)
    assert [each["code"] for each in both.json()["data"]] == ["unknown-attribute", "cannot-add-new"]
    assert [each["path"] for each in drawn.json()["data"]] == ["values[0].element.related.accountableRole[0]"]


def wrong_elements(number: int) -> dict[str, Any]:
    """A body with this many findings."""
    return {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": 7}}} for _ in range(number)]}


@pytest.mark.parametrize(
    ("number", "last"),
    [
        (100, None),
        (101, {"error": "1 more finding not listed here.", "code": "more-findings"}),
        (1000, {"error": "900 more findings not listed here.", "code": "more-findings"}),
    ],
)
def test_a_hundred_findings_are_listed_and_the_others_counted(
    changing: Changing, number: int, last: dict[str, str] | None
) -> None:
    listed = changing.post(DETAIL, wrong_elements(number)).json()["data"]
    problem = changing.post(DETAIL, wrong_elements(number), accept="application/problem+json").json()

    assert [each["path"] for each in listed[:100]] == [f"elements[{n}].attributes.name.1033" for n in range(100)]
    assert listed[100:] == ([last] if last else [])
    assert problem["errors"] == listed


def test_an_unknown_id_is_one_finding_among_others(changing: Changing) -> None:
    before = changing.revision
    elements = [
        {"id": UNKNOWN, "attributes": {"name": {"1033": "Nowhere"}}},
        {"id": company.RECEIPT_2_1, "attributes": {"nothing": {"1033": "x"}, "name": {"9999": "x"}}},
        {"id": "no id at all"},
        {"type": "unheardOf"},
    ]

    refused = changing.post(DETAIL, {"elements": elements})
    alone = changing.post(DETAIL, {"elements": [elements[0], elements[2]]})

    assert refused.status_code == 400
    assert {(each["path"], each["code"]) for each in refused.json()["data"]} >= {
        ("elements[0].id", "not-found"),
        ("elements[2].id", "not-found"),
        ("elements[3].type", "unknown-type"),
    }
    assert {each["path"].partition(".")[0] for each in refused.json()["data"]} == {f"elements[{n}]" for n in range(4)}
    assert alone.status_code == 404
    assert [each["path"] for each in alone.json()["data"]] == ["elements[0].id", "elements[1].id"]
    assert changing.revision == before
