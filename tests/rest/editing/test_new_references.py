"""References that create what they refer to: where `canAddNew` is true, a reference with a type and no id is a new element."""

from typing import Any, Final

import pytest

from tests.rest.editing.archive import IDS, PROCESSES, RECORDS, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import DETAIL, Changing, existing, new

RETURNS: Final = company.RETURNS
SYSTEMS: Final = "rest/facets/it/views/detail/elements"
RISKS: Final = "rest/facets/risks/views/detail/elements"
MOST: Final = 1000


def named(type_: str, name: str, **more: Any) -> Json:
    return {"type": type_, "attributes": {"name": {"1033": name}}, **more}


def referred(element: Json, context: str) -> list[str]:
    return [each["id"] for each in element["related"][context]]


def test_a_new_element_is_created_and_referred_to_in_its_place(changing: Changing) -> None:
    before = changing.revision
    (answer,) = changing.update(
        {
            "id": RETURNS,
            "related": {"systems": [{"id": company.ERP}, named("system", "Label printer"), company.SCANNER]},
        },
        role="editor",
    )

    erp, made, scanner = referred(answer, "systems")
    assert (erp, scanner) == (company.ERP, company.SCANNER)
    assert changing.revision == before + 1  # one transaction
    (system,) = changing.read(f"{SYSTEMS}/{made}", "editor")["elements"]
    assert system["attributes"]["name"] == {"1033": "Label printer"}
    assert (system["type"], system["state"], system["facetName"]) == ("system", "inProcess", "it")
    assert "rootPath" not in changing.read(f"{SYSTEMS}/{made}?$resources=rootPath")["elements"][0]
    assert [each["kind"] for each in changing.history(made, path=SYSTEMS)] == ["element.created"]
    (shown,) = changing.read(f"{DETAIL}/{RETURNS}")["elements"]
    assert referred(shown, "systems") == [erp, made, scanner]


def test_a_created_element_is_as_one_that_was_created_alone(changing: Changing) -> None:
    changing.update({"id": RETURNS, "related": {"risks": [named("risk", "One")]}}, role="editor")
    changing.update(named("risk", "Another"), role="editor", path=RISKS)

    found = changing.read(f"{RISKS}?$filter=name -eq 'One' -or name -eq 'Another'")["elements"]
    one, another = (_without_identity(each) for each in found)
    assert one == another


def _without_identity(element: Json) -> Json:
    left = {name: value for name, value in element.items() if name not in ("id", "versionId", "expandUri")}
    moving = ("name", "gotoUrl", "createdOn", "changedOn")
    return {**left, "attributes": {name: each for name, each in left["attributes"].items() if name not in moving}}


def test_new_elements_have_new_references_too(changing: Changing) -> None:
    system = named("system", "Printer", related={"owner": [{"id": company.OLGA}]}, stereotype="applicationSystem")
    body = named("subProcess", "Print labels", related={"systems": [system], "risks": [named("risk", "Jam")]})

    (answer,) = changing.update({**body, "parent": company.LOGISTICS})

    (printer,) = referred(answer, "systems")
    (found,) = changing.read(f"{SYSTEMS}/{printer}?$resources=related,stereotype")["elements"]
    assert referred(found, "owner") == [company.OLGA]
    assert found["stereotype"]
    assert len(referred(answer, "risks")) == 1


def test_a_diagram_takes_them_as_well(changing: Changing) -> None:
    item = new(1, "task", "Print", 0, related={"systems": [named("system", "Printer")]})
    changed = existing(0, company.DRAFT_TASK, element={"related": {"systems": [named("system", "Scales")]}})

    assert changing.draw(company.RECEIPT_2_1, changed, item).status_code == 200

    found = changing.read(f"{SYSTEMS}?$filter=name -eq 'Printer' -or name -eq 'Scales'")["elements"]
    assert {each["attributes"]["name"]["1033"] for each in found} == {"Printer", "Scales"}
    usages = changing.read(f"{SYSTEMS}/{found[0]['id']}/usages")
    assert usages["count"] == 1


