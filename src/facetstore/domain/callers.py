"""The caller: its role, its groups, and what permissions leave of them. `rights.py` decides what follows."""

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
    """The application roles, each including the lower ones (D2.6)."""

    VIEWER = 1
    EDITOR = 2
    APPROVER = 3
    ANALYZER = 4
    ARCHITECT = 5
    ADMINISTRATOR = 6


ROLE_NAMES: Final = tuple(role.name.lower() for role in Role)


@dataclass(frozen=True)
class Caller:
    """A principal of one tenant: a person or a token."""

    tenant: int
    principal: ElementId
    role: Role
    expires: int
    """When the credential expires, in microseconds since 1970 UTC."""
    groups: frozenset[ElementId] = frozenset()
    """The user groups that a person belongs to."""
    access: Access = EVERYTHING
    hosts: Mapping[str, Host] | None = field(default=None, compare=False)
    """For a token: the hosts it was used from, by address (`place_of`)."""

    @property
    def is_token(self) -> bool:
        """Whether a program calls with a credential of its own, not a person."""
        return self.hosts is not None

    def may_call_from(self, place: str) -> bool:
        """Whether the credential may be used from an address."""
        host = self.hosts.get(place) if self.hosts else None
        return host is None or host.active

    @cached_property
    def sees_drafts(self) -> bool:
        """Whether the caller sees every version (editors and above) or only released ones (viewers)."""
        return self.role >= Role.EDITOR

    @cached_property
    def audience(self) -> Audience:
        return self.access.audience(drafts=self.sees_drafts)

    @property
    def changes_alike(self) -> bool:
        """Whether only the type of an element decides what this caller may change, not its authors or permissions."""
        bound = Role.EDITOR <= self.role < Role.ARCHITECT
        return not bound and (not self.sees_drafts or self.audience.edits_alike)

    @cached_property
    def principals(self) -> frozenset[ElementId]:
        """The ids by which tasks and permissions may name this caller: its own and those of its groups."""
        return self.groups | {self.principal}
