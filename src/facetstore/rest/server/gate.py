"""Admission control: which requests are accepted when more arrive than can be answered.

A process accepts up to 64 requests at a time, at most half of them of one tenant. Further requests are refused at once, by
their path alone. A request with a body is checked twice: after its headers, and after its body, which a client
can delay. Bodies may take 256 MB together, 32 MB for one tenant. Accepted requests queue while the event loop is busy: it
works for 5 ms, then polls its sockets (to refuse what arrived meanwhile), then continues with the next request of each tenant.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from facetstore.domain.hosts import Network, place_of
from facetstore.rest.wire.proxies import is_trusted, sender_of

MOST_INSIDE: Final = 64
MOST_OF_TENANT: Final = 32
MOST_BODY_BYTES: Final = 256 << 20
MOST_BODY_BYTES_OF_TENANT: Final = 32 << 20
SLICE: Final = 0.005
"""Seconds of work between two polls of the sockets."""
ROUTE: Final = "overload"
"""The route name of refused requests in the metrics."""
_HEALTH: Final = "/_health/"
_STATUS: Final = 503
_REPORT_SECONDS: Final = 10
_SMOOTHING: Final = 8
"""How many turns the estimated cost of a request is averaged over."""

Count = Callable[[str, int, float, int], None]
Report = Callable[..., None]


class Slot:
    """A slot for one request: taken when it is received completely, released when it is answered.

    Its body counts from its first byte on.
    """

    __slots__ = ("_body", "_gate", "_is_left", "_is_paused", "_is_taken", "tenant")

    def __init__(self, gate: Gate, tenant: str) -> None:
        self._gate = gate
        self._is_taken = self._is_paused = self._is_left = False
        self._body = 0
        self.tenant = tenant

    @property
    def is_free(self) -> bool:
        return self._is_taken or self._gate.has_slot(self.tenant)

    def take(self) -> None:
        if not self._is_taken and not self._is_left:
            self._is_taken, self._is_paused = True, False
            self._gate.inside += 1
            _add(self._gate.of_tenant, self.tenant, 1)

    def pause(self) -> None:
        """Release the slot to other requests for a while."""
        if self._is_taken:
            self._is_taken, self._is_paused = False, True
            self._gate.inside -= 1
            _add(self._gate.of_tenant, self.tenant, -1)

    def resume(self) -> None:
        if self._is_paused:
            self.take()

    def hold(self, size: int) -> bool:
        """Count bytes of the body, which stay in memory until the request is answered. Returns whether they fit."""
        if not self._is_left:
            self._body += size
            self._gate.body_bytes += size
            _add(self._gate.body_bytes_of, self.tenant, size)
        return self._gate.has_room(self.tenant)

    def leave(self) -> None:
        self.pause()
        self._gate.body_bytes -= self._body
        _add(self._gate.body_bytes_of, self.tenant, -self._body)
        self._body = 0
        self._is_left = True


def _add(counts: dict[str, int], name: str, number: int) -> None:
    """Add to a count. Counts of 0 are removed, because callers can invent names."""
    if total := counts.pop(name, 0) + number:
        counts[name] = total


class Gate:
    """Counts accepted requests, and schedules those that wait."""

    def __init__(
        self,
        prefix: str = "",
        count: Count | None = None,
        report: Report | None = None,
        trusted: Sequence[Network] = (),
    ) -> None:
        self.addresses = Addresses(trusted)
        self.shut_down: Callable[[], None] = lambda: None
        """Called when the server shuts down, before it waits for its connections."""
        self.inside = 0
        self.of_tenant: dict[str, int] = {}
        self.body_bytes = 0
        self.body_bytes_of: dict[str, int] = {}
        self._prefix = prefix
        self._count = count
        self._report = report
        self._refused = 0
        self._reported = float("-inf")
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._is_releasing = False
        self._looked_at = 0.0
        self._released, self._released_at = 0, 0.0
        self._cost = SLICE

    def slot(self, path: str) -> Slot | None:
        """A slot for a request to this path, not yet taken; None for health checks, which need none."""
        self._looked_at = time.monotonic()  # the loop is polling its sockets: requests begin when it has read them all
        tenant = self._tenant_of(path)
        return None if tenant is None else Slot(self, tenant)

    def _tenant_of(self, path: str) -> str | None:
        if self._prefix and path.startswith(self._prefix):
            path = path[len(self._prefix) :]
        if path.startswith(_HEALTH):
            return None
        return "/".join(path.split("/", 3)[1:3]).casefold()

    @property
    def is_crowded(self) -> bool:
        """Whether some tenant may have reached its share, so that the tenant of a request must be checked."""
        return self.inside >= MOST_OF_TENANT

    def is_open_to(self, url: bytes) -> bool:
        """Whether a request to this URL would get a slot now. A tenant that is written with escapes is checked later."""
        self._looked_at = time.monotonic()
        tenant = self._tenant_of(url.partition(b"?")[0].decode("ascii", "replace"))
        return tenant is None or self.has_slot(tenant)

    def has_slot(self, tenant: str) -> bool:
        return self.inside < MOST_INSIDE and self.of_tenant.get(tenant, 0) < MOST_OF_TENANT

    def has_room(self, tenant: str) -> bool:
        """Whether the bodies that are being received fit into memory."""
        of_tenant = self.body_bytes_of.get(tenant, 0)
        return self.body_bytes <= MOST_BODY_BYTES and of_tenant <= MOST_BODY_BYTES_OF_TENANT

    def count_refusal(self) -> None:
        """Count a refusal, and log now and then how many there were."""
        self._refused += 1
        if self._count is not None:
            self._count(ROUTE, _STATUS, 0.0, 0)
        if self._report is not None and (now := time.monotonic()) > self._reported + _REPORT_SECONDS:
            self._report("overload", refused=self._refused)
            self._reported, self._refused = now, 0

    @property
    def is_behind(self) -> bool:
        """Whether a request that could begin now has to wait for its turn."""
        return bool(self._waiting) or time.monotonic() - self._looked_at > SLICE

    async def turn(self, tenant: str, loop: asyncio.AbstractEventLoop) -> None:
        """Wait until it is the turn of a request of this tenant."""
        waiter = loop.create_future()
        self._waiting.setdefault(tenant, deque()).append(waiter)
        if not self._is_releasing:
            self._is_releasing = True
            self._released = 0
            loop.call_soon(self._release, loop)
        await waiter

    def _release(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start as many requests as recently fitted into a slice, one of each tenant in turn."""
        now = time.monotonic()
        if self._released:
            self._cost += ((now - self._released_at) / self._released - self._cost) / _SMOOTHING
        self._released, self._released_at = 0, now
        while self._waiting and self._released < max(1.0, SLICE / self._cost):
            self._release_one()
        if self._waiting:
            loop.call_soon(self._release, loop)
        else:
            self._is_releasing = False

    def _release_one(self) -> None:
        tenant = next(iter(self._waiting))
        waiters = self._waiting.pop(tenant)
        waiter = waiters.popleft()
        if waiters:
            self._waiting[tenant] = waiters  # behind the other tenants
        if not waiter.done():
            waiter.set_result(None)
            self._released += 1


class Addresses:
    """Counts connections by address. Trusted proxies are not counted: they connect for many clients."""

    def __init__(self, trusted: Sequence[Network] = ()) -> None:
        self._trusted = trusted
        self._open: dict[str, int] = {}

    def counted(self, client: tuple[str, int] | None) -> str:
        """The address that a connection of this client counts for; empty where it does not count."""
        sender = sender_of(client)
        return "" if is_trusted(sender, self._trusted) else place_of(sender)

    def enter(self, address: str) -> int:
        """Count a connection; returns how many the address has now."""
        if not address:
            return 0
        self._open[address] = self._open.get(address, 0) + 1
        return self._open[address]

    def leave(self, address: str) -> None:
        if address and (left := self._open.pop(address) - 1):
            self._open[address] = left
