"""What OData asks of every service: paging, counts, selections, keys, formats, versions, and refusals of what is not understood."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.rest.odata.validating import Client
from tests.support import company
from tests.support.api import ACME, API, Api

ROOT = f"{API}/rest/odata/"
Clients = Callable[..., Client]

pytestmark = pytest.mark.one_engine


def _headers(api: Api, **more: str) -> dict[str, str]:
    return {
        "symbio-auth-token": api.database.tokens[ACME, "administrator"],
        **{k.replace("_", "-"): v for k, v in more.items()},
    }


@pytest.mark.parametrize(
    "name", ["Elements", "References", "Releases", "Translations", "Changes", "Types", "subProcess"]
)
def test_pages_of_any_size_hold_the_same_rows_once(client: Clients, api: Api, name: str) -> None:
    reader = client()
    whole = reader.rows(name)

    for query in ("", "&$orderby=type desc"):
        expected = reader.rows(f"{name}?$top=100000{query}")
        found, address = [], f"{ROOT}{name}?$count=true{query}"
        while address:
            response = api.at("GET", address, headers=_headers(api, prefer="odata.maxpagesize=3"))
            assert response.headers["preference-applied"] == "odata.maxpagesize=3"
            page = response.json()
            assert page["@odata.count"] == len(whole)
            assert len(page["value"]) <= 3
            found += page["value"]
            address = page.get("@odata.nextLink", "")
        assert found == expected


def test_top_and_skip_cut_and_go_on_over_pages(client: Clients, api: Api) -> None:
    rows = client().rows("Elements")

    assert client().rows("Elements?$top=5&$skip=2") == rows[2:7]
    assert client().rows("Elements?$skip=100000") == []
    first = api.at("GET", f"{ROOT}Elements?$top=5&$skip=2", headers=_headers(api, prefer="maxpagesize=3")).json()
    assert first["value"] == rows[2:5]
    assert client().rows(first["@odata.nextLink"]) == rows[5:7]


def test_top_0_has_a_count_and_no_rows(client: Clients) -> None:
    page = client().read("Elements?$top=0&$count=true")

    assert page["value"] == []
    assert page["@odata.count"] == len(client().rows("Elements"))
    assert "@odata.nextLink" not in page


def test_a_count_alone_is_a_number_as_text(client: Clients, api: Api) -> None:
    response = api.at("GET", f"{ROOT}Elements/$count?$filter=type eq 'subProcess'", headers=_headers(api))

    assert response.headers["content-type"].startswith("text/plain")
    assert int(response.text) == len(client().rows("subProcess")) > 0


def test_a_selection_has_these_columns_alone(client: Clients) -> None:
    page = client().read("Elements?$select=elementName,type&$expand=parent($select=elementId)&$top=1")

    assert page["@odata.context"] == f"{ROOT}$metadata#Elements(elementName,type,parent(elementId))"
    assert [*page["value"][0]] == ["elementName", "type", "parent"]


def test_options_are_known_without_their_dollar_sign(client: Clients) -> None:
    assert client().rows("Types?top=2&orderby=type desc") == client().rows("Types?$top=2&$orderby=type desc")


def test_a_row_is_read_by_its_key(client: Clients) -> None:
    reader = client()

    for name in ("Elements", "References", "Translations", "Types", "Cultures", "subProcess"):
        row = reader.rows(name)[0]
        literals = {key: f"'{row[key]}'" if isinstance(row[key], str) else row[key] for key in reader.key(name)}
        long = ",".join(f"{key}={literal}" for key, literal in literals.items())
        read = reader.read(f"{name}({long})")
        assert read.pop("@odata.context") == f"{ROOT}$metadata#{name}/$entity"
        assert read == row
    assert reader.read(f"Elements('{company.RECEIPT.upper()}')")["elementId"] == company.RECEIPT


def test_metadata_comes_as_json_too(client: Clients, api: Api) -> None:
    described = api.at("GET", f"{ROOT}$metadata", headers=_headers(api, accept="application/json")).json()

    reader = client()
    space = described[described["$EntityContainer"].partition(".")[0]]
    sets = {name: each for name, each in space["Star"].items() if not name.startswith("$")}
    assert [*sets] == reader.sets
    for name, each in sets.items():
        columns = {column for column, of in space[name].items() if not column.startswith("$") and "$Kind" not in of}
        assert columns == reader.columns(name).keys()
        assert each["$Type"] == f"Facetstore.{name}"
    assert api.at("GET", f"{ROOT}$metadata?$format=json", headers=_headers(api)).json() == described


def test_an_unchanged_page_is_a_304(api: Api) -> None:
    for path in ("", "$metadata", "Elements", "Types?$top=1"):
        first = api.at("GET", f"{ROOT}{path}", headers=_headers(api))
        again = api.at("GET", f"{ROOT}{path}", headers=_headers(api, if_none_match=first.headers["etag"]))
        assert (again.status_code, again.content) == (304, b"")


def test_the_version_is_the_highest_that_the_client_reads(api: Api) -> None:
    asked = [
        api.at("GET", ROOT, headers=_headers(api, **more))
        for more in ({}, {"odata_maxversion": "4.0"}, {"odata_version": "5.0"})
    ]

    assert [each.headers["odata-version"] for each in asked] == ["4.01", "4.0", "4.01"]
    assert [each.status_code for each in asked] == [200, 200, 400]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("Elements?$fliter=type eq 'x'", 400, "Did you mean $filter?"),
        ("Elements?fliter=type eq 'x'", 400, "Did you mean $filter?"),
        ("Elements?$unknown=1", 400, "no query option"),
        ("Elements?$search=x", 501, "not supported"),
        ("Elements?$apply=aggregate($count as n)", 501, "not supported"),
        ("Elements?$top=1&$top=2", 400, "more than once"),
        ("Elements?$top=-1", 400, "whole number"),
        ("Elements?$top=99999999999", 400, "whole number"),
        ("Elements?$count=maybe", 400, "true or false"),
        ("Elements?$select=elementNam", 400, "Did you mean elementName?"),
        ("Elements?$select=elementName;DROP TABLE version", 400, "takes up to"),
        ("Elements?$orderby=nothing", 400, "has no property"),
        ("Elements?$orderby=elementName) --", 400, "takes properties"),
        ("Elements?$filter=nothing eq 1", 400, "no property nothing"),
        ("Elements?$filter=parent/type eq 'x'", 400, "no property parent"),
        ("Elements?$filter=elementName eq 5", 400, "compared with a text"),
        ("Elements?$filter=major eq 'x'", 400, "compared with a number"),
        ("Elements?$filter=elementName eq type", 501, "with a literal"),
        ("Elements?$filter=", 400, "expected"),
        ("Elements?$filter=('", 400, "can be read"),
        ("Elements?$filter=length(elementName) eq 3", 501, "no function length"),
        ("Elements?$filter=" + "(" * 60 + "major eq 1" + ")" * 60, 400, "levels"),
        ("Elements?$filter=" + "not " * 60 + "(major eq 1)", 400, "levels"),
        ("Elements?$filter=" + "tolower(" * 900 + "elementName" + ")" * 900 + " eq 'x'", 400, "functions"),
        ("Elements?$filter=" + " or ".join(["major eq 1"] * 401), 400, "weigh"),
        ("Elements?$filter=major in (" + ",".join(["1"] * 401) + ")", 400, "weigh"),
        ("Elements?$expand=nothing", 400, "no navigation property"),
        ("Elements?$expand=parent($expand=parent)", 501, "alone in its parentheses"),
        ("Elements?$expand=parent($select=nothing)", 400, "has no property nothing"),
        ("Elements?$expand=((", 501, "is neither"),
        ("Elements?$skiptoken=x", 400, "none of this feed"),
        ("Elements?$skiptoken=W251bGwsWzFdXQ", 400, "none of this table"),
        ("Elements?$skiptoken=W251bGwsWyJhIiwiYiJdXQ", 400, "none of this table"),
        ("Changes?$skiptoken=W251bGwsWyJhIiwxZTMwLCJiIl1d", 400, "none of this table"),
        ("Elements?$format=atom", 400, "takes json"),
        ("Elements/$count?$top=1", 400, "no query option"),
        ("Elements('x')?$filter=major eq 1", 400, "no query option"),
        ("?$top=1", 400, "no query option"),
        ("$metadata?$format=csv", 400, "takes xml or json"),
        ("elements", 404, "no such table"),
        ("Elements('00000000-0000-0000-0000-000000000000')", 404, "no such row"),
        ("Elements(nothing='x')", 400, "by its key"),
        ("Elements()", 400, "by its key"),
        ("References('x')", 400, "by its key"),
        ("Elements('x')/parent", 501, "nothing behind"),
        ("$batch", 501, "not supported"),
        ("all/9999/", 404, "no culture 9999"),
        ("released/x/", 404, "number of a culture"),
        ("all/99999999999999999999/", 404, "number of a culture"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused_in_the_shape_of_odata(
    client: Clients, path: str, status: int, said: str
) -> None:
    found, error = client().refused(path)

    assert (found, said in error["message"]) == (status, True), error


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_the_feed_is_only_read(api: Api, method: str) -> None:
    response = api.at(method, f"{ROOT}Elements", headers=_headers(api), content=b"{}")

    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    assert response.json()["error"]["code"] == "method-not-allowed"


def test_texts_come_in_the_culture_of_the_address(client: Clients) -> None:
    row = f"Elements('{company.RECEIPT}')?$select=elementName"

    names = [
        client("administrator", part).read(row)["elementName"]
        for part in ("", "all/1033/", "all/1031/", "released/1031/")
    ]

    assert names == ["Goods receipt", "Goods receipt", "Wareneingang", "Wareneingang"]
    types = {each["type"]: each["typeName"] for each in client("administrator", "all/1031/").rows("Types")}
    assert types["subProcess"] != {each["type"]: each["typeName"] for each in client().rows("Types")}["subProcess"]


def test_the_number_of_statements_is_that_of_the_tables_read(api: Api) -> None:
    for path, statements in (
        ("Elements", 2),
        ("Elements?$count=true", 3),
        ("Elements?$expand=parent,references", 4),
        ("Types", 1),
    ):
        before = len(api.log.splitlines())
        api.at("GET", f"{ROOT}{path}", headers=_headers(api))
        line = api.log.splitlines()[before]
        assert f'"statements":{statements}' in line.replace(" ", ""), line


def test_every_version_of_a_page_is_found_by_its_element(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    if api.engine != "sqlite":
        return  # PostgreSQL plans by its statistics
    engine, seen = api.database.storage.engine, list[tuple[str, object]]()
    snapshot = engine.snapshot

    @asynccontextmanager
    async def noting() -> AsyncIterator[object]:
        async with snapshot() as session:
            fetch = session.fetch

            async def noted(text: str, parameters: dict[str, object]) -> object:
                seen.append((text, parameters))
                return await fetch(text, parameters)

            monkeypatch.setattr(session, "fetch", noted)
            yield session

    monkeypatch.setattr(engine, "snapshot", noting)
    for name in ("Elements", "References", "Releases", "Tasks", "Translations", "Changes"):
        api.at("GET", f"{ROOT}{name}", headers=_headers(api))
    monkeypatch.undo()

    assert len(seen) == 6
    for text, parameters in seen:
        plan = api.database.run(engine.fetch(f"EXPLAIN QUERY PLAN {text}", parameters))  # type: ignore[arg-type]
        walked = [str(row[3]) for row in plan if "(tenant=?)" in str(row[3])]
        # The first table of a fact is walked; what it is joined with is looked up.
        assert len(walked) <= 1, (text, walked)
