"""The numbers that a database gives to tenants, versions and zones: where there are pools, each from a range of its own.

So a tenant has the same numbers in every pool that it lives in, and what is cached under them stays right. A database without pools
has the first range.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from facetstore.storage.engines.engine import Session

_BITS: Final = 40
RANGE: Final = 1 << _BITS
"""How many numbers a pool has."""

_OWN: Final = f"""
    SELECT max(own.taken, coalesce((SELECT max({{column}}) FROM {{table}} WHERE {{column}} < (own.number + 1) << {_BITS}), 0))
      FROM (SELECT number, {{taken}} AS taken FROM pool WHERE here = 1 UNION ALL SELECT 0, 0 ORDER BY 1 DESC, 2 DESC LIMIT 1) own
"""


def _last(table: str, column: str, taken: str) -> str:
    """An SQLite expression: the last number that was given. Numbers of other ranges came with tenants of other pools."""
    return "(" + _OWN.format(table=table, column=column, taken=taken) + ")"


LAST_VERSION: Final = _last("version", "key", "versions")
LAST_ZONE: Final = _last("permission", "zone", "zones")
# A key is never given again, also if its tenant is purged or lives in another pool.
LAST_TENANT: Final = _last(
    "(SELECT key FROM tenant UNION ALL SELECT key FROM purged_tenant)", "key", f"number << {_BITS}"
)

# PostgreSQL has sequences, which give no number twice.
_CLAIM: Final = f"""
    SELECT setval(pg_get_serial_sequence('{{table}}', '{{column}}'), own.number << {_BITS})
      FROM (SELECT number FROM pool WHERE here = 1) own
      JOIN {{sequence}} ON last_value < own.number << {_BITS}
"""
_SEQUENCES: Final = (("tenant", "key"), ("version", "key"), ("permission", "zone"))


_STAND_IN: Final = "CREATE TEMP TABLE pool (number INTEGER, versions INTEGER, zones INTEGER, here INTEGER)"


@asynccontextmanager
async def numbers_before_pools(session: Session, engine: str) -> AsyncIterator[None]:
    """Give numbers in a schema from before there were pools: an empty table stands in for that of the pools."""
    if engine == "sqlite":
        await session.execute_script(_STAND_IN)
    yield
    if engine == "sqlite":
        await session.execute_script("DROP TABLE temp.pool")


async def claim_numbers(session: Session, engine: str) -> None:
    """Let the sequences of PostgreSQL give numbers from the range of this pool. In SQLite the statements look it up."""
    if engine != "postgres":
        return
    for table, column in _SEQUENCES:
        await session.fetch(_CLAIM.format(table=table, column=column, sequence=f"{table}_{column}_seq"), {})
