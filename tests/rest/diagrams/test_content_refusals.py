"""Operation 11: what is refused, with every finding reported and nothing stored."""

import pytest

from tests.rest.diagrams.wrong_contents import TASK, WEIGH, WRONG
from tests.support import company
from tests.support.api import RIVAL
from tests.support.changing import DIAGRAM, Changing, existing, new

RETURNS = company.RETURNS
DRAFT = company.RECEIPT_2_1
CONTENT = f"{DIAGRAM}/{DRAFT}/content"

NEEDED = 'The body needs a list of items: {"values": [{"shapeInfo": {"index": 0}, "element": {"type": …}}]}.'


@pytest.mark.parametrize(
    "body", [{}, [], "x", 7, {"values": []}, {"values": {}}, {"values": None}, {"elements": [TASK]}]
)
def test_a_body_without_items_is_refused_and_is_no_read(changing: Changing, body: object) -> None:
    refused = changing.post(CONTENT, body)

    assert refused.status_code == 400
    assert refused.json() == {
        "message": NEEDED,
        "output": "volatile",
        "type": "error",
        "data": [{"error": NEEDED, "code": "invalid-body"}],
        "requestId": refused.json()["requestId"],
    }


def test_a_post_without_a_body_is_a_read(changing: Changing) -> None:
    assert changing.post(CONTENT).json() == changing.read(CONTENT)


@pytest.mark.parametrize("case", WRONG)
def test_every_finding_is_reported_and_nothing_is_stored(changing: Changing, case: str) -> None:
    wrong, findings = WRONG[case]
    before, revision = changing.content(DRAFT), changing.revision

    refused = changing.draw(DRAFT, *wrong)

    assert refused.status_code == 400
    body = refused.json()
    assert body["data"] == findings
    assert (body["message"], body["output"], body["type"]) == (findings[0]["error"], "inline", "error")
    assert changing.content(DRAFT) == before
    assert changing.revision == revision


def test_good_items_beside_a_bad_one_are_not_stored(changing: Changing) -> None:
    refused = changing.draw(
        DRAFT, new(0, "task", "Sign"), existing(1, WEIGH, delete=True), existing(2, company.NOWHERE)
    )

    assert refused.status_code == 400
    assert "Sign" not in changing.flow(DRAFT)
    assert "Weigh the truck" in changing.flow(DRAFT)


def test_an_element_that_several_shapes_show_is_no_anchor(changing: Changing) -> None:
    changing.drawn(DRAFT, {"element": {"type": "subProcess", "id": company.CHECK}})
    shapes = [each["properties"]["shapeId"] for each in changing.content(DRAFT) if each["id"] == company.CHECK]

    refused = changing.draw(DRAFT, existing(0, company.CHECK))

    assert refused.json()["data"] == [
        {
            "error": f"Several shapes show the element {company.CHECK}: name one of them, {', '.join(shapes)}.",
            "code": "ambiguous-anchor",
            "path": "values[0].shapeInfo.id",
        }
    ]


@pytest.mark.parametrize(
    ("facet", "element", "code"),
    [("processes", company.HOUSE, "shows-children"), ("it", company.ERP_1_1, "no-diagram")],
)
def test_what_has_no_diagram_of_its_own_takes_no_shapes(
    changing: Changing, facet: str, element: str, code: str
) -> None:
    refused = changing.post(
        f"rest/facets/{facet}/views/detail/elements/{element}/content", {"values": [{"element": TASK}]}
    )

    assert refused.status_code == 400
    assert [each["code"] for each in refused.json()["data"]] == [code]


@pytest.mark.parametrize("diagram", [company.RECEIPT_2_0, company.RECEIPT_1_0, company.CHECK])
def test_a_diagram_that_is_no_draft_cannot_be_changed(changing: Changing, diagram: str) -> None:
    before = changing.content(diagram)

    refused = changing.draw(diagram, {"element": TASK})

    assert refused.status_code == 409
    body = refused.json()
    assert (body["output"], body["type"]) == ("dialog", "error")
    assert [(each["code"], each["path"]) for each in body["data"]] == [("not-editable", "values")]
    assert changing.content(diagram) == before


def test_a_viewer_draws_nothing(changing: Changing) -> None:
    refused = changing.draw(company.RECEIPT, {"element": TASK}, role="viewer")

    assert refused.status_code == 403
    assert refused.json()["type"] == "unauthorized"


def test_an_editor_draws_in_what_has_no_author_or_is_their_own(changing: Changing) -> None:
    assert changing.draw(DRAFT, {"element": TASK}, role="editor").status_code == 403
    assert changing.draw(RETURNS, {"element": TASK}, role="editor").status_code == 200


def test_without_a_token_of_the_tenant_nothing_is_shown(changing: Changing) -> None:
    stranger = changing.database.tokens[RIVAL, "administrator"]

    assert changing.post(CONTENT, {"values": [{"element": TASK}]}, None).status_code == 401
    assert changing.post(CONTENT, {"values": [{"element": TASK}]}, None, symbio_auth_token=stranger).status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        f"processes/views/diagram/elements/{company.NOWHERE}",
        "processes/views/diagram/elements/x",
        f"it/views/detail/elements/{RETURNS}",
        f"processes/views/nowhere/elements/{RETURNS}",
        f"nowhere/views/diagram/elements/{RETURNS}",
    ],
)
def test_what_is_not_there_is_unknown(changing: Changing, path: str) -> None:
    refused = changing.post(f"rest/facets/{path}/content", {"values": [{"element": TASK}]})

    assert refused.status_code == 404
    assert changing.content(RETURNS) == []


def test_a_diagram_that_another_user_is_editing_is_left_alone(changing: Changing) -> None:
    changing.write(f"{DIAGRAM}/{RETURNS}/lock", role="editor")

    refused = changing.draw(RETURNS, {"element": TASK})

    assert refused.status_code == 409
    assert [(each["code"], each["path"]) for each in refused.json()["data"]] == [("locked", "values")]
    assert changing.draw(RETURNS, {"element": TASK}, role="editor").status_code == 200


def test_if_match_refuses_what_was_drawn_meanwhile(changing: Changing) -> None:
    etag = changing.get(f"{DIAGRAM}/{DRAFT}").headers["etag"]

    first = changing.draw(DRAFT, new(0, "task", "Sign"), if_match=etag)
    late = changing.draw(DRAFT, new(0, "task", "Stamp"), if_match=etag)

    assert (first.status_code, late.status_code) == (200, 412)
    assert (late.json()["output"], late.json()["data"][0]["code"]) == ("dialog", "precondition-failed")
    assert "Sign" in changing.flow(DRAFT)
    assert "Stamp" not in changing.flow(DRAFT)


def test_the_same_key_draws_once_and_answers_twice(changing: Changing) -> None:
    first, again = (changing.draw(RETURNS, new(0, "task", "Sign"), idempotency_key="4711") for _ in range(2))
    other = changing.draw(RETURNS, new(0, "task", "Stamp"), idempotency_key="4711")

    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert other.status_code == 422
    assert changing.flow(RETURNS) == {"Sign": []}


def test_a_dry_run_answers_and_stores_nothing(changing: Changing) -> None:
    revision = changing.revision
    path = f"{DIAGRAM}/{RETURNS}/content?dryRun=true"

    answer = changing.write(path, {"values": [new(3, "task", "Sign")]})
    refused = changing.post(path, {"values": [new(3, "task", "Sign", 3)]})

    assert (answer["count"], [each["index"] for each in answer["values"]]) == (1, [3])
    assert refused.status_code == 400
    assert changing.content(RETURNS) == []
    assert changing.revision == revision
