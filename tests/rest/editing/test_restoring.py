"""What comes back out of the trash is as it was; what cannot come back is reported."""

from facetstore.usecases.tenants.tenant_changes import apply_metamodel
from tests.rest.editing.taking_away import DELETED, Owner, own, refused
from tests.support import company
from tests.support.api import Json, element

__all__ = ["own"]

ALL = "?$resources=attributes,related,children,content,displayNames,rootPath"


def restored(*elements: Json, missing: tuple[Json, ...] = ()) -> Json:
    return {"count": len(elements), "elements": list(elements), "data": list(missing)}


def gone(path: str, code: str, error: str) -> Json:
    return {"error": error, "code": code, "path": path}


def everything(own: Owner, id_: str, facet: str = "processes") -> list[Json]:
    """All that can be read of an element, for editors and for viewers."""
    paths = [
        element(id_, facet) + ALL,
        *(f"{element(id_, facet)}/{part}" for part in ("versions", "content", "usages", "info")),
    ]
    found = [own.get(path, role).json() for path in paths for role in ("administrator", "viewer")]
    return [{name: value for name, value in each.items() if name != "requestId"} for each in found]


def test_an_element_comes_back_as_it_was(own: Owner) -> None:
    """Its place, three versions, references from and to it, its diagrams with their flow objects, and its history."""
    before, siblings = everything(own, company.RECEIPT), own.children(company.LOGISTICS)
    flow = [everything(own, each) for each in (company.START, company.DRAFT_TASK, company.OLD_START)]
    used = everything(own, company.ERP, "it")
    own.delete(company.RECEIPT, "?force=true")
    assert not any(own.exists(each) for each in (company.RECEIPT, company.START, company.DRAFT_TASK, company.OLD_START))

    answer = own.restore(company.RECEIPT)

    assert answer == restored(own.element(company.RECEIPT_2_1))
    assert everything(own, company.RECEIPT) == before
    assert own.children(company.LOGISTICS) == siblings
    assert [everything(own, each) for each in (company.START, company.DRAFT_TASK, company.OLD_START)] == flow
    assert everything(own, company.ERP, "it") == used
    assert own.trash() == []
    assert own.kinds(company.RECEIPT)[:6] == ["element.restored"] * 3 + ["element.deleted"] * 3
    assert own.kinds(company.JOURNEYS)[:2] == ["neighbour.back", "neighbour.gone"]


def test_an_etag_from_before_is_not_good_for_what_came_back(own: Owner) -> None:
    etag = own.etag(company.RETURNS)
    own.delete(company.RETURNS, "?force=true")
    own.restore(company.RETURNS)

    own.delete(company.RETURNS, "?force=true", if_match=etag, status=412)
    assert own.delete(company.RETURNS, "?force=true", if_match=own.etag(company.RETURNS)) == DELETED


def test_children_come_back_below_it_in_their_order(own: Owner) -> None:
    before = own.children(company.LOGISTICS)
    own.delete(company.LOGISTICS, "?force=true")

    answer = own.restore(company.LOGISTICS)

    assert answer["data"] == []
    assert own.children(company.LOGISTICS) == before
    assert own.children(company.OPERATIONS) == [company.LOGISTICS]


def test_children_that_were_taken_elsewhere_stay_there_and_that_is_reported(own: Owner) -> None:
    own.delete(company.LOGISTICS, "?force=true")
    own.write(f"{element(company.CHECK)}/move", {"parent": company.MANAGEMENT})
    own.delete(company.RETURNS, "?force=true")

    answer = own.restore(company.LOGISTICS)

    assert answer["data"] == [
        gone("children", "child-gone", f"Its child {id_} has another place, or is gone.")
        for id_ in (company.CHECK, company.RETURNS)
    ]
    assert own.children(company.LOGISTICS) == [company.RECEIPT]
    assert own.children(company.MANAGEMENT) == [company.CHECK]


def test_a_child_below_which_its_parent_came_to_stand_is_not_put_below_it_again(own: Owner) -> None:
    top, middle, low = (own.create(name)["id"] for name in ("Top", "Middle", "Low"))
    own.write(f"{element(middle)}/move", {"parent": top})
    own.write(f"{element(low)}/move", {"parent": middle})
    own.delete(middle, "?force=true")
    own.write(f"{element(top)}/move", {"parent": low})

    answer = own.restore(middle)

    assert answer["data"] == [gone("children", "child-gone", f"Its child {low} has another place, or is gone.")]
    assert (own.children(low), own.children(top), own.children(middle)) == ([top], [middle], [])


def test_what_is_gone_meanwhile_is_reported_and_shows_again_when_it_is_back(own: Owner) -> None:
    before = own.element(company.RECEIPT_2_1)
    own.delete(company.RECEIPT, "?force=true")
    own.delete(company.LOGISTICS, "?force=true")
    own.delete(company.ERP, "?force=true", facet="it")
    own.delete(company.CHECK, "?force=true")

    answer = own.restore(company.RECEIPT)

    named = "the subProcess 'Wareneingang'"
    assert answer["data"] == [
        gone("parent", "parent-gone", f"Its parent {company.LOGISTICS} is gone: it has no parent now."),
        gone("related.systems", "target-gone", f"{named} refers to {company.ERP}, which is gone."),
        gone("content", "target-gone", f"{named} shows {company.CHECK}, which is gone."),
        gone("related.systems", "target-gone", f"the task 'Store (de)' refers to {company.ERP}, which is gone."),
    ]
    assert "systems" not in own.element(company.RECEIPT_2_1)["related"]
    for id_ in (company.ERP, company.CHECK):
        own.restore(id_)
    own.restore(company.LOGISTICS)
    own.write(f"{element(company.RECEIPT)}/move", {"parent": company.LOGISTICS, "position": 0})
    assert own.element(company.RECEIPT_2_1) == before


