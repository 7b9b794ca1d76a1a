"""Where names lie by what they mean: what `like_names.py` keeps of a tenant, and the way that needs nothing but the names (decision 0133)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from facetstore.domain.errors import TooCostly, Unavailable
from facetstore.likeness.space import Space, learn, nearest, place
from facetstore.likeness.vectors import joined
from facetstore.query.filter_forms import BETWEEN
from facetstore.query.search_text import SearchText
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.tenancy import Reading

if TYPE_CHECKING:
    from facetstore.likeness.vectors import Matrix

LEAST: Final = 0.4
"""From this nearness on a name is a hit; 1 is the same."""
MOST_NAMES: Final = 100_000
"""Of a tenant with more, no names are learned."""
OF_KEY: Final = 40
_OF_GRAM: Final = 300
"""Bytes of an entry."""
_AT_ONCE: Final = 10_000
"""Names that one job places."""


class NamePlaces(Protocol):
    """Where the names of one tenant lie."""

    @property
    def bytes(self) -> int:
        """How much memory it takes, about."""
        ...

    @property
    def fault(self) -> Exception | None:
        """Why some names are missing that another attempt may have."""
        ...

    async def nearest(self, text: SearchText) -> Sequence[int]:
        """The keys of the names near enough to a text, nearest first. Raises NotEmbedded."""
        ...


class NamePlacing(Protocol):
    """Finds out where names lie."""

    @property
    def is_outside(self) -> bool:
        """Whether names leave this machine for it."""
        ...

    async def place(
        self, tenant: int, shared: Reading, names: Mapping[int, str], before: NamePlaces | None
    ) -> NamePlaces | None:
        """The places of names, by their keys; `before`: those that were known until now. None: there are too many, or too few."""
        ...


@dataclass(frozen=True, slots=True)
class LearnedPlaces:
    """Places in a space that was learned."""

    space: Space
    keys: Sequence[int]
    places: Matrix
    fault: Exception | None = None

    @property
    def bytes(self) -> int:
        matrices = self.places.nbytes + self.space.basis.nbytes
        return matrices + OF_KEY * len(self.keys) + _OF_GRAM * len(self.space.weights)

    async def nearest(self, text: SearchText) -> Sequence[int]:
        rows = await asyncio.to_thread(nearest, self.space, self.places, text.spellings[0], LEAST)
        return [self.keys[each] for each in rows]


class LearnedPlacing:
    """Learns where names lie from those of the tenant that are translated, in job processes."""

    is_outside: Final = False

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def place(
        self, tenant: int, shared: Reading, names: Mapping[int, str], before: NamePlaces | None
    ) -> NamePlaces | None:
        if len(names) > MOST_NAMES:
            return None
        translated = [each for _, each in await shared.opened.called(MOST_NAMES) if _is_translated(each)]
        try:
            return await self._placed(tenant, translated, [*names], [*names.values()])
        except (TooCostly, Unavailable):  # tried again after the next change, not at each search
            return None

    async def _placed(
        self, tenant: int, translated: Sequence[str], keys: Sequence[int], names: Sequence[str]
    ) -> NamePlaces | None:
        run = self._jobs.slow.run
        space = await run(tenant, learn, translated)
        if space is None:
            return None
        firsts = range(0, len(names), _AT_ONCE)
        parts = [await run(tenant, place, space, names[each : each + _AT_ONCE]) for each in firsts]
        return LearnedPlaces(space, keys, joined(parts))


def _is_translated(names: str) -> bool:
    """Whether an element has different names in two cultures: others would teach that languages differ."""
    return len({text for each in names.split(BETWEEN) if (text := each.strip())}) > 1
