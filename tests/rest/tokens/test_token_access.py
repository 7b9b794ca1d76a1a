"""What a token may do is what its element says, from the next request on, on every node; and where it may be used."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from facetstore.bootstrap.serve import trusted_networks
from facetstore.rest.wire.call import Origin
from tests.support.api import Api, Json
from tests.support.changing import Changing

ELEMENTS = "rest/facets/automation/views/detail/elements"
HERE, THERE = "10.1.2.3", "2001:db8:1:2:3:4:5:6"


@dataclass
class Nodes:
    """Two nodes on one database, and a robot who calls them from two addresses."""

    changing: Changing
    nodes: tuple[Api, Api]
    robot: str
    secret: str

    def change(self, element: str, **attributes: object) -> None:
        """What an administrator does by operation 5, on another node."""
        values = {name: {"127": value} for name, value in attributes.items()}
        self.changing.update({"id": element, "attributes": values}, path=ELEMENTS)

    def answers(self, query: bytes = b"") -> list[int]:
        """What the robot gets: on both nodes from here, then on both from there."""
        path, headers = (
            f"/{self.changing.address}/_api/rest/facets".encode(),
            [(b"symbio-auth-token", self.secret.encode())],
        )
        return [
            node.wire(path, query, headers, client=(address, 50000))[0]
            for address in (HERE, THERE)
            for node in self.nodes
        ]

    def writes(self) -> list[int]:
        """What the robot gets on each node when it tries to write."""
        body = b'{"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "X"}}}]}'
        path = "rest/facets/processes/views/detail/elements?dryRun=true"
        return [
            node.post(path, None, tenant=self.changing.address, token=self.secret, content=body).status_code
            for node in self.nodes
        ]

    def token(self) -> Json:
        found: Json = next(each for each in self.changing.read("rest/tokens")["values"] if each["id"] == self.robot)
        return found

    def hosts(self) -> dict[str, Json]:
        return {each["address"]: each for each in self.token()["hosts"]}

    def store(self) -> None:
        """What every node does beside its requests."""
        for each in self.nodes:
            each.database.run(each.app.uses.store())


@pytest.fixture
def nodes(changing: Changing) -> Iterator[Nodes]:
    (token,) = changing.write("rest/tokens", {"name": "Robot", "role": "editor"})["values"]
    first, second = Api(changing.database), Api(changing.database)
    yield Nodes(changing, (first, second), token["id"], token["secret"])
    first.close()
    second.close()


def test_a_role_taken_away_is_gone_with_the_next_request(nodes: Nodes) -> None:
    assert nodes.writes() == [200] * 2

    nodes.change(nodes.robot, roleEditor=False)

    assert nodes.writes() == [403] * 2
    assert nodes.answers() == [200] * 4


@pytest.mark.parametrize(
    "attributes",
    [
        {"roleInactive": True},
        {"roleEditor": False, "roleViewer": False},
        {"validUntil": "2020-01-01T00:00:00"},
        {"validFrom": "2999-01-01T00:00:00"},
    ],
)
def test_a_token_that_is_shut_out_is_refused_with_the_next_request(nodes: Nodes, attributes: dict[str, object]) -> None:
    assert nodes.answers() == nodes.answers() == [200] * 4

    nodes.change(nodes.robot, **attributes)

    assert nodes.answers() == [401] * 4


def test_a_longer_validity_holds_without_another_secret(nodes: Nodes) -> None:
    nodes.change(nodes.robot, validUntil="2020-01-01T00:00:00")
    assert nodes.answers() == [401] * 4

    nodes.change(nodes.robot, validUntil="2999-01-01T00:00:00")

    assert nodes.answers() == [200] * 4


def test_rotating_and_revoking_hold_on_every_node(nodes: Nodes) -> None:
    assert nodes.answers() == [200] * 4
    (token,) = nodes.changing.write(f"rest/tokens/{nodes.robot}/rotate")["values"]
    assert nodes.answers() == [401] * 4
    nodes.secret = token["secret"]
    assert nodes.answers() == [200] * 4

    nodes.changing.write(f"rest/tokens/{nodes.robot}/revoke")

    assert nodes.answers() == [401] * 4


def test_an_address_becomes_a_host_of_the_token(nodes: Nodes) -> None:
    nodes.answers()
    assert nodes.hosts() == {}

    nodes.store()

    hosts = nodes.hosts()
    assert {address: host["isActive"] for address, host in hosts.items()} == {HERE: True, "2001:db8:1:2::/64": True}
    (child, _) = nodes.changing.read(f"{ELEMENTS}/{nodes.robot}/children")["elements"]
    assert (child["type"], child["id"]) == ("host", hosts[HERE]["id"])
    (entry,) = nodes.changing.history(hosts[HERE]["id"], path=ELEMENTS)
    assert (entry["kind"], entry["by"], entry["reason"]) == ("host.created", nodes.robot, "used from a new address")


def test_a_token_revoked_for_an_address_is_good_elsewhere(nodes: Nodes) -> None:
    nodes.answers()
    nodes.store()
    host = nodes.hosts()[HERE]["id"]
    assert nodes.answers() == nodes.answers() == [200] * 4

    nodes.change(host, isActive=False)
    assert nodes.answers() == nodes.answers() == [401, 401, 200, 200]

    nodes.change(host, isActive=True)
    assert nodes.answers() == [200] * 4


def test_an_address_can_be_shut_out_before_it_calls(nodes: Nodes) -> None:
    values = {"name": {"1033": "No"}, "hostAddress": {"127": "2001:DB8:1:2::9"}, "isActive": {"127": False}}
    nodes.changing.update({"type": "host", "parent": nodes.robot, "attributes": values}, path=ELEMENTS)

    assert nodes.answers() == [200, 200, 401, 401]


def test_a_refusal_shows_nothing_of_the_address(nodes: Nodes) -> None:
    nodes.answers()
    nodes.store()
    nodes.change(nodes.hosts()[HERE]["id"], isActive=False)

    path = f"/{nodes.changing.address}/_api/rest/facets".encode()
    found = [
        json.loads(nodes.nodes[0].wire(path, b"", [(b"symbio-auth-token", each.encode())], client=(HERE, 1))[2])
        for each in (nodes.secret, "nobody")
    ]

    assert {**found[0], "requestId": ""} == {**found[1], "requestId": ""}


def test_behind_a_proxy_the_address_is_the_one_it_vouches_for(changing: Changing) -> None:
    (token,) = changing.write("rest/tokens", {"name": "Robot", "role": "viewer"})["values"]
    proxied = Api(changing.database, client=("127.0.0.1", 1), origin=Origin(trusted=trusted_networks(("127.0.0.1",))))

    def status(address: str) -> int:
        forwarded = {"x-forwarded-for": address}
        return proxied.get(
            "rest/facets", None, tenant=changing.address, token=token["secret"], headers=forwarded
        ).status_code

    assert [status(each) for each in (HERE, THERE, HERE)] == [200] * 3
    changing.database.run(proxied.app.uses.store())
    (listed,) = [each for each in changing.read("rest/tokens")["values"] if each["name"] == "Robot"]
    hosts = {each["address"]: each["id"] for each in listed["hosts"]}
    changing.update({"id": hosts[HERE], "attributes": {"isActive": {"127": False}}}, path=ELEMENTS)

    assert [status(each) for each in (HERE, THERE, HERE)] == [401, 200, 401]
    proxied.close()
