"""A response shows one moment, also when another process changes what it shows between two of its statements."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Any

import pytest

from facetstore.bootstrap.database import open_storage
from facetstore.rest.app import App
from facetstore.storage.store import SqlStorage
from tests.support import company
from tests.support.api import Api, Database, Json, element

COMMITS = 30

_numbers = count(1)

ALL = "attributes,related,children,content,displayNames,rootPath,stereotype"
READS = {
    "3 expanded": "rest/facets/processes/views/list/elements?$expandRelated=author,owner",
    "3 counted": "rest/facets/processes/views/list/elements?$count=true",
    "3 the page of an element": (
        f"rest/facets/processes/views/list/elements?$pageSize=1&$pageSelectionKey={company.RECEIPT}"
    ),
    "3 plain": "rest/facets/it/views/list/elements",
    "3 a page": "rest/facets/processes/views/detail/elements?$pageSize=3",
    "3 with stereotypes": "rest/facets/it/views/list/elements?$resources=stereotype",
    "4 expanded": f"{element(company.RECEIPT)}?$expandRelated=author",
    "7 expanded": f"{element(company.RECEIPT)}/related?$expandRelated=author",
    "9": f"{element(company.LOGISTICS)}/children",
    "10": f"{element(company.RECEIPT)}/content",
    "12": f"{element(company.RECEIPT)}/info",
    "13": f"{element(company.RECEIPT)}/versions?$resources={ALL}&$expandRelated=author",
    "15": "rest/facets/it/reporting",
    "15 on one": f"rest/facets/processes/reporting/{company.RECEIPT}",
}


class InterruptedReader:
    """A reader between whose statements something happens once."""

    def __init__(self, reader: Any, happen: Callable[[], Awaitable[None]]) -> None:
        self._reader = reader
        self._happen = happen
        self._statements = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._reader, name)
        if name not in ("element", "elements", "cards", "listing", "counts", "surroundings"):
            return found

        async def interrupted(*given: Any, **more: Any) -> Any:
            self._statements += 1
            if self._statements == 2:
                await self._happen()
            return await found(*given, **more)

        return interrupted


class InterruptedStorage:
    """A storage that hands out such readers."""

    def __init__(self, storage: SqlStorage, happen: Callable[[], Awaitable[None]]) -> None:
        self._storage = storage
        self._happen = happen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def reader(self, *given: Any, **more: Any) -> Any:
        return InterruptedReader(self._storage.reader(*given, **more), self._happen)


@pytest.mark.parametrize("cache_bytes", [0, 64 << 20], ids=["nothing kept", "kept"])
@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_read_with_a_change_in_its_middle_shows_all_as_before_it_or_all_as_after(
    database: Database, path: str, cache_bytes: int
) -> None:
    tenant = database.add_tenant(f"torn/{next(_numbers)}", company.SETTINGS, company.acme)
    stored = database.tenant(tenant)
    other = database.run(open_storage(database.settings))

    async def change() -> None:
        """The draft is written again under another name, and so is the system: new rows, another order."""
        async with other.writer(stored, actor=None) as writer:
            for id_ in (company.RECEIPT_2_1, company.ERP_1_1):
                version = await writer.stored.version(id_)
                assert version is not None
                names = {"name": {1033: "Zzz, written anew"}}
                renamed = version.version._replace(attributes={**version.version.attributes, **names}, stereotype=None)
                await writer.versions.replace([version._replace(version=renamed)], "element.changed")

    api = Api(database, cache_bytes=0)
    before = shown(api, path, tenant)
    whole, api.app = api.app, App(InterruptedStorage(database.storage, change), cache_bytes=cache_bytes)
    interrupted = shown(api, path, tenant)
    api.app = whole
    after = shown(api, path, tenant)
    database.run(other.close())
    api.close()

    assert interrupted in (before, after)


def test_while_others_write_no_reader_ever_gets_an_answer_older_than_the_last_commit(database: Database) -> None:
    """Readers of one and the same address and of others, many at once, and a writer that does not wait for them."""
    tenant = database.add_tenant(f"torn/{next(_numbers)}", company.SETTINGS, company.acme)
    stored = database.tenant(tenant)
    token = {"symbio-auth-token": database.tokens[tenant, "administrator"]}
    paths = [
        element(company.RECEIPT),
        f"{element(company.RECEIPT)}/attributes?$select=name",
        f"{element(company.LOGISTICS)}/children",
        "rest/facets/processes/views/list/elements?$expandRelated=author",
    ]
    api = Api(database)
    committed = 0
    seen: list[tuple[int, int]] = []

    async def write(storage: SqlStorage) -> None:
        nonlocal committed
        for number in range(1, COMMITS + 1):
            async with storage.writer(stored, actor=None) as writer:
                version = await writer.stored.version(company.RECEIPT_2_1)
                assert version is not None
                names = {"name": {1033: f"Name {number:03d}"}}
                renamed = version.version._replace(attributes={**version.version.attributes, **names})
                await writer.versions.replace([version._replace(version=renamed)], "element.changed")
            committed = number
            await asyncio.sleep(0)

    async def read(path: str) -> None:
        while committed < COMMITS:
            floor = committed
            response = await api.client.get(f"/{tenant}/_api/{path}", headers=token)
            shown_number = re.search(r"Name (\d{3})", response.text)
            seen.append((floor, int(shown_number[1]) if shown_number else 0))
            await asyncio.sleep(0)

    async def all_at_once() -> None:
        storage = await open_storage(database.settings)
        await asyncio.gather(write(storage), *(read(path) for path in paths * 4))
        await storage.close()

    database.run(all_at_once())
    api.close()

    assert len(seen) > COMMITS
    assert [each for each in seen if each[1] < each[0]] == []


def shown(api: Api, path: str, tenant: str) -> tuple[int, str | None, Json]:
    address, _, query = f"/{tenant}/_api/{path}".partition("?")
    token = api.database.tokens[tenant, "administrator"].encode()
    headers: Sequence[tuple[bytes, bytes]] = [(b"symbio-auth-token", token)]
    status, answer_headers, body = api.wire(address.encode(), query.encode(), headers)
    return status, answer_headers.get("x-total-count"), json.loads(body)
