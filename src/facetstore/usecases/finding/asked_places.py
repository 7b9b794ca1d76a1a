"""Where names lie by what an embedding service says (decision 0135). Names that are known are not asked again.

Only names of elements leave, and the words of searches that find little. Names of users, and of what a storage is administered by, stay.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from facetstore.likeness.vectors import joined, near, rows_of
from facetstore.query.filter_forms import BETWEEN
from facetstore.query.search_text import SearchText
from facetstore.usecases.finding.name_places import MOST_NAMES, OF_KEY, NamePlaces
from facetstore.usecases.ports.embedding import AskingTimes, Embeddings, NotEmbedded
from facetstore.usecases.tenancy import Reading

if TYPE_CHECKING:
    from facetstore.likeness.vectors import Matrix

MOST_BYTES: Final = 256 << 20
"""So much room have the places of one tenant. Names that do not fit are found by their words alone."""
_LONGEST: Final = 400
"""Letters of the names of one element that are asked for."""
_AT_ONCE: Final = 512
"""Names that are asked for before what was answered is kept."""
_OF_PRINT: Final = 80
"""Bytes of an entry."""
_FOR_NAMES: Final = AskingTimes(30.0, 3)
_FOR_SEARCH: Final = AskingTimes(2.0, 1)
_SILENT_SECONDS: Final = 30.0
"""So long no search asks, after one that got no answer: others need not wait for the same."""
_ANOTHER: Final = "The embedding service answers vectors of another length than before."
_MOST_SEARCHES: Final = 1_000
"""The texts of so many searches are remembered with their places."""

Known = Mapping[bytes, "Matrix"]
"""Places by the fingerprints of texts."""


@dataclass(frozen=True, slots=True)
class AskedPlaces:
    """Places of the names of a tenant, one for each text; `searches` finds those of other texts."""

    tenant: int
    searches: AskedSearches
    prints: Sequence[bytes]
    """The fingerprints of the texts."""
    keys: Sequence[Sequence[int]]
    """The versions that are called so."""
    places: Matrix | None
    """None: there are none."""
    least: float
    fault: Exception | None = None

    @property
    def bytes(self) -> int:
        entries = _OF_PRINT * len(self.prints) + OF_KEY * sum(map(len, self.keys))
        return entries + (self.places.nbytes if self.places is not None else 0)

    async def nearest(self, text: SearchText) -> Sequence[int]:
        row = await self.searches.place(self.tenant, text.typed) if self.places is not None else None
        if row is None or self.places is None:
            return ()
        if len(row) != self.places.shape[1]:
            raise NotEmbedded(_ANOTHER)
        rows = await asyncio.to_thread(near, self.places, row, self.least)
        return [key for each in rows for key in self.keys[each]]


class AskedSearches:
    """The places of what is searched for, by tenant: how fast an answer comes must not show what others search for."""

    def __init__(self, embeddings: Embeddings, clock: Callable[[], float]) -> None:
        self._embeddings = embeddings
        self._clock = clock
        self._silent_until = 0.0
        self._known: OrderedDict[tuple[int, bytes], Matrix] = OrderedDict()

    async def place(self, tenant: int, text: str) -> Matrix | None:
        """The place of a text; None: the service did not answer some time ago. Raises NotEmbedded."""
        key = tenant, _print_of(text)
        if (known := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return known
        if self._clock() < self._silent_until:
            return None
        try:
            row: Matrix = rows_of(await self._embeddings.vectors([text[:_LONGEST]], _FOR_SEARCH))[0]
        except NotEmbedded:
            self._silent_until = self._clock() + _SILENT_SECONDS
            raise
        self._known[key] = row
        while len(self._known) > _MOST_SEARCHES:
            self._known.popitem(last=False)
        return row


class AskedPlacing:
    """Asks an embedding service where names lie."""

    is_outside: Final = True

    def __init__(self, embeddings: Embeddings, least: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._embeddings = embeddings
        self._least = least
        self._searches = AskedSearches(embeddings, clock)

    async def place(
        self, tenant: int, shared: Reading, names: Mapping[int, str], before: NamePlaces | None
    ) -> NamePlaces | None:
        if len(names) > MOST_NAMES:
            return None
        texts, keys = await asyncio.to_thread(_prepared, names)
        known = await asyncio.to_thread(_known, before)
        found, fault = await self._fetched(texts, known)
        rows = await asyncio.to_thread(joined, [each[None] for each in found.values()]) if found else None
        return AskedPlaces(tenant, self._searches, [*found], [keys[each] for each in found], rows, self._least, fault)

    async def _fetched(self, texts: Mapping[bytes, str], known: Known) -> tuple[Known, Exception | None]:
        """The places of texts: those that are known, and those that were answered until all are, or until one is not."""
        found = {each: known[each] for each in texts if each in known}
        missing = [each for each in texts if each not in known]
        size = sum(each.nbytes for each in found.values())
        for first in range(0, len(missing), _AT_ONCE):
            some = missing[first : first + _AT_ONCE]
            try:
                rows = rows_of(await self._embeddings.vectors([texts[each] for each in some], _FOR_NAMES))
            except NotEmbedded as fault:
                return found, fault
            if found and len(next(iter(found.values()))) != rows.shape[1]:
                return {}, NotEmbedded(_ANOTHER)  # all are asked again
            size += rows.nbytes
            if size > MOST_BYTES:
                break
            found.update(zip(some, rows, strict=True))
        return found, None


def _prepared(names: Mapping[int, str]) -> tuple[Mapping[bytes, str], Mapping[bytes, list[int]]]:
    """What is asked for, and the versions that are called so, by fingerprint."""
    texts, keys = dict[bytes, str](), dict[bytes, list[int]]()
    for key, name in names.items():
        if text := " / ".join(each.strip() for each in name.split(BETWEEN) if each.strip())[:_LONGEST]:
            print_ = _print_of(text)
            texts[print_] = text
            keys.setdefault(print_, []).append(key)
    return texts, keys


def _known(before: NamePlaces | None) -> Known:
    if not isinstance(before, AskedPlaces) or before.places is None:
        return {}
    return dict(zip(before.prints, before.places, strict=True))


def _print_of(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()
