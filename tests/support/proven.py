"""Whether everything in a database follows from the history of its tenant."""

from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.verify import verify_tenant
from facetstore.storage.verifying.word_index import WordIndex


async def unproven(storage: SqlStorage, only: str | None = None) -> list[str]:
    """What a proof of all tenants finds, or of `only` one: other tests may have changed rows of their own tenants by hand."""
    index = WordIndex(storage.engine)
    return [
        f"{tenant.address}: {fault}"
        for tenant in await storage.tenants()
        if only in (None, str(tenant.address))
        async for checked in verify_tenant(storage.engine, tenant, index)
        for fault in checked.faults
    ]
