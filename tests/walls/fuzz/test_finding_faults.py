"""The hunt finds what it looks for: each kind of wrong answer is reported; a planted fault is found, made small and repeated."""

import json
from typing import Any, Final

import pytest

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.routing.write_routes import WRITES
from facetstore.rest.wire.answer import Content
from tests.support.administration import Installation
from tests.walls.fuzz.hunt import Again, Fault, Hunt
from tests.walls.fuzz.judge import Judge
from tests.walls.fuzz.replay import replay
from tests.walls.fuzz.request import Request
from tests.walls.fuzz.seeds import seeds
from tests.walls.fuzz.shrink import Shrinking
from tests.walls.fuzz.world import Answer, World

FACETS: Final = Request("GET", "/acme/main/_api/rest/facets")
SEED: Final = 16
STEP: Final = 250
MOST: Final = 6000
"""So many requests must do to find a fault that two parts of a request together bring about."""
GOOD: Final = b'{"count":0,"values":[]}'
ERROR: Final = {"message": "No", "output": "volatile", "type": "error", "data": [{"error": "No"}], "requestId": "1-1"}


def answer(status: int = 200, body: bytes = GOOD, **headers: str) -> Answer:
    usual = {"content-type": "application/json", "x-request-id": "1-1", "content-length": str(len(body))}
    return Answer(status, usual | {name.replace("_", "-"): value for name, value in headers.items()}, body)


def error(**changed: Any) -> bytes:
    return json.dumps(ERROR | changed).encode()


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


@pytest.mark.parametrize("given", [answer(), answer(404, error()), answer(304, b"")])
def test_a_right_answer_has_no_fault(judge: Judge, given: Answer) -> None:
    assert list(judge.faults(FACETS, FACETS.path, given)) == []


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (answer(500, error()), "status 500"),
        (answer(409, error()), "status 409 is not in the document"),
        (answer(body=b'{"count":"0","values":[]}'), "outside its schema"),
        (answer(body=b'{"count":0,"values":[],"more":1}'), "outside its schema"),
        (answer(body=b'{"count":NaN,"values":[]}'), "no JSON"),
        (answer(body=b'{"count":0,"values":["\xff"]}'), "no UTF-8"),
        (answer(body=b'{"count":0,"values":["\x02"]}'), "the control character"),
        (answer(404, error(message='Traceback (most recent call last): File "/x"')), "a stack trace in the body"),
        (answer(content_length="7"), "content-length 7"),
        (answer(content_type="text/html"), "the content type 'text/html'"),
        (answer(content_encoding="gzip"), "the body is not packed as it says"),
        (answer(link="</\r\nset-cookie: a=b>"), "the header link"),
        (answer(304, GOOD), "a body of"),
        (answer(404, error(requestId="2-2")), "the requestId is not that of the header"),
        (answer(404, error(output="somewhere")), "outside its schema at output"),
    ],
)
def test_a_wrong_answer_is_reported(judge: Judge, given: Answer, fault: str) -> None:
    assert any(each.startswith(fault) for each in judge.faults(FACETS, FACETS.path, given))


@pytest.mark.parametrize(
    ("method", "path", "operation"),
    [
        ("GET", "/a/b/_api/rest/facets", "facets-list"),
        ("HEAD", "/a/b/_api/REST/Facets/", "facets-list"),
        ("DELETE", "/a/b/_api/rest/facets/x/views/y/elements/z", "element-remove"),
        ("PUT", "/a/b/_api/rest/facets", "no method"),
        ("get", "/a/b/_api/rest/facets", "no method"),
        ("GET", "/a/b/_api/rest//facets", "no path"),
        ("GET", "/_health/live", "health-live"),
    ],
)
def test_the_operation_of_a_request_is_found(judge: Judge, method: str, path: str, operation: str) -> None:
    assert judge.operation(Request(method, path), path) == operation


def test_a_request_comes_back_from_its_line() -> None:
    given = Request(
        "POST", "/@tenant@/%FF", (("$page", "1"),), (("accept", "\xff"),), '{"a":"\udcff\x00"}', "viewer", "cookie"
    )

    assert Request.parse(given.line) == given
    assert Request.parse(FACETS.line) == FACETS


class Planted(Exception):
    """A fault of ours that only few requests meet."""


def test_a_planted_fault_is_found_and_made_small(
    sqlite_installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    (route,) = (each for each in WRITES if each.name == "element-move")
    handler = route.handler

    async def planted(exchange: Exchange) -> Content:
        if b'"parent":[' in await exchange.call.body() and "dryRun" in exchange.call.query:
            raise Planted("as planted")
        return await handler(exchange)

    monkeypatch.setitem(vars(route), "handler", planted)
    begun = [each for each in seeds() if each.path.endswith("/move")]
    hunt = Hunt(lambda: World(sqlite_installation), SEED, begun)

    found: list[Fault] = []
    while not found and hunt.tally.total.total() < MOST:
        hunt.run(STEP)
        found = [each for each in hunt.faults.values() if "Planted" in each.trace]

    assert found, f"Not found in {hunt.tally.total.total()} requests."
    again = Again(lambda: World(sqlite_installation), "status 500")
    (smallest,) = Shrinking(again.shows).shrink((), found[0].request)
    again.close()
    assert [name for name, _ in smallest.query] == ["dryRun"]
    assert smallest.headers == ()
    assert smallest.body is not None
    # What was found first may be no JSON: then it ends behind its beginning.
    assert smallest.body.startswith('{"parent":[')
    assert len(smallest.body) <= len('{"parent":[]}')
    world = World(sqlite_installation)
    assert "Planted: as planted" in "\n".join(replay(world, Judge(), [smallest.line]))
    world.close()
