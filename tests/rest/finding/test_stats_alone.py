"""Counts for dashboards that stand alone: who owns what, when versions were released, what is not translated."""

from collections import Counter
from collections.abc import Iterator

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import RIVAL, Api, Database, Json

TENANT = "counted/own"
"""A tenant made for these counts: German and English mandatory, French optional."""
PICTURE = f'<p><img src="elements/{company.RECEIPT}/files/{company.ERP}"/></p>'
SETTINGS = TenantSettings(mandatory_cultures=(1033, 1031), optional_cultures=(1036,), time_zone="Europe/Berlin")


def counted() -> Iterator[company.Record]:
    yield company.header()
    yield person(company.ANNA, "Anna", "Amsel")
    yield person(company.OLGA, "Olga", "Otter")
    yield company.plain("userGroup", company.READERS, {1033: "Readers"})
    yield company.plain("tag", company.ISO, {1031: "ISO", 1033: " ", 1036: "ISO"})
    yield company.versioned("system", 41, "1.0", "inEffect", {1031: "A", 1033: "A", 1036: "A"}, owner=[company.ANNA])
    yield company.versioned("system", 42, "1.0", "released", {1031: "B"}, owner=[company.OLGA])
    yield company.versioned("system", 43, "1.0", "released", {1033: "C"})
    # Its draft has other owners and other names than what is released.
    yield company.versioned("system", 44, "1.0", "released", {1031: "D", 1033: "D"}, owner=[company.ANNA])
    yield company.versioned("system", 44, "1.1", "inProcess", {1033: "D"}, owner=[company.OLGA])
    yield company.versioned("system", 45, "0.1", "inProcess", {1036: "E"}, owner=[company.ANNA])
    # A sub process must be described, not only named; markup alone describes nothing, a picture does.
    yield described(8, "1.0", "expired", {1031: "<p>Old</p>"})
    yield described(8, "2.0", "released", {1031: "<p>Worte</p>", 1033: "<p> </p>", 1036: PICTURE})
    yield company.flow("task", 202, "Unload")


def person(id_: str, first: str, last: str) -> company.Record:
    return {"id": id_, "type": "user", "attributes": {"firstName": {127: first}, "lastName": {127: last}}}


def described(element: int, number: str, state: str, texts: dict[int, str]) -> company.Record:
    names = {1031: "Prozess", 1033: "Process", 1036: "Processus"}
    record = company.versioned("subProcess", element, number, state, names, owner=[company.OLGA])
    record["attributes"]["description"] = {culture: f"{company.XML}{text}" for culture, text in texts.items()}
    return record


@pytest.fixture(scope="module", autouse=True)
def own(database: Database) -> str:
    return database.add_tenant(TENANT, SETTINGS, counted)


def stats(api: Api, by: str, role: str = "administrator", tenant: str = TENANT) -> Json:
    return api.read(f"rest/stats?by={by}", role, tenant=tenant)


def test_elements_are_counted_by_owner_with_those_that_have_none_last(api: Api) -> None:
    assert stats(api, "owner") == {
        "count": 3,
        "values": [
            {"owner": company.ANNA, "displayName": "Anna Amsel", "count": 2},
            {"owner": company.OLGA, "displayName": "Olga Otter", "count": 3},
            {"count": 1},
        ],
    }


def test_to_viewers_owners_of_what_is_released_count(api: Api) -> None:
    assert stats(api, "owner", "viewer")["values"] == [
        {"owner": company.ANNA, "displayName": "Anna Amsel", "count": 2},
        {"owner": company.OLGA, "displayName": "Olga Otter", "count": 2},
        {"count": 1},
    ]


def test_facets_and_types_narrow_owners(api: Api) -> None:
    olga = {"owner": company.OLGA, "displayName": "Olga Otter", "count": 1}

    assert stats(api, "owner&facets=processes")["values"] == [olga]
    assert stats(api, "owner&types=subProcess,tag")["values"] == [olga]
    assert stats(api, "owner&facets=it&types=subProcess")["values"] == []


def test_what_can_have_no_owner_is_not_counted(api: Api) -> None:
    assert stats(api, "owner&types=tag,user,userGroup") == {"count": 0, "values": []}


def test_every_release_counts_in_its_month_the_newest_last(api: Api) -> None:
    assert stats(api, "month") == {
        "count": 2,
        "values": [{"month": "2021-03", "count": 5}, {"month": "2022-03", "count": 1}],
    }


def test_viewers_are_not_shown_what_has_expired(api: Api) -> None:
    assert stats(api, "month", "viewer")["values"] == [
        {"month": "2021-03", "count": 4},
        {"month": "2022-03", "count": 1},
    ]


