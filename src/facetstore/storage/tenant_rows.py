"""The rows of tenants: finds, creates, deletes and restores them, and writes to several of them in one transaction."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, NoReturn, cast

import msgspec

from facetstore.domain.errors import Conflict, Unauthenticated, Unavailable
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings, address_of
from facetstore.metamodel.loader import load_stored, load_with_additions
from facetstore.metamodel.model import Metamodel
from facetstore.storage.access.mail_rows import DUE
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.storage.engines.number_ranges import LAST_TENANT
from facetstore.storage.rows.history_rows import Chain
from facetstore.storage.rows.stored_settings import dump_settings, load_settings
from facetstore.storage.writes.due_versions import FIRST_DAY
from facetstore.storage.writes.writer import SqlWriter
from facetstore.usecases.ports.notice_store import HISTORY
from facetstore.usecases.ports.transactions import Tenants
from facetstore.usecases.tenants.configuring import ensure_configuration

TENANT_COLUMNS: Final = (
    "key, id, collection, storage, settings, additions, revision, definition, access, quota, deleted_at, purge_at"
)
TENANT: Final = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE address = :address AND deleted_at IS NULL"
TENANTS: Final = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE deleted_at IS NULL ORDER BY address"
UNNOTICED: Final = f"""
    SELECT {TENANT_COLUMNS} FROM tenant
     WHERE deleted_at IS NULL
       AND revision > coalesce((SELECT p.done FROM notice_progress p WHERE p.tenant = key AND p.source = '{HISTORY}'), 0)
     ORDER BY address
"""
DUE_MAIL: Final = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE deleted_at IS NULL AND {DUE} ORDER BY address"
WAITING: Final = f"""
    SELECT {TENANT_COLUMNS}, first_day
      FROM (SELECT {TENANT_COLUMNS}, address, {FIRST_DAY} AS first_day FROM tenant WHERE deleted_at IS NULL) waiting
     WHERE first_day IS NOT NULL ORDER BY address
"""
# Also deleted ones, but not the rows that a move to another pool leaves behind, or has brought so far.
_HERE: Final = "moved_to IS NULL AND arriving IS NULL"
ALL_TENANTS: Final = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE {_HERE} ORDER BY address"
ANY_TENANT: Final = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE address = :address AND {_HERE}"
BY_ID: Final = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE id = :id AND {_HERE}"

# Writers of one tenant wait for each other, which keeps the chain of its history in order. In SQLite all writers do.
_TAKE: Final = "SELECT revision + 1, head, zoned, quota, definition, chained_as FROM tenant WHERE key = :tenant AND deleted_at IS NULL"
TAKE: Final = {"sqlite": _TAKE, "postgres": f"{_TAKE} FOR NO KEY UPDATE"}

_COLUMNS: Final = "id, address, collection, storage, settings"
_VALUES: Final = ":id, :address, :collection, :storage, :settings"
# PostgreSQL assigns no key twice; SQLite would assign the highest one again once its row is deleted.
NEXT_KEY: Final = f"(1 + {LAST_TENANT})"
_CREATED: Final = f"ON CONFLICT (address) DO NOTHING RETURNING {TENANT_COLUMNS}"
CREATE: Final = {
    "sqlite": f"INSERT INTO tenant (key, {_COLUMNS}) VALUES ({NEXT_KEY}, {_VALUES}) {_CREATED}",
    "postgres": f"INSERT INTO tenant ({_COLUMNS}) VALUES ({_VALUES}) {_CREATED}",
}
DELETE: Final = f"""
    UPDATE tenant SET deleted_at = :now, purge_at = :purge_at WHERE key = :tenant AND {_HERE} RETURNING {TENANT_COLUMNS}
"""
RESTORE: Final = f"""
    UPDATE tenant SET deleted_at = NULL, purge_at = NULL WHERE key = :tenant AND purge_at > :now AND {_HERE}
    RETURNING {TENANT_COLUMNS}
