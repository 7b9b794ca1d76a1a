"""Which addresses are inside: of this machine, of a private network, of a cloud's metadata, or a disguise of one of them.

Allowed is what is public for certain. Forms of IPv6 that carry an address of IPv4 are refused altogether: a translator on the way would
turn them into an address that nothing here has checked.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from facetstore.domain.hosts import Address

_PUBLIC_6: Final = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_6: Final = tuple(
    map(
        ipaddress.IPv6Network,
        (
            "2001::/23",  # protocols, Teredo among them
            "2001:db8::/32",
            "2002::/16",  # 6to4: carries IPv4
            "3fff::/20",
        ),
    )
)
_NOT_PUBLIC_4: Final = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
            "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
            "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip
_METADATA: Final = frozenset({ipaddress.IPv4Address("168.63.129.16")})
"""Public by its number, but inside the networks of a cloud."""


def is_inside(address: Address) -> bool:
    """Whether nothing may be sent to an address: not certainly public. An address of IPv4 written as IPv6 is one of IPv6 here."""
    if isinstance(address, ipaddress.IPv6Address):
        return address not in _PUBLIC_6 or any(address in each for each in _NOT_PUBLIC_6)
    return not address.is_global or address in _METADATA or any(address in each for each in _NOT_PUBLIC_4)


def is_this_machine(address: Address) -> bool:
    return address.is_loopback