def test_facets_and_types_narrow_months(api: Api) -> None:
    both = [{"month": "2021-03", "count": 1}, {"month": "2022-03", "count": 1}]

    assert stats(api, "month&facets=processes")["values"] == both
    assert stats(api, "month&types=subProcess")["values"] == both
    assert stats(api, "month&types=system&facets=processes")["values"] == []


def test_the_month_is_that_of_the_storage_as_relOn_shows_it(api: Api, database: Database) -> None:
    # Shortly after midnight in Berlin, it is still April in UTC.
    record = company.versioned("system", 46, "1.0", "released", {1033: "F"})
    record["attributes"]["relOn"] = {127: "2024-05-01T00:30:00"}
    tenant = database.add_tenant("counted/may", SETTINGS, lambda: iter([company.header(), record]))

    assert stats(api, "month", tenant=tenant)["values"] == [{"month": "2024-05", "count": 1}]


def test_each_culture_shows_what_lacks_a_name_or_something_mandatory(api: Api) -> None:
    # English: the tag and B have no name, the process no words in its description. German: C, D (1.1), E and the readers.
    # French: all but A, E, the tag and the process.
    narrowed = "missingCulture&facets=it,tags,processes,usergroups"

    assert stats(api, narrowed) == {
        "count": 3,
        "values": [
            {"missingCulture": 1033, "mandatory": True, "withoutName": 3, "count": 4},
            {"missingCulture": 1031, "mandatory": True, "withoutName": 4, "count": 4},
            {"missingCulture": 1036, "mandatory": False, "withoutName": 4, "count": 4},
        ],
    }


def test_to_viewers_names_of_what_is_released_count(api: Api) -> None:
    assert stats(api, "missingCulture&types=system", "viewer")["values"] == [
        {"missingCulture": 1033, "mandatory": True, "withoutName": 1, "count": 1},
        {"missingCulture": 1031, "mandatory": True, "withoutName": 1, "count": 1},
        {"missingCulture": 1036, "mandatory": False, "withoutName": 3, "count": 3},
    ]


def test_names_that_are_the_same_in_all_cultures_are_not_missing(api: Api) -> None:
    values = stats(api, "missingCulture&types=user")["values"]

    assert [each["count"] for each in values] == [0, 0, 0]


def test_it_is_counted_again_when_a_translation_comes_or_goes(api: Api, database: Database) -> None:
    tenant = database.add_tenant("counted/change", SETTINGS, lambda: iter([company.header(), *tags()]))
    before = stats(api, "missingCulture&types=tag", tenant=tenant)["values"]

    body = '{"elements": [{"id": "%s", "type": "tag", "attributes": {"name": {"1033": "ISO", "1031": null}}}]}'
    answer = api.post(
        "rest/facets/tags/views/list/elements",
        tenant=tenant,
        content=(body % company.ISO).encode(),
        headers={"content-type": "application/json"},
    )

    assert answer.status_code == 200, answer.text
    assert [each["count"] for each in before] == [1, 0, 1]
    after = stats(api, "missingCulture&types=tag", tenant=tenant)["values"]
    assert [each["count"] for each in after] == [0, 1, 1]


def tags() -> Iterator[company.Record]:
    yield company.plain("tag", company.ISO, {1031: "ISO"})


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_owners_are_those_of_the_lists(api: Api, role: str) -> None:
    listed = Counter[str]()
    for facet in ("processes", "it", "risks", "inputsoutputs"):
        counts = api.read(f"rest/facets/{facet}/views/list/elements?$facetCounts=owner&$pageSize=1", role)
        listed.update(counts["facetCounts"]["owner"])

    values = api.read("rest/stats?by=owner&facets=processes,it,risks,inputsoutputs", role)["values"]

    assert {each["owner"]: each["count"] for each in values if "owner" in each} == listed


@pytest.mark.parametrize("by", ["owner", "month", "missingCulture"])
def test_tenants_are_counted_apart(api: Api, by: str) -> None:
    rival = stats(api, by, tenant=RIVAL)["values"]

    assert (
        rival
        == {
            "owner": [{"count": 2}],
            "month": [{"month": "2021-03", "count": 1}],
            "missingCulture": [{"missingCulture": 1033, "mandatory": True, "withoutName": 0, "count": 0}],
        }[by]
    )


def test_what_is_missing_is_counted_by_facet(api: Api) -> None:
    """Each facet that lacks something, and together as many as over all facets."""
    facets = "facets=it,tags,processes,usergroups"
    found = stats(api, f"facet,missingCulture&{facets}")["values"]

    assert {"facet": "tags", "missingCulture": 1033, "mandatory": True, "withoutName": 1, "count": 1} in found
    assert all(each["count"] > 0 for each in found)
    for whole in stats(api, f"missingCulture&{facets}")["values"]:
        parts = [each for each in found if each["missingCulture"] == whole["missingCulture"]]
        assert sum(each["count"] for each in parts) == whole["count"]
        assert sum(each["withoutName"] for each in parts) == whole["withoutName"]
