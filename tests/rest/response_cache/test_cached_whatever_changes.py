"""Whatever changes, and while it does: every response is what a process without a cache gives, and none is old."""

import asyncio
from collections.abc import Callable, Iterator
from random import Random

import pytest

from facetstore.bootstrap.database import open_storage
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import set_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.rest.reading.reads import ELEMENT_READS
from tests.rest.response_cache.caching import compared, new_api, numbers, tenant
from tests.storage.builders import METAMODEL, SETTINGS
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support import company
from tests.support.api import Api, Database, element
from tests.support.proof import record, scaled

__all__ = ["new_api", "tenant"]

PROCESS = element(company.RECEIPT_2_0)
LIST = "rest/facets/processes/views/list/elements"


def random_paths(content: RandomTenant, random: Random) -> Iterator[str]:
    """A read of an element, of one of its parts, or of a list."""
    for id_ in random.sample(list(content.versions), 12):
        version = content.versions[id_]
        facet = METAMODEL.types[version.type].facet
        path = element(
            random.choice((id_, version.element)), facet, random.choice(("detail", "detail", "tree", "list"))
        )
        yield path + random.choice(("", "", *ELEMENT_READS.values()))
        yield (
            path
            + "?"
            + random.choice(("$resources=children", "$resources=rootPath", "$expandRelated=systems", "$select=name"))
        )
        yield random.choice((f"rest/facets/{facet}/reporting/{version.element}", f"release/{id_}/transitions"))
    for facet in ("processes", "it"):
        yield f"rest/facets/{facet}/views/{random.choice(('tree', 'list', 'detail', 'orphaned'))}/elements"
    yield "rest/info"


class Other:
    """Another process that changes a tenant at random."""

    def __init__(self, database: Database, address: str, content: RandomTenant) -> None:
        self._database = database
        self._address = address
        self._content = content
        self._storage = database.run(open_storage(database.settings))

    @property
    def _tenant(self) -> Tenant:
        return self._database.tenant(self._address)

    def fill(self) -> None:
        async def write() -> None:
            async with self._storage.writer(self._tenant_then, actor=None) as writer:
                await write_all(writer, self._content)

        self._tenant_then = self._tenant
        self._database.run(write())

    def change(self) -> None:
        random, tenant = self._content.random, self._tenant

        async def work() -> None:
            what = random.random()
            if what < 0.06:
                await set_tenant(self._storage, tenant, {"title": f"Title {random.random()}"})
            elif what < 0.1:
                await set_tenant(self._storage, tenant, {"defaultDataCulture": random.choice(("1031", "1033"))})
            elif what < 0.15:
                role = random.choice((Role.VIEWER, Role.EDITOR))
                secret = await create_token(self._storage, serve(tenant), "changing", role)
                self._database.tokens[self._address, "changing"] = secret
            else:
                async with self._storage.writer(tenant, actor=None) as writer:
                    await change(writer, self._content)

        self._database.run(work())

    def close(self) -> None:
        self._database.run(self._storage.close())


@pytest.mark.parametrize("seed", range(scaled(10)))
def test_whatever_changes_every_answer_is_byte_for_byte_what_a_process_without_cache_gives(
    new_api: Callable[..., Api], database: Database, seed: int
) -> None:
    api, forgetful = new_api(), new_api(cache_bytes=0)
    random = Random(seed)
    address = database.add_tenant(f"kept/random{next(numbers)}", SETTINGS, roles=("viewer", "administrator"))
    database.add_token(address, "viewer", "changing")
    content = RandomTenant(random)
    content.fill(60)
    other = Other(database, address, content)
    other.fill()
    pool = list(random_paths(content, random))
    requests = kept = 0

    for _ in range(scaled(300)):
        for path in random.sample(pool, 8):
            caller = random.choice(("viewer", "administrator", "changing"))
            answer = compared(api.get(path, caller, tenant=address))
            kept += api.statements <= 2 and answer[0] == 200
            assert answer == compared(forgetful.get(path, caller, tenant=address)), (path, caller)
            requests += 1
        other.change()
        pool += list(random_paths(content, random))[:1]
    other.close()

    assert kept > requests // 10
    record("cached responses against none", requests, "identical", engine=database.engine, cached=kept)


def test_no_answer_is_older_than_the_last_write_acknowledged_before_it_was_asked_for(
    new_api: Callable[..., Api], tenant: str
) -> None:
    """Reads and writes at once: every reader remembers what was acknowledged when it asked."""
    api = new_api()
    stored = api.database.tenant(tenant)
    headers = {"symbio-auth-token": api.database.tokens[tenant, "viewer"]}
    paths = [f"/{tenant}/_api/{path}" for path in (PROCESS, f"{PROCESS}/attributes", LIST)]
    acknowledged, done = 0, False

    async def write(storage: SqlStorage, number: int) -> None:
        async with storage.writer(stored, actor=None) as writer:
            version = await writer.stored.version(company.RECEIPT_2_0)
            assert version is not None
            named = version.version._replace(attributes={"name": {1033: f"Number {number:06}"}})
            await writer.versions.replace([version._replace(version=named)], "changed")

    async def read(path: str) -> int:
        reads = 0
        while not done:
            before = acknowledged
            body = (await api.client.get(path, headers=headers)).text
            assert int(body.partition('"Number ')[2][:6]) >= before
            reads += 1
            await asyncio.sleep(0)
        return reads

    async def story() -> int:
        nonlocal acknowledged, done
        storage = await open_storage(api.database.settings)
        await write(storage, 0)
        readers = [asyncio.create_task(read(path)) for path in paths * 3]
        for number in range(1, scaled(200) + 1):
            await write(storage, number)
            acknowledged = number
            await asyncio.sleep(0)
        done = True
        reads = sum(await asyncio.gather(*readers))
        await storage.close()
        return reads

    assert api.database.run(story()) > 9
