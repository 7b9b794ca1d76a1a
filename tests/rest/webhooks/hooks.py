"""Webhooks of a tenant, and the work on them in this process."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from facetstore.outgoing.http_receivers import HttpReceivers
from facetstore.usecases.ports.job_runner import IN_PLACE
from facetstore.usecases.ports.receivers import Receivers
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.webhooks.delivering import Timing, Workshop
from facetstore.usecases.webhooks.dispatching import Dispatcher
from tests.support.api import Json, only_numbers
from tests.support.changing import Changing

QUICK: Final = Timing(lease=5, answer=3, idle=0.1, look=0.01, pauses=(0.05,) * 12)
PATIENCE: Final = 60


def reached(seconds: float = 3) -> Receivers:
    return HttpReceivers(loopback=True, lookup=only_numbers, seconds=seconds)


@dataclass
class Hooks:
    """The webhooks of the tenant that a test changes."""

    changing: Changing
    timing: Timing = QUICK

    def make(self, url: str, **settings: Any) -> Json:
        """A new webhook, with its secret."""
        made: Json = self.changing.write("rest/webhooks", {"name": "Hook", "url": url, **settings})["values"][0]
        return made

    def change(self, id_: str, **settings: Any) -> Json:
        found: Json = self.changing.write(f"rest/webhooks/{id_}", settings)["values"][0]
        return found

    def shown(self, id_: str) -> Json:
        found: Json = self.changing.read(f"rest/webhooks/{id_}")["values"][0]
        return found

    def deliveries(self, id_: str, query: str = "") -> list[Json]:
        found: list[Json] = self.changing.read(f"rest/webhooks/{id_}/deliveries{query}")["values"]
        return found

    def shop(self, holder: str = "one", timing: Timing | None = None, receivers: Receivers | None = None) -> Workshop:
        storage = self.changing.database.storage
        return Workshop(storage, Tenancy(storage), receivers or reached(), IN_PLACE, holder, timing or self.timing)

    def send(self, until: Callable[[], bool], *shops: Workshop) -> None:
        """Work until something is true. Raises what went wrong."""
        run, failures = self.changing.database.run, list[Exception]()
        works = [run(_begun(shop, failures)) for shop in shops or (self.shop(),)]
        end = time.monotonic() + PATIENCE
        try:
            while not until():
                run(asyncio.sleep(0.01))  # the work goes on while the loop runs
                if failures:
                    raise failures[0]
                assert time.monotonic() < end
        finally:
            run(_ended(works))

    def slower(self, **timing: Any) -> Timing:
        return replace(self.timing, **timing)


async def _begun(shop: Workshop, failures: list[Exception]) -> asyncio.Task[None]:
    return asyncio.create_task(Dispatcher(shop, shop.storage.due_webhooks, failures.append).run())


async def _ended(works: Sequence[asyncio.Task[None]]) -> None:
    for work in works:
        work.cancel()
    await asyncio.gather(*works, return_exceptions=True)
