"""Forwarded headers: the client and the address of a request behind proxies. Only those of a trusted proxy count.

Each proxy appends to a forwarded header at its right. So the last entry is from the nearest proxy, and the first may be invented
by the client. The header `Forwarded` (RFC 7239) is not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from facetstore.domain.hosts import Network, parse_ip
from facetstore.rest.wire.bounded_caches import cached_if_short

_WITH_PORT: Final = re.compile(r"\[(?P<six>[^\]]+)\](:\d+)?|(?P<four>[0-9.]+):\d+")
_MOST_HOPS: Final = 50
"""Addresses that are read from the right. No real chain of proxies is longer."""


def sender_of(peer: tuple[str, int] | None) -> str:
    """The address at the other end of the connection; empty where there is none (a Unix socket)."""
    return _plain(peer[0]) if peer is not None else ""


def client_of(sender: str, forwarded_for: bytes | None, trusted: Sequence[Network]) -> str:
    """The address that a request comes from: the right-most one that is not a trusted proxy.

    Where an entry is not an address, the entries left of it cannot be trusted: the last trusted proxy counts as the client.
    """
    if forwarded_for is None or not is_trusted(sender, trusted):
        return sender
    for entry in reversed(forwarded_for.decode("latin-1").split(",")[-_MOST_HOPS:]):
        address = _plain(_without_port(entry.strip()))
        if not address:
            break
        sender = address
        if not is_trusted(sender, trusted):
            break
    return sender


def is_trusted(sender: str, trusted: Sequence[Network]) -> bool:
    address = parse_ip(sender) if trusted else None
    return address is not None and any(address in network for network in trusted)


def nearest_word(headers: Mapping[bytes, bytes], name: bytes) -> str:
    """The entry of the nearest proxy in a forwarded header; empty where there is none."""
    return headers.get(name, b"").decode("latin-1").rpartition(",")[2].strip()


@cached_if_short(4096)
def _plain(text: str) -> str:
    """An address in the form that is compared everywhere: mapped IPv4 as IPv4, without a zone; empty for an invalid one."""
    address = parse_ip(text)
    return str(address) if address is not None else ""


def _without_port(entry: str) -> str:
    found = _WITH_PORT.fullmatch(entry)
    return (found["six"] or found["four"]) if found is not None else entry
