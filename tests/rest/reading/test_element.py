"""Operation 4: one element, whole, in the version its id selects for the caller."""

import pytest

from tests.support import company
from tests.support.api import API, Api, Json, element, golden


def only(answer: Json) -> Json:
    assert answer["count"] == 1
    (found,) = answer["elements"]
    return dict(found)


@pytest.mark.spec("endpoint.4")
def test_a_released_version_with_everything_it_has(api: Api) -> None:
    assert api.read(element(company.RECEIPT_2_0)) == golden("receipt-2.0-administrator")


@pytest.mark.spec("endpoint.4")
def test_a_viewer_gets_the_released_version_and_references_to_what_they_would_get(api: Api) -> None:
    assert api.read(element(company.RECEIPT), "viewer") == golden("receipt-viewer")


@pytest.mark.spec("endpoint.4")
def test_an_administrator_gets_the_draft_by_the_id_of_the_element(api: Api) -> None:
    assert api.read(element(company.RECEIPT)) == golden("receipt-2.1-administrator")


@pytest.mark.spec("endpoint.4")
def test_structure_has_neither_version_id_nor_creation_id(api: Api) -> None:
    assert only(api.read(element(company.ARCHIVE, view="tree"), "editor")) == {
        "facetName": "processes",
        "id": company.ARCHIVE,
        "type": "subCategory",
        "setReadOnly": True,
        "displayNames": {"1031": "Kategorie", "1033": "Category"},
        "attributes": {"name": {"1031": "Archiv", "1033": "Archive"}, "state1": {"127": "hide"}},
        "children": [
            {
                "facetName": "processes",
                "id": company.INTAKE,
                "versionId": company.INTAKE_1_0,
                "type": "subProcess",
                "state": "released",
                "expandUri": f"{API}/rest/facets/processes/views/tree/elements/{company.INTAKE_1_0}",
            }
        ],
        "content": [
            {
                "facetName": "processes",
                "id": company.INTAKE,
                "versionId": company.INTAKE_1_0,
                "type": "subProcess",
                "state": "released",
                "expandUri": f"{API}/rest/facets/processes/views/detail/elements/{company.INTAKE_1_0}",
            }
        ],
    }


@pytest.mark.spec("element.creationId")
def test_an_unversioned_element_has_a_creation_id_equal_to_its_id(api: Api) -> None:
    tag = only(api.read(element(company.ISO, "tags"), "viewer"))

    assert tag == {
        "facetName": "tags",
        "id": company.ISO,
        "creationId": company.ISO,
        "type": "tag",
        "setReadOnly": True,
        "displayNames": {"1031": "Tag", "1033": "Tag"},
        "attributes": {
            "createdOn": {"127": "2020-01-02T03:04:05"},
            "gotoUrl": {
                "1031": f"http://test/acme/main/1031/BasePlugin/GoTo/Tags/list/{company.ISO}",
                "1033": f"http://test/acme/main/1033/BasePlugin/GoTo/Tags/list/{company.ISO}",
            },
            "name": {"1031": "ISO 9001", "1033": "ISO 9001"},
        },
    }


def test_a_copied_flow_object_keeps_the_id_it_was_copied_from(api: Api) -> None:
    start = only(api.read(element(company.DRAFT_START)))

    assert (start["id"], start["creationId"]) == (company.DRAFT_START, company.START)
    assert "state" not in start


@pytest.mark.parametrize(
    ("id_", "role", "version"),
    [
        (company.RECEIPT, "administrator", company.RECEIPT_2_1),
        (company.RECEIPT, "editor", company.RECEIPT_2_1),
        (company.RECEIPT, "viewer", company.RECEIPT_2_0),
        (company.RECEIPT_1_0, "administrator", company.RECEIPT_1_0),
        (company.RECEIPT_2_0, "administrator", company.RECEIPT_2_0),
        (company.RECEIPT_2_0, "viewer", company.RECEIPT_2_0),
        (company.ERP, "viewer", company.ERP_1_0),
        (company.ERP, "administrator", company.ERP_1_1),
        (company.RETURNS, "editor", company.RETURNS_0_1),
    ],
)
def test_an_id_selects_the_newest_visible_version_and_a_version_id_itself(
    api: Api, id_: str, role: str, version: str
) -> None:
    facet = "it" if id_ == company.ERP else "processes"

    assert only(api.read(element(id_, facet), role))["versionId"] == version


