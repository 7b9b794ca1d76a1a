"""Which elements lists hold, kept for as long as nobody comes, goes or changes places in their facets.

Most changes leave the order of a list alone. Finding out who stands in it costs more than all the rest of a list whose elements
are kept.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from facetstore.rest.changes import Changes
from facetstore.rest.kept.bounded import Bounded
from facetstore.usecases.ports.selections import Listing

LIMIT: Final = 3 << 20
"""Bytes for all listings."""
_LONGEST: Final = 1001
"""Elements of a listing that is kept."""
_ENTRY: Final = 1024
_ID: Final = 96
"""About what a listing takes beside its elements, and each of them."""


class _Kept(NamedTuple):
    facet: str
    listing: Listing


class KeptListings:
    """Listings of all tenants; when there is no more room, the oldest go first."""

    def __init__(self) -> None:
        self._listings: Bounded[Hashable, _Kept] = Bounded(LIMIT, _cost)

    def find(self, key: Hashable, changes: Changes) -> Listing | None:
        """A listing that is still true, as of now."""
        kept = self._listings.get(key)
        if kept is None:
            return None
        if changes.spare_lists(kept.facet, kept.listing.revision):
            return kept.listing._replace(revision=changes.until)
        self._listings.drop(key)
        return None

    def keep(self, key: Hashable, facet: str, listing: Listing) -> None:
        if len(listing.elements) > _LONGEST:
            return
        self._listings.put(key, _Kept(facet, listing))


def _cost(kept: _Kept) -> int:
    return _ENTRY + _ID * len(kept.listing.elements)