WRONG: Final = {
    "no type": ({"attributes": {"name": {"1033": "x"}}}, "type-missing", ".type"),
    "unknown type": (named("sytem", "x"), "unknown-type", ".type"),
    "another type": (named("risk", "x"), "wrong-target-type", ".type"),
    "no name": ({"type": "system"}, "name-missing", ".attributes.name"),
    "wrong attribute": (
        {"type": "system", "attributes": {"name": {"1033": "x"}, "nmae": {"1033": "x"}}},
        "unknown-attribute",
        ".attributes.nmae",
    ),
    "a place": (named("system", "x", parent=company.DOMAIN), "not-in-reference", ".parent"),
    "a version": (named("system", "x", versionId=company.ERP_1_0), "not-in-reference", ".versionId"),
    "deeper": (
        named("system", "x", related={"risks": [named("risk", "y")]}),
        "id-missing",
        ".related.risks[0]",
    ),
    "where none can be": (
        named("system", "x", related={"owner": [named("user", "y")]}),
        "cannot-add-new",
        ".related.owner[0]",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_findings_have_their_path_and_nothing_is_stored(changing: Changing, what: str) -> None:
    reference, code, path = WRONG[what]
    before = changing.revision

    refused = changing.post(
        DETAIL, {"elements": [{"id": RETURNS, "related": {"systems": [named("system", "good"), reference]}}]}
    )

    assert refused.status_code == (403 if code == "cannot-add-new" else 400)
    assert [(each["code"], each["path"]) for each in refused.json()["data"]] == [
        (code, f"elements[0].related.systems[1]{path}")
    ]
    assert changing.revision == before


def test_they_count_among_the_most_elements_of_a_body(changing: Changing) -> None:
    def body(number: int) -> Json:
        references = [named("risk", f"Risk {n}") for n in range(number)]
        return {"elements": [{"id": RETURNS, "related": {"risks": references}}]}

    refused = changing.post(f"{DETAIL}?dryRun=true", body(MOST))

    assert refused.status_code == 400
    assert [(each["code"], each["path"]) for each in refused.json()["data"]] == [
        ("too-many-elements", f"elements[0].related.risks[{MOST - 1}]")
    ]
    assert changing.post(f"{DETAIL}?dryRun=true", body(MOST - 1)).status_code == 200


def test_a_dry_run_creates_nothing_and_a_key_creates_once(changing: Changing) -> None:
    before = changing.revision
    body = {"elements": [{"id": RETURNS, "related": {"risks": [named("risk", "Once")]}}]}

    assert changing.post(f"{DETAIL}?dryRun=true", body).status_code == 200
    assert changing.revision == before
    first = changing.write(DETAIL, body, Idempotency_Key="once")
    assert changing.write(DETAIL, body, Idempotency_Key="once") == first
    assert changing.read(f"{RISKS}?$filter=name -eq 'Once'")["count"] == 1


def test_only_who_may_create_an_element_there_creates_it_by_a_reference(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    archive.permit_facet("risks", {"staff": "full", "stan": "read"})
    body = {"elements": [{"id": RECORDS, "related": {"risks": [named("risk", "Loss")]}}]}
    drawn = {"values": [{"element": named("task", "Look", related={"risks": [named("risk", "Loss")]})}]}

    refused = archive.send("POST", PROCESSES, "stan", body)
    in_diagram = archive.send("POST", f"{PROCESSES}/{RECORDS}/content", "stan", drawn)

    assert (refused.status_code, in_diagram.status_code) == (403, 403)
    assert refused.json()["data"] == [
        {"error": "You may not create a risk here.", "code": "forbidden", "path": "elements[0].related.risks[0]"}
    ]
    assert in_diagram.json()["data"][0]["path"] == "values[0].element.related.risks[0]"
    assert archive.status(PROCESSES, "vera", "POST", body) == 403
    archive.post(PROCESSES, "hanna", body)
    # The zone of the diagram gives no right elsewhere.
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "full"})
    assert archive.status(f"{PROCESSES}/{RECORDS}/content", "stan", "POST", drawn) == 403


def test_what_is_hidden_is_as_if_it_were_not_there(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    archive.permit_facet("risks", {"staff": "full"})
    unknown = named("risks", "x")
    hidden = named("risk", "x", related={"owner": [{"id": IDS["hanna"]}]})

    answers = [
        archive.send("POST", PROCESSES, "stan", {"elements": [{"id": RECORDS, "related": {"risks": [each]}}]})
        for each in (unknown, hidden)
    ]

    assert [each.status_code for each in answers] == [400, 400]
    assert [each.json()["data"][0]["code"] for each in answers] == ["unknown-type"] * 2


def test_a_diagram_runs_as_many_statements_for_many_of_them_as_for_two(changing: Changing) -> None:
    def statements(number: int) -> int:
        related = {"systems": [named("system", f"System {n}") for n in range(number)]}
        assert changing.draw(RETURNS, new(0, "task", "Work", related=related)).status_code == 200
        return changing.api.statements

    statements(2)
    assert statements(2) == statements(60) < 30
