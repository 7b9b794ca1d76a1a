"""How many elements a tenant may hold. People, groups and tokens are not counted: a full tenant must stay in their hands."""

from __future__ import annotations

from typing import cast

from facetstore.domain.errors import QuotaReached
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session

COUNTED = "SELECT count(*) FROM element WHERE tenant = :tenant AND NOT ({among})"


async def check_quota(session: Session, dialect: Dialect, tenant: Tenant, metamodel: Metamodel, quota: int) -> None:
    """Raise QuotaReached when a transaction leaves more elements than there may be."""
    uncounted = [key for key, each in metamodel.types.items() if each.administrative]
    values = {"tenant": tenant.key, "types": dialect.pack(uncounted)}
    ((number,),) = await session.fetch(COUNTED.format(among=dialect.among("type", "types")), values)
    if cast("int", number) > quota:
        raise QuotaReached(
            f"{tenant.address} may hold {quota} elements; with this it would hold {number}. Delete some, or have more allowed."
        )
