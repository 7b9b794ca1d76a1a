"""A cache of the element ids of lists, valid while the lists of their facet hold the same elements in the same order.

Most changes leave the order of a list as it is. Where the elements are cached, finding their ids is the most expensive part
of a list.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from facetstore.rest.change_log import Changes
from facetstore.rest.wire.bounded_caches import ByteCache
from facetstore.usecases.ports.rows import Listing

LIMIT: Final = 3 << 20
"""Bytes for all listings."""
_LONGEST: Final = 1001
"""Elements of the longest listing that is cached."""
_ENTRY: Final = 1024
_ID: Final = 96
"""Approximate bytes of an entry without its elements, and of each element."""


class _CachedList(NamedTuple):
    facet: str
    listing: Listing


class ListCache:
    """The listings of all tenants. When the cache is full, the oldest are evicted first."""

    def __init__(self) -> None:
        self._listings: ByteCache[Hashable, _CachedList] = ByteCache(LIMIT, _cost)

    def find(self, key: Hashable, changes: Changes) -> Listing | None:
        """The cached listing at the current revision; None where there is none or it is no longer valid."""
        cached = self._listings.get(key)
        if cached is None:
            return None
        if changes.spare_lists(cached.facet, cached.listing.revision):
            return cached.listing._replace(revision=changes.until)
        self._listings.drop(key)
        return None

    def put(self, key: Hashable, facet: str, listing: Listing) -> None:
        if len(listing.elements) > _LONGEST:
            return
        self._listings.put(key, _CachedList(facet, listing))


def _cost(cached: _CachedList) -> int:
    return _ENTRY + _ID * len(cached.listing.elements)
