"""Who is calling, and what a caller may see and do: the one place that decides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

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


@dataclass(frozen=True, slots=True)
class Caller:
    """A principal of one tenant: a token, later also a person."""

    tenant: int
    principal: ElementId
    role: Role
    expires: int
    """When the credential ends, in microseconds since 1970 UTC."""

    @property
    def sees_drafts(self) -> bool:
        """Viewers see what is released; editors and up every version."""
        return self.role >= Role.EDITOR


@dataclass(frozen=True, slots=True)
class Subject:
    """What a permission decision needs to know about an element."""

    structural: bool
    """Part of the structure that only architects change."""
    authored_by_others: bool
    """Names authors, and the caller is none of them."""
    administrative: bool = False
    """Only administrators change it."""


def may_edit(role: Role, subject: Subject) -> bool:
    """Whether a caller of this role may change the element (state and locks aside)."""
    if subject.administrative:
        return role >= Role.ADMINISTRATOR
    if role >= Role.ARCHITECT:
        return True
    return role >= Role.EDITOR and not subject.structural and not subject.authored_by_others


def permissions(role: Role, subject: Subject) -> tuple[str, ...]:
    """The permissions element info lists, in the reference's order."""
    edit = may_edit(role, subject)
    granted = {
        "NewElement": edit,
        "EditElement": edit,
        "DeleteElement": edit,
        "ShowElement": True,
        "ApproveElement": role >= Role.APPROVER,
        "OpenElement": True,
    }
    return tuple(name for name, yes in granted.items() if yes)
