"""Inserts the rows of a tenant that come from another database. Keys get new numbers: here others may have them already.

The history keeps its hashes: they are made with the key that the tenant had where its history began (`chained_as`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from facetstore.domain.access import NO_ZONE
from facetstore.domain.errors import Conflict, Invalid
from facetstore.domain.tenant import TenantAddress
from facetstore.metamodel.loader import load_stored
from facetstore.storage.copying.tables import tenant_columns
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.engines.number_ranges import RANGE
from facetstore.storage.tenant_rows import BY_ID, NEXT_KEY, read_tenant
from facetstore.storage.writes.renewal import index_versions_again

NEXT_TENANT: Final = {
    "sqlite": f"SELECT {NEXT_KEY}",
    "postgres": "SELECT nextval(pg_get_serial_sequence('tenant', 'key'))",
}
# Only where the database was empty: no other transaction takes a key meanwhile.
MOVE_SEQUENCE_BEFORE_POOLS: Final = "SELECT setval(pg_get_serial_sequence('tenant', 'key'), max(key)) FROM tenant"
MOVE_SEQUENCE: Final = f"""
    SELECT setval(pg_get_serial_sequence('tenant', 'key'), max(t.key))
      FROM tenant t CROSS JOIN (SELECT coalesce(max(number), 0) AS number FROM pool WHERE here = 1) own
     WHERE t.key >= own.number * {RANGE} AND t.key < (own.number + 1) * {RANGE} HAVING max(t.key) IS NOT NULL
"""
# Rows of any kind, in a schema of any release: a backup is migrated after its rows are there.
AT_ADDRESS: Final = "SELECT 1 FROM tenant WHERE address = :address"
WITH_ID: Final = "SELECT 1 FROM tenant WHERE id = :id"
ANY_ROW: Final = "SELECT 1 FROM tenant LIMIT 1"
_NUMBERED: Final = {"audit": "number"}
"""Columns that the database fills: the order of the rows stays."""


class RowsIn:
    """Where the rows of one tenant arrive, table by table in the order of `copied_tables`."""

    def __init__(self, session: Session, dialect: Dialect, tenant: int) -> None:
        self.tenant = tenant
        self._session = session
        self._dialect = dialect
        self._versions: dict[int, int] = {}
        self._zones: dict[int, int] = {NO_ZONE: NO_ZONE}

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows with the keys of this database."""
        if table == "permission":
            for row in rows:
                await self._insert_permission(dict(zip(columns, row, strict=True)))
            return
        if table == "version":
            place = columns.index("key")
            old = [cast("int", row[place]) for row in rows]
            self._versions.update(zip(old, await self._session.allocate_keys(len(old)), strict=True))
        left_out = _NUMBERED.get(table)
        kept = [column for column in columns if column != left_out]
        await self._session.insert(table, kept, [self._renumbered(table, columns, row, left_out) for row in rows])

    async def _insert_permission(self, row: Mapping[str, object]) -> None:
        """A permission. The database numbers its zone, which versions refer to."""
        values = {name: value for name, value in row.items() if name != "zone"} | {"tenant": self.tenant}
        names = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        text = f"INSERT INTO permission ({names}) VALUES ({marks}) RETURNING zone"  # names of our own columns
        ((zone,),) = await self._session.fetch(text, values)
        self._zones[cast("int", row["zone"])] = cast("int", zone)

    def _renumbered(self, table: str, columns: Sequence[str], row: Row, left_out: str | None) -> tuple[object, ...]:
        return tuple(
            self._value(table, column, value) for column, value in zip(columns, row, strict=True) if column != left_out
        )

    def _value(self, table: str, column: str, value: object) -> object:
        match column:
            case "tenant":
                return self.tenant
            case "key" if table == "version":
                return self._versions[cast("int", value)]
            case "version" if isinstance(value, int):  # the key; history and tasks have the id
                if value not in self._versions:
                    raise Invalid(f"The rows do not fit together: {table} names a version that is not among them.")
                return self._versions[value]
            case "zone":
                # Something in the trash may be in a zone that is gone, and hidden for that: no zone here may have its number.
                return self._zones.get(cast("int", value), -abs(cast("int", value)))
            case _:
                return value

    async def index(self) -> None:
        """Make what follows from the versions: values to filter and order by, and the word index."""
        rows = await self._session.fetch("SELECT id FROM tenant WHERE key = :tenant", {"tenant": self.tenant})
        (row,) = await self._session.fetch(BY_ID, {"id": rows[0][0]})
        tenant = read_tenant(row)
        metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        await index_versions_again(self._session, self._dialect, self.tenant, metamodel, tenant.settings)


async def insert_tenant_row(
    session: Session,
    engine: str,
    stored: Mapping[str, object],
    *,
    address: TenantAddress | None = None,
    tenant_id: str | None = None,
    same_key: bool = False,
) -> int:
    """Insert the row of a tenant, at another address and with another id if these are given, and return its key.

    `same_key`: the database is empty, and the tenant keeps its key. Raises Conflict if address or id are in use.
    """
    columns = dict(stored)
    if address is not None:
        columns |= {
            "address": address.folded,
            "collection": address.collection.spelled,
            "storage": address.storage.spelled,
        }
    if tenant_id is not None:
        columns["id"] = tenant_id
    await _check_free(session, columns)
    if not same_key:
        ((key,),) = await session.fetch(NEXT_TENANT[engine], {})
        began_as = columns.get("chained_as") or columns["key"]
        columns |= {"key": key, "chained_as": None if began_as == key else began_as}
    known = await tenant_columns(session, engine)
    values = {name: value for name, value in columns.items() if name in known}
    await session.insert("tenant", list(values), [tuple(values.values())])
    # A backup from before there were pools is migrated after its rows are there.
    if same_key and engine == "postgres":
        await session.fetch(MOVE_SEQUENCE if "moved_to" in known else MOVE_SEQUENCE_BEFORE_POOLS, {})
    return cast("int", columns["key"])


async def has_tenant(session: Session, tenant_id: str) -> bool:
    """Whether there is a tenant with this id, also a deleted one."""
    return bool(await session.fetch(WITH_ID, {"id": tenant_id}))


async def _check_free(session: Session, columns: Mapping[str, object]) -> None:
    where = f"{columns['collection']}/{columns['storage']}"
    if await session.fetch(AT_ADDRESS, {"address": columns["address"]}):
        raise Conflict(f"There is a tenant {where} already. Restore it as another one: --as COLLECTION/STORAGE")
    if await has_tenant(session, str(columns["id"])):
        raise Conflict(f"The tenant {where} is here at another address already.")
