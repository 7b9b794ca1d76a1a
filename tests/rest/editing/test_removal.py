"""Deleting elements and drafts: what goes, what stays, and what becomes of those who referred to it."""

import json

import pytest

from facetstore.exchange.bundle_export import export_bundle
from facetstore.usecases.tenancy import serve
from tests.rest.editing.taking_away import (
    DELETED,
    Owner,
    deletions,
    own,
    still,
)
from tests.support import company
from tests.support.api import Json, element
from tests.support.changing import existing, new

__all__ = ["own", "still"]

TREE = "rest/facets/processes/views/tree/elements"
ORPHANED = "rest/facets/processes/views/orphaned/elements"


@pytest.mark.parametrize("way", [0, 1], ids=["POST", "DELETE"])
def test_a_draft_that_is_not_used_is_deleted_by_an_editor(own: Owner, way: int) -> None:
    made = own.create("Spare", company.LOGISTICS, "editor")
    before = own.children(company.LOGISTICS)

    method, path = deletions(made["id"])[way]
    assert own.answer(method, path, role="editor") == DELETED

    assert not own.exists(made["id"])
    assert not own.exists(made["versionId"])
    assert own.children(company.LOGISTICS) == [each for each in before if each != made["id"]]
    assert own.kinds(company.LOGISTICS)[0] == "neighbour.gone"


def test_the_id_of_a_draft_deletes_that_draft_alone(own: Owner) -> None:
    assert own.delete(company.RECEIPT_2_1) == DELETED

    left = own.read(f"{element(company.RECEIPT)}/versions")["elements"]
    assert [each["versionId"] for each in left] == [company.RECEIPT_1_0, company.RECEIPT_2_0]
    assert own.element(company.RECEIPT)["versionId"] == company.RECEIPT_2_0
    assert own.element(company.RECEIPT, role="viewer")["versionId"] == company.RECEIPT_2_0
    assert own.kinds(company.RECEIPT)[0] == "version.deleted"


def test_a_draft_takes_the_flow_objects_with_it_that_no_other_diagram_shows(own: Owner) -> None:
    own.delete(company.RECEIPT_2_1)

    gone = (company.DRAFT_START, company.DRAFT_TASK, company.DRAFT_END)
    assert not any(own.exists(each) for each in gone)
    assert own.exists(company.START)
    assert own.exists(company.CHECK), "it is shown there, but lives elsewhere"


def test_what_another_diagram_shows_as_well_survives_the_deletion_of_one(own: Owner) -> None:
    shared, alone = company.element_id(310), company.element_id(311)
    first, second = own.diagram(300, 310, 311), own.diagram(301, 310)

    own.delete(first)

    assert own.exists(shared)
    assert not own.exists(alone)
    assert own.flow(second) == {"Task 310": []}
    own.delete(second)
    assert not own.exists(shared)


def test_what_only_drafts_show_any_more_viewers_see_no_longer(own: Owner) -> None:
    """The released diagram goes, the draft that shows the same task stays."""
    own.diagram(300, 202)
    assert own.exists(company.UNLOAD, role="viewer")

    own.delete(company.RECEIPT, "?force=true")

    assert own.exists(company.UNLOAD)
    assert not own.exists(company.UNLOAD, role="viewer")
    assert not own.exists(company.STORE)


def test_the_id_of_the_only_version_deletes_the_element(own: Owner) -> None:
    made = own.create("Spare")

    own.delete(made["versionId"])

    assert not own.exists(made["id"])
    assert "versionId" not in own.trash()[0]


def test_what_leads_nowhere_is_not_exported(own: Owner) -> None:
    for id_, facet in ((company.ERP, "it"), (company.CHECK, "processes"), (company.OLGA, "users")):
        own.delete(id_, "?force=true", facet=facet)

    served = serve(own.database.tenant(own.address))

    async def lines() -> list[Json]:
        return [json.loads(line) async for line in export_bundle(own.database.storage, served)]

    exported = own.database.run(lines())
    other = own.database.add_tenant(f"{own.address}-copy", company.SETTINGS, lambda: exported)

    assert own.database.run(own.database.storage.population(own.database.tenant(other).key))["subProcess"] == 4


