"""The revision at which each element of a tenant or a neighbour of it last changed, as far as this process has read changes.

Reading them costs one statement for each new revision of a tenant, however much is cached of it. After that, whether a cached
entry is still valid is a lookup in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import repeat, takewhile
from typing import Final

from facetstore.usecases.ports.storage import Affected, Revisions, Storage

_MOST_TOUCHED: Final = 50_000
"""Elements in the table, which changes may affect. Beyond that it is cleared, and all older cache entries become invalid."""
_MOST_IN_STEPS: Final = 100_000
"""Elements in all steps together. An element that changes often counts in each of these steps."""

_ANY: Final = (None,)


class Changes:
    """The changes of one tenant between two revisions; `since` is the first of them."""

    __slots__ = ("_facets", "_in_steps", "_last", "_listed", "_steps", "_steps_since", "since", "until")

    def __init__(self, revision: int) -> None:
        self.since = revision
        self.until = revision
        self._last: dict[str, int] = {}
        self._facets: dict[str | None, int] = {}
        self._listed: dict[str | None, int] = {}
        self._steps: deque[tuple[int, frozenset[str]]] = deque()
        self._in_steps = 0
        self._steps_since = revision
        """The revision after which no step is missing."""

    def spare(self, elements: Iterable[str], revision: int) -> bool:
        """Whether none of the elements, and none of their neighbours, changed after a revision."""
        return revision >= self.since and max(map(self._last.get, elements, repeat(0)), default=0) <= revision

    def spare_facet(self, facet: str, revision: int) -> bool:
        """Whether no element of a facet, and none that has a neighbour in it, changed after a revision."""
        return revision >= self.since and _last(self._facets, facet) <= revision

    def spare_lists(self, facet: str, revision: int) -> bool:
        """Whether the lists of a facet hold the same elements in the same order as at a revision, unless they are filtered."""
        return revision >= self.since and _last(self._listed, facet) <= revision

    def after(self, revision: int) -> set[str] | None:
        """The elements that a change after a revision may affect; None where that may be any element."""
        if revision < self._steps_since:
            return None
        steps = takewhile(lambda step: step[0] > revision, reversed(self._steps))
        return set().union(*(affected for _, affected in steps))

    def add(self, revision: int, affected: Affected | None) -> None:
        """Add what changes after `until` and up to a revision may affect; None stands for any element.

        Two requests may read changes at the same time and arrive here in any order. The one that read further has all of them.
        """
        if revision <= self.until:
            return
        self.until = revision
        if affected is None or len(self._last) + len(affected.elements) > _MOST_TOUCHED:
            self.since = self._steps_since = revision
            self._in_steps = 0
            for forgotten in (self._last, self._facets, self._listed, self._steps):
                forgotten.clear()
        elif affected.elements:
            self._last.update(dict.fromkeys(affected.elements, revision))
            self._facets.update(dict.fromkeys(_ANY if affected.facets is None else affected.facets, revision))
            self._listed.update(dict.fromkeys(_ANY if affected.listed is None else affected.listed, revision))
            self._add_step(revision, affected.elements)

    def _add_step(self, revision: int, elements: frozenset[str]) -> None:
        self._steps.append((revision, elements))
        self._in_steps += len(elements)
        while self._in_steps > _MOST_IN_STEPS:
            self._steps_since, forgotten = self._steps.popleft()
            self._in_steps -= len(forgotten)


def _last(facets: Mapping[str | None, int], facet: str) -> int:
    return max(facets.get(facet, 0), facets.get(None, 0))


class ChangeLog:
    """The changes of all tenants that are being served."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._tenants: dict[int, Changes] = {}

    def begin(self, tenant: int, revision: int) -> None:
        """Start to record changes, if that has not begun: entries cached from here on can be checked."""
        if tenant not in self._tenants:
            self._tenants[tenant] = Changes(revision)

    def is_behind(self, tenant: int, revision: int) -> bool:
        """Whether something is cached that a change could affect, and changes up to this revision are not read yet."""
        changes = self._tenants.get(tenant)
        return changes is not None and changes.until < revision

    async def until(self, tenant: int, revisions: Revisions) -> Changes:
        """The changes of a tenant up to at least these revisions."""
        changes = self._tenants.get(tenant)
        if changes is None:
            changes = self._tenants[tenant] = Changes(revisions.revision)
        if changes.until < revisions.revision:
            # This may include later changes. They are read a second time with their own revision.
            affected = await self._storage.affected_since(tenant, changes.until)
            changes.add(revisions.revision, None if revisions.definition > changes.until else affected)
        return changes
