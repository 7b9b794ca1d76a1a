"""What the difference of many elements needs from storage: which elements changed between two revisions, and what they were then.

Everything is read from the history by element, in batches, so that the work grows with what changed and not with the tenant.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from facetstore.domain.access import Audience
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant

Place = tuple[int, str, str]
"""A place among siblings: position, order key of the name, and id."""


class SeenThen(NamedTuple):
    """An element as an audience saw it at a moment: in its newest version, or in the one that viewers saw."""

    version: Version
    opens: bool
    """Whether the audience may open it; otherwise it may only see its name."""
    order_name: str
    """The order key of its name."""

    @property
    def place(self) -> Place:
        """Its place among its siblings."""
        return self.version.position, self.order_name, str(self.version.element)


class QuietElement(NamedTuple):
    """An element that an audience sees, and that has not changed since a revision."""

    type: str
    parent: str | None
    position: int
    order_name: str


class ChangedElements(NamedTuple):
    """The elements that have rows in the history between two revisions."""

    elements: Collection[str]
    permitted: Collection[str]
    """Those of them on which permissions were set or removed."""


class GrantedThen(NamedTuple):
    """The permissions that were last set on an element until two revisions: the principals they named; None: there were none."""

    old: tuple[str, ...] | None
    new: tuple[str, ...] | None


class ChangeReads(Protocol):
    """Reads of what changed in one tenant."""

    async def changed_between(self, low: int, high: int, most: int) -> ChangedElements:
        """The elements with changes after the revision `low` until `high`. Raises TooCostly if there are more than `most`."""
        ...

    async def seen_at(self, tenant: Tenant, audience: Audience, elements: Collection[str]) -> Mapping[str, SeenThen]:
        """Those of these elements that an audience saw in the tenant as it was, with today's permissions. A flow object counts as
        seen if permissions do not hide it: whether viewers saw it depends on the diagrams that show it."""
        ...

    async def quiet(self, audience: Audience, elements: Collection[str], since: int) -> Mapping[str, QuietElement]:
        """Those of these elements that an audience sees today and that have not changed since a revision: they were the same then."""
        ...

    async def shown_by(self, flow_objects: Collection[str]) -> Collection[str]:
        """The elements whose diagrams show these flow objects, or may have shown them until they were deleted."""
        ...

    async def around(self, elements: Collection[str]) -> Collection[str]:
        """The elements that refer to these, show them, or are below them."""
        ...

    async def children_since(self, parents: Collection[str], revision: int) -> Collection[str]:
        """All elements that may have been below these at a revision: those that are, and those that left them since."""
        ...

    async def versions_then(self, elements: Collection[str], revision: int) -> Mapping[str, Sequence[Version]]:
        """All versions that elements had at a revision, in no order."""
        ...

    async def granted(self, elements: Collection[str], revisions: tuple[int, int]) -> Mapping[str, GrantedThen]:
        """The permissions that were set on elements until two revisions."""
        ...
