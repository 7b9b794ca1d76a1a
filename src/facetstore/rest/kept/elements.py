"""Elements of lists as they were rendered, kept within a number of bytes, each with the revision at which it was true.

A list is made anew whenever its tenant changed, but from elements that mostly did not: only those touched are read and rendered
again. Elements are kept in groups of those rendered alike: for one kind of caller, at one address, in one presentation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final

from facetstore.rest.changes import Changes

_OVERHEAD: Final = 256
"""About what an element takes beside its bytes."""
_GROUP: Final = 4096
"""About what a group takes: which elements are alike is said by names that a caller chooses."""


@dataclass(slots=True)
class Group:
    """Elements rendered alike, all of them true at a revision."""

    revision: int
    elements: dict[str, bytes] = field(default_factory=dict)


class KeptElements:
    """Rendered elements of all tenants; when there is no more room, the oldest of the group not used for longest go first."""

    def __init__(self, limit: int = 64 << 20) -> None:
        self._limit = limit
        self._size = 0
        self._groups: dict[Hashable, Group] = {}

    @property
    def keeps(self) -> bool:
        return self._limit > 0

    def find(self, alike: Hashable, elements: Iterable[str], changes: Changes) -> list[bytes | None]:
        """The elements as rendered before, None for those that are not kept or no longer true."""
        group = self._groups.pop(alike, None)
        if group is None:
            group = Group(changes.until)
            self._size += _GROUP
        self._groups[alike] = group  # used last
        if group.revision < changes.until:
            touched = changes.after(group.revision)
            for element in list(group.elements) if touched is None else touched:
                self._forget(group, element)
            group.revision = changes.until
        self._make_room()
        return list(map(group.elements.get, elements))

    def keep(self, alike: Hashable, revision: int, elements: Iterable[str], rendered: Iterable[bytes]) -> None:
        """Keep elements as they were at the revision at which they were looked for."""
        group = self._groups.get(alike)
        if group is None or group.revision != revision:
            return  # another request has looked further meanwhile
        for element, body in zip(elements, rendered, strict=True):
            self._forget(group, element)
            group.elements[element] = body
            self._size += len(body) + _OVERHEAD
        self._make_room()

    def _make_room(self) -> None:
        while self._size > self._limit and self._groups:
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        alike, group = next(iter(self._groups.items()))
        if group.elements:
            self._forget(group, next(iter(group.elements)))
        else:
            del self._groups[alike]
            self._size -= _GROUP

    def _forget(self, group: Group, element: str) -> None:
        if (gone := group.elements.pop(element, None)) is not None:
            self._size -= len(gone) + _OVERHEAD
