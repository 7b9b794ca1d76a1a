"""Where tokens are used from: the addresses that call, and whether they may."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final, NamedTuple

MOST_HOSTS: Final = 250
"""How many addresses are told apart for one token; uses from others are counted with the token alone."""


class Host(NamedTuple):
    """An address that a token was used from: the element that tells of it, and whether the token may be used there."""

    element: str
    active: bool


@lru_cache(maxsize=4096)
def place_of(address: str) -> str:
    """What counts as one address; empty where there is none.

    Of the sixth version it is a network, because whoever has one address there has all of it.
    """
    try:
        found = ipaddress.ip_interface(address.partition("%")[0].strip())
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Interface):
        return str(found.ip)
    if found.ip.ipv4_mapped is not None:
        return str(found.ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found.ip), 64), strict=False))
