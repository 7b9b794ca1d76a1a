"""A server killed in the middle of uploads: no half file is ever served, and none is left after collection."""

import asyncio
import hashlib
import http.client
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.element_files import CHUNK
from tests.reliability.clients import Caller
from tests.reliability.nodes import Node, engine_of, serving
from tests.reliability.tenants import filled
from tests.support.postgres import Cluster, create_database
from tests.support.proof import record, sampled
from tests.support.storages import ENGINES

ELEMENTS: Final = "rest/facets/processes/views/detail/elements"
LARGEST: Final = 3 << 20
CALLERS: Final = 3
LONGEST_SECONDS: Final = 0.5
"""A server that lives longer than this after the first byte has finished most uploads."""
GONE: Final = (OSError, http.client.HTTPException)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster.open(durable=True) as opened:
        yield opened


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "sqlite":
        return Settings(data=tmp_path)
    opened: Cluster = request.getfixturevalue("cluster")
    return Settings(database=create_database(opened.url()))


def ask(node: Node, caller: Caller, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """One request on a connection of its own. Raises one of `GONE` for an answer that is not whole."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
    try:
        headers = {"symbio-auth-token": caller.token}
        connection.request(method, f"/{caller.tenant}/_api/{path}", body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@dataclass
class Round:
    """Callers who upload to one element, and read from it, until the server is gone."""

    node: Node
    caller: Caller
    element: str
    random: Random
    acknowledged: set[str] = field(default_factory=set)
    begun: int = 0
    damages: list[str] = field(default_factory=list)

    def upload_until_gone(self, content: bytes) -> None:
        try:
            for number in range(20):
                self.begun += 1
                mine = b"%d" % number + content
                status, body = ask(self.node, self.caller, "POST", f"{self._files}?name=a.bin", mine)
                if status == 200:
                    self.acknowledged.add(json.loads(body)["values"][0]["sha256"])
                else:
                    self.damages.append(f"{status} {body!r}")
        except GONE:
            return

    def read_until_gone(self) -> None:
        try:
            while True:
                for file in self.listed():
                    self.check(file)
        except GONE:
            return

    def listed(self) -> list[dict[str, Any]]:
        status, body = ask(self.node, self.caller, "GET", self._files)
        assert status == 200, body
        found: list[dict[str, Any]] = json.loads(body)["values"]
        return found

    def check(self, file: dict[str, Any]) -> None:
        status, body = ask(self.node, self.caller, "GET", f"{self._files}/{file['id']}")
        if status != 200 or hashlib.sha256(body).hexdigest() != file["sha256"] or len(body) != file["size"]:
            self.damages.append(f"{file['id']}: {status}, {len(body)} of {file['size']} bytes")

    @property
    def _files(self) -> str:
        return f"{ELEMENTS}/{self.element}/files"


def strike(node: Node, caller: Caller, random: Random) -> Round:
    made = json.dumps({"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Files"}}}]}).encode()
    status, body = ask(node, caller, "POST", ELEMENTS, made)
    assert status == 200, body
    round_ = Round(node, caller, json.loads(body)["elements"][0]["versionId"], random)
    contents = [random.randbytes(random.randrange(1, LARGEST)) for _ in range(CALLERS)]
    work = [threading.Thread(target=round_.upload_until_gone, args=(each,)) for each in contents]
    work.append(threading.Thread(target=round_.read_until_gone))
    for each in work:
        each.start()
    time.sleep(random.uniform(0, LONGEST_SECONDS))
    node.kill()
    for each in work:
        each.join()
    node.start()
    files = round_.listed()
    for file in files:
        round_.check(file)
    lost = round_.acknowledged - {each["sha256"] for each in files}
    round_.damages += [f"lost: {each}" for each in lost]
    return round_


async def left(settings: Settings) -> tuple[int, int, int, int]:
    """After a collection: contents, those without a hash, chunks, and the chunks that all contents need."""
    async with opened_storage(settings) as storage:
        await storage.collect_files(abandoned_seconds=0)
        ((contents, half),) = await storage.engine.fetch(
            "SELECT count(*), coalesce(sum(CASE WHEN hash IS NULL THEN 1 ELSE 0 END), 0) FROM file_content", {}
        )
        ((needed,),) = await storage.engine.fetch(
            "SELECT coalesce(sum((size + :chunk - 1) / :chunk), 0) FROM file_content", {"chunk": CHUNK}
        )
        ((chunks,),) = await storage.engine.fetch("SELECT count(*) FROM file_chunk", {})
    return int(str(contents)), int(str(half)), int(str(chunks)), int(str(needed))


@pytest.mark.timeout(3600)
def test_a_server_that_is_killed_during_uploads_serves_no_half_file(settings: Settings, tmp_path: Path) -> None:
    kills, random = sampled(50, 5), Random(7)
    caller = filled(settings, "uploads")

    with serving(settings, tmp_path) as (node,):
        rounds = [strike(node, caller, random) for _ in range(kills)]

    assert [each.damages for each in rounds] == [[]] * kills
    contents, half, chunks, needed = asyncio.run(left(settings))
    acknowledged = set[str]().union(*(each.acknowledged for each in rounds))
    assert (half, chunks) == (0, needed)
    assert contents >= len(acknowledged)
    unfinished = sum(each.begun for each in rounds) - len(acknowledged)
    assert unfinished > 0, "no upload was under way when the server was killed"
    record(
        "kills of the server during uploads",
        kills,
        "no half file served, none left after collection",
        place=engine_of(settings),
        acknowledged=len(acknowledged),
        unfinished=unfinished,
    )
