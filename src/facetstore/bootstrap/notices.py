"""Logs which tokens expire soon: once a day, by one node."""

from __future__ import annotations

import time
from collections.abc import Callable

from facetstore.domain.tenant import Tenant
from facetstore.rest.wire.monitoring import RequestLog, describe_fault
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tokens.token_list import expiring_tokens


class ExpiryNotice:
    """Called again and again; acts once a day (UTC) and at the start of the process, and logs if no other process has done so
    on this day."""

    def __init__(self, storage: Storage, log: RequestLog, clock: Callable[[], float] = time.time) -> None:
        self._storage = storage
        self._log = log
        self._clock = clock
        self._day = ""

    async def run(self) -> None:
        today = time.strftime("%Y-%m-%d", time.gmtime(self._clock()))
        if today == self._day:
            return
        self._day = today
        try:
            tenants = await self._storage.tenants() if await self._storage.take_notice(today) else ()
        except Exception as error:  # retried tomorrow
            self._log.event("token.expiring", fault=describe_fault(error))
            return
        for tenant in tenants:
            await self._report(tenant)

    async def _report(self, tenant: Tenant) -> None:
        where = str(tenant.address)
        try:
            expiring = await expiring_tokens(self._storage, serve(tenant))
        except Exception as error:  # must not affect other tenants
            self._log.event("token.expiring", tenant=where, fault=describe_fault(error))
            return
        for each in expiring:
            self._log.event("token.expiring", tenant=where, token=each.name, id=each.id, validUntil=each.valid_until)