def test_references_that_were_not_touched_are_back_with_what_they_lead_to(own: Owner) -> None:
    own.delete(company.ERP, "?force=true", facet="it")
    own.update({"id": company.RECEIPT_2_1, "related": {"hasOutput": [{"id": company.SHEET}]}})
    own.restore(company.ERP)

    related = own.element(company.RECEIPT_2_1)["related"]
    assert [each["id"] for each in related["systems"]] == [company.ERP]
    assert [each["id"] for each in related["hasOutput"]] == [company.SHEET]


def test_a_draft_comes_back_on_top_of_its_element(own: Owner) -> None:
    before = everything(own, company.RECEIPT)
    own.delete(company.RECEIPT_2_1)

    answer = own.restore(company.RECEIPT)

    assert answer == restored(own.element(company.RECEIPT_2_1))
    assert everything(own, company.RECEIPT) == before
    assert own.exists(company.DRAFT_TASK)
    assert not own.exists(company.DRAFT_TASK, role="viewer")
    assert own.kinds(company.RECEIPT)[0] == "version.restored"


def test_a_draft_comes_back_with_its_tasks(own: Owner) -> None:
    own.write(f"release/{company.RETURNS}/transitions/InProcessToInReview")
    tasks = own.read("rest/tasks")
    own.delete(company.RETURNS, "?force=true")

    own.restore(company.RETURNS)

    assert own.read("rest/tasks") == tasks
    own.write(f"rest/tasks/{tasks['values'][0]['id']}/accept")
    assert own.element(company.RETURNS)["state"] == "readyForRelease"


def test_a_draft_does_not_come_back_beside_another_one(own: Owner) -> None:
    own.delete(company.RECEIPT_2_1)
    own.write(f"release/{company.RECEIPT}/createversion")
    error = "The element has another draft by now. Release or delete that first."

    assert own.restore(company.RECEIPT, status=409) == refused(error, {"error": error, "code": "open-draft"})
    assert len(own.trash()) == 1, "it can still be restored later"


def test_a_draft_that_others_overtook_gets_the_next_number(own: Owner) -> None:
    own.delete(company.ERP_1_1, facet="it")
    texts = {name: {"1031": "Neu", "1033": "New"} for name in ("name", "description")}
    draft = own.write(f"release/{company.ERP}/createversion")["elements"][0]["versionId"]
    path = "rest/facets/it/views/detail/elements"
    own.update({"id": draft, "attributes": {**texts, "reasonForRevision": {"127": "New"}}}, path=path)
    own.write(f"release/{company.ERP}/transitions/InProcessToReleased?ignoreWarnings=true")

    answer = own.restore(company.ERP)

    assert answer["data"] == [gone("version", "other-number", "It is version 2.1 now: 2.0 came after it.")]
    assert answer["elements"][0]["versionId"] == company.ERP_1_1
    assert answer["elements"][0]["attributes"]["version"] == {"127": "2.1"}


def test_the_draft_of_an_element_in_the_trash_waits_for_it(own: Owner) -> None:
    own.delete(company.RECEIPT_2_1)
    draft = own.trash()[0]["id"]
    own.delete(company.RECEIPT, "?force=true")
    error = "The element of this draft was deleted as well: restore that first."

    refusal = own.answer("POST", f"rest/trash/{draft}/restore", status=409)

    assert refusal == refused(error, {"error": error, "code": "element-gone"})
    own.restore(company.RECEIPT)
    own.answer("POST", f"rest/trash/{draft}/restore")
    assert own.exists(company.RECEIPT_2_1)


def test_what_is_there_again_is_not_restored(own: Owner) -> None:
    own.delete(company.ORPHAN, "?force=true")
    again = company.versioned("subProcess", 10, "1.0", "released", {1033: "Imported"})
    own.database.add_elements(own.address, lambda: [company.header(), again])
    error = "There is an element with this id again."

    assert own.restore(company.ORPHAN, status=409) == refused(error, {"error": error, "code": "exists"})
    assert own.element(company.ORPHAN)["attributes"]["name"] == {"1033": "Imported"}


def test_what_has_no_type_any_more_is_not_restored(own: Owner) -> None:
    tenant, storage = own.database.tenant(own.address), own.database.storage
    names = {1031: "Lieferant", 1033: "Supplier"}
    supplier = {
        "facet": "stakeholders",
        "identity": "creationId",
        "names": names,
        "descriptions": names,
        "color": "#6E4A7E",
        "include": ["named"],
    }
    own.database.run(apply_metamodel(storage, tenant, {"types": {"supplier": supplier}}))
    path = "rest/facets/stakeholders/views/detail/elements"
    made = own.update({"type": "supplier", "attributes": {"name": {"1033": "Mill"}}}, path=path)[0]["id"]
    own.delete(made, facet="stakeholders")
    own.database.run(apply_metamodel(storage, tenant, {}))
    error = "There is no type supplier any more."

    assert own.restore(made, status=409) == refused(error, {"error": error, "code": "type-gone"})


def test_a_stereotype_that_is_gone_is_reported(own: Owner) -> None:
    own.delete(company.SCANNER, "?force=true", facet="it")
    own.delete(company.HANDHELD, facet="stereotypes")

    answer = own.restore(company.SCANNER)

    error = f"the system 'Scanner' has the stereotype {company.HANDHELD}, which is gone."
    assert answer["data"] == [gone("stereotype", "target-gone", error)]
