"""Everything that a database holds of a tenant, to be compared with what another one holds."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from facetstore.storage.capture.tenant_tables import tenant_tables
from facetstore.storage.engines.engine import Engine
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.verify import verify_tenant
from facetstore.storage.verifying.word_index import WordIndex

OWN = frozenset({"deleted_at", "purge_at", "moved_to", "arriving"})
"""Columns of a tenant that say where it lives."""


async def contents(engine: Engine, tenant: int) -> Mapping[str, Sequence[object]]:
    """All rows of a tenant by table, as texts; those of the audit without their numbers, which each database gives itself."""
    async with engine.snapshot() as session:
        found = {}
        for table in await tenant_tables(session, engine.dialect.name, derived=True):
            columns = [each for each in table.columns if (table.name, each) != ("audit", "number")]
            order = "number" if table.name == "audit" else ", ".join(table.key)
            text = f"SELECT {', '.join(columns)} FROM {table.name} WHERE tenant = :tenant ORDER BY {order}"
            found[table.name] = [repr(tuple(row)) for row in await session.fetch(text, {"tenant": tenant})]
        kept = "id, address, settings, additions, revision, definition, access, head, zoned, quota, chained_as"
        row = await session.fetch(f"SELECT {kept} FROM tenant WHERE key = :tenant", {"tenant": tenant})
        return {**found, "tenant": [repr(tuple(each)) for each in row]}


async def digests(engine: Engine, tenant: int, *, derived: bool) -> Mapping[str, tuple[int, int]]:
    """Of each table the number of rows and a digest of all of them, whatever their order: what `contents` says of a small tenant."""
    found = {}
    async with engine.snapshot() as session:
        for table in await tenant_tables(session, engine.dialect.name, derived=derived):
            columns = [each for each in table.columns if (table.name, each) != ("audit", "number")]
            text = f"SELECT {', '.join(columns)} FROM {table.name} WHERE tenant = :tenant"
            rows = await session.fetch(text, {"tenant": tenant})
            found[table.name] = len(rows), sum(_digest(row) for row in rows) % 2**64
    return found


def _digest(row: Sequence[object]) -> int:
    return int.from_bytes(blake2b(repr(tuple(row)).encode(), digest_size=8).digest())


def differences(one: Mapping[str, Sequence[object]], other: Mapping[str, Sequence[object]]) -> Mapping[str, object]:
    """The tables that differ, with the rows that only one side has."""
    return {name: sorted(map(str, set(one[name]) ^ set(other[name]))) for name in one if one[name] != other.get(name)}


async def faults(storage: SqlStorage, address: str) -> list[str]:
    """What `facetstore verify` finds in one tenant."""
    (tenant,) = [each for each in await storage.tenants() if str(each.address) == address]
    engine = storage.engine_of(tenant.key)
    return [
        str(fault) async for checked in verify_tenant(engine, tenant, WordIndex(engine)) for fault in checked.faults
    ]
