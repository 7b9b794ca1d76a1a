"""How many elements a tenant may hold. People, groups and tokens are not counted: they can be added to a full tenant, too."""

from __future__ import annotations

from typing import cast

from facetstore.domain.errors import QuotaReached
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.usecases.ports.storage import Tenant

COUNTED = "SELECT count(*) FROM element WHERE tenant = :tenant AND NOT ({among})"


async def check_quota(session: Session, dialect: Dialect, tenant: Tenant, metamodel: Metamodel, quota: int) -> None:
    """Raise QuotaReached if the tenant has more elements than its quota."""
    uncounted = [key for key, each in metamodel.types.items() if each.administrative]
    values = {"tenant": tenant.key, "types": dialect.pack(uncounted)}
    ((number,),) = await session.fetch(COUNTED.format(among=dialect.among("type", "types")), values)
    if cast("int", number) > quota:
        raise QuotaReached(
            f"{tenant.address} may hold {quota} elements; with this it would hold {number}. Delete some, or raise the quota."
        )
