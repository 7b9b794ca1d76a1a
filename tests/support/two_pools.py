"""Suites with their tenants on two pools: with FACETSTORE_TEST_POOLS=1 databases of tests are two, and each second tenant lives in the second."""

import os
from itertools import count
from typing import Final

from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.storage.store import SqlStorage

VARIABLE: Final = "FACETSTORE_TEST_POOLS"
TWO_POOLS: Final = os.environ.get(VARIABLE) == "1"
SECOND_POOL: Final = "second"

_numbers = count()


async def create_in_turn(storage: SqlStorage, address: TenantAddress, id_: str, settings: TenantSettings) -> Tenant:
    """Create a tenant; in the first and the second pool in turn if there are two."""
    if not storage.pools:
        return await storage.create_tenant(address, id_, settings)
    pool = storage.pools[next(_numbers) % len(storage.pools)]
    async with storage.administer(pool=pool) as tenants:
        return await tenants.create(address, id_, settings)
