"""The trash: what it shows, who may restore out of it, and how often."""

import re

import jsonschema_rs
import pytest

from facetstore.rest.openapi.schemas import SCHEMAS
from tests.rest.editing.taking_away import Owner, forbidden, own, refused, refuses_strangers, still
from tests.support import company
from tests.support.api import element

__all__ = ["own", "still"]


def test_the_trash_shows_what_was_deleted_by_whom_and_when_the_last_first(own: Owner) -> None:
    made = own.create("Spare")
    own.delete(made["id"])
    own.delete(company.RECEIPT_2_1)

    listed = own.read("rest/trash")

    by = own.principal("administrator")
    times = [each.pop("at") for each in listed["values"]]
    ids = [each.pop("id") for each in listed["values"]]
    assert listed == {
        "count": 2,
        "total": 2,
        "values": [
            {
                "elementId": company.RECEIPT,
                "versionId": company.RECEIPT_2_1,
                "type": "subProcess",
                "name": "Goods receipt",
                "by": by,
            },
            {"elementId": made["id"], "type": "subProcess", "name": "Spare", "by": by},
        ],
    }
    assert times == sorted(times, reverse=True)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", each) for each in times)
    assert len(set(ids)) == 2


def test_people_are_named_as_they_are_called(own: Owner) -> None:
    own.delete(company.ANNA, "?force=true", facet="users")

    assert own.trash()[0]["name"] == "Anna Amsel"


def test_the_trash_is_read_by_pages_and_also_by_post(own: Owner) -> None:
    made = [own.create(f"Spare {n}")["id"] for n in range(3)]
    for each in made:
        own.delete(each)

    pages = [own.read(f"rest/trash?$page={n}&$pageSize=2") for n in (1, 2, 3)]

    assert [(each["count"], each["total"]) for each in pages] == [(2, 3), (1, 3), (0, 3)]
    assert [row["elementId"] for each in pages for row in each["values"]] == made[::-1]
    assert own.answer("POST", "rest/trash") == own.answer("POST", "rest/trash", {}) == own.read("rest/trash")
    own.answer("POST", "rest/trash", {"count": 1}, status=400)
    own.answer("GET", "rest/trash?$filter=name", status=400)


def test_only_administrators_see_the_trash_and_restore(own: Owner) -> None:
    made = own.create("Spare")["id"]
    own.delete(made)
    path = f"rest/trash/{own.trash()[0]['id']}/restore"

    for role in ("viewer", "editor", "architect"):
        assert own.answer("GET", "rest/trash", role=role, status=403) == forbidden("Your role does not allow this.")
        assert own.answer("POST", path, role=role, status=403) == forbidden("Your role does not allow this.")
    refuses_strangers(own, "GET", "rest/trash")
    refuses_strangers(own, "POST", path)
    assert not own.exists(made)


def test_the_answers_are_what_the_interface_says_they_are(own: Owner) -> None:
    deleted = own.delete(company.RECEIPT, "?force=true")
    own.delete(company.ERP_1_1, facet="it")
    answers = {"OperationResult": deleted, "Trash": own.read("rest/trash")}
    answers["Restored"] = own.restore(company.RECEIPT)
    answers["Elements"] = own.write(f"{element(company.RETURNS)}/move", {"position": 0})
    answers["EditLocks"] = own.write(f"{element(company.RETURNS)}/lock")

    for name, answer in answers.items():
        schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": dict(SCHEMAS)}}
        jsonschema_rs.Draft202012Validator(schema, validate_formats=True).validate(answer)


@pytest.mark.parametrize("id_", [company.NOWHERE, "no-guid"])
def test_what_is_not_in_the_trash_is_not_found(still: Owner, id_: str) -> None:
    error = "The trash holds no such element."
    refusal = refused(error, {"error": error, "code": "not-found"}, output="volatile")

    assert still.answer("POST", f"rest/trash/{id_}/restore", status=404) == refusal


def test_the_trash_of_another_tenant_is_another_one(own: Owner) -> None:
    other = Owner(own.database, roles=("administrator",))
    other.delete(company.ORPHAN, "?force=true")
    deletion = other.trash()[0]["id"]

    assert own.trash() == []
    own.answer("POST", f"rest/trash/{deletion}/restore", status=404)
    other.close()


def test_nothing_is_restored_twice_but_a_key_gives_the_same_answer(own: Owner) -> None:
    own.delete(company.ORPHAN, "?force=true")
    own.delete(company.RETURNS, "?force=true")
    other, deletion = (each["id"] for each in own.trash())
    path = f"rest/trash/{deletion}/restore"

    first = own.answer("POST", path, idempotency_key="back")
    revision = own.revision
    assert own.answer("POST", path, idempotency_key="back") == first
    assert own.revision == revision
    own.answer("POST", f"rest/trash/{other}/restore", idempotency_key="back", status=422)
    own.answer("POST", path, status=404)


def test_a_dry_run_shows_what_would_come_back_and_restores_nothing(own: Owner) -> None:
    before = own.element(company.ORPHAN)
    own.delete(company.ORPHAN, "?force=true")
    revision, listed = own.revision, own.trash()

    answer = own.answer("POST", f"rest/trash/{listed[0]['id']}/restore?dryRun=true")

    assert answer == {"count": 1, "elements": [before], "data": []}
    assert (own.revision, own.trash()) == (revision, listed)
    assert not own.exists(company.ORPHAN)


def test_what_is_in_the_trash_has_no_revision_to_match(own: Owner) -> None:
    etag = own.etag(company.ORPHAN)
    own.delete(company.ORPHAN, "?force=true")
    error = "What is in the trash has no revision: restore it without If-Match."

    refusal = own.restore(company.ORPHAN, if_match=etag, status=412)

    assert refusal == refused(error, {"error": error, "code": "precondition-failed"})
    assert len(own.trash()) == 1


def test_everything_that_is_wrong_with_a_request_is_reported(still: Owner) -> None:
    refusal = still.answer("POST", f"rest/trash/{company.NOWHERE}/restore?dryRun=no", if_match="x", status=400)

    assert [each["path"] for each in refusal["data"]] == ["dryRun", "If-Match"]
