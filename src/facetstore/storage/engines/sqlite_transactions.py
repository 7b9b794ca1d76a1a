"""Transactions on one connection to SQLite: begun, committed and rolled back, also where SQLite has ended them by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import apsw

from facetstore.storage.engines.sqlite_connection import BUSY_MILLISECONDS, execute
from facetstore.storage.engines.sqlite_errors import translated

_PATIENCE: Final = 10.0
"""Seconds to wait for other processes that write before giving up."""


@contextmanager
def transaction_on(connection: apsw.Connection, begin: str) -> Iterator[None]:
    """A transaction for the duration of a block: committed at its end, rolled back if it fails."""
    execute(connection, begin)
    try:
        yield
    except BaseException:
        roll_back(connection)
        raise
    try:
        execute(connection, "COMMIT")
    except Exception:
        roll_back(connection)
        raise


async def begin_writing(connection: apsw.Connection) -> None:
    """Begin a transaction that writes. Waits for other processes while other requests are served, then raises Unavailable."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        connection.set_busy_timeout(0)
        try:
            connection.execute("BEGIN IMMEDIATE")
        except apsw.BusyError as error:
            if time.monotonic() > deadline:
                raise translated(error) from error
        except apsw.Error as error:
            raise translated(error) from error
        else:
            return
        finally:
            connection.set_busy_timeout(BUSY_MILLISECONDS)
        await asyncio.sleep(0.005)


def roll_back(connection: apsw.Connection) -> None:
    """Roll back, unless SQLite has: a full disk or a damaged page ends a transaction at once."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
