"""The port for acknowledgements: whom an element asks to confirm that they have read what is released, and who has confirmed which version."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from facetstore.usecases.principals import Principal


class AskedName(NamedTuple):
    """That an element asks someone. Times are microseconds since 1970 UTC."""

    element: str
    whom: str
    """The id of a user, of a group or of an element with holders; or the name of a role of callers."""
    asker: str
    asked: int


class Acknowledgement(NamedTuple):
    """That a person has read and understood a version."""

    version: str
    person: str
    element: str
    at: int
    """Microseconds since 1970 UTC."""
    culture: int
    """In which it was read."""


class InForce(NamedTuple):
    """The version of an element that viewers see."""

    element: str
    version: str
    type: str
    state: str | None
    released_on: str | None
    """In the time of the tenant."""


class Awaited(NamedTuple):
    """A version in force that a person is asked to confirm, and has not."""

    version: InForce
    asked: int


class Acknowledgements(Protocol):
    """The acknowledgements of one tenant, to be read."""

    async def asked(self, elements: Collection[str] | None = None) -> Sequence[AskedName]:
        """Whom these elements ask, or all elements."""
        ...

    async def in_force(self, elements: Collection[str]) -> Mapping[str, InForce]:
        """By element, the version that viewers see."""
        ...

    async def of_element(self, element: str) -> Sequence[Acknowledgement]:
        """All acknowledgements of the versions of an element, the oldest first."""
        ...

    async def of_versions(self, versions: Collection[str]) -> Sequence[tuple[str, str]]:
        """Who has confirmed which of these versions: pairs of version and person."""
        ...

    async def awaited(self, person: str, names: Collection[str], limit: int) -> Sequence[Awaited]:
        """What elements ask under one of these names and the person has not confirmed, the oldest first."""
        ...

    async def people(self, ids: Collection[str] | None, facet: str, type_: str) -> Sequence[Principal]:
        """These users, or all, without their groups. `facet` and `type_` are those of users."""
        ...

    async def held(self, elements: Collection[str], contexts: Collection[str]) -> Sequence[tuple[str, str]]:
        """Whom these elements, as viewers see them, name in these contexts: pairs of element and target."""
        ...

    async def members(self, groups: Collection[str], context: str) -> Sequence[tuple[str, str]]:
        """Which users refer to which of these groups in this context: pairs of group and user."""
        ...

    async def holding(self, person: str, contexts: Collection[str]) -> Sequence[str]:
        """The elements that, as viewers see them, name a person in these contexts."""
        ...


class AcknowledgementChanges(Acknowledgements, Protocol):
    """The acknowledgements of one tenant, in an open transaction."""

    async def ask(self, element: str, names: Collection[str], asker: str, at: int) -> None:
        """Ask these and no others. Those who were asked before keep their time."""
        ...

    async def add(self, acknowledgement: Acknowledgement) -> bool:
        """Store an acknowledgement. False: this person has confirmed this version already."""
        ...