"""
SET_QUOTA: Final = f"UPDATE tenant SET quota = :quota WHERE key = :tenant AND {_HERE} RETURNING {TENANT_COLUMNS}"

_LOCK: Final = 0x7E9A975  # arbitrary; no other program may lock this number in the same database
_TAKE_LOCK: Final = "SELECT pg_advisory_xact_lock(:lock)"
_DAY: Final = 86_400_000_000


class _TenantRow(NamedTuple):
    """What a change needs from the row of its tenant; `revision` is the one that the change gets."""

    revision: int
    head: str
    zoned: int
    quota: int | None
    definition: int
    chained_as: int | None


class SqlTenants:
    """All tenants, in one transaction."""

    def __init__(
        self,
        session: Session,
        engine: Engine,
        *,
        actor: str | None,
        reason: str | None,
        client: str | None,
        grace_days: int,
    ) -> None:
        self.session = session
        self._engine = engine
        self._actor = actor
        self._reason = reason
        self._client = client
        self._grace_days = grace_days
        self._open: dict[int, SqlWriter] = {}
        self.everywhere: Tenants = self
        """The tenants that writers reach: where there are pools, those of all pools."""

    async def lock(self) -> None:
        """Exclude other transactions that take this lock until this one ends. In SQLite no other transaction writes anyway."""
        if self._engine.dialect.name == "postgres":
            await self.session.fetch(_TAKE_LOCK, {"lock": _LOCK})

    async def at(self, address: TenantAddress) -> Tenant | None:
        return await self._one(ANY_TENANT, {"address": address.folded})

    async def named(self, id_: str) -> Tenant | None:
        return await self._one(BY_ID, {"id": id_})

    async def all(self) -> Sequence[Tenant]:
        return [read_tenant(row) for row in await self.session.fetch(ALL_TENANTS, {})]

    async def create(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        return await insert_tenant(self.session, self._engine.dialect.name, address, tenant_id, settings)

    async def delete(self, tenant: Tenant) -> Tenant:
        now = _now()
        values = {"tenant": tenant.key, "now": now, "purge_at": now + self._grace_days * _DAY}
        return await self._one(DELETE, values) or _moved()

    async def restore(self, tenant: Tenant) -> Tenant | None:
        return await self._one(RESTORE, {"tenant": tenant.key, "now": _now()})

    async def set_quota(self, tenant: Tenant, elements: int | None) -> Tenant:
        return await self._one(SET_QUOTA, {"tenant": tenant.key, "quota": elements}) or _moved()

    def pool_of(self, tenant: Tenant) -> str | None:  # where there are pools, `PooledTenants` decides
        return None

    async def _one(self, text: str, values: Mapping[str, object]) -> Tenant | None:
        rows = await self.session.fetch(text, values)
        return read_tenant(rows[0]) if rows else None

    @asynccontextmanager
    async def writer(self, tenant: Tenant) -> AsyncIterator[SqlWriter]:
        """A writer of a tenant: the one that is open in this transaction, or a new one, finished when the block succeeds."""
        if (opened := self._open.get(tenant.key)) is not None:
            yield opened
            return
        writer = await self.open(tenant)
        try:
            yield writer
        finally:
            del self._open[tenant.key]
        await writer.finish()

    async def open(self, tenant: Tenant, *, acting: bool = False) -> SqlWriter:
        """Open a writer of a tenant. `acting`: the actor is an element of it, so history and audit may name it.

        Raises Unauthenticated if the tenant was deleted.
        """
        revision, head, zoned, quota, definition, chained_as = await self._take(tenant)
        if definition != tenant.definition:  # another transaction changed it after the caller was authenticated
            tenant = await self.named(tenant.id) or tenant
        chain = Chain(tenant.key, revision, head, self._actor if acting else None, self._reason, self._client)
        chain.chained_as = chained_as
        writer = SqlWriter(self.session, self._engine, tenant, chain, zoned)
        writer.tenants, writer.quota = self.everywhere, quota
        self._open[tenant.key] = writer
        return writer

    async def _take(self, tenant: Tenant) -> _TenantRow:
        rows = await self.session.fetch(TAKE[self._engine.dialect.name], {"tenant": tenant.key})
        if not rows:
            raise Unauthenticated  # it was deleted after the caller was authenticated
        return _TenantRow(*cast("tuple[int, str, int, int | None, int, int | None]", tuple(rows[0])))


async def configure_tenants(session: Session, engine: Engine) -> None:
    """Give every tenant the languages and stereotypes that it lacks."""
    tenants = SqlTenants(session, engine, actor=None, reason="migrate", client=None, grace_days=0)
    for tenant in await tenants.all():
        if tenant.deleted_at is None:
            writer = await tenants.open(tenant)
            await ensure_configuration(writer, load_stored(tenant.additions, tenant.address.is_administration))
            if writer.has_written:
                await writer.finish()


async def insert_tenant(
    session: Session, engine: str, address: TenantAddress, tenant_id: str, settings: TenantSettings
) -> Tenant:
    """Create a tenant. Raises Conflict if its address is in use, also by a deleted tenant."""
    values = {
        "id": tenant_id,
        "address": address.folded,
        "collection": address.collection.spelled,
        "storage": address.storage.spelled,
        "settings": dump_settings(settings),
    }
    rows = await session.fetch(CREATE[engine], values)
    if not rows:
        raise Conflict(f"There is a tenant {address} already.")
    return read_tenant(rows[0])


def read_tenant(row: Row) -> Tenant:
    key, id_, collection, storage, settings, additions, revision, definition, access, quota, deleted_at, purge_at = row
    return Tenant(
        key=cast("int", key),
        id=str(id_),
        address=address_of(str(collection), str(storage)),
        settings=load_settings(str(settings)),
        additions=str(additions),
        revision=cast("int", revision),
        definition=cast("int", definition),
        access=cast("int", access),
        quota=cast("int | None", quota),
        deleted_at=cast("int | None", deleted_at),
        purge_at=cast("int | None", purge_at),
    )


def _moved() -> NoReturn:
    raise Unavailable("This tenant is moving to another pool. Try again in a moment.")


def _now() -> int:
    return time.time_ns() // 1000


def metamodel_of(tenant: Tenant) -> Metamodel:
    return load_with_additions(msgspec.json.decode(tenant.additions), administration=tenant.address.is_administration)
