"""Copying elements: what a copy has, what it leaves out, where it is created, and who may do it."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest

from tests.rest.access.ruled import PROCESS, PROCESS_1_0, SECRETS
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, RECORDS, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import DETAIL, Changing

TREE: Final = "rest/facets/processes/views/tree/elements"
RECEIPT_2_0: Final = company.RECEIPT_2_0
MOST: Final = 1000


def copy(changing: Changing, id_: str, body: object = None, role: str = "administrator", path: str = DETAIL) -> Json:
    (copied,) = changing.write(f"{path}/{id_}/copy", body, role)["elements"]
    element: Json = copied
    return element


def whole(changing: Changing, id_: str, role: str = "administrator") -> Json:
    (found,) = changing.read(f"{DETAIL}/{id_}", role)["elements"]
    element: Json = found
    return element


def children(changing: Changing, id_: str) -> list[Json]:
    found: list[Json] = changing.read(f"{DETAIL}/{id_}/children")["elements"]
    return found


def names(elements: list[Json]) -> list[str]:
    return [each["attributes"]["name"]["1033"] for each in elements]


def test_a_copy_is_a_draft_beside_the_original_with_new_ids(changing: Changing) -> None:
    source = whole(changing, RECEIPT_2_0)

    copied = copy(changing, RECEIPT_2_0)

    assert copied == whole(changing, copied["id"])
    assert (copied["state"], copied["attributes"]["version"]) == ("inProcess", {"127": "0.1"})
    assert {copied["id"], copied["versionId"]}.isdisjoint({source["id"], source["versionId"]})
    assert names(children(changing, company.LOGISTICS)) == [
        "Goods receipt",
        "Quality check",
        "Returns",
        "Goods receipt",
    ]
    for name in ("name", "description", "purp"):
        assert copied["attributes"].get(name) == source["attributes"].get(name)
    for name in ("hasInput", "hasOutput", "owner", "risks", "systems", "tagFilters", "qualityManager"):
        assert ids(copied, name) == ids(source, name)
    assert whole(changing, RECEIPT_2_0) == source
    (row,) = changing.history(copied["id"])
    assert row["kind"] == "element.copied"
    assert [each["versionId"] for each in changing.read(f"{DETAIL}/{copied['id']}/versions")["elements"]] == [
        copied["versionId"]
    ]


def ids(element: Json, context: str) -> list[str]:
    return [each["id"] for each in element["related"].get(context, [])]


def test_what_the_server_owns_is_new(changing: Changing) -> None:
    source, copied = whole(changing, RECEIPT_2_0), copy(changing, RECEIPT_2_0, role="editor")

    created = whole(changing, changing.update(_named("Fresh"), role="editor")[0]["id"])
    assert ids(copied, "author") == ids(created, "author") != ids(source, "author")
    assert ids(copied, "createdBy") == ids(copied, "changedBy") == ids(created, "createdBy")
    for name in ("relOn", "validFrom", "reasonForRevision"):
        assert name not in copied["attributes"]
    for name in ("relBy", "secondaryAuthors", "releaseHistory"):
        assert name not in copied["related"]
    assert copied["attributes"]["createdOn"] != source["attributes"]["createdOn"]
    assert copied["attributes"]["validUntil"] == {"127": "9999-12-31T00:00:00"}


def _named(name: str, parent: str | None = company.LOGISTICS) -> Json:
    return {"type": "subProcess", "parent": parent, "attributes": {"name": {"1033": name}}}


def test_a_diagram_is_copied_with_its_flow_objects(changing: Changing) -> None:
    before = changing.content(RECEIPT_2_0)

    copied = copy(changing, RECEIPT_2_0)

    shown = changing.content(copied["id"])
    assert changing.flow(copied["id"]) == changing.flow(RECEIPT_2_0)
    old, new = ({each["id"] for each in content} for content in (before, shown))
    assert old & new == {company.CHECK}  # a sub process is referred to, not copied
    shapes = [{each["properties"]["shapeId"] for each in content} for content in (before, shown)]
    assert shapes[0].isdisjoint(shapes[1])
    assert all(each["creationId"] == each["id"] for each in shown if "creationId" in each)
    assert sum("creationId" in each for each in shown) == 7
    (unload,) = (each for each in shown if each["attributes"]["name"]["1033"] == "Unload")
    assert ids(whole(changing, unload["id"]), "systems") == [company.SCANNER]
    assert changing.content(RECEIPT_2_0) == before
    assert changing.get(f"{DETAIL}/{unload['id']}", "viewer").status_code == 404  # its diagram is a draft


def test_without_content_nothing_is_drawn(changing: Changing) -> None:
    copied = copy(changing, RECEIPT_2_0, {"content": False})

    assert changing.content(copied["id"]) == []


def test_the_newest_version_is_copied_by_an_id(changing: Changing) -> None:
    copied = copy(changing, company.RECEIPT)

    assert len(changing.content(copied["id"])) == 4


def test_children_are_copied_where_it_is_asked_for(changing: Changing) -> None:
    alone = copy(changing, company.LOGISTICS)
    with_children = copy(changing, company.LOGISTICS, {"children": True})

    assert children(changing, alone["id"]) == []
    below = children(changing, with_children["id"])
    assert names(below) == names(children(changing, company.LOGISTICS))
    assert {each["state"] for each in below} == {"inProcess"}
    # What is shown in a diagram and copied, too, is shown as its copy.
    receipt, check, _ = below
    assert check["id"] in [each["id"] for each in changing.content(receipt["id"])]
    assert with_children["id"] in [each["id"] for each in children(changing, company.OPERATIONS)]


def test_a_copy_stands_below_another_parent_or_none(changing: Changing) -> None:
    below = copy(changing, company.RETURNS, {"parent": company.MANAGEMENT})
    alone = copy(changing, company.RETURNS, {"parent": None})

    assert names(children(changing, company.MANAGEMENT)) == ["Returns"]
    assert "rootPath" not in changing.read(f"{DETAIL}/{alone['id']}?$resources=rootPath")["elements"][0]
    assert below["id"] != alone["id"]
    inside = copy(changing, company.OPERATIONS, {"parent": company.OPERATIONS, "children": True})
    assert inside["creationId"] == inside["id"] if "creationId" in inside else inside["id"]
    assert names(children(changing, inside["id"])) == ["Logistics"]


WRONG: Final[dict[str, tuple[Any, list[tuple[str, str]]]]] = {
    "unknown field": ({"childs": True}, [("unknown-field", "childs")]),
    "no flag": ({"children": 1, "content": "yes"}, [("wrong-form", "children"), ("wrong-form", "content")]),
    "unknown parent": ({"parent": company.NOWHERE}, [("unknown-parent", "parent")]),
    "no id": ({"parent": 7}, [("unknown-parent", "parent")]),
    "wrong parent": ({"parent": company.ERP}, [("wrong-parent", "parent")]),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_body_is_refused(changing: Changing, what: str) -> None:
    body, findings = WRONG[what]
    before = changing.revision

    refused = changing.post(f"{DETAIL}/{company.RETURNS}/copy", body)

    assert refused.status_code == 400
    assert [(each["code"], each["path"]) for each in refused.json()["data"]] == findings
    assert changing.post(f"{DETAIL}/{company.RETURNS}/copy", [1]).status_code == 400
    assert changing.revision == before


@pytest.mark.parametrize(
    ("facet", "id_"), [("processes", company.UNLOAD), ("users", company.ANNA), ("usergroups", company.READERS)]
)
def test_some_things_are_not_copied(changing: Changing, facet: str, id_: str) -> None:
    where = f"rest/facets/{facet}/views/detail/elements/{id_}"

    refused = changing.post(f"{where}/copy")

    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "not-copyable")
    assert changing.read(f"{where}/info")["values"][0]["isCurrentCopyable"] is False


def test_a_dry_run_copies_nothing_a_key_copies_once_and_an_old_etag_does_not(changing: Changing) -> None:
    before, where = changing.revision, f"{DETAIL}/{company.RETURNS}/copy"

    assert changing.post(f"{where}?dryRun=true").status_code == 200
    assert changing.revision == before
    first = changing.write(where, Idempotency_Key="once")
    assert changing.write(where, Idempotency_Key="once") == first
    assert names(children(changing, company.LOGISTICS)).count("Returns") == 2
    assert changing.post(where, If_Match='"77-x"').status_code == 412


def test_a_copy_shows_and_holds_nothing_that_its_caller_may_not_read_or_write(ruled: Changing) -> None:
    for id_ in (PROCESS_1_0, PROCESS):
        answer = ruled.post(f"{DETAIL}/{id_}/copy", None, "editor")
        (copied,) = answer.json()["elements"]
        seen = whole(ruled, copied["id"])
        text = f"{seen}{ruled.history(copied['id'])}{ruled.content(copied['id'])}"

        assert not [word for word in SECRETS if word in answer.text or word in text]
        assert seen["attributes"]["openWord"] == {"127": "Karmin"}
        assert "ceiling" not in seen["attributes"]  # an editor may read it, but not write it
        (task,) = ruled.content(copied["id"])
        assert not {"codeWord", "ceiling"} & whole(ruled, task["id"])["attributes"].keys()
    by_architect = copy(ruled, PROCESS_1_0, role="architect")
    assert by_architect["attributes"]["codeWord"] == {"127": "Zinnober"}


def test_what_is_hidden_is_neither_copied_nor_counted(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    archive.permit(PAY, {"staff": "full"})
    archive.permit(HIRING, {"staff": "full", "boss": "glance"})
    (copied,) = archive.post(f"{PROCESSES}/{IDS['house']}/copy", "boss", {"children": True})["elements"]

    assert archive.status(f"{PROCESSES}/{PAY}/copy", "boss", "POST") == 404
    assert archive.status(f"{PROCESSES}/{HIRING}/copy", "boss", "POST") == 403

    def below(id_: str) -> list[str]:
        found = archive.get(f"{PROCESSES}/{id_}/children", "adam")["elements"]
        return [name for each in found for name in (each["attributes"]["name"]["1033"], *below(each["id"]))]

    assert below(copied["id"]) == ["Personnel", "Sales", "Offers"]
    archive.permit(IDS["personnel"], {"staff": "full"})
    view = {"type": "view", "attributes": {"name": {"1033": "All"}}, "related": {"processes": [PAY, OFFERS]}}
    (made,) = archive.change("processes", "adam", view)["elements"]
    (records,) = archive.post(f"{PROCESSES}/{made['id']}/copy", "boss")["elements"]
    (seen,) = archive.get(f"{PROCESSES}/{records['id']}", "adam")["elements"]
    assert [each["id"] for each in seen["related"]["processes"]] == [OFFERS]


def test_below_a_hidden_parent_an_element_is_copied_as_if_it_had_none(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    archive.permit(IDS["personnel"], {"staff": "full"})
    archive.permit(PAY, {"staff": "full", "stan": "full"})

    (copied,) = archive.post(f"{PROCESSES}/{PAY}/copy", "stan")["elements"]

    (seen,) = archive.get(f"{PROCESSES}/{copied['id']}?$resources=rootPath", "adam")["elements"]
    assert "rootPath" not in seen
    refused = archive.send("POST", f"{PROCESSES}/{PAY}/copy", "stan", {"parent": IDS["personnel"]})
    unknown = archive.send("POST", f"{PROCESSES}/{PAY}/copy", "stan", {"parent": company.NOWHERE})
    assert refused.status_code == unknown.status_code == 400
    assert refused.json()["data"][0]["code"] == unknown.json()["data"][0]["code"] == "unknown-parent"


def test_only_who_may_create_there_copies_and_info_agrees(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    archive.permit(IDS["sales"], {"staff": "full", "stan": "change", "boss": "read", "vera": "full", "piet": "full"})
    for id_ in (OFFERS, PAY, RECORDS, IDS["house"], IDS["sales"], IDS["personnel"]):
        for who in ("hanna", "adam", "boss", "stan", "vera", "piet"):
            read = archive.send("GET", f"{PROCESSES}/{id_}/info", who)
            copied = archive.send("POST", f"{PROCESSES}/{id_}/copy?dryRun=true", who)
            if read.status_code == 200:
                assert read.json()["values"][0]["isCurrentCopyable"] == (copied.status_code == 200), (who, id_)
            assert copied.status_code in (200, 403, 404), (who, id_)
    assert archive.status(f"{PROCESSES}/{OFFERS}/copy", "stan", "POST") == 403
    assert archive.status(f"{PROCESSES}/{OFFERS}/copy", "stan", "POST", {"parent": IDS["personnel"]}) == 200
    assert archive.status(f"{PROCESSES}/{PAY}/copy", "stan", "POST", {"parent": IDS["sales"]}) == 403


def _many(number: int) -> Iterator[company.Record]:
    yield company.header()
    yield company.plain("processHouse", company.element_id(1), {1033: "House"})
    for n in range(number):
        yield company.versioned(
            "mainProcess", 2000 + n, "0.1", "inProcess", {1033: f"Child {n}"}, company.element_id(1), n
        )


def test_a_copy_has_at_most_so_many_elements_and_runs_as_many_statements_for_many(database: Database) -> None:
    few, many, most = (database.add_tenant(f"copies/{n}", company.SETTINGS, partial(_many, n)) for n in (2, 90, MOST))
    api = Api(database)

    def copied(tenant: str, body: bytes) -> tuple[int, Any, int]:
        answer = api.post(f"{TREE}/{company.element_id(1)}/copy", "administrator", tenant=tenant, content=body)
        return answer.status_code, answer.json(), api.statements

    for tenant in (few, many):
        copied(tenant, b"")  # who calls is known from here on
    one, another = copied(few, b'{"children":true}'), copied(many, b'{"children":true}')
    refused = copied(most, b'{"children":true}')
    api.close()

    assert (one[0], another[0]) == (200, 200)
    # The statistics of tables are updated after many rows.
    assert one[2] <= another[2] <= one[2] + 1 < 30
    assert refused[0] == 400
    assert refused[1]["data"] == [
        {
            "error": f"A copy takes at most {MOST} elements, those in diagrams counted. Copy its parts one by one.",
            "code": "too-many-elements",
            "path": "children",
        }
    ]
