"""Which elements lists hold, kept for as long as nobody comes, goes or changes places in their facets.

Most changes leave the order of a list alone. Finding out who stands in it costs more than all the rest of a list whose elements
are kept.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from facetstore.rest.changes import Changes
from facetstore.usecases.ports.selections import Listing

_MOST: Final = 256
_LONGEST: Final = 1001
"""Listings kept, and the elements of one: together some 20 MB at the most."""


class _Kept(NamedTuple):
    facet: str
    listing: Listing


class KeptListings:
    """Listings of all tenants; when there are too many, the oldest go first."""

    def __init__(self) -> None:
        self._listings: dict[Hashable, _Kept] = {}

    def find(self, key: Hashable, changes: Changes) -> Listing | None:
        """A listing that is still true, as of now."""
        kept = self._listings.get(key)
        if kept is None:
            return None
        if changes.spare_lists(kept.facet, kept.listing.revision):
            return kept.listing._replace(revision=changes.until)
        del self._listings[key]
        return None

    def keep(self, key: Hashable, facet: str, listing: Listing) -> None:
        if len(listing.elements) > _LONGEST:
            return
        self._listings.pop(key, None)
        self._listings[key] = _Kept(facet, listing)
        if len(self._listings) > _MOST:
            del self._listings[next(iter(self._listings))]
