"""What tests of copies share: copying in this process, and what the copy holds afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_export import export_bundle
from facetstore.exchange.pull.follow_tenant import Followed, follow_tenant
from facetstore.exchange.pull.pull_tenant import Pulled, pull_tenant
from facetstore.exchange.pull.remote import opened_remote
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from tests.support.storages import Store

FIRST_WAIT: Final = 0.001
"""Seconds before a request is sent again, so that tests of failures do not wait."""


def copy(store: Store, tenant: Tenant, address: str, token: str, folder: Path) -> Pulled:
    async def work(storage: SqlStorage) -> Pulled:
        async with opened_remote(address, token, first_wait=FIRST_WAIT) as remote:
            return await pull_tenant(storage, tenant, remote, address, folder)

    return store.run(work)


def follow(store: Store, tenant: Tenant, address: str, token: str, folder: Path) -> Followed:
    async def work(storage: SqlStorage) -> Followed:
        current = await storage.tenant(tenant.address)
        assert current is not None
        async with opened_remote(address, token, first_wait=FIRST_WAIT) as remote:
            return await follow_tenant(storage, current, remote, address, folder)

    return store.run(work)


def exported(store: Store, tenant: Tenant) -> dict[str, dict[str, Any]]:
    """What a tenant holds, by version."""

    async def work(storage: SqlStorage) -> list[bytes]:
        found = await storage.tenant(tenant.address)
        assert found is not None
        return [line async for line in export_bundle(storage, serve(found))]

    records = [json.loads(line) for line in store.run(work)[1:]]
    return {each.get("versionId") or each["id"]: each for each in records}