def test_force_leaves_children_without_a_parent_and_references_unseen(own: Owner) -> None:
    assert own.delete(company.LOGISTICS, "?force=true") == DELETED

    orphans = {each["id"] for each in own.read(ORPHANED)["elements"]}
    assert orphans >= {company.RECEIPT, company.CHECK, company.RETURNS}
    assert own.children(company.OPERATIONS) == []
    assert own.kinds(company.RETURNS)[0] == "element.orphaned"


def test_what_referred_to_it_is_posted_back_as_it_is_read(own: Owner) -> None:
    own.delete(company.RETURNS, "?force=true")
    left = own.element(company.JOURNEYS)

    assert [each["id"] for each in left["related"]["processes"]] == [company.RECEIPT]
    revision = own.revision
    assert own.update(left) == [left]
    assert own.revision == revision
    assert own.kinds(company.JOURNEYS)[0] == "neighbour.gone"


def test_lists_show_no_person_who_is_gone(own: Owner) -> None:
    """What lists show of people is kept beside each element, ready to be shown."""
    path = "rest/facets/processes/views/list/elements?$resources=attributes,related"
    before = {each["id"]: each for each in own.read(path)["elements"]}
    assert [each["id"] for each in before[company.LOGISTICS]["related"]["owner"]] == [company.OLGA]

    own.delete(company.OLGA, "?force=true", facet="users")

    after = {each["id"]: each for each in own.read(path)["elements"]}
    assert not [each for each in after.values() if "owner" in each.get("related", {})]
    own.restore(company.OLGA)
    assert {each["id"]: each for each in own.read(path)["elements"]} == before


def test_the_place_of_one_that_is_gone_can_be_taken_by_another(own: Owner) -> None:
    """An owner there is one of: the one who was deleted does not stand in the way."""
    own.delete(company.OLGA, "?force=true", facet="users")

    after = own.update({"id": company.RECEIPT_2_1, "related": {"owner": [{"id": company.QUENTIN}]}})[0]

    assert [each["id"] for each in after["related"]["owner"]] == [company.QUENTIN]


def test_a_diagram_that_showed_it_can_be_changed(own: Owner) -> None:
    own.delete(company.CHECK, "?force=true")

    own.drawn(company.RECEIPT_2_1, existing(0, company.DRAFT_TASK), new(1, "task", "Seal the truck", 0))

    assert own.flow(company.RECEIPT_2_1) == {
        "Truck arrived": [],
        "Weigh the truck": ["Truck arrived"],
        "Goods received": [],
        "Seal the truck": ["Weigh the truck"],
    }


def test_a_draft_that_is_being_decided_about_is_deleted_only_by_force_and_its_tasks_end(own: Owner) -> None:
    own.write(f"release/{company.RETURNS}/transitions/InProcessToInReview")
    assert len(own.read("rest/tasks")["values"]) == 1

    refusal = own.delete(company.RETURNS_0_1, status=409)
    assert [each["code"] for each in refusal["data"]] == ["still-used", "not-editable"]
    own.delete(company.RETURNS_0_1, "?force=true")

    assert own.read("rest/tasks")["values"] == []


def test_the_same_key_has_one_effect_and_one_answer(own: Owner) -> None:
    first, other = own.create("First")["id"], own.create("Other")["id"]
    path = f"{element(first)}/delete"

    assert own.answer("POST", path, idempotency_key="gone") == DELETED
    revision = own.revision
    again = own.post(path, idempotency_key="gone")
    refusal = own.answer("POST", f"{element(other)}/delete", idempotency_key="gone", status=422)

    assert (again.status_code, again.json()) == (200, DELETED)
    assert again.headers["idempotency-replayed"] == "true"
    assert own.revision == revision
    assert refusal["data"][0]["code"] == "idempotency-key-reused"
    assert own.exists(other)


def test_a_dry_run_answers_and_deletes_nothing(still: Owner) -> None:
    revision, before = still.revision, still.element(company.RECEIPT)

    assert still.delete(company.RECEIPT, "?force=true&dryRun=true") == DELETED

    assert still.element(company.RECEIPT) == before
    assert still.revision == revision
    assert still.trash() == []


def test_who_was_deleted_acts_no_longer(own: Owner) -> None:
    own.delete(own.principal("editor"), facet="automation")

    own.answer("GET", TREE, role="editor", status=401)
    own.restore(own.trash()[0]["elementId"])
    own.answer("GET", TREE, role="editor")
