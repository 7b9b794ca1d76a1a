"""Derives notices in the background, about a second after what they are about. Every worker may do it: what is derived twice is stored once."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from facetstore.rest.wire.monitoring import RequestLog, describe_fault
from facetstore.usecases.noticing.days import derive_of_day
from facetstore.usecases.noticing.deriving import derive_notices
from facetstore.usecases.ports.storage import Storage

_PERIOD: Final = 1.0
_DAYS: Final = 300.0
"""Seconds between two looks whether a new day has begun somewhere."""


async def keep_noticing(storage: Storage, log: RequestLog) -> None:
    """Derive notices again and again until cancelled."""
    looked = -_DAYS
    while True:
        await notice_changes(storage, log)
        if time.monotonic() - looked >= _DAYS:
            looked = time.monotonic()
            await notice_days(storage, log)
        await asyncio.sleep(_PERIOD)


async def notice_changes(storage: Storage, log: RequestLog) -> None:
    """Derive the notices of all tenants that have changed. One tenant that fails stops no other."""
    try:
        behind = await storage.unnoticed()
    except Exception as error:  # retried in a second
        log.event("notices", fault=describe_fault(error))
        return
    for tenant in behind:
        try:
            await derive_notices(storage, tenant)
        except Exception as error:
            log.event("notices", tenant=str(tenant.address), fault=describe_fault(error))


async def notice_days(storage: Storage, log: RequestLog) -> None:
    """Derive the notices of the day, of tenants for which it is not done yet."""
    try:
        tenants = await storage.tenants()
    except Exception as error:  # retried later
        log.event("notices", fault=describe_fault(error))
        return
    for tenant in tenants:
        try:
            await derive_of_day(storage, tenant, time.time_ns)
        except Exception as error:
            log.event("notices", tenant=str(tenant.address), fault=describe_fault(error))
