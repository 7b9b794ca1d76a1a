"""Another tenant's cursors and tokens: a place in its lists and the name of its token show no more than made-up ones."""

import base64
import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from tests.rest.access.premises import PROCESSES, Premises, unknown
from tests.support.api import Api, Database, Json, next_page

CALLERS: Final = ("viewer", "editor", "administrator")
LISTS: Final = (
    "rest/facets/processes/views/detail/elements?$pageSize=1",
    "rest/facets/processes/views/list/elements?$pageSize=2",
    "rest/facets/processes/views/tree/elements?$pageSize=1",
    "rest/facets/processes/views/list/elements?$pageSize=1&$orderby=name desc",
    "rest/facets/processes/views/list/elements?$pageSize=1&$orderby=changedOn,name",
    "rest/facets/processes/views/list/elements?$pageSize=1&$filter=type -eq 'subProcess'",
    "rest/facets/processes/views/list/elements?$pageSize=1&$count=true&$facetCounts=type",
    "rest/facets/users/views/list/elements?$pageSize=2",
    "rest/facets/processes/reporting?$pageSize=1",
)
AUTOMATION: Final = "rest/facets/automation/views/detail/elements"
ROBOT: Final = "Zephyr the robot"
"""The name of a token that only the other tenant has."""
UNKNOWN: Final = "Zephyr the rabbit"
ID: Final = "@id@"


class Tenants(NamedTuple):
    """Two on one database; the other one has some more elements, so that its lists have pages to follow."""

    own: Premises
    foreign: Premises
    api: Api
    robot: Json


@pytest.fixture(scope="module")
def tenants(database: Database) -> Iterator[Tenants]:
    api = Api(database, cache_bytes=0)
    own, foreign = Premises(api, "cursors/own", "ab"), Premises(api, "cursors/foreign", "fe")
    more = [{"type": "processHouse", "attributes": {"name": {"1033": f"Secret house {n}"}}} for n in range(3)]
    assert foreign.send("POST", PROCESSES, body={"elements": more}).status_code == 200
    made = foreign.send("POST", "rest/tokens", body={"name": ROBOT, "role": "viewer"})
    (robot,) = made.json()["values"]
    for who in CALLERS:
        own.send("GET", "rest/info", who)
    yield Tenants(own, foreign, api, robot)
    api.close()


def measured(tenants: Tenants, method: str, path: str, who: str, *own: str) -> tuple[int, dict[str, str], str, int]:
    """The answer without what is every request's own, and how many statements it took."""
    response = tenants.own.send(method, path, who)
    left_out = ("x-request-id", "content-length", "date")
    headers = {name: value for name, value in response.headers.items() if name not in left_out}
    texts = [json.dumps(headers), response.text.replace(response.headers["x-request-id"], "")]
    for each in own:
        texts = [text.replace(quote(each), ID).replace(each, ID) for text in texts]
    return response.status_code, json.loads(texts[0]), texts[1], tenants.api.statements


def cursors(foreign: Premises, path: str, who: str) -> Iterator[str]:
    """The cursors of all pages of a list."""
    address = foreign.send("GET", path, who)
    while (link := next_page(address)) is not None:
        query = dict(parse_qsl(urlsplit(link).query))
        yield query["$cursor"]
        address = foreign.send("GET", f"{path}&$cursor={query['$cursor']}", who)


def next_to(cursor: str) -> str:
    """A cursor for the place next to it, that of an element which does not exist."""
    document: list[Any] = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    document[-1] = document[-1][:-1] + ("c" if document[-1][-1] == "b" else "b")
    return base64.urlsafe_b64encode(json.dumps(document, separators=(",", ":")).encode()).rstrip(b"=").decode()


@pytest.mark.parametrize("path", LISTS)
def test_another_tenants_cursor_is_a_place_like_any(tenants: Tenants, path: str) -> None:
    asked = 0
    for who in CALLERS:
        for cursor in cursors(tenants.foreign, path, who):
            found = measured(tenants, "GET", f"{path}&$cursor={cursor}", who)
            expected = measured(tenants, "GET", f"{path}&$cursor={next_to(cursor)}", who)

            assert found == expected
            assert found[0] == 200
            assert "Secret house" not in found[2]
            assert tenants.foreign.mark + "00" not in found[2]
            asked += 1
    assert asked >= 3


def test_an_own_cursor_is_distinguished_from_a_made_up_one_if_something_stands_there(tenants: Tenants) -> None:
    """That the test before can fail: a cursor does lead to what is behind it."""
    cursor, *_ = cursors(tenants.own, LISTS[0], "administrator")
    first = measured(tenants, "GET", LISTS[0], "administrator")
    second = measured(tenants, "GET", f"{LISTS[0]}&$cursor={cursor}", "administrator")

    assert first[2] != second[2]


SLOTS: Final = (
    ("GET", f"{AUTOMATION}/{ID}"),
    ("GET", f"{AUTOMATION}/{ID}/attributes"),
    ("GET", f"{AUTOMATION}/{ID}/children"),
    ("GET", f"{AUTOMATION}/{ID}/info"),
    ("GET", f"{AUTOMATION}/{ID}/history"),
    ("GET", f"{AUTOMATION}/{ID}/usages"),
    ("GET", f"{AUTOMATION}/{ID}/access?user={ID}"),
    ("GET", f"{AUTOMATION}?$pageSelectionKey={ID}&$pageSize=5"),
    ("GET", f"{AUTOMATION}?$filter=id -eq '{ID}'"),
    ("GET", f"{AUTOMATION}?$filter=name -eq '{ID}'"),
    ("GET", f"{AUTOMATION}?$filter=Contains(attributes,'{ID}')&$count=true"),
    ("GET", f"rest/search?q={ID}"),
    ("GET", f"rest/audit?subject={ID}"),
    ("GET", f"rest/audit?actor={ID}"),
    ("POST", f"{AUTOMATION}/{ID}/delete"),
    ("DELETE", f"{AUTOMATION}/{ID}"),
    ("POST", f"rest/tokens/{ID}/rotate"),
    ("POST", f"rest/tokens/{ID}/revoke"),
)


@pytest.mark.parametrize(("method", "slot"), SLOTS)
@pytest.mark.parametrize("named", ["id", "name"])
def test_another_tenants_token_is_an_unknown_one(tenants: Tenants, method: str, slot: str, named: str) -> None:
    foreign = tenants.robot["id"] if named == "id" else ROBOT
    made_up = unknown(foreign) if named == "id" else UNKNOWN

    for who in CALLERS:
        found, expected = (measured(tenants, method, slot.replace(ID, each), who, each) for each in (foreign, made_up))
        assert found == expected
    robot = tenants.api.get("rest/me", token=tenants.robot["secret"], tenant=tenants.foreign.address)
    assert robot.status_code == 200


def test_a_token_may_be_called_as_another_tenants_is(tenants: Tenants) -> None:
    """And takes nothing from it: not its secret, not its use."""
    costs = []
    for name in (UNKNOWN, ROBOT):
        tenants.own.send("GET", "rest/info")  # who is calling is found out
        response = tenants.own.send("POST", "rest/tokens", body={"name": name, "role": "viewer"})
        costs.append((response.status_code, list(response.json()["values"][0]), tenants.api.statements))

    assert costs[0] == costs[1]
    assert costs[0][0] == 200
    robot = tenants.api.get("rest/me", token=tenants.robot["secret"], tenant=tenants.foreign.address)
    assert robot.status_code == 200
