"""What a page remembers for a user, or for all users of a tenant: filters, favourites and the like, by kind and key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

SHARED: Final = ""
"""The owner of what all users share."""
LONGEST_KEY: Final = 300
LARGEST_VALUE: Final = 8192
"""Bytes of a value, as JSON."""

_KEY: Final = re.compile(rf"[A-Za-z0-9._:~-]{{1,{LONGEST_KEY}}}")


class PreferenceKind(StrEnum):
    """The kinds of preferences. What a value holds is up to the page."""

    FILTER = "filter"
    COLUMNS = "columns"
    DASHBOARD = "dashboard"
    FAVOURITE = "favourite"
    RECENT = "recent"
    TEMPLATE = "template"
    NOTICE = "notice"
    """Something that is shown once, such as a tour for new users."""
    OVERLAYS = "overlays"
    """What drawings show at their shapes."""
    MANUAL = "manual"
    """The template of the manuals of a tenant, which is checked: it is not set as what a page remembers."""


class Bounds(NamedTuple):
    """How many preferences of a kind one owner has, and whether they can be shared."""

    most: int
    shareable: bool = False
    rolling: bool = False
    """A new one takes the place of the one that was changed longest ago. Otherwise it is refused."""
    of_element: bool = False
    """The key is the id of an element. It is listed only for users who see this element."""


BOUNDS: Final[Mapping[PreferenceKind, Bounds]] = {
    PreferenceKind.FILTER: Bounds(200, shareable=True),
    PreferenceKind.COLUMNS: Bounds(100, shareable=True),
    PreferenceKind.DASHBOARD: Bounds(20, shareable=True),
    PreferenceKind.FAVOURITE: Bounds(200, of_element=True),
    PreferenceKind.RECENT: Bounds(30, rolling=True, of_element=True),
    PreferenceKind.TEMPLATE: Bounds(200, shareable=True, of_element=True),
    PreferenceKind.NOTICE: Bounds(50),
    PreferenceKind.OVERLAYS: Bounds(20),
}
OF_PAGES: Final = tuple(BOUNDS)
"""The kinds that a page remembers."""


class Preference(NamedTuple):
    """A stored preference."""

    kind: PreferenceKind
    key: str
    owner: str
    author: str
    value: str
    """JSON."""

    @property
    def is_shared(self) -> bool:
        return self.owner == SHARED


def is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None
