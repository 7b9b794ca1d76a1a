"""What all parts of a writer share: one open transaction of one tenant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import TimeZone, time_zone
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.rows.history_rows import Chain
from facetstore.usecases.measure import paced


class Transaction:
    """The session, the tenant with its metamodel, and the end of its history."""

    tenant: Tenant
    metamodel: Metamodel
    zone: TimeZone

    def __init__(self, session: Session, engine: Engine, tenant: Tenant, chain: Chain) -> None:
        self.session = session
        self.engine = engine
        self.dialect: Dialect = engine.dialect
        self.chain = chain
        self.use(tenant)

    @property
    def key(self) -> int:
        """The key of the tenant, which every statement names."""
        return self.tenant.key

    def use(self, tenant: Tenant) -> None:
        """Follow this definition of the tenant from here on."""
        self.tenant = tenant
        self.metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        self.zone = time_zone(tenant.settings.time_zone)

    def naming(self, elements: Collection[str]) -> dict[str, object]:
        """The values of a statement about these elements."""
        return {"tenant": self.key, "elements": self.dialect.pack(sorted(elements))}

    async def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        if filled := await paced(rows):
            await self.session.insert(table, columns, filled)
