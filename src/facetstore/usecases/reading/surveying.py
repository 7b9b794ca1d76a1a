"""Which elements differ between two moments: those with changes in between, and those in which changes of others show.

A child that came or went shows in its parent, a changed flow object in the diagrams that show it, and an element that came or went
in all that refer to it or stand below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.usecases.changes.difference import ListDifference, listed
from facetstore.usecases.ports.change_reads import ChangeReads, Place, SeenThen
from facetstore.usecases.reading.moments import MomentReader, batches

MOST_CHANGED: Final = 200_000
"""How many elements may have changed: their ids are held in memory."""


class ChangeSurvey(NamedTuple):
    """The elements to compare, by id, and what is known of their children."""

    elements: list[str]
    children: Mapping[str, ListDifference]
    permitted: Collection[str]
    """Those on which permissions were set or removed."""


class Surveyor:
    """Finds the elements that differ between two moments, in either order."""

    def __init__(self, reads: ChangeReads, old: MomentReader, new: MomentReader) -> None:
        self._reads = reads
        self._old, self._new = old, new
        self._came: defaultdict[str, set[Place]] = defaultdict(set)
        self._went: defaultdict[str, set[Place]] = defaultdict(set)
        self._shuffled: set[str] = set()
        """Parents whose children must be compared as a whole."""
        self._appeared: set[str] = set()
        """Elements that the caller saw at one moment only."""
        self._flow: set[str] = set()

    async def survey(self) -> ChangeSurvey:
        low, high = sorted((self._old.revision, self._new.revision))
        changed = await self._reads.changed_between(low, high, MOST_CHANGED)
        self._new.share(self._old, changed.elements)
        for some in batches(sorted(changed.elements)):
            before, after = await self._old.load(some), await self._new.load(some)
            for each in some:
                self._look_at(each, before.get(each), after.get(each))
            self._make_room()
        found = {*changed.elements, *self._came, *self._went, *self._shuffled}
        for some in batches(sorted(self._flow)):
            found.update(await self._reads.shown_by(some))
        for some in batches(sorted(self._appeared - self._flow)):
            found.update(await self._reads.around(some))
        children = {
            parent: ListDifference("children", _ids(self._came[parent]), _ids(self._went[parent]), reordered=False)
            for parent in self._came.keys() | self._went.keys()
        }
        for some in batches(sorted(self._shuffled)):
            children |= await self._compared(some, low)
        return ChangeSurvey(sorted(found - self._flow), children, changed.permitted)

    def _make_room(self) -> None:
        self._old.make_room()
        self._new.make_room()

    def _look_at(self, element: str, old: SeenThen | None, new: SeenThen | None) -> None:
        side = new or old
        if side is None:
            return
        if self._old.is_flow(side.version) if old is not None else self._new.is_flow(side.version):
            self._flow.add(element)
        if (old is None) != (new is None):
            # What came or went may have children that did not change.
            self._appeared.add(element)
            self._shuffled.add(element)
        above = [str(each.version.parent) if each and each.version.parent else None for each in (old, new)]
        if above[0] != above[1]:
            if old is not None and above[0] is not None:
                self._went[above[0]].add(old.place)
            if new is not None and above[1] is not None:
                self._came[above[1]].add(new.place)
        elif above[0] is not None and old is not None and new is not None and old.place != new.place:
            self._shuffled.add(above[0])

    async def _compared(self, parents: Collection[str], low: int) -> Mapping[str, ListDifference]:
        """The children of some parents, compared as a whole."""
        candidates = sorted(await self._reads.children_since(parents, low))
        old, new = await self._below(self._old, parents, candidates), await self._below(self._new, parents, candidates)
        self._make_room()
        return {parent: listed("children", _ids(old[parent]), _ids(new[parent])) for parent in parents}

    async def _below(
        self, moment: MomentReader, parents: Collection[str], candidates: Sequence[str]
    ) -> Mapping[str, set[Place]]:
        """Where those of the candidates stood that were below these parents."""
        there = await moment.know(parents)
        found: defaultdict[str, set[Place]] = defaultdict(set)
        async for parent, place in moment.siblings(candidates):
            if parent in there:
                found[parent].add(place)
        return found


def _ids(places: Collection[Place]) -> tuple[str, ...]:
    return tuple(id_ for _, _, id_ in sorted(places))
