"""Moving elements: below another one, to another place among siblings, and everything that stands against it."""

import pytest

from tests.rest.editing.taking_away import NOT_FOUND, Owner, forbidden, own, refused, refuses_strangers, still
from tests.support import company
from tests.support.api import Json, element

__all__ = ["own", "still"]

RECEIPT, CHECK, RETURNS = company.RECEIPT, company.CHECK, company.RETURNS
"""How the children of the main process stand."""


def path(id_: str, query: str = "", facet: str = "processes", view: str = "detail") -> str:
    return f"{element(id_, facet, view)}/move{query}"


def wrong(where: str, error: str, code: str = "wrong-place") -> Json:
    return {"error": error, "code": code, "path": where}


def roots(own: Owner) -> list[str]:
    return [each["id"] for each in own.read("rest/facets/processes/views/tree/elements")["elements"]]


def root_path(own: Owner, id_: str) -> list[str]:
    found = own.read(f"{element(id_)}?$resources=rootPath")["elements"][0]
    return [each["id"] for each in found.get("rootPath", [])]


def test_an_element_moves_below_another_one_and_stands_last_there(own: Owner) -> None:
    own.create("First there", company.MANAGEMENT)
    before = own.element(RETURNS)

    answer = own.write(path(RETURNS), {"parent": company.MANAGEMENT})

    assert answer == {"count": 1, "elements": [before]}
    assert own.children(company.LOGISTICS) == [RECEIPT, CHECK]
    assert own.children(company.MANAGEMENT)[-1] == RETURNS
    assert root_path(own, RETURNS) == [company.MANAGEMENT, company.HOUSE]


def test_the_answer_has_the_etag_of_the_element_as_it_stands_now(own: Owner) -> None:
    before = own.etag(RETURNS)

    etag = own.post(path(RETURNS), {"parent": company.MANAGEMENT}).headers["etag"]

    assert etag == own.etag(RETURNS) != before


def test_all_versions_move_together(own: Owner) -> None:
    own.write(path(RECEIPT), {"parent": company.MANAGEMENT})

    for version in (RECEIPT, company.RECEIPT_1_0, company.RECEIPT_2_0, company.RECEIPT_2_1):
        assert root_path(own, version) == [company.MANAGEMENT, company.HOUSE]
    assert own.element(RECEIPT, role="viewer")["versionId"] == company.RECEIPT_2_0


def test_what_was_released_moves_as_well(own: Owner) -> None:
    """Where it stands is no part of what was approved."""
    own.write(path(CHECK), {"parent": company.MANAGEMENT}, "editor")

    assert own.children(company.MANAGEMENT) == [CHECK]


@pytest.mark.parametrize(
    ("moved", "position", "order"),
    [
        (RETURNS, 0, [RETURNS, RECEIPT, CHECK]),
        (RETURNS, 1, [RECEIPT, RETURNS, CHECK]),
        (RECEIPT, 1, [CHECK, RECEIPT, RETURNS]),
        (RECEIPT, 2, [CHECK, RETURNS, RECEIPT]),
        (RECEIPT, 99, [CHECK, RETURNS, RECEIPT]),
        (CHECK, 0, [CHECK, RECEIPT, RETURNS]),
    ],
)
def test_the_position_is_the_place_among_the_siblings(own: Owner, moved: str, position: int, order: list[str]) -> None:
    own.write(path(moved), {"position": position})

    assert own.children(company.LOGISTICS) == order


def test_siblings_that_were_not_put_in_order_make_room_for_one_that_is(own: Owner) -> None:
    """All at one position they stand by name; an element that is put between them stays between them."""
    made = [own.create(name, type="subCategory")["id"] for name in ("A", "B", "C", "D")]
    for each in made:
        own.write(path(each), {"parent": company.MANAGEMENT})
    last = own.create("E", company.MANAGEMENT, type="subCategory")["id"]

    own.write(path(last), {"position": 1})
    own.write(path(made[3]), {"position": 0})
    own.write(path(made[0]), {"position": 2})

    assert own.children(company.MANAGEMENT) == [made[3], last, made[0], made[1], made[2]]


def test_imported_siblings_that_share_a_position_are_distinguished(own: Owner) -> None:
    numbers = range(400, 404)
    records = [
        company.plain("subCategory", company.element_id(n), {1033: f"Band {n}"}, 0, company.MANAGEMENT) for n in numbers
    ]
    own.database.add_elements(own.address, lambda: [company.header(), *records])
    bands = [company.element_id(n) for n in numbers]

    own.write(path(bands[3]), {"position": 1})
    assert own.children(company.MANAGEMENT) == [bands[0], bands[3], bands[1], bands[2]]
    own.write(path(bands[2]), {"position": 0})
    assert own.children(company.MANAGEMENT) == [bands[2], bands[0], bands[3], bands[1]]


