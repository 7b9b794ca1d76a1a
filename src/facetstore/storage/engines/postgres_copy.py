"""Passes rows from one PostgreSQL to another in the binary format of COPY: nothing is decoded on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

from facetstore.storage.engines.engine import Session
from facetstore.storage.engines.postgres_session import PostgresSession

_WAITING: Final = 64
"""How many pieces, of some kilobytes each, wait for the slower side."""


async def pipe(
    source: Session, target: Session, table: str, columns: Sequence[str], tenant: int, order: Sequence[str]
) -> int:
    """Copy the rows of a tenant, in an order. Returns how many. Both sides must be sessions of PostgreSQL."""
    if not isinstance(source, PostgresSession) or not isinstance(target, PostgresSession):
        raise TypeError("COPY needs PostgreSQL on both sides.")
    pieces: asyncio.Queue[bytes | None] = asyncio.Queue(_WAITING)
    names = ", ".join(columns)
    # Names of our own table and columns, and the key of the tenant: COPY takes no parameters.
    text = f"SELECT {names} FROM {table} WHERE tenant = {tenant:d} ORDER BY {', '.join(order)}"

    async def read() -> None:
        try:
            await source.connection.copy_from_query(text, output=pieces.put, format="binary")
            await pieces.put(None)
        except Exception:
            while not pieces.empty():  # the other side must not wait for more
                pieces.get_nowait()
            pieces.put_nowait(None)
            raise

    async def arriving() -> AsyncIterator[bytes]:
        while (piece := await pieces.get()) is not None:
            yield piece
        await reading  # a source that failed must not look like one that ended

    reading = asyncio.create_task(read())
    try:
        await target.send()
        copied = await target.connection.copy_to_table(
            table, source=arriving(), columns=list(columns), schema_name="facetstore", format="binary"
        )
        await reading
    finally:
        if not reading.done():
            reading.cancel()
            await asyncio.wait([reading])
    return int(copied.rpartition(" ")[2])
