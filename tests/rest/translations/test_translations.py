"""The states of translations, for an element, a facet and the tenant, and confirming what is still right."""

from collections.abc import Iterator
from typing import Final

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.rest.access.ruled import PROCESS, PROCESS_1_0
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import DETAIL, Changing

EN, DE, FR = "1033", "1031", "1036"
ITSELF: Final = f"{DETAIL}/{company.RETURNS}/translations"
CONFIRM: Final = f"{ITSELF}/confirm"


def states(found: Json, attribute: str = "name") -> dict[int, str]:
    """The states of an attribute by culture."""
    return {each["culture"]: each["state"] for each in found["values"] if each["attribute"] == attribute}


def text(attribute: str, **texts: str) -> Json:
    return {"id": company.RETURNS, "attributes": {attribute: {name[1:]: each for name, each in texts.items()}}}


def test_a_translation_is_stale_once_its_source_changes_and_current_once_it_follows(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    assert states(changing.read(ITSELF)) == {1031: "current", 1033: "current"}
    changing.update(text("name", _1033="Goods returned"))
    stale = changing.read(ITSELF)
    assert states(stale) == {1031: "stale", 1033: "current"}
    assert stale["source"] == 1033
    assert stale["cultures"][DE]["stale"] == 1
    (german,) = [each for each in stale["values"] if each["state"] == "stale"]
    assert german["sourceBefore"] == "Returns"
    assert german["changed"]["revision"] < changing.revision
    changing.update(text("name", _1031="Zurückgegebenes"))
    assert states(changing.read(ITSELF)) == {1031: "current", 1033: "current"}


def test_another_change_of_the_element_leaves_its_texts_as_they_are(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="Goods returned"))
    before = changing.read(ITSELF)["values"]
    changing.update({"id": company.RETURNS, "attributes": {"reasonForRevision": {"127": "A reason"}}})
    assert [each for each in changing.read(ITSELF)["values"] if each["attribute"] == "name"] == [
        each for each in before if each["attribute"] == "name"
    ]


def test_html_whose_markup_alone_changes_counts_as_changed(changing: Changing) -> None:
    changing.update(text("description", _1033="<p>Take it back</p>", _1031="<p>Nimm es zurück</p>"))
    changing.update(text("description", _1033="<p>Take <b>it</b> back</p>"))
    assert states(changing.read(ITSELF), "description")[1031] == "stale"


def test_what_has_no_text_is_missing_and_says_what_readers_see(changing: Changing) -> None:
    changing.update(text("purp", _1033="To have less waste"))
    (missing,) = [
        each for each in changing.read(ITSELF)["values"] if each["attribute"] == "purp" and each["culture"] == 1031
    ]
    assert (missing["state"], missing["shown"]) == ("missing", 1033)


def test_a_new_version_takes_over_when_its_texts_were_changed(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="Goods returned"))
    changing.release(company.RETURNS)
    changing.new_version(company.RETURNS)
    assert states(changing.read(ITSELF)) == {1031: "stale", 1033: "current"}
    changing.update(text("name", _1031="Zurückgegebenes"))
    assert states(changing.read(ITSELF))[1031] == "current"
    viewed = changing.read(ITSELF, "viewer")
    assert states(viewed)[1031] == "stale", "viewers see the released version"
    assert not any("changed" in each or "sourceBefore" in each for each in viewed["values"])


def test_a_deleted_element_comes_back_with_what_was_stale(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="Goods returned"))
    before = changing.read(ITSELF)["values"]
    changing.write(f"{DETAIL}/{company.RETURNS}/delete?force=true")
    (deleted,) = changing.read("rest/trash")["values"]
    changing.write(f"rest/trash/{deleted['id']}/restore")
    assert changing.read(ITSELF)["values"] == before


def test_confirming_makes_a_stale_text_current_and_leaves_a_row_in_the_history(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="The returns"))
    before = changing.read(f"{DETAIL}/{company.RETURNS}")["elements"][0]["attributes"]
    changing.write(CONFIRM, {"culture": 1031, "attributes": ["name"]}, "editor")
    assert states(changing.read(ITSELF)) == {1031: "current", 1033: "current"}
    assert changing.read(f"{DETAIL}/{company.RETURNS}")["elements"][0]["attributes"] == before
    newest = changing.history(company.RETURNS)[0]
    assert (newest["kind"], newest["told"]) == ("translation.confirmed", {"culture": "1031", "attributes": "name"})
    revision = changing.revision
    changing.write(CONFIRM, {"culture": 1031}, "editor")
    assert changing.revision == revision, "what is current stays as it is"
    changing.update(text("name", _1033="Returns again"))
    assert states(changing.read(ITSELF))[1031] == "stale"


def test_a_released_version_can_be_confirmed_because_no_text_changes(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="The returns"))
    changing.release(company.RETURNS)
    changing.write(CONFIRM, {"culture": 1031}, "editor")
    assert states(changing.read(ITSELF, "viewer"))[1031] == "current"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (None, 400),
        ({}, 400),
        ({"culture": 1033}, 400),
        ({"culture": 1036}, 400),
        ({"culture": True}, 400),
        ({"culture": 1031, "attributes": "name"}, 400),
        ({"culture": 1031, "attributes": ["state1"]}, 400),
        ({"culture": 1031, "attributes": ["purp"]}, 409),
    ],
)
def test_what_cannot_be_confirmed_is_refused_and_nothing_changes(changing: Changing, body: object, status: int) -> None:
    revision = changing.revision
    response = changing.post(CONFIRM, body, "editor")
    assert response.status_code == status, response.text
    assert changing.revision == revision


