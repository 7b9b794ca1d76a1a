"""How often tokens are used, when and from where: counted beside requests, shown among the attributes, no change of anything."""

import asyncio
from typing import Any

import pytest

from facetstore.domain.hosts import MOST_HOSTS, place_of
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tokens import uses
from facetstore.usecases.tokens.uses import add_hosts
from tests.support.api import Api, Json
from tests.support.changing import Changing

ELEMENTS = "rest/facets/automation/views/detail/elements"
ADDRESS = "10.1.2.3"


class Robot:
    """A token, and its use on a node that caches responses."""

    def __init__(self, changing: Changing) -> None:
        (token,) = changing.write("rest/tokens", {"name": "Robot", "role": "viewer"})["values"]
        self.changing, self.node = changing, Api(changing.database)
        self.id, self.secret = token["id"], token["secret"]

    def call(self, address: str | None = ADDRESS, path: str = "rest/facets") -> int:
        client = (address, 50000) if address is not None else None
        headers = [(b"symbio-auth-token", self.secret.encode())]
        return self.node.wire(f"/{self.changing.address}/_api/{path}".encode(), b"", headers, client=client)[0]

    def store(self) -> None:
        self.changing.database.run(self.node.app.uses.store())

    @property
    def listed(self) -> Json:
        found: Json = next(each for each in self.changing.read("rest/tokens")["values"] if each["id"] == self.id)
        return found


@pytest.fixture
def robot(changing: Changing) -> Robot:
    return Robot(changing)


def test_every_use_counts_however_it_is_answered(robot: Robot) -> None:
    statuses = [robot.call() for _ in range(3)]
    statuses += [
        robot.call(path=each) for each in ("rest/facets/nothing/views", "rest/trash", "rest/me", "rest/session")
    ]
    robot.store()

    assert statuses == [200, 200, 200, 404, 403, 200, 200]
    (host,) = robot.listed["hosts"]
    assert (robot.listed["uses"], host["uses"]) == (6, 6), "asking whether one is signed in is no use"
    assert robot.listed["lastUsedOn"] == host["lastUsedOn"]


def test_counts_add_up_over_addresses_and_nodes(robot: Robot, changing: Changing) -> None:
    other = Robot.__new__(Robot)
    other.__dict__.update(robot.__dict__, node=Api(changing.database))
    for number in range(5):
        robot.call()
        other.call("10.1.2.4")
        robot.store()
        if number % 2:
            other.store()
    other.store()

    assert robot.listed["uses"] == 10
    assert {each["address"]: each["uses"] for each in robot.listed["hosts"]} == {ADDRESS: 5, "10.1.2.4": 5}


def test_uses_change_neither_revision_nor_history(robot: Robot, changing: Changing) -> None:
    robot.call()
    robot.store()
    revision, history = changing.revision, changing.history(robot.id, path=ELEMENTS)

    robot.call()
    robot.store()

    assert robot.listed["uses"] == 2
    assert changing.revision == revision
    assert changing.history(robot.id, path=ELEMENTS) == history


def test_elements_show_their_uses(robot: Robot, changing: Changing) -> None:
    robot.call()
    robot.call()
    robot.store()

    token, host = (
        changing.read(f"{ELEMENTS}/{each}")["elements"][0]["attributes"]
        for each in (robot.id, robot.listed["hosts"][0]["id"])
    )
    assert (token["useCount"], host["useCount"]) == ({"127": 2}, {"127": 2})
    assert token["lastUsedOn"] == host["lastUsedOn"] == {"127": robot.listed["lastUsedOn"]}
    assert (host["hostAddress"], host["isActive"]) == ({"127": ADDRESS}, {"127": True})


def test_what_was_read_may_be_posted_back(robot: Robot, changing: Changing) -> None:
    robot.call()
    robot.store()
    read, revision = changing.read(f"{ELEMENTS}/{robot.id}"), changing.revision

    assert changing.write(ELEMENTS, {"elements": read["elements"]})["elements"] == read["elements"]
    assert changing.revision == revision


def test_without_an_address_the_token_alone_is_counted(robot: Robot) -> None:
    assert [robot.call(None), robot.call("")] == [200, 200]
    robot.store()

    assert (robot.listed["uses"], robot.listed["hosts"]) == (2, [])


