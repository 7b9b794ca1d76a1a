"""One structured line a request: what was asked and what it cost, and nothing private."""

import json
import re

import pytest

from facetstore.rest.app import App
from facetstore.rest.wire.monitoring import RequestLog
from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import ACME, Api, element

pytestmark = pytest.mark.one_engine

FIELDS = ["at", "id", "tenant", "route", "method", "status", "ms", "statements"]


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_every_read_leaves_one_line(api: Api, path: str) -> None:
    before = api.log.count("\n")

    response = api.get(path, "viewer")

    assert api.log.count("\n") == before + 1
    line = api.logged
    assert list(line) == FIELDS
    assert line["id"] == response.headers["x-request-id"]
    assert (line["tenant"], line["method"], line["status"]) == (ACME, "GET", 200)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["at"])
    assert line["ms"] > 0
    assert line["statements"] >= 1


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("rest/facets", "facets-list"),
        ("rest/facets/processes/views", "views-list"),
        ("rest/facets/it/views/list/elements", "elements-list"),
        (element(company.RECEIPT), "element-get"),
        (f"{element(company.RECEIPT)}/attributes", "attributes-list"),
        (f"{element(company.RECEIPT)}/attributes/name", "attribute-get"),
        (f"{element(company.RECEIPT)}/related", "related-list"),
        (f"{element(company.RECEIPT)}/related/author", "related-get"),
        (f"{element(company.RECEIPT)}/children", "children-list"),
        (f"{element(company.RECEIPT)}/content", "content-list"),
        (f"{element(company.RECEIPT)}/info", "element-info"),
        (f"{element(company.RECEIPT)}/versions", "versions-list"),
        ("rest/facets/it/views/list/config", "config-list"),
        ("rest/facets/it/views/list/config/system", "config-get"),
        ("rest/facets/it/reporting", "reporting-list"),
        (f"rest/facets/processes/reporting/{company.RECEIPT}", "reporting-get"),
        ("rest/info", "storage-info"),
        (f"release/{company.RECEIPT}/transitions", "transitions-list"),
    ],
)
def test_the_line_names_the_operation_and_never_the_address(forgetful_api: Api, path: str, route: str) -> None:
    forgetful_api.get(path)

    assert forgetful_api.logged["route"] == route


@pytest.mark.parametrize(
    ("method", "path", "role", "status"),
    [
        ("GET", "rest/facets", None, 401),
        ("GET", "rest/nothing", "viewer", 404),
        ("GET", element(company.NOWHERE), "viewer", 404),
        ("PUT", "rest/facets", "viewer", 405),
        ("GET", "rest/facets?$x=1", "viewer", 400),
        ("OPTIONS", "rest/facets", None, 204),
        ("HEAD", "rest/facets", "viewer", 200),
    ],
)
def test_a_refusal_leaves_a_line_too(api: Api, method: str, path: str, role: str | None, status: int) -> None:
    response = api.send(method, path, role)

    line = api.logged
    assert list(line) == FIELDS
    assert (line["method"], line["status"]) == (method, status)
    assert line["id"] == response.headers["x-request-id"]


def test_a_tenant_is_named_only_to_those_who_got_in(api: Api) -> None:
    api.get("rest/facets", None)
    nobody = api.logged
    api.get("rest/facets", token="a" * 26)
    stranger = api.logged

    assert (nobody["tenant"], stranger["tenant"]) == ("-", "-")


def test_an_answer_that_was_not_sent_again_is_logged(api: Api) -> None:
    tag = api.get("rest/facets").headers["etag"]

    api.get("rest/facets", headers={"if-none-match": tag})

    assert api.logged["status"] == 304


def test_neither_tokens_nor_anything_of_a_query_string_stand_in_the_log(api: Api) -> None:
    token = api.database.tokens[ACME, "viewer"]
    quiet = Api(api.database)
    quiet.get("rest/facets", "viewer")
    quiet.get("rest/facets", None, headers={"authorization": f"Bearer {token}"})
    quiet.at("GET", f"/{ACME}/_api/rest/facets?symbio-auth-token={token}&customer=Miller&$select=name")
    quiet.at("GET", f"/{ACME}/_api/rest/facets/secretfacet/views?symbio-auth-token={token}")
    quiet.at("GET", "/secretcollection/secretstorage/_api/rest/facets?symbio-auth-token=secrettoken")
    log = quiet.log
    quiet.close()

    assert log.count("\n") == 5
    for private in (token, "symbio-auth-token", "Miller", "$select", "?", "secret"):
        assert private not in log


def test_every_line_is_json_whatever_was_asked(api: Api) -> None:
    quiet = Api(api.database)
    for path in ('/"/"/_api/"', "/a%22b/c%0Ad/_api/x", f"/{ACME}/_api/%22%0A", "/%00", "/\u202e/x/_api/rest/facets"):
        quiet.at("GET", path, headers={"symbio-auth-token": 'x"y'})
    lines = quiet.log.splitlines()
    quiet.close()

    assert [list(json.loads(line)) for line in lines] == [FIELDS] * 5


def test_a_log_that_is_turned_off_stays_empty(api: Api) -> None:
    quiet = Api(api.database)
    quiet.app = App(api.database.storage, log=RequestLog(quiet._log, enabled=False))
    status, _ = quiet.raw(b"/acme/main/_api/rest/facets")
    log = quiet.log
    quiet.close()

    assert (status, log) == (401, "")
