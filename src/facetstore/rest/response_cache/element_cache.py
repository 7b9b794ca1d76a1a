"""The cache of rendered list elements, limited in bytes, each group with the revision at which it was valid.

A list is assembled again after a change that affects it, but most of its elements did not change: only those that did are read
and rendered again. A group holds elements rendered alike: for one kind of caller, one base address and one presentation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final

from facetstore.rest.change_log import Changes

_OVERHEAD: Final = 256
"""Approximate bytes of an entry beside the rendered element."""
_GROUP: Final = 4096
"""Approximate bytes of a group: its key has names that a caller chooses."""


@dataclass(slots=True)
class Group:
    """Elements rendered alike, all of them valid at one revision."""

    revision: int
    elements: dict[str, bytes] = field(default_factory=dict)


class ElementCache:
    """Rendered elements of all tenants. In a full cache the oldest of the least recently used group are evicted first."""

    def __init__(self, limit: int = 64 << 20) -> None:
        self._limit = limit
        self._size = 0
        self._groups: dict[Hashable, Group] = {}

    @property
    def is_on(self) -> bool:
        return self._limit > 0

    def find(self, alike: Hashable, elements: Iterable[str], changes: Changes) -> list[bytes | None]:
        """The cached elements; None for each that is not cached or no longer valid."""
        group = self._groups.pop(alike, None)
        if group is None:
            group = Group(changes.until)
            self._size += _GROUP
        self._groups[alike] = group  # now the most recently used
        if group.revision < changes.until:
            touched = changes.after(group.revision)
            for element in list(group.elements) if touched is None else touched:
                self._forget(group, element)
            group.revision = changes.until
        self._make_room()
        return list(map(group.elements.get, elements))

    def put(self, alike: Hashable, revision: int, elements: Iterable[str], rendered: Iterable[bytes]) -> None:
        """Cache elements as they were at a revision, unless their group is at another one by now."""
        group = self._groups.get(alike)
        if group is None or group.revision != revision:
            return  # meanwhile another request has read later changes, or the group was evicted
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
