"""Looks for webhooks that have something to do, and works on each in a task of its own, so that none waits for another's receiver."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from facetstore.usecases.ports.webhook_store import DueWebhook, DueWebhooks
from facetstore.usecases.webhooks.delivering import LostWebhook, WebhookWork, Workshop
from facetstore.usecases.webhooks.sharing import SharedReads

MOST_AT_ONCE: Final = 200
"""Webhooks that one process works on at the same time."""
_FEW: Final = 4
"""Webhooks that a process takes at a time, so that others get some as well."""

Report = Callable[[Exception], None]


class Dispatcher:
    """The webhooks that this process works on."""

    def __init__(self, shop: Workshop, due: DueWebhooks, report: Report) -> None:
        self._shop = shop
        self._due = due
        self._report = report
        self._shared = SharedReads(shop.storage.revisions, shop.timing.look)
        self._works: dict[tuple[int, str], asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Look again and again until cancelled."""
        try:
            while True:
                taken = await self._look()
                if not taken:
                    await asyncio.sleep(self._shop.timing.look)
        finally:
            for task in self._works.values():
                task.cancel()
            self._shared.close()
            await asyncio.gather(*self._works.values(), return_exceptions=True)
            await self._shop.receivers.close()

    async def _look(self) -> int:
        """Begin with a few more. Returns how many."""
        taken = 0
        try:
            for due in await self._due(_FEW) if len(self._works) < MOST_AT_ONCE else ():
                taken += await self._begin(due)
        except Exception as error:  # the database may not answer: tried again
            self._report(error)
        return taken

    async def _begin(self, due: DueWebhook) -> bool:
        key, timing, began = (due.tenant, due.id), self._shop.timing, time.monotonic()
        if key in self._works:
            return False
        tenant = await self._shop.storage.tenant(due.address)
        if tenant is None or tenant.key != due.tenant:
            return False
        hooks = self._shop.storage.webhooks(tenant)
        hook = await hooks.take(due.id, self._shop.holder, timing.lease)
        if hook is None:
            return False
        secrets = await hooks.secrets(due.id)
        if secrets is None:
            return False
        work = WebhookWork(self._shop, self._shared, due, hook, hooks, secrets)
        self._works[key] = task = asyncio.get_running_loop().create_task(self._work(work, began))
        task.add_done_callback(lambda _: self._works.pop(key, None))
        return True

    async def _work(self, work: WebhookWork, began: float) -> None:
        try:
            await work.run(began)
        except LostWebhook:
            await work.let_go()  # nothing of it is on its way any more
        except asyncio.CancelledError:
            await work.let_go()
            raise
        except Exception as error:  # its lease ends, and it is tried again
            self._report(error)