def test_a_cached_answer_takes_one_statement_also_where_it_is_counted(robot: Robot) -> None:
    robot.call()
    robot.call()

    assert robot.node.statements == 1


def test_beyond_a_number_of_addresses_the_token_alone_is_counted(robot: Robot, changing: Changing) -> None:
    served = serve(changing.database.tenant(changing.address))
    places = [f"10.0.{number // 250}.{number % 250}" for number in range(MOST_HOSTS + 5)]
    changing.database.run(add_hosts(changing.database.storage, served, robot.id, places))

    robot.call()
    robot.store()

    assert len(robot.listed["hosts"]) == MOST_HOSTS
    assert robot.listed["uses"] == 1


def test_two_nodes_that_meet_an_address_at_once_make_one_host(robot: Robot, changing: Changing) -> None:
    served, storage = serve(changing.database.tenant(changing.address)), changing.database.storage

    async def both() -> None:
        await asyncio.gather(*(add_hosts(storage, served, robot.id, [ADDRESS]) for _ in range(2)))

    changing.database.run(both())

    assert [each["address"] for each in robot.listed["hosts"]] == [ADDRESS]


def test_what_cannot_be_stored_is_counted_on(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    robot.call()
    tokens = type(robot.changing.database.storage.tokens(robot.changing.database.tenant(robot.changing.address)))

    async def broken(*_: object) -> None:
        raise OSError("no more room")

    with monkeypatch.context() as patched:
        patched.setattr(tokens, "count", broken)
        with pytest.raises(OSError, match="no more room"):
            robot.store()
    robot.call()
    robot.store()

    assert robot.listed["uses"] == 2


def test_uses_of_a_tenant_that_is_gone_are_forgotten(robot: Robot, changing: Changing) -> None:
    robot.call()
    tenant, storage = changing.database.tenant(changing.address), changing.database.storage

    async def remove() -> None:
        async with storage.administer() as tenants:
            await tenants.delete(tenant)

    changing.database.run(remove())
    robot.store()

    stored = storage.engine.fetch("SELECT element FROM token_use WHERE tenant = :tenant", {"tenant": tenant.key})
    assert changing.database.run(stored) == []


def test_uses_are_stored_beside_requests_and_at_the_end(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server runs it: a new address soon, the rest after a while, and what is left when it stops."""
    monkeypatch.setattr(uses, "_GATHERING", 0.01)
    faults: list[Exception] = []

    async def serve_for_a_while() -> None:
        kept = asyncio.create_task(robot.node.app.uses.keep(faults.append))
        for _ in range(500):
            await asyncio.sleep(0.01)
            principal = await robot.changing.database.storage.principal(tenant, robot.id)
            if principal is not None and principal.hosts:
                break
        robot.node.app.uses.add(uses.Use(robot.changing.address, robot.id, ADDRESS), 1_800_000_000_000_000)
        kept.cancel()
        await asyncio.gather(kept, return_exceptions=True)

    tenant = robot.changing.database.tenant(robot.changing.address)
    robot.call()
    robot.changing.database.run(serve_for_a_while())

    assert faults == []
    assert robot.listed["uses"] == 2
    assert [each["uses"] for each in robot.listed["hosts"]] == [2]


def test_uses_that_are_being_stored_at_the_end_are_counted_once(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uses, "_GATHERING", 0.0)
    tokens = type(robot.changing.database.storage.tokens(robot.changing.database.tenant(robot.changing.address)))
    count, stored = tokens.count, asyncio.Event()

    async def count_and_dawdle(*of: Any) -> None:
        await count(*of)
        stored.set()
        await asyncio.sleep(0.05)

    async def stop_in_the_middle() -> None:
        kept = asyncio.create_task(robot.node.app.uses.keep(lambda _: None))
        await stored.wait()
        kept.cancel()
        await asyncio.gather(kept, return_exceptions=True)

    monkeypatch.setattr(tokens, "count", count_and_dawdle)
    robot.call()
    robot.changing.database.run(stop_in_the_middle())

    assert robot.listed["uses"] == 1


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:DB8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", ""),
    ],
)
def test_what_counts_as_one_address(address: str, place: str) -> None:
    assert place_of(address) == place