def test_a_text_is_not_confirmed_while_another_user_edits_the_element(changing: Changing) -> None:
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="The returns"))
    changing.write(f"{DETAIL}/{company.RETURNS}/lock")
    assert changing.post(CONFIRM, {"culture": 1031}, "editor").status_code == 409


# Counts


def one(found: Json, culture: int) -> Json:
    (counts,) = [each for each in found["values"] if each["culture"] == culture]
    return dict(counts)


def test_counts_of_facet_and_tenant_follow_each_change(changing: Changing) -> None:
    facet, tenant = "rest/facets/processes/translations", "rest/translations"
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    before = [one(changing.read(path), 1031) for path in (facet, tenant)]
    changing.update(text("name", _1033="Goods returned"))
    after = [one(changing.read(path), 1031) for path in (facet, tenant)]
    for then, now in zip(before, after, strict=True):
        assert now["stale"] == then["stale"] + 1
        assert now["current"] == then["current"] - 1
        assert now["elements"] == then["elements"]
    (listed,) = changing.read(f"{facet}?culture=1031&state=stale")["elements"]
    assert (listed["id"], listed["name"][EN], listed["stale"]) == (company.RETURNS, "Goods returned", 1)


def test_a_list_is_by_name_in_pages_with_its_total(changing: Changing) -> None:
    path = "rest/translations?culture=1031&state=current"
    whole = changing.read(f"{path}&$pageSize=500")
    pages = [changing.read(f"{path}&$pageSize=2&$page={n}") for n in range(1, whole["total"] // 2 + 2)]
    assert [each["id"] for page in pages for each in page["elements"]] == [each["id"] for each in whole["elements"]]
    assert {page["total"] for page in pages} == {whole["count"]}
    assert whole["total"] == len(whole["elements"]) > 2
    names = [each["name"][EN].casefold() for each in whole["elements"] if each["name"].get(EN, "é").isascii()]
    assert names == sorted(names)


@pytest.mark.parametrize(
    "query",
    ["culture=1036", "culture=x", "culture=1031&state=late", "state=stale", "$pageSize=0", "culture=1031&$page=0"],
)
def test_wrong_parameters_are_refused(api: Api, query: str) -> None:
    assert api.get(f"rest/translations?{query}").status_code == 400


def test_a_facet_that_does_not_exist_is_not_found(api: Api) -> None:
    assert api.get("rest/facets/dragons/translations").status_code == 404


# What must not be seen


def test_counts_leave_out_attributes_that_not_all_roles_may_read(ruled: Changing) -> None:
    before = ruled.read("rest/facets/processes/translations", "editor")["values"]
    element = f"{DETAIL}/{PROCESS}/translations"
    ruled.update({"id": PROCESS, "attributes": {"verdict": {EN: "Certain"}}})
    assert ruled.read("rest/facets/processes/translations", "editor")["values"] == before
    assert states(ruled.read(element), "verdict") == {1031: "stale", 1033: "current"}
    assert states(ruled.read(element, "editor"), "verdict") == {}
    refused = ruled.post(f"{element}/confirm", {"culture": 1031, "attributes": ["verdict"]}, "architect")
    assert refused.status_code == 400


def test_a_viewer_learns_nothing_of_drafts_by_counts(changing: Changing) -> None:
    paths = ("rest/translations", "rest/facets/processes/translations?culture=1031&state=stale,missing,current")
    before = [changing.read(path, "viewer") for path in paths]
    changing.update(text("name", _1033="Returns", _1031="Retouren"))
    changing.update(text("name", _1033="Goods returned"))
    changing.update({"id": company.RECEIPT, "attributes": {"name": {EN: "Another receipt"}, "purp": {EN: "Any"}}})
    assert [changing.read(path, "viewer") for path in paths] == before
    assert changing.get(ITSELF, "viewer").status_code == 404


def test_an_older_version_is_shown_by_its_own_id(ruled: Changing) -> None:
    ruled.update({"id": PROCESS, "attributes": {"name": {EN: "Otherwise"}}})
    assert states(ruled.read(f"{DETAIL}/{PROCESS_1_0}/translations"))[1031] == "current"
    assert states(ruled.read(f"{DETAIL}/{PROCESS}/translations"))[1031] == "stale"


# Languages and their order


THREE: Final = TenantSettings(
    default_data_culture=1033,
    mandatory_cultures=(1033,),
    optional_cultures=(1031, 1036),
    fallback_cultures=(1031,),
)


def _three() -> Iterator[company.Record]:
    yield company.header()
    names = [{1033: "A", 1031: "A"}, {1033: "B"}, {1036: "C"}, {1033: "D", 1031: "D", 1036: "D"}]
    for number, name in enumerate(names, 700):
        yield company.versioned("system", number, "1.0", "released", name)


def test_a_fallback_culture_that_the_tenant_names_replaces_what_has_no_text(database: Database) -> None:
    tenant = database.add_tenant("translated/three", THREE, _three)
    api = Api(database)
    found = api.get("rest/facets/it/translations", tenant=tenant).json()
    counts = {
        each["culture"]: {name: each[name] for name in ("current", "missing", "fallback")} for each in found["values"]
    }
    assert counts == {
        1033: {"current": 3, "missing": 1, "fallback": 0},
        1031: {"current": 2, "missing": 2, "fallback": 0},
        1036: {"current": 2, "missing": 1, "fallback": 1},
    }
    api.close()