def test_a_new_child_stands_at_the_place_it_is_given(own: Owner) -> None:
    own.write(path(company.INTAKE), {"parent": company.LOGISTICS, "position": 1})

    assert own.children(company.LOGISTICS) == [RECEIPT, company.INTAKE, CHECK, RETURNS]


def test_of_the_siblings_only_those_change_that_make_room(own: Owner) -> None:
    etags = [own.etag(each) for each in (RECEIPT, CHECK)]

    own.write(path(RETURNS), {"position": 1})

    assert [own.etag(each) for each in (RECEIPT, CHECK)] == etags
    assert own.kinds(RETURNS)[0] == "element.moved"
    assert own.kinds(CHECK)[0] == "element.shifted"
    assert "element.shifted" not in own.kinds(RECEIPT)


def test_roots_stand_in_the_order_they_are_given(own: Owner) -> None:
    assert roots(own) == [company.HOUSE, company.JOURNEYS]

    own.write(path(company.JOURNEYS), {"position": 0})

    assert roots(own) == [company.JOURNEYS, company.HOUSE]


def test_below_nothing_a_root_is_a_root_and_all_others_are_orphans(own: Owner) -> None:
    own.write(path(company.FIRST_CONTACT), {"parent": None})
    own.write(path(RETURNS), {"parent": None})

    orphans = own.read("rest/facets/processes/views/orphaned/elements")["elements"]
    assert RETURNS in [each["id"] for each in orphans]
    assert roots(own) == [company.HOUSE, company.JOURNEYS, company.FIRST_CONTACT]
    assert own.children(company.JOURNEYS) == []


@pytest.mark.parametrize(
    "body", [{"parent": company.LOGISTICS}, {"position": 2}, {"parent": company.LOGISTICS.upper(), "position": 9}]
)
def test_where_it_stands_already_it_stays_and_nothing_is_stored(still: Owner, body: Json) -> None:
    revision = still.revision

    assert still.write(path(RETURNS), body) == {"count": 1, "elements": [still.element(RETURNS)]}

    assert still.revision == revision


def test_an_orphan_has_no_siblings_to_be_moved_among(still: Owner) -> None:
    revision = still.revision

    still.write(path(company.ORPHAN), {"position": 3})

    assert still.revision == revision


def test_the_parent_may_be_named_by_a_version_or_a_reference(own: Owner) -> None:
    own.write(path(RETURNS), {"parent": company.RECEIPT_2_0})
    assert own.children(RECEIPT) == [RETURNS]

    own.write(path(RETURNS), {"parent": {"id": company.LOGISTICS, "type": "mainProcess"}})
    assert own.children(company.LOGISTICS) == [RECEIPT, CHECK, RETURNS]


def test_both_parents_and_the_element_show_the_move(own: Owner) -> None:
    own.write(path(RETURNS), {"parent": company.MANAGEMENT}, x_reason="tidied up")

    assert own.kinds(company.LOGISTICS)[0] == "child.gone"
    entry = own.history(RETURNS)[0]
    assert (entry["kind"], entry["versionId"], entry["reason"]) == ("element.moved", company.RETURNS_0_1, "tidied up")


@pytest.mark.parametrize("below", [RECEIPT, company.RECEIPT_2_0])
def test_nothing_stands_below_itself(own: Owner, below: str) -> None:
    low = own.create("Low", RECEIPT)["id"]
    lowest = own.create("Lowest", low)["id"]
    error = "the subProcess 'Wareneingang' cannot stand below itself."
    refusal = refused(error, wrong("parent", error, "cycle"))

    for parent in (below, low, lowest):
        assert own.answer("POST", path(RECEIPT), {"parent": parent}, status=409) == refusal
    assert own.children(company.LOGISTICS) == [RECEIPT, CHECK, RETURNS]


def test_a_circle_is_seen_however_far_below(own: Owner) -> None:
    top = own.create("0")["id"]
    low = top
    for depth in range(1, 70):
        low = own.create(str(depth), low)["id"]

    own.answer("POST", path(top), {"parent": low}, status=409)


def test_everything_that_is_wrong_with_a_body_is_reported(still: Owner) -> None:
    refusal = still.answer("POST", path(RETURNS), {"parent": company.ERP, "position": -1, "postion": 1}, status=400)

    possible = "subCategory, mainProcess, midProcess, subProcess, view"
    assert refusal == {
        "message": "A move has no field 'postion'; it takes parent and position.",
        "output": "inline",
        "type": "error",
        "data": [
            wrong("postion", "A move has no field 'postion'; it takes parent and position.", "unknown-field"),
            wrong("position", "position needs a whole number from 0 on, not -1."),
            wrong("parent", f"A subProcess cannot stand below a system, but below: {possible}."),
        ],
    }


