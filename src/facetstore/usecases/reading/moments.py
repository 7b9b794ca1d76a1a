"""Many elements as a caller saw them at one moment: read in batches, and what is only named is remembered in short."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from facetstore.domain.access import Audience
from facetstore.domain.element import Attributes, Version
from facetstore.metamodel.model import ElementType
from facetstore.usecases.labels import names_of
from facetstore.usecases.ports.change_reads import ChangeReads, Place, QuietElement, SeenThen
from facetstore.usecases.tenancy import Reading, ServedTenant

T = TypeVar("T")

BATCH: Final = 250
"""How many elements are read at a time."""
_MOST_KNOWN: Final = 50_000
"""How many elements are remembered in short."""
_MOST_LOADED: Final = 2_000
"""How many elements are kept whole."""
_DEEPEST: Final = 64
"""How many elements may stand above one."""


class KnownElement(NamedTuple):
    """An element in short: where it stood, and the attributes that its name consists of; None: they were not read."""

    type: ElementType
    parent: str | None
    parts: Attributes | None = None

    @property
    def names(self) -> Mapping[str, str]:
        """Its name by culture."""
        return {str(culture): name for culture, name in names_of(self.parts or {}, self.type).items()}


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    left = iter(items)
    while some := list(islice(left, size)):
        yield some


class MomentReader:
    """Reads elements as a caller saw them at a moment."""

    def __init__(
        self, reads: ChangeReads, reading: Reading, audience: Audience, today: ServedTenant, since: int
    ) -> None:
        self.reading = reading
        self._today = today
        self._since = since
        self.revision = reading.revisions.revision
        self._reads = reads
        self._audience = audience
        # A tenant that is served has the revision at which its definition was read.
        self._tenant = replace(reading.served.tenant, revision=self.revision)
        self._types = reading.metamodel.whole.types
        self._hidden = reading.metamodel.hidden
        self._known: dict[str, KnownElement | None] = {}
        self._loaded: dict[str, SeenThen] = {}
        self._other: MomentReader | None = None
        self._changed: Collection[str] = ()

    def share(self, other: MomentReader, changed: Collection[str]) -> None:
        """Take from another moment what did not change in between, if both have the same definition."""
        if self.reading.served is other.reading.served:
            self._other, self._changed = other, changed

    def make_room(self) -> None:
        """Drop the elements that were loaded if they are many."""
        if len(self._loaded) > _MOST_LOADED:
            self._loaded.clear()

    async def load(self, elements: Collection[str]) -> Mapping[str, SeenThen]:
        """Those of these elements that the caller saw."""
        found = {each: self._loaded[each] for each in elements if each in self._loaded}
        if self._other is not None:
            alike = self._other._loaded
            found |= {each: alike[each] for each in elements if each in alike and each not in self._changed}
        # What was not seen is asked for again: a flow object that is gone is seen together with its diagram only.
        if rest := [each for each in elements if each not in found] if found else elements:
            fresh = await self._reads.seen_at(self._tenant, self._audience, rest)
            self._loaded |= fresh
            self._remember(rest, fresh)
            found |= fresh
        return found

    async def know(self, elements: Iterable[str]) -> Mapping[str, KnownElement]:
        """Those of these elements that the caller saw, in short."""
        wanted = set(elements)
        found = {each: self._known[each] for each in wanted if each in self._known}
        if self._other is not None:
            alike = self._other._known
            found |= {
                each: alike[each] for each in wanted - found.keys() if each in alike and each not in self._changed
            }
        for some in batches(sorted(wanted - found.keys())):
            quiet = await self._quiet(some)
            self._known |= {id_: KnownElement(self._types[each.type], each.parent) for id_, each in quiet.items()}
            found |= {each: self._known[each] for each in quiet}
            if rest := [each for each in some if each not in quiet]:
                await self.load(rest)
                found |= {each: self._known.get(each) for each in rest}
        return {element: each for element, each in found.items() if each is not None}

    async def names(self, elements: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        """The names, by culture, of those of these elements that the caller saw."""
        known = dict(await self.know(elements))
        for some in batches(sorted(id_ for id_, each in known.items() if each.parts is None)):
            known |= {id_: self.known_of(each.version) for id_, each in (await self.load(some)).items()}
        return {id_: each.names for id_, each in known.items()}

    async def siblings(self, elements: Iterable[str]) -> AsyncIterator[tuple[str, Place]]:
        """Of those of these elements that the caller saw and that stood below another one: their parent, and their place."""
        for some in batches(elements):
            quiet = await self._quiet(some)
            for id_, each in quiet.items():
                if each.parent is not None:
                    yield each.parent, (each.position, each.order_name, id_)
            for seen in (await self.load([each for each in some if each not in quiet])).values():
                if seen.version.parent is not None:
                    yield str(seen.version.parent), seen.place

    async def _quiet(self, elements: Collection[str]) -> Mapping[str, QuietElement]:
        """Those of these elements that are today what they were."""
        if self.reading.served is not self._today or not elements:
            return {}
        return await self._reads.quiet(self._audience, elements, self._since)

    def _remember(self, elements: Collection[str], found: Mapping[str, SeenThen]) -> None:
        if len(self._known) + len(elements) > _MOST_KNOWN:
            self._known.clear()
        for each in elements:
            seen = found.get(each)
            self._known[each] = None if seen is None else self.known_of(seen.version)

    def known_of(self, version: Version) -> KnownElement:
        element_type = self._types[version.type]
        parts = {
            name: version.attributes[name]
            for name in element_type.label
            if name in version.attributes and name not in self._hidden
        }
        return KnownElement(element_type, None if version.parent is None else str(version.parent), parts)

    def is_flow(self, version: Version) -> bool:
        return self._types[version.type].flow

    async def below(self, root: str, elements: Iterable[str]) -> Collection[str]:
        """Those of these elements that are the root, or stood below it with nothing hidden in between."""
        above = {each: each for each in elements}
        """The highest element above each that was looked at."""
        found = set[str]()
        for _ in range(_DEEPEST):
            found |= {each for each, highest in above.items() if highest == root}
            above = {each: highest for each, highest in above.items() if each not in found}
            known = await self.know(above.values())
            parents = {each: known[highest].parent for each, highest in above.items() if highest in known}
            above = {each: parent for each, parent in parents.items() if parent is not None}
            if not above:
                break
        seen = await self.know([root])
        return found if root in seen else ()
