"""The background work of a server: scheduled transitions, purging deleted tenants, collecting contents of files that nothing uses,
and logging which tokens expire soon.

Every worker of every node checks at its start and at each full minute, because days begin at full minutes all over the world.
A check is one statement; one node at a time does the work.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from facetstore.bootstrap.notices import ExpiryNotice
from facetstore.rest.wire.monitoring import RequestLog, describe_fault
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.release.scheduling import run_schedule

_PERIOD: Final = 60.0
_PAUSE: Final = 0.01
"""Seconds after each round of transactions, left for requests: a large import may leave much to catch up with."""


async def keep_schedule(storage: Storage, log: RequestLog) -> None:
    """Run the schedule again and again until cancelled. An interrupted transaction is rolled back and due at the next run."""
    notice = ExpiryNotice(storage, log)
    while True:
        await _run(storage, log)
        await notice.run()
        await _purge(storage, log)
        await _collect(storage, log)
        await asyncio.sleep(_PERIOD - time.time() % _PERIOD)


async def _run(storage: Storage, log: RequestLog) -> None:
    try:
        moved = await run_schedule(storage, pause=lambda: asyncio.sleep(_PAUSE))
    except Exception as error:  # retried at the next run
        log.event("schedule", fault=describe_fault(error))
        return
    for each in moved or ():
        fault = {"fault": describe_fault(each.failure)} if each.failure is not None else {}
        log.event("schedule", tenant=str(each.tenant), versions=each.versions, **fault)


async def _purge(storage: Storage, log: RequestLog) -> None:
    """Purge the deleted tenants that can no longer be restored."""
    try:
        purged = await storage.purge()
    except Exception as error:  # retried at the next run
        log.event("purge", fault=describe_fault(error))
        return
    for address in purged:
        log.event("purge", tenant=str(address))


async def _collect(storage: Storage, log: RequestLog) -> None:
    """Delete the contents of files that nothing has used for the days of grace, and unfinished uploads."""
    try:
        collected = await storage.collect_files()
    except Exception as error:  # retried at the next run
        log.event("files", fault=describe_fault(error))
        return
    if collected:
        log.event("files", collected=collected)
