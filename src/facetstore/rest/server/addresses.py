"""How many connections each address has open, so that one cannot take them all."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.domain.hosts import Network, place_of
from facetstore.rest.wire.proxies import is_trusted, sender_of


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
