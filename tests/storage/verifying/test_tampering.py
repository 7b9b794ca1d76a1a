"""A proof finds whatever is changed behind the service's back, and nothing where nothing was changed."""

import asyncio
import hashlib
import shutil
from collections import Counter
from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.element_files import ElementFile
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import anchor_of
from facetstore.storage.verifying.verify import verify_tenant
from facetstore.storage.verifying.word_index import WordIndex
from facetstore.usecases.ports.file_store import StagedContent
from facetstore.usecases.ports.writes import Deleted, Trashed
from tests.storage.builders import new_tenant
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.storage.verifying.tampering import Refused, tamper
from tests.support.postgres import create_database
from tests.support.proof import record, sampled
from tests.support.proven import unproven
from tests.support.storages import ENGINES, new_store

TRIALS = sampled(300, 20)
Copy = Callable[[], Settings]


async def fill(storage: SqlStorage) -> None:
    """A tenant with changes, files, deletions and a definition of its own."""
    tenant, content = await new_tenant(storage), RandomTenant(Random(8))
    content.fill(40)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    for _ in range(40):
        async with storage.writer(tenant, actor=None) as writer:
            await change(writer, content)
    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(TenantSettings(title="Another", mandatory_cultures=(1031, 1033)), "{}")
    for number in range(3):
        await add_file(storage, tenant, bytes([number]) * 300)
    await delete(storage, tenant, content)


async def add_file(storage: SqlStorage, tenant: Tenant, data: bytes) -> None:
    hash_, content = hashlib.sha256(data).hexdigest(), uuid4().hex
    file = ElementFile(str(uuid4()), "a.bin", "application/octet-stream", len(data), hash_, "2026-11-17T10:00:00")
    async with storage.writer(tenant, actor=None) as writer:
        stored = (await writer.stored.of_facet("processes"))[0]
        await writer.files.add(content, 0, data)
        await writer.files.keep(StagedContent(content, hash_, len(data), file.media_type))
        files = (*stored.version.files, file)
        await writer.versions.replace([stored._replace(version=stored.version._replace(files=files))], "file.added")


async def delete(storage: SqlStorage, tenant: Tenant, content: RandomTenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        element = (await writer.stored.of_facet("it"))[0].version.element
        versions = await writer.stored.versions_of([element])
        shown = Deleted(str(uuid4()), element, None, versions[-1].version.type, "Gone", 1, None)
        await writer.trash.add(Trashed(shown, versions, [], []))
        await writer.versions.delete(versions, "element.deleted")


@pytest.fixture(scope="module", params=ENGINES)
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Makes copies of one database."""
    store = new_store(request, tmp_path_factory.mktemp("sample"), request.param)
    store.run(fill)
    assert store.run(unproven) == []

    def make() -> Settings:
        if store.settings.database is None:
            folder = tmp_path_factory.mktemp("copy") / "data"
            shutil.copytree(store.settings.data, folder)
            return Settings(data=folder)
        server, made = request.getfixturevalue("postgres_server"), request.getfixturevalue("postgres_databases")
        made.append(create_database(server, copy_of=store.settings.database))
        return Settings(database=made[-1])

    return make


def test_whatever_is_changed_by_hand_is_found(copy: Copy) -> None:
    random, tried = Random(20), Counter[str]()

    async def trial(settings: Settings) -> str:
        async with opened_storage(settings) as storage:
            (tenant,) = await storage.tenants()
            while True:
                try:
                    what = await tamper(storage.engine, tenant.key, random)
                    break
                except Refused:
                    continue
            (changed,) = await storage.tenants()
            async for checked in verify_tenant(storage.engine, changed, WordIndex(storage.engine)):
                if checked.faults:
                    assert all(each.place for each in checked.faults)
                    return what
            raise AssertionError(f"Not found: {what}")

    for _ in range(TRIALS):
        tried[asyncio.run(trial(copy())).split()[0]] += 1
    engine = "sqlite" if copy().database is None else "postgres"
    record("rows changed by hand", TRIALS, "found, and the place named", engine=engine, **tried)


def test_an_end_that_was_cut_off_and_chained_again_is_found_by_an_anchor(copy: Copy) -> None:
    async def story(settings: Settings) -> list[str]:
        async with opened_storage(settings) as storage:
            (tenant,) = await storage.tenants()
            anchor = await anchor_of(storage.engine, tenant.key)
            values = {"tenant": tenant.key, "revision": tenant.revision}
            await storage.engine.fetch("DELETE FROM history WHERE tenant = :tenant AND revision = :revision", values)
            last = await storage.engine.fetch(
                "SELECT revision, hash FROM history WHERE tenant = :tenant ORDER BY revision DESC, ordinal DESC LIMIT 1",
                {"tenant": tenant.key},
            )
            end = {"tenant": tenant.key, "revision": last[0][0], "head": last[0][1]}
            await storage.engine.fetch("UPDATE tenant SET revision = :revision, head = :head WHERE key = :tenant", end)
            (cut,) = await storage.tenants()
            found = [each async for each in verify_tenant(storage.engine, cut, WordIndex(storage.engine), anchor)]
            return [str(fault) for each in found for fault in each.faults]

    (fault,) = asyncio.run(story(copy()))
    assert fault.startswith("the end of the history: it has ")
