"""The port for plans of imports: what a file would change, and, once it is applied, what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

PLANNED: Final = "planned"
APPLIED: Final = "applied"
UNDONE: Final = "undone"


class ImportPlan(NamedTuple):
    """A plan of an import. Times are microseconds since 1970 UTC."""

    id: str
    principal: str
    """Who made it: it exists for no other caller."""
    facet: str
    state: str
    file: bytes
    """The content of the file; empty once the plan is applied, and in lists."""
    settings: str
    """JSON: how the file is read."""
    result: str
    """JSON: findings, mapping and difference."""
    digest: str
    """Of the whole difference: a plan is applied only while it would still make this difference."""
    revision: int = 0
    """The revision of the tenant at which it was applied."""
    changed: str = "{}"
    """JSON: the ids of what it changed and created."""
    created: int = 0
    expires: int = 0


class ImportPlans(Protocol):
    """The plans of one tenant, to be read."""

    async def find(self, id_: str, principal: str, now: int) -> ImportPlan | None:
        """A plan of a principal that has not expired."""
        ...

    async def of(self, principal: str, now: int) -> Sequence[ImportPlan]:
        """The plans of a principal that have not expired, the newest first, without their files."""
        ...


class ImportPlanChanges(ImportPlans, Protocol):
    """The plans of one tenant, in an open transaction."""

    async def put(self, plan: ImportPlan) -> None:
        """Store a plan; one with this id is replaced."""
        ...

    async def drop(self, id_: str) -> None: ...

    async def trim(self, principal: str, most: int, now: int) -> None:
        """Delete the expired plans of all principals, and the oldest plans of this one that are not applied, so that this many are
        left."""
        ...
