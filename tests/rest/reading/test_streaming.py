"""Lists too long to be held: sent as they are read, complete and in order, with the count at the end."""

import gzip
import json
from collections.abc import Iterator

import brotli
import pytest
import zstandard

from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import Api, Database, Json

NUMBER = 2345
PERSON = company.element_id(1)
LIST = "rest/facets/tags/views/list/elements"


def many_tags() -> Iterator[company.Record]:
    """Tags in no order of name or id, all made by one person."""
    yield company.header()
    yield {"id": PERSON, "type": "user", "attributes": {"firstName": {127: "Ada"}, "lastName": {127: "Adler"}}}
    for n in range(NUMBER):
        place = n * 1009 % NUMBER
        yield company.plain("tag", company.element_id(1000 + n), {1033: f"Tag {place:05d}"}, createdBy=[PERSON])


@pytest.fixture(scope="session")
def long(database: Database) -> str:
    return database.add_tenant("acme/long", TenantSettings(), many_tags)


def names(answer: Json) -> list[str]:
    elements = answer["elements"] if "elements" in answer else answer["values"]
    return [each["attributes"]["name"]["1033"] for each in elements]


IN_ORDER = [f"Tag {n:05d}" for n in range(NUMBER)]


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_an_unpaged_list_comes_whole_and_in_order(api: Api, long: str, role: str) -> None:
    response = api.get(LIST, role, tenant=long)
    answer = response.json()

    assert names(answer) == IN_ORDER
    assert answer["count"] == NUMBER
    assert list(answer) == ["elements", "count"]


def test_it_shows_each_element_as_a_page_does(api: Api, long: str) -> None:
    pages = [api.read(f"{LIST}?$page={page}&$pageSize=1000", tenant=long)["elements"] for page in (1, 2, 3)]

    answer = api.read(LIST, tenant=long)

    assert answer["elements"] == [each for page in pages for each in page]


def test_it_has_neither_tag_nor_length(api: Api, long: str) -> None:
    response = api.get(LIST, tenant=long)

    assert response.status_code == 200
    assert not {"etag", "content-length"} & set(response.headers)
    assert response.headers["api-version"] == "4.0"
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert response.headers["vary"].startswith("Accept-Encoding")
    assert api.get(LIST, tenant=long, headers={"if-none-match": "*"}).status_code == 200


def test_it_is_sent_in_pieces(api: Api, long: str) -> None:
    pieces = chunks(api, long, None)

    assert len(pieces) > 4
    assert max(map(len, pieces)) < sum(map(len, pieces)) / 2


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_it_is_compressed_as_it_comes(api: Api, long: str, coding: str) -> None:
    plain = b"".join(chunks(api, long, None))

    packed = b"".join(chunks(api, long, coding))

    unpack = {
        "gzip": gzip.decompress,
        "br": brotli.decompress,
        "zstd": lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body),
    }
    assert unpack[coding](packed) == plain
    assert len(packed) < len(plain) / 5


def test_it_ends_when_the_client_has_gone(api: Api, long: str) -> None:
    whole = chunks(api, long, None)

    assert 0 < len(chunks(api, long, None, is_gone=True)) < len(whole)


def chunks(api: Api, tenant: str, coding: str | None, *, is_gone: bool = False) -> list[bytes]:
    """The pieces of the answer's body as they are handed to the server."""
    sent: list[bytes] = []

    async def send(message: dict[str, object]) -> None:
        body = message.get("body")
        if isinstance(body, bytes) and body:
            sent.append(body)
        elif "headers" in message:
            headers = dict(message["headers"])  # type: ignore[call-overload]  # pairs of bytes
            assert headers.get(b"content-encoding", b"").decode() == (coding or "")

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"} if is_gone else {"type": "http.request", "body": b""}

    token = api.database.tokens[tenant, "viewer"].encode()
    headers = [(b"host", b"test"), (b"symbio-auth-token", token)]
    headers += [(b"accept-encoding", coding.encode())] if coding else []
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": f"/{tenant}/_api/{LIST}",
        "query_string": b"",
        "headers": headers,
    }
    api.database.run(api.app(scope, receive, send))
    return sent


def test_asked_by_head_it_has_no_body(api: Api, long: str) -> None:
    response = api.send("HEAD", LIST, tenant=long)

    assert (response.status_code, response.content) == (200, b"")


def test_it_may_be_asked_for_by_post(api: Api, long: str) -> None:
    assert api.post(LIST, tenant=long).json()["count"] == NUMBER


def test_its_total_can_be_asked_for(api: Api, long: str) -> None:
    assert api.get(f"{LIST}?$count=true", tenant=long).headers["x-total-count"] == str(NUMBER)


def test_in_version_1_0_it_is_called_values(api: Api, long: str) -> None:
    answer = api.read(LIST, tenant=long, headers={"api-version": "1.0"})

    assert names(answer) == IN_ORDER
    assert answer["count"] == NUMBER
    assert not {"facetName", "creationId", "displayNames"} & set(answer["values"][0])


def test_contexts_are_expanded_in_every_piece_of_it(api: Api, long: str) -> None:
    answer = api.read(f"{LIST}?$select=createdBy,lastName&$expandRelated=createdBy", tenant=long)

    assert answer["count"] == NUMBER
    assert all(
        each["related"]["createdBy"][0]["attributes"] == {"lastName": {"127": "Adler"}} for each in answer["elements"]
    )


def test_it_runs_no_more_statements_than_a_short_one_but_that_which_found_it_too_long(
    forgetful_api: Api, long: str
) -> None:
    forgetful_api.get("rest/info", tenant=long)
    forgetful_api.get(f"{LIST}?$page=1", tenant=long)
    short = forgetful_api.statements

    forgetful_api.get(LIST, tenant=long)

    assert forgetful_api.statements == short + 1


def test_also_expanded_it_runs_at_most_six_statements(forgetful_api: Api, long: str) -> None:
    forgetful_api.get("rest/info", tenant=long)
    forgetful_api.get(f"{LIST}?$select=createdBy&$expandRelated=createdBy", tenant=long)

    assert forgetful_api.statements <= 6


def test_a_list_just_short_enough_is_answered_whole_with_a_tag(api: Api, database: Database) -> None:
    def records() -> Iterator[company.Record]:
        kept = [each for each in many_tags() if each.get("type") != "tag"]
        yield from kept
        yield from [each for each in many_tags() if each.get("type") == "tag"][:2000]

    tenant = database.add_tenant("acme/nearly-long", TenantSettings(), records)

    response = api.get(LIST, tenant=tenant)

    assert response.json()["count"] == 2000
    assert "etag" in response.headers
    assert list(json.loads(response.content)) == ["count", "elements"]
