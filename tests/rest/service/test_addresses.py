"""Ways to say the same: GET and POST, HEAD and OPTIONS, a slash at the end, letter case, three ways to show a token."""

import pytest

from tests.rest.reading.reads import READS, methods_at
from tests.support import company
from tests.support.api import ACME, Api, element

pytestmark = pytest.mark.one_engine


def respelled(path: str) -> str:
    """The path with all its words and ids in capitals, but not its parameters."""
    address, question, query = path.partition("?")
    return address.upper() + question + query


@pytest.mark.parametrize("path", READS.values(), ids=READS)
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_every_read_answers_to_post_without_a_body_as_to_get(api: Api, path: str, role: str) -> None:
    got = api.get(path, role)
    posted = api.post(path, role)

    assert posted.status_code == got.status_code == 200
    if "transitions" in path:
        assert posted.json()["transitions"] == got.json()["values"]
    else:
        assert posted.content == got.content
        assert posted.headers["etag"] == got.headers["etag"]


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_every_read_answers_to_head_as_to_get_but_without_a_body(api: Api, path: str) -> None:
    got = api.get(path)
    asked = api.send("HEAD", path)

    assert asked.status_code == 200
    assert asked.content == b""
    passing = {"x-request-id"}
    assert {name: value for name, value in asked.headers.items() if name not in passing} == {
        name: value for name, value in got.headers.items() if name not in passing
    }


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_every_read_shows_its_methods_to_all_who_ask(api: Api, path: str) -> None:
    response = api.send("OPTIONS", path, role=None)

    assert response.status_code == 204
    assert response.headers["allow"] == methods_at(path)
    assert response.content == b""


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_slash_at_the_end_is_accepted_everywhere(api: Api, path: str) -> None:
    address, question, query = path.partition("?")

    assert api.get(f"{address}/{question}{query}").content == api.get(path).content
    assert api.send("OPTIONS", f"{address}/").status_code == 204


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_words_names_and_ids_in_an_address_match_ignoring_letter_case(api: Api, path: str) -> None:
    assert api.get(respelled(path)).content == api.get(path).content


def test_the_tenant_in_an_address_matches_ignoring_letter_case_and_is_answered_as_it_is_written(api: Api) -> None:
    path = element(company.RECEIPT)
    token = api.database.tokens[ACME, "administrator"]

    shouted = api.at("GET", f"/ACME/Main/_API/{path}", headers={"symbio-auth-token": token})

    assert shouted.content == api.get(path).content


def test_both_prefixes_of_the_release_operations_are_one(api: Api) -> None:
    documented = api.get(f"release/{company.RECEIPT}/transitions")
    issued = api.get(f"rest/release/{company.RECEIPT}/transitions")

    assert documented.content == issued.content


@pytest.mark.parametrize(
    "headers",
    [
        {"symbio-auth-token": "{}"},
        {"Symbio-Auth-Token": "{}"},
        {"authorization": "Bearer {}"},
        {"Authorization": "bearer {}"},
        {"Authorization": "BEARER   {}"},
    ],
)
def test_a_token_is_shown_by_one_of_two_headers(api: Api, headers: dict[str, str]) -> None:
    token = api.database.tokens[ACME, "viewer"]
    given = {name: value.format(token) for name, value in headers.items()}

    assert api.at("GET", f"/{ACME}/_api/rest/info", headers=given).status_code == 200


def test_a_token_is_shown_by_a_query_parameter(api: Api) -> None:
    token = api.database.tokens[ACME, "viewer"]

    response = api.at("GET", f"/{ACME}/_api/rest/facets/it/views/list/elements?symbio-auth-token={token}&$pageSize=1")

    assert response.status_code == 200
    assert response.json()["count"] == 1
    assert token not in response.text


def test_parameters_that_are_not_ours_are_ignored(api: Api) -> None:
    path = "rest/facets/it/views/list/elements"

    assert api.read(f"{path}?_=1700000000&utm_source=x&selected=name") == api.read(path)


def test_parameters_may_be_percent_encoded(api: Api) -> None:
    path = "rest/facets/it/views/list/elements"

    assert api.read(f"{path}?%24pageSize=1&%24select=name%2Cowner") == api.read(
        f"{path}?$pageSize=1&$select=name,owner"
    )
