"""Committed changes of one element, from outside the service: what happens to a tenant while it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from bench.dataset import ADDRESS
from facetstore.bootstrap.database import open_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.element import Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import StoredVersion, Tenant

_TAG = StoredVersion(
    Version(
        element=ElementId("7fffffff-0000-4000-8000-000000000001"),
        id=VersionId("7fffffff-0000-4000-8000-000000000001"),
        facet="tags",
        type="tag",
        attributes={"name": {1033: "Changed before each request"}},
    ),
    newest=True,
    visible=True,
    published=True,
)


@contextmanager
def changes(settings: Settings) -> Iterator[Callable[[], None]]:
    """A function that changes a tag nobody refers to, and commits."""
    with asyncio.Runner() as runner:
        storage, tenant = runner.run(_open(settings))
        number = 0

        def change() -> None:
            nonlocal number
            number += 1
            runner.run(_change(storage, tenant, number))

        yield change
        runner.run(storage.close())


async def _open(settings: Settings) -> tuple[SqlStorage, Tenant]:
    storage = await open_storage(settings)
    tenant = await storage.tenant(ADDRESS)
    assert tenant is not None
    return storage, tenant


async def _change(storage: SqlStorage, tenant: Tenant, number: int) -> None:
    version = replace(_TAG.version, attributes={"name": {1033: f"Change {number}"}})
    async with storage.writer(tenant, actor=None) as writer:
        await writer.replace_version(replace(_TAG, version=version), "changed")