@pytest.mark.parametrize("view", ["detail", "diagram", "documentContent", "list", "orphaned", "reporting", "tree"])
def test_an_element_can_be_read_in_every_view_whether_or_not_it_lists_it(api: Api, view: str) -> None:
    found = only(api.read(element(company.RECEIPT_2_0, view=view)))

    assert found["versionId"] == company.RECEIPT_2_0
    assert found["attributes"]["name"] == {"1031": "Wareneingang", "1033": "Goods receipt"}


def test_a_view_shows_its_own_attributes_and_contexts(api: Api) -> None:
    tree = only(api.read(element(company.RECEIPT_2_0, view="tree")))
    document = only(api.read(element(company.RECEIPT_2_0, view="documentContent")))

    assert (set(tree["attributes"]), set(tree["related"])) == ({"name", "state1", "version"}, {"author", "owner"})
    assert "purp" in document["attributes"]
    assert "gotoUrl" not in document["attributes"]
    assert set(document["related"]) == {
        "author",
        "hasInput",
        "hasOutput",
        "owner",
        "qualityManager",
        "relBy",
        "releaseHistory",
        "risks",
        "systems",
    }


@pytest.mark.parametrize(
    ("version", "state", "number", "released"),
    [
        (company.RECEIPT_1_0, "expired", "1.0", False),
        (company.RECEIPT_2_0, "inEffect", "2.0", True),
        (company.RECEIPT_2_1, "inProcess", "2.1", False),
        (company.CHECK_1_0, "released", "1.0", True),
    ],
)
def test_what_is_derived_follows_the_state(api: Api, version: str, state: str, number: str, released: bool) -> None:
    found = only(api.read(element(version)))

    assert found["state"] == state
    assert found["attributes"]["state1"] == {"127": state}
    assert found["attributes"]["version"] == {"127": number}
    assert found["attributes"]["isReleased"] == {"127": released}


def test_the_note_on_authors_comes_with_an_author_only(api: Api) -> None:
    authored = only(api.read(element(company.RECEIPT)))
    free = only(api.read(element(company.CHECK)))

    assert set(authored["attributes"]["authorNote"]) == {"1031", "1033"}
    assert "authorNote" not in free["attributes"]


@pytest.mark.parametrize(
    ("id_", "role", "read_only"),
    [
        (company.CHECK, "viewer", True),
        (company.CHECK, "editor", None),
        (company.RECEIPT, "editor", True),
        (company.RECEIPT, "analyzer", True),
        (company.RECEIPT, "architect", None),
        (company.LOGISTICS, "editor", True),
        (company.LOGISTICS, "architect", None),
        (company.HOUSE, "approver", True),
        (company.HOUSE, "administrator", None),
    ],
)
def test_set_read_only_is_true_for_those_who_may_not_edit(
    api: Api, id_: str, role: str, read_only: bool | None
) -> None:
    """Editors edit what names no author; structure and what names authors is for architects."""
    assert only(api.read(element(id_), role)).get("setReadOnly") == read_only


@pytest.mark.spec("versioning.1")
def test_the_release_history_lists_the_versions_once_released_oldest_first(api: Api) -> None:
    for version in (company.RECEIPT_1_0, company.RECEIPT_2_0, company.RECEIPT_2_1):
        history = only(api.read(element(version)))["related"]["releaseHistory"]

        assert [(each["versionId"], each["state"]) for each in history] == [
            (company.RECEIPT_1_0, "expired"),
            (company.RECEIPT_2_0, "inEffect"),
        ]


def test_empty_parts_are_left_out(api: Api) -> None:
    check = only(api.read(element(company.CHECK)))

    assert not {"children", "content", "rootPath", "versions"} & set(check)
    assert "stereotype" not in check
    assert set(check["related"]) == {"releaseHistory"}


def test_the_address_in_every_reference_gives_the_element_it_names(api: Api) -> None:
    found = only(api.read(element(company.RECEIPT_2_0), "viewer"))
    references = [each for context in found["related"].values() for each in context] + found["content"]

    for each in references:
        there = only(api.read(each["expandUri"].removeprefix(f"{API}/"), "viewer"))

        assert {name: there.get(name) for name in each if name != "expandUri"} == {
            name: value for name, value in each.items() if name != "expandUri"
        }


def test_a_broken_line_in_a_text_stays(api: Api) -> None:
    description = only(api.read(element(company.RECEIPT_2_0)))["attributes"]["description"]

    assert description["1031"] == '<?xml version="1.0" encoding="utf-8"?><p>Waren\nannehmen</p>'
