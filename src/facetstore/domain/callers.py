"""Who is calling: a role, groups, and what permissions leave. What follows from it is decided in `rights.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Final

from facetstore.domain.access import EVERYTHING, Access, Audience
from facetstore.domain.hosts import Host
from facetstore.domain.values import ElementId


class Role(IntEnum):
    """The application roles, each including the lower ones (decision 2)."""

    VIEWER = 1
    EDITOR = 2
    APPROVER = 3
    ANALYZER = 4
    ARCHITECT = 5
    ADMINISTRATOR = 6

    @property
    def attribute(self) -> str:
        """The attribute that carries the flag of this role on a user or token."""
        return f"role{self.name.capitalize()}"


ROLE_NAMES: Final = tuple(role.name.lower() for role in Role)
ROLE_FLAGS: Final = (*(role.attribute for role in Role), "roleInactive")
"""The attributes of a user or token that tell what he may do."""


@dataclass(frozen=True)
class Caller:
    """A principal of one tenant: a person or a token."""

    tenant: int
    principal: ElementId
    role: Role
    expires: int
    """When the credential ends, in microseconds since 1970 UTC."""
    groups: frozenset[ElementId] = frozenset()
    """The user groups that a person belongs to."""
    access: Access = EVERYTHING
    hosts: Mapping[str, Host] | None = field(default=None, compare=False)
    """Of a token: by address, where it is used from."""

    def may_call_from(self, place: str) -> bool:
        """Whether the credential is good at an address."""
        host = self.hosts.get(place) if self.hosts else None
        return host is None or host.active

    @property
    def sees_drafts(self) -> bool:
        """Viewers see what is released; editors and up every version."""
        return self.role >= Role.EDITOR

    @cached_property
    def audience(self) -> Audience:
        return self.access.audience(drafts=self.sees_drafts)

    @property
    def changes_alike(self) -> bool:
        """Whether neither authors nor permissions decide what this caller may change, but the types of elements alone."""
        bound = Role.EDITOR <= self.role < Role.ARCHITECT
        return not bound and (not self.sees_drafts or self.audience.edits_alike)

    @cached_property
    def principals(self) -> frozenset[ElementId]:
        """All that tasks and permissions may name to mean him."""
        return self.groups | {self.principal}
