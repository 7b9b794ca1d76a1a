"""Addresses of callers: parsing, comparing, and where tokens may be used from.

Systems that listen on IPv4 and IPv6 write an IPv4 address as IPv6 (`::ffff:192.0.2.1`). Both forms are the same address.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final, NamedTuple

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_MAPPED: Final = ipaddress.IPv6Network("::ffff:0:0/96")

MOST_HOSTS: Final = 250
"""How many addresses are recorded for one token; uses from further addresses count for the token only."""


class Host(NamedTuple):
    """An address that a token was used from: the element that records it, and whether the token may be used there."""

    element: str
    active: bool


def parse_ip(text: str) -> Address | None:
    """The address in a text, without a zone; None if the text is no address."""
    try:
        return _unmapped(ipaddress.ip_address(text.partition("%")[0].strip()))
    except ValueError:
        return None


def parse_network(text: str) -> Network:
    """The network in a text: an address, or an address and a prefix length. Raises ValueError."""
    network = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(_MAPPED):
        return ipaddress.IPv4Network((int(network.network_address) & 0xFFFFFFFF, network.prefixlen - _MAPPED.prefixlen))
    return network


def _unmapped(address: Address) -> Address:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@lru_cache(maxsize=4096)
def place_of(address: str) -> str:
    """The key under which an address is counted; empty if the text is no address.

    For IPv6 it is a network, because one customer usually has a whole network.
    """
    try:
        found = _unmapped(ipaddress.ip_interface(address.partition("%")[0].strip()).ip)
    except ValueError:
        return ""
    return str(ipaddress.IPv6Network((int(found), 64), strict=False)) if found.version == 6 else str(found)
