"""The names of the method that the service itself needs, by the role each plays (decision 0017).

Code asks for `metamodel.roles.authors` and never for a context by its name. `standard/roles.yaml` gives each role its name or names.
What the service computes for each answer (`state1`, `version`, `gotoUrl` …) has no role: the specification fixes those names.
A tenant may give those marked `open` others: no row, account or address outside of its elements depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from facetstore.domain.callers import Role
from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.plain import Plain, section, word, words


class RoleKind(StrEnum):
    """What a role names."""

    ATTRIBUTE = "attribute"
    CONTEXT = "context"
    TYPE = "type"
    FACET = "facet"


class Form(StrEnum):
    """How many names a role has."""

    ONE = "one"
    MANY = "many"
    BY_ROLE = "byRole"
    """One for each role of callers."""


class RoleOf(NamedTuple):
    """A role as files declare it."""

    key: str
    kind: RoleKind
    form: Form
    open: bool


def _one(kind: RoleKind, *, open_: bool = False) -> Any:
    return field(metadata={"kind": kind, "form": Form.ONE, "open": open_})


def _many(kind: RoleKind, *, open_: bool = False) -> Any:
    return field(metadata={"kind": kind, "form": Form.MANY, "open": open_})


def _by_role(kind: RoleKind) -> Any:
    return field(metadata={"kind": kind, "form": Form.BY_ROLE, "open": False})


@dataclass(frozen=True)
class MethodRoles:
    """The names behind the roles. What each role is for stands beside it in `standard/roles.yaml`."""

    name: str = _one(RoleKind.ATTRIBUTE)
    description: str = _one(RoleKind.ATTRIBUTE)
    created_on: str = _one(RoleKind.ATTRIBUTE)
    created_by: str = _one(RoleKind.CONTEXT)
    changed_on: str = _one(RoleKind.ATTRIBUTE)
    changed_by: str = _one(RoleKind.CONTEXT)
    released_on: str = _one(RoleKind.ATTRIBUTE)
    released_by: str = _one(RoleKind.CONTEXT)
    valid_from: str = _one(RoleKind.ATTRIBUTE)
    valid_until: str = _one(RoleKind.ATTRIBUTE)

    authors: tuple[str, ...] = _many(RoleKind.CONTEXT, open_=True)
    owner: str = _one(RoleKind.CONTEXT, open_=True)
    holders: tuple[str, ...] = _many(RoleKind.CONTEXT)
    diagram_contexts: tuple[str, ...] = _many(RoleKind.CONTEXT, open_=True)
    responsibilities: tuple[str, ...] = _many(RoleKind.CONTEXT, open_=True)
    maturity: tuple[str, ...] = _many(RoleKind.ATTRIBUTE, open_=True)
    revision_reason: str = _one(RoleKind.ATTRIBUTE, open_=True)

    stereotypes: str = _one(RoleKind.FACET)
    stereotype_key: str = _one(RoleKind.ATTRIBUTE)

    culture: str = _one(RoleKind.TYPE)
    culture_id: str = _one(RoleKind.ATTRIBUTE)
    culture_default: str = _one(RoleKind.ATTRIBUTE)
    culture_mandatory: str = _one(RoleKind.ATTRIBUTE)

    user: str = _one(RoleKind.TYPE)
    login: str = _one(RoleKind.ATTRIBUTE)
    first_name: str = _one(RoleKind.ATTRIBUTE)
    last_name: str = _one(RoleKind.ATTRIBUTE)
    mail: str = _one(RoleKind.ATTRIBUTE)
    last_sign_in: str = _one(RoleKind.ATTRIBUTE)
    sign_ins: tuple[str, ...] = _many(RoleKind.ATTRIBUTE)
    cultures: tuple[str, ...] = _many(RoleKind.CONTEXT)
    role_flags: Mapping[Role, str] = _by_role(RoleKind.ATTRIBUTE)
    inactive: str = _one(RoleKind.ATTRIBUTE)

    user_group: str = _one(RoleKind.TYPE)
    groups: str = _one(RoleKind.CONTEXT)
    external_group: str = _one(RoleKind.ATTRIBUTE)

    permission_set: str = _one(RoleKind.TYPE)
    permission_sets: str = _one(RoleKind.CONTEXT)
    grants: str = _one(RoleKind.ATTRIBUTE)
    is_default: str = _one(RoleKind.ATTRIBUTE)
    sequence: str = _one(RoleKind.ATTRIBUTE)

    token: str = _one(RoleKind.TYPE)
    host: str = _one(RoleKind.TYPE)
    host_address: str = _one(RoleKind.ATTRIBUTE)
    host_active: str = _one(RoleKind.ATTRIBUTE)
    last_used_on: str = _one(RoleKind.ATTRIBUTE)
    use_count: str = _one(RoleKind.ATTRIBUTE)

    collection: str = _one(RoleKind.TYPE)
    storage: str = _one(RoleKind.TYPE)
    tenant_name: str = _one(RoleKind.ATTRIBUTE)
    in_collection: str = _one(RoleKind.CONTEXT)
    template: str = _one(RoleKind.ATTRIBUTE)
    time_zone: str = _one(RoleKind.ATTRIBUTE)
    region: str = _one(RoleKind.ATTRIBUTE)
    expire_predecessor: str = _one(RoleKind.ATTRIBUTE)
    storage_created: str = _one(RoleKind.ATTRIBUTE)
    element_quota: str = _one(RoleKind.ATTRIBUTE)
    storage_pool: str = _one(RoleKind.ATTRIBUTE)

    @cached_property
    def access_flags(self) -> tuple[str, ...]:
        """The attributes of a user or token that decide what it may do."""
        return (*self.role_flags.values(), self.inactive)

    def role_of(self, attributes: Attributes) -> Role | None:
        """The highest role whose flag is set, also of an inactive user or token."""
        flags = self.role_flags.items()
        return max((role for role, flag in flags if attributes.get(flag, {}).get(INVARIANT) is True), default=None)

    def flags_of(self, role: Role | None) -> dict[str, object]:
        """The flags of a role and of those that it includes; all are false without one."""
        return {flag: role is not None and each <= role for each, flag in self.role_flags.items()}

    def shown(self, hidden: frozenset[str]) -> Mapping[str, object]:
        """The roles as files declare them, without names that are hidden from the caller."""
        found = {each.key: _shown(getattr(self, name), hidden) for name, each in ROLES.items()}
        return {key: names for key, names in found.items() if names is not None}


def _declared() -> Iterator[tuple[str, RoleOf]]:
    for each in fields(MethodRoles):
        yield each.name, RoleOf(_key(each), each.metadata["kind"], each.metadata["form"], each.metadata["open"])


def _key(each: Field[Any]) -> str:
    first, *rest = each.name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _shown(value: object, hidden: frozenset[str]) -> object:
    if isinstance(value, Mapping):
        return {role.name.lower(): name for role, name in value.items()}
    if isinstance(value, tuple):
        return [each for each in value if each not in hidden]
    return None if value in hidden else value


ROLES: Mapping[str, RoleOf] = dict(_declared())
"""Every role, by the field that holds its names."""


def build_roles(whole: Plain) -> MethodRoles:
    """The names of all roles, from checked plain data."""
    declared = section(whole, "methodRoles")
    return MethodRoles(**{name: _names(declared, each) for name, each in ROLES.items()})


def _names(declared: Plain, role: RoleOf) -> Any:
    match role.form:
        case Form.ONE:
            return word(declared, role.key)
        case Form.MANY:
            return words(declared, role.key)
        case Form.BY_ROLE:
            return {each: str(section(declared, role.key)[each.name.lower()]) for each in Role}
