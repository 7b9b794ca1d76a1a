"""The work on webhooks beside a server: every worker of every node looks for some, and they share them by leases."""

from __future__ import annotations

import os
import socket
from secrets import token_hex

from facetstore.outgoing.http_receivers import HttpReceivers
from facetstore.rest.wire.monitoring import RequestLog, describe_fault
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.receivers import Receivers
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.webhooks.delivering import Timing, Workshop
from facetstore.usecases.webhooks.dispatching import Dispatcher


def make_receivers(*, loopback: bool) -> Receivers:
    """Receivers outside; with `loopback` also those on this machine, for trying out."""
    return HttpReceivers(loopback=loopback)


async def keep_sending(
    storage: Storage, receivers: Receivers, jobs: Jobs, log: RequestLog, timing: Timing | None = None
) -> None:
    """Send what webhooks wait for until cancelled."""

    def report(error: Exception) -> None:
        log.event("webhooks", fault=describe_fault(error))

    shop = Workshop(storage, Tenancy(storage), receivers, jobs, holder_name(), timing or Timing())
    await Dispatcher(shop, storage.due_webhooks, report).run()


def holder_name() -> str:
    """A name that no other process has, and that says where it runs."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{token_hex(4)}"
