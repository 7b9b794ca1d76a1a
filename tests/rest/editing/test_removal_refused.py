"""Deletions that are refused: what stands against them, who may not, and what is wrong with the request."""

import pytest

from tests.rest.editing.taking_away import (
    DELETED,
    NOT_FOUND,
    Owner,
    deletions,
    forbidden,
    own,
    refused,
    refuses_strangers,
    still,
)
from tests.support import company

__all__ = ["own", "still"]


def test_a_version_that_was_released_is_never_deleted_alone(still: Owner) -> None:
    error = "Version 2.0 of the subProcess 'Wareneingang' was released; only drafts are deleted one by one."
    refusal = refused(error, {"error": error, "code": "was-released", "path": "state"})

    for query in ("", "?force=true"):
        assert still.delete(company.RECEIPT_2_0, query, status=409) == refusal
    assert still.exists(company.RECEIPT_2_0)


def test_all_that_stands_against_it_is_reported_at_once(still: Owner) -> None:
    revision = still.revision
    children = f"It has children: {company.RECEIPT}, {company.CHECK}, {company.RETURNS}."
    refusal = refused(
        f"the mainProcess 'Logistik' cannot be deleted: {children} force=true deletes it anyway.",
        {"error": children, "code": "still-used", "path": "children"},
        {"error": "Only drafts are deleted: 1.0 is inEffect.", "code": "not-editable", "path": "state"},
    )

    assert still.delete(company.LOGISTICS, status=409) == refusal

    assert still.revision == revision


def test_who_refers_to_it_is_shown(still: Owner) -> None:
    error = f"Others refer to it: {company.JOURNEYS}."
    refusal = refused(
        f"the subProcess 'Rücksendung' cannot be deleted: {error} force=true deletes it anyway.",
        {"error": error, "code": "still-used", "path": "related"},
    )

    for method, path in deletions(company.RETURNS):
        assert still.answer(method, path, status=409) == refusal


def test_of_many_that_refer_to_it_some_are_named(own: Owner) -> None:
    made = [own.create(f"Process {n}", related={"systems": [{"id": company.SCANNER}]})["id"] for n in range(6)]
    known = [company.RECEIPT, company.UNLOAD]
    named = sorted([*made, *known])

    refusal = own.delete(company.SCANNER, facet="it", status=409)

    assert refusal["data"][0]["error"] == f"Others refer to it: {', '.join(named[:5])} and {len(named) - 5} more."


def test_who_carries_a_stereotype_refers_to_it(own: Owner) -> None:
    refusal = own.delete(company.HANDHELD, facet="stereotypes", status=409)

    assert refusal["data"] == [
        {"error": f"Others refer to it: {company.SCANNER}.", "code": "still-used", "path": "related"}
    ]
    refusal = own.delete(company.APPLICATION, "?force=true", facet="stereotypes", status=409)
    assert [each["code"] for each in refusal["data"]] == ["predefined"], "the standard has it, whatever carries it"


def test_what_was_released_is_deleted_by_architects_and_only_by_force(own: Owner) -> None:
    error = "the subProcess 'Verwaist' was released: only architects and administrators may delete it."
    for query in ("", "?force=true"):
        assert own.delete(company.ORPHAN, query, role="editor", status=403) == forbidden(error)
    refusal = own.delete(company.ORPHAN, role="architect", status=409)
    assert refusal["data"] == [
        {"error": "Only drafts are deleted: 1.0 is released.", "code": "not-editable", "path": "state"}
    ]

    assert own.delete(company.ORPHAN, "?force=true", role="architect") == DELETED

    assert not own.exists(company.ORPHAN)


def test_what_lives_in_a_diagram_is_deleted_there(still: Owner) -> None:
    error = f"the task 'Unload (de)' belongs to the diagram of {company.RECEIPT}: delete its shape there."
    refusal = refused(error, {"error": error, "code": "in-diagram", "path": "content"})

    for query in ("", "?force=true"):
        assert still.delete(company.UNLOAD, query, status=409) == refusal


def test_an_author_deletes_only_their_own(own: Owner) -> None:
    mine = own.create("Mine", role="editor")["id"]
    others = own.create("Others")["id"]

    assert own.delete(others, role="editor", status=403) == forbidden("You may not delete the subProcess 'Others'.")
    assert own.delete(mine, role="editor") == DELETED


def test_structure_is_deleted_by_architects(own: Owner) -> None:
    error = "You may not delete the view 'Erstkontakt'."

    assert own.delete(company.FIRST_CONTACT, role="editor", status=403) == forbidden(error)
    assert own.delete(company.FIRST_CONTACT, role="architect") == DELETED


def test_if_match_refuses_what_was_changed_meanwhile(own: Owner) -> None:
    made = own.create("Spare")
    etag = own.etag(made["id"])
    own.update({"id": made["id"], "attributes": {"name": {"1033": "Spared"}}})
    error = (
        "The element was changed meanwhile: it has revision 2, not 1. "
        "Read it again, and repeat your change if it still fits."
    )

    refusal = own.delete(made["id"], if_match=etag, status=412)

    assert refusal == refused(error, {"error": error, "code": "precondition-failed"})
    assert own.delete(made["id"], if_match=own.etag(made["id"])) == DELETED


def test_callers_without_token_and_strangers_are_shown_nothing(still: Owner) -> None:
    for method, path in [*deletions(company.RETURNS), *deletions(company.NOWHERE)]:
        refuses_strangers(still, method, path)
    assert still.exists(company.RETURNS)


def test_viewers_delete_nothing(still: Owner) -> None:
    for id_ in (company.ORPHAN, company.RETURNS, company.NOWHERE):
        for method, path in deletions(id_):
            assert still.answer(method, path, role="viewer", status=403) == forbidden("Your role does not allow this.")


@pytest.mark.parametrize("id_", [company.NOWHERE, "no-guid", company.RIVAL_HOUSE])
def test_what_does_not_exist_cannot_be_deleted(still: Owner, id_: str) -> None:
    for method, path in deletions(id_, "?force=true"):
        assert still.answer(method, path, status=404) == NOT_FOUND


def test_an_element_is_deleted_only_where_it_stands(still: Owner) -> None:
    assert still.delete(company.RETURNS, "?force=true", facet="it", status=404) == NOT_FOUND
    still.answer("DELETE", f"rest/facets/processes/views/nowhere/elements/{company.RETURNS}", status=404)
    assert still.exists(company.RETURNS)


def test_everything_that_is_wrong_with_a_request_is_reported(still: Owner) -> None:
    refusal = still.delete(company.RETURNS, "?force=perhaps&dryRun=1", if_match="new", idempotency_key=" ", status=400)

    assert refusal["data"] == [
        {"error": "dryRun takes true or false, not '1'.", "code": "invalid-parameter", "path": "dryRun"},
        {"error": "force takes true or false, not 'perhaps'.", "code": "invalid-parameter", "path": "force"},
        {
            "error": "An Idempotency-Key has 1 to 200 printable characters.",
            "code": "invalid-parameter",
            "path": "Idempotency-Key",
        },
        {
            "error": 'If-Match takes the ETag of the element, such as "12-8c1f0b0e7d5a4f0e", or *.',
            "code": "invalid-parameter",
            "path": "If-Match",
        },
    ]
    assert still.exists(company.RETURNS)


def test_a_parameter_it_does_not_know_is_no_parameter_to_pass_over(still: Owner) -> None:
    refusal = still.delete(company.RETURNS, "?force=true&$dryRun=true", status=400)

    assert [each["path"] for each in refusal["data"]] == ["$dryRun"]
    assert still.exists(company.RETURNS)
