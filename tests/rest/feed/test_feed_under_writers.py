"""The feed while several write on two nodes: each event once, in order, none skipped, whenever a reader begins again."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from facetstore.bootstrap.database import open_storage
from tests.support.api import Api, Database, Json
from tests.support.changing import DETAIL, Changing
from tests.support.proof import record, sampled

WRITERS = 4
READERS = 3
CHANGES = sampled(6_250, 5)
"""Of each writer: elements, with two events each."""


@contextmanager
def two_nodes(changing: Changing) -> Iterator[list[Api]]:
    """The service twice on one database; on SQLite one process does not open its file twice."""
    database = changing.database
    if database.engine == "sqlite":
        yield [changing.api, changing.api]
        return
    beside = Database(
        database.settings, database.runner, database.run(open_storage(database.settings)), database.tokens
    )
    other = Api(beside)
    try:
        yield [changing.api, other]
    finally:
        other.close()
        database.run(beside.storage.close())


class Following:
    """Writers and readers of one tenant."""

    def __init__(self, changing: Changing, nodes: list[Api]) -> None:
        self.nodes = nodes
        self.path = f"/{changing.address}/_api"
        self.token = {"symbio-auth-token": changing.database.tokens[changing.address, "administrator"]}
        self.written: list[str] = []
        self.are_done = False

    async def write(self, number: int) -> None:
        """New elements, each renamed at once, so that the events of an element have an order."""
        node = self.nodes[number % len(self.nodes)]
        for each in range(CHANGES):
            made = await self.send(node, {"type": "subProcess", "attributes": {"name": {"1033": f"{number} {each}"}}})
            await self.send(node, {"id": made, "attributes": {"name": {"1033": f"{number} {each} again"}}})
            self.written.append(made)

    async def send(self, node: Api, element: Json) -> str:
        answer = await node.client.post(f"{self.path}/{DETAIL}", json={"elements": [element]}, headers=self.token)
        assert answer.status_code == 200, answer.text
        id_: str = answer.json()["elements"][0]["id"]
        return id_

    async def read(self, number: int, after: str) -> list[Json]:
        """The events that a reader sees that stores its cursor with what it read, and now and then begins again on another node."""
        random, found, node = Random(number), list[Json](), self.nodes[number % len(self.nodes)]
        while True:
            await asyncio.sleep(0.01)  # on SQLite nothing else lets the writers go on
            was_done = self.are_done
            path = f"{self.path}/rest/events?after={after}&$pageSize={random.choice((1, 2, 7, 100))}"
            answer = await node.client.get(path, headers=self.token)
            assert answer.status_code == 200, answer.text
            page = answer.json()
            if random.random() < 0.2:
                node = random.choice(self.nodes)
                continue  # it stopped before it stored the page and its cursor
            found += page["values"]
            if was_done and page["next"] == after:
                return found
            after = page["next"]

    async def run(self, after: str) -> list[list[Json]]:
        async def write_all() -> None:
            await asyncio.gather(*(self.write(number) for number in range(WRITERS)))
            self.are_done = True

        _, *found = await asyncio.gather(write_all(), *(self.read(number, after) for number in range(READERS)))
        return [each for each in found if each is not None]


@pytest.mark.timeout(3600)
def test_each_event_is_read_once_and_in_order_while_others_write(changing: Changing) -> None:
    before = str(changing.revision)
    with two_nodes(changing) as nodes:
        following = Following(changing, nodes)
        seen = changing.database.run(following.run(before))

    first = [each["id"] for each in seen[0]]
    assert len(set(first)) == len(first) == 2 * WRITERS * CHANGES
    assert all([each["id"] for each in other] == first for other in seen)
    revisions = [each["data"]["revision"] for each in seen[0]]
    assert revisions == sorted(revisions)
    kinds = {
        id_: [each["data"]["kind"] for each in seen[0] if each["subject"] == id_] for id_ in following.written[:50]
    }
    assert all(each == ["element.created", "element.changed"] for each in kinds.values())
    record(
        "events read once and in order by three readers while four write",
        len(first),
        "events",
        engine=changing.api.engine,
    )
