"""What a server does beside its requests: moving on the versions whose day has come, purging deleted tenants, and
telling which tokens end soon.

Every worker of every node looks, when it starts and at each full minute, which is when days begin all over the world. Looking
is one statement; one node at a time does the work.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from facetstore.bootstrap.notices import ExpiryNotice
from facetstore.rest.wire.log import RequestLog, told
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.release.scheduling import run_schedule

_PERIOD: Final = 60.0
_PAUSE: Final = 0.01
"""Seconds after each transaction in which requests are answered: there may be a large import to catch up with."""


async def keep_schedule(storage: Storage, log: RequestLog) -> None:
    """Run the schedule again and again until cancelled. A transaction that is cut off is undone, and due at the next run."""
    notice = ExpiryNotice(storage, log)
    while True:
        await _run(storage, log)
        await notice.run()
        await _purge(storage, log)
        await asyncio.sleep(_PERIOD - time.time() % _PERIOD)


async def _run(storage: Storage, log: RequestLog) -> None:
    try:
        moved = await run_schedule(storage, pause=lambda: asyncio.sleep(_PAUSE))
    except Exception as error:  # the next run may find things better
        log.event("schedule", fault=told(error))
        return
    for each in moved or ():
        fault = {"fault": told(each.failure)} if each.failure is not None else {}
        log.event("schedule", tenant=str(each.tenant), versions=each.versions, **fault)


async def _purge(storage: Storage, log: RequestLog) -> None:
    """Take away the deleted tenants that nobody can bring back any more."""
    try:
        purged = await storage.purge()
    except Exception as error:  # the next run may find things better
        log.event("purge", fault=told(error))
        return
    for address in purged:
        log.event("purge", tenant=str(address))
