"""Where requests are limited: a caller who sends too many has to wait, and no other caller notices."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

import httpx
import pytest

from facetstore.domain.buckets import Limit
from facetstore.storage.access.rate_buckets import SqlBuckets
from facetstore.usecases.measure import start_counting
from facetstore.usecases.tenants.rate_limits import Buckets, Limits, OwnBuckets
from tests.support import company
from tests.support.api import ACME, RIVAL, Api, Database
from tests.support.people import PASSWORD, Browser, add_person

PATH: Final = "rest/facets/it/views/list/elements"
BURST: Final = 6
PEOPLE: Final = "limited/people"


def buckets_of(database: Database) -> Buckets:
    """Buckets as a process has them on this engine."""
    return OwnBuckets() if database.engine == "sqlite" else SqlBuckets(database.storage.engine)


@pytest.fixture
def limited(database: Database) -> Iterator[Api]:
    """The application with a limit that is soon reached."""
    yield from served(database, Limit(rate=1, burst=BURST))


def served(database: Database, limit: Limit) -> Iterator[Api]:
    if database.engine == "postgres":  # tests share a database: each begins with full buckets
        database.run(database.storage.engine.fetch("DELETE FROM rate_bucket", {}))
    api = Api(database, limits=Limits(buckets_of(database), limit))
    yield api
    api.close()


def refused(send: Callable[[], httpx.Response]) -> tuple[httpx.Response, int]:
    """Send until that is too often; returns the refusal, and how many requests were let through before."""
    for number in range(60):
        if (response := send()).status_code == 429:
            return response, number
    raise AssertionError("All requests were let through.")


def test_without_a_limit_nothing_is_limited(api: Api) -> None:
    assert {api.get(PATH).status_code for _ in range(200)} == {200}


def test_after_the_burst_a_caller_is_asked_to_wait(limited: Api) -> None:
    response, let_through = refused(lambda: limited.get(PATH))
    body = response.json()

    assert BURST <= let_through <= BURST + 3  # a second or two may pass meanwhile
    sentence = "Too many requests: 1 a second, and up to 6 at once, are let through. Try again in 1 s."
    assert body.pop("requestId") == response.headers["x-request-id"]
    assert body == {
        "message": sentence,
        "output": "volatile",
        "type": "error",
        "data": [{"error": sentence, "code": "too-many-requests"}],
    }
    found = ("retry-after", "ratelimit-policy", "ratelimit", "cache-control")
    assert [response.headers[name] for name in found] == ["1", '"token";q=6;w=6', '"token";r=0;t=1', "no-store"]
    exposed = response.headers["access-control-expose-headers"]
    assert {"Retry-After", "RateLimit", "RateLimit-Policy"} <= set(exposed.split(", "))


def test_who_asks_for_problem_details_gets_them(limited: Api) -> None:
    response, _ = refused(lambda: limited.get(PATH, headers={"accept": "application/problem+json"}))

    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == "urn:facetstore:problem:too-many-requests"
    assert response.headers["retry-after"] == "1"


def test_cached_answers_are_counted_like_others(database: Database) -> None:
    for api in served(database, Limit(rate=1, burst=40)):
        assert 40 <= refused(lambda: api.get(PATH))[1] <= 45  # noqa: B023  # called at once


def test_refused_requests_are_counted_and_logged_under_a_name_of_their_own(limited: Api) -> None:
    refused(lambda: limited.get(PATH))
    logged = limited.logged

    assert (logged["route"], logged["status"], logged["tenant"]) == ("rate-limit", 429, ACME)
    metrics = limited.at("GET", "/_metrics").text
    assert 'facetstore_requests_total{route="rate-limit",status="429"} 1.0' in metrics


def test_each_token_has_a_bucket_of_its_own(limited: Api) -> None:
    refused(lambda: limited.get(PATH))

    assert limited.get(PATH, "viewer").status_code == 200
    assert limited.get("rest/info", tenant=RIVAL).status_code == 200


def test_pages_of_the_service_and_those_who_are_not_let_in_are_not_limited(limited: Api) -> None:
    refused(lambda: limited.get(PATH))

    assert {limited.at("GET", "/_health/live").status_code for _ in range(20)} == {200}
    assert {limited.at("GET", "/_health/ready").status_code for _ in range(20)} == {200}
    assert limited.at("GET", "/_docs").status_code == 200
    assert {limited.get(PATH, token="nobody").status_code for _ in range(20)} == {401}
    assert limited.send("OPTIONS", PATH).status_code == 204


def test_writes_are_limited_and_change_nothing_when_refused(limited: Api, database: Database) -> None:
    before = database.tenant(ACME)

    refused(lambda: limited.post(PATH, content=b'{"elements": [{"type": "nothing"}]}'))
    assert database.tenant(ACME) == before


def test_spending_changes_nothing_of_the_tenant(limited: Api, database: Database) -> None:
    before = database.tenant(ACME)
    refused(lambda: limited.get(PATH))

    assert database.tenant(ACME) == before


def test_sessions_of_one_person_share_a_bucket_and_signing_in_and_out_is_always_possible(
    limited: Api, database: Database
) -> None:
    database.add_tenant(PEOPLE, company.SETTINGS)
    login = f"p{id(limited)}"
    add_person(database, PEOPLE, login)
    first, second = Browser(limited, PEOPLE), Browser(limited, PEOPLE)
    assert first.sign_in(login, PASSWORD).status_code == 200
    assert refused(lambda: first.send("GET", "rest/me"))[1] >= BURST
    assert second.sign_in(login, PASSWORD).status_code == 200
    assert refused(lambda: second.send("GET", "rest/session"))[1] < BURST
    assert second.send("DELETE", "rest/session").status_code == 200


def test_most_requests_cost_no_statement_more(database: Database) -> None:
    for api in served(database, Limit(rate=1000, burst=1000)):
        usual = Api(database)
        usual.get(PATH)
        usual.get(PATH)
        costs = []
        for _ in range(200):
            assert api.get(PATH).status_code == 200
            costs.append(api.statements)
        usual_cost = usual.statements
        usual.close()

        assert sum(cost == usual_cost for cost in costs) >= 195
        assert max(costs[1:]) <= usual_cost + 3


def test_a_bucket_is_asked_by_two_statements(database: Database) -> None:
    buckets, limit = buckets_of(database), Limit(rate=5, burst=50)
    database.run(buckets.lend("a", "node", limit))

    async def lend() -> int:
        counted = start_counting()
        await asyncio.gather(*(buckets.lend("a", f"node {number}", limit) for number in range(4)))
        return counted.number

    assert database.run(lend()) == (8 if database.engine == "postgres" else 0)


def test_buckets_that_are_full_again_are_deleted(database: Database) -> None:
    if database.engine == "sqlite":
        return  # in memory: tests/usecases/tenants/test_limits.py
    limit, engine = Limit(rate=1000, burst=1000), database.storage.engine
    database.run(SqlBuckets(engine).lend("old", "node", limit))
    database.run(engine.fetch("UPDATE rate_bucket SET at = at - 32000000 WHERE subject = 'old'", {}))

    database.run(SqlBuckets(engine).lend("new", "node", limit))
    subjects = {subject for (subject,) in database.run(engine.fetch("SELECT subject FROM rate_bucket", {}))}
    assert "new" in subjects
    assert "old" not in subjects
