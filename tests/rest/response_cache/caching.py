"""Tenants that change under applications that keep their answers."""

from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import httpx
import pytest

from facetstore.domain.element import Version
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.transactions import Writer
from tests.support import company
from tests.support.api import Api, Database

numbers = count(1)


@pytest.fixture
def tenant(database: Database) -> str:
    """A tenant that the test may change."""
    return database.add_tenant(f"kept/{next(numbers)}", company.SETTINGS, company.acme)


@pytest.fixture
def new_api(database: Database) -> Iterator[Callable[..., Api]]:
    """Makes applications that have kept nothing yet."""
    made: list[Api] = []

    def make(cache_bytes: int = 64 << 20) -> Api:
        made.append(Api(database, cache_bytes=cache_bytes))
        return made[-1]

    yield make
    for each in made:
        each.close()


def written(api: Api, tenant: str, write: Callable[[Writer], Awaitable[None]]) -> None:
    """A change by another process."""
    stored = api.database.tenant(tenant)

    async def work(storage: SqlStorage) -> None:
        async with storage.writer(stored, actor=None) as writer:
            await write(writer)

    api.database.elsewhere(work)


def changed(api: Api, tenant: str, id_: str, **fields: object) -> None:
    """Another process changes a version."""

    async def write(writer: Writer) -> None:
        stored = await writer.stored.version(id_)
        assert stored is not None
        version: Version = stored.version._replace(**fields)  # type: ignore[arg-type]  # fields by name
        await writer.versions.replace([stored._replace(version=version)], "changed")

    written(api, tenant, write)


def renamed(api: Api, tenant: str, id_: str, name: str) -> None:
    changed(api, tenant, id_, attributes={"name": {1033: name}})


def asked(api: Api, path: str, tenant: str, role: str = "viewer") -> tuple[int, str]:
    """How many statements a read ran, and its body."""
    response = api.get(path, role, tenant=tenant)
    assert response.status_code == 200, response.text
    return api.statements, response.text


def compared(response: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """All of an answer but what differs from request to request, and from when a list was first found to be as it is."""
    given = [(name, value) for name, value in response.headers.multi_items() if name != "x-request-id"]
    headers = [(name, value.partition("-")[2] if name == "etag" else value) for name, value in given]
    body = response.content if response.status_code < 300 else response.content.partition(b'"requestId"')[0]
    return response.status_code, [h for h in headers if h[0] != "content-length" or response.is_success], body
