"""However many moments are asked for at once, one tenant as it was is put together at a time: its memory is that of one."""

import asyncio
from typing import Any

import pytest

from facetstore.domain.access import EDITORS
from facetstore.domain.tenant import Tenant
from facetstore.storage.past import pasts
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.finding import Among
from facetstore.usecases.ports.storage import Revisions
from tests.storage.builders import add, reread, version

pytestmark = pytest.mark.anyio


async def test_one_is_made_at_a_time(storage: SqlStorage, tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        await add(storage, tenant, version(f"p{number}"))
    now = await reread(storage, tenant)
    making, most, made = 0, 0, pasts.Pasts._make

    async def slowly(self: pasts.Pasts, *arguments: Any, **more: Any) -> Any:
        nonlocal making, most
        making += 1
        most = max(most, making)
        await asyncio.sleep(0.05)
        try:
            return await made(self, *arguments, **more)
        finally:
            making -= 1

    async def read(revision: int) -> int:
        _, past = await storage.past(tenant, revision, Revisions(now.revision, 0, 0))
        async with past.snapshot(tenant) as snapshot:
            await snapshot.stored.stereotypes()  # needs all of it
            return sum(each.number for each in await past.reader(tenant, EDITORS).stats(("type",), Among()))

    monkeypatch.setattr(pasts.Pasts, "_make", slowly)
    assert await asyncio.gather(*map(read, range(1, 5))) == [1, 2, 3, 4]
    assert most == 1
