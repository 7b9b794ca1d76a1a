"""Addresses of callers: how they are read and compared, and where tokens may be used from.

An IPv4 address can be written as one of IPv6 (`::ffff:192.0.2.1`), and it is by systems that listen on both. It is the same address.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final, NamedTuple

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_MAPPED: Final = ipaddress.IPv6Network("::ffff:0:0/96")

MOST_HOSTS: Final = 250
"""How many addresses are told apart for one token; uses from others are counted with the token alone."""


class Host(NamedTuple):
    """An address that a token was used from: the element that tells of it, and whether the token may be used there."""

    element: str
    active: bool


def parse_ip(text: str) -> Address | None:
    """The address in a text, without a zone; None where there is none."""
    try:
        return _unmapped(ipaddress.ip_address(text.partition("%")[0].strip()))
    except ValueError:
        return None


def parse_network(text: str) -> Network:
    """The network in a text: an address, or an address and the length of what its members share. Raises ValueError."""
    network = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(_MAPPED):
        return ipaddress.IPv4Network((int(network.network_address) & 0xFFFFFFFF, network.prefixlen - _MAPPED.prefixlen))
    return network


def _unmapped(address: Address) -> Address:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@lru_cache(maxsize=4096)
def place_of(address: str) -> str:
    """What counts as one address; empty where there is none.

    Of the sixth version it is a network, because whoever has one address there has all of it.
    """
    try:
        found = _unmapped(ipaddress.ip_interface(address.partition("%")[0].strip()).ip)
    except ValueError:
        return ""
    return str(ipaddress.IPv6Network((int(found), 64), strict=False)) if found.version == 6 else str(found)