@pytest.mark.parametrize("parent", [company.NOWHERE, company.RIVAL_HOUSE, "no-guid", 7, {"name": "House"}])
def test_a_parent_that_does_not_exist_is_refused(still: Owner, parent: object) -> None:
    refusal = still.answer("POST", path(RETURNS), {"parent": parent}, status=400)

    assert refusal["data"] == [wrong("parent", f"There is no element {parent!r} to stand below.")]


@pytest.mark.parametrize("position", [-1, 1.5, "1", True, [0]])
def test_a_position_is_a_whole_number(still: Owner, position: object) -> None:
    refusal = still.answer("POST", path(RETURNS), {"position": position}, status=400)

    assert refusal["data"] == [wrong("position", f"position needs a whole number from 0 on, not {position!r}.")]


def test_a_position_beyond_all_numbers_is_the_last(own: Owner) -> None:
    own.write(path(RECEIPT), {"position": 10**30})

    assert own.children(company.LOGISTICS) == [CHECK, RETURNS, RECEIPT]


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'"x"', b'{"to": "x"}', b"{"])
def test_without_a_place_there_is_no_move(still: Owner, content: bytes) -> None:
    response = still.api.post(path(RETURNS), tenant=still.address, content=content)

    assert response.status_code == 400, response.text
    assert response.json()["data"][0]["code"] == "invalid-body"


@pytest.mark.parametrize(("id_", "facet"), [(company.UNLOAD, "processes"), (company.NOTE, "inputsoutputs")])
def test_what_stands_in_no_hierarchy_is_not_moved(still: Owner, id_: str, facet: str) -> None:
    refusal = still.answer("POST", path(id_, facet=facet), {"position": 0}, status=409)

    assert refusal["data"][0]["error"].endswith("is in no hierarchy: it cannot be moved.")


def test_structure_is_moved_by_architects(own: Owner) -> None:
    body = {"parent": company.MANAGEMENT}

    found = own.answer("POST", path(company.LOGISTICS), body, "editor", 403)
    assert found == forbidden("You may not move the mainProcess 'Logistik'.")
    own.answer("POST", path(company.LOGISTICS), body, "architect")
    assert own.children(company.MANAGEMENT) == [company.LOGISTICS]


def test_an_author_moves_only_their_own(still: Owner) -> None:
    body = still.answer("POST", path(RECEIPT), {"position": 2}, "editor", 403)

    assert body == forbidden("You may not move the subProcess 'Wareneingang'.")


def test_if_match_refuses_what_moved_meanwhile(own: Owner) -> None:
    etag = own.etag(RETURNS)

    own.write(path(RETURNS), {"parent": company.MANAGEMENT}, if_match=etag)
    refusal = own.answer("POST", path(RETURNS), {"parent": company.OPERATIONS}, status=412, if_match=etag)

    assert refusal["data"][0]["code"] == "precondition-failed"
    assert own.children(company.MANAGEMENT) == [RETURNS]


def test_the_same_key_has_one_effect_and_one_answer(own: Owner) -> None:
    to_management, back = {"parent": company.MANAGEMENT}, {"parent": company.LOGISTICS}
    first = own.write(path(RETURNS), to_management, idempotency_key="move")
    own.write(path(RETURNS), back)

    assert own.write(path(RETURNS), to_management, idempotency_key="move") == first
    own.answer("POST", path(RETURNS), back, status=422, idempotency_key="move")

    assert own.children(company.MANAGEMENT) == []


def test_a_dry_run_answers_and_moves_nothing(still: Owner) -> None:
    revision = still.revision

    answer = still.write(path(RETURNS, "?dryRun=true"), {"parent": company.MANAGEMENT, "position": 0})

    assert answer["elements"][0]["id"] == RETURNS
    assert still.revision == revision
    assert still.children(company.LOGISTICS) == [RECEIPT, CHECK, RETURNS]


def test_callers_without_token_strangers_and_viewers_move_nothing(still: Owner) -> None:
    body = {"parent": company.MANAGEMENT}

    refuses_strangers(still, "POST", path(CHECK), body)
    for id_ in (CHECK, RETURNS, company.NOWHERE):
        assert still.answer("POST", path(id_), body, "viewer", 403) == forbidden("Your role does not allow this.")
    assert still.children(company.MANAGEMENT) == []


def test_what_does_not_exist_or_stands_in_another_facet_is_not_moved(still: Owner) -> None:
    for id_, facet in ((company.NOWHERE, "processes"), ("no-guid", "processes"), (RETURNS, "it")):
        assert still.answer("POST", path(id_, facet=facet), {"position": 0}, status=404) == NOT_FOUND


def test_a_move_is_no_read(still: Owner) -> None:
    still.answer("GET", path(RETURNS), status=405)
