"""A provider of OpenID Connect as somebody has set it up: whom it may sign in where, and what its claims mean here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from facetstore.domain.callers import Role
from facetstore.domain.names import Name
from facetstore.domain.tenant import TenantAddress

EVERYBODY: Final = "*"
"""In the place of a group: all whom the provider signs in."""
_ADMINISTRATION: Final = "/_admin"
_MAIL: Final = "email"
_LONGEST_SUBJECT: Final = 255
_ELSEWHERE: Final = "_claim_names"
"""Names claims that are to be asked for at another address (OpenID Connect Core 1.0, 5.6.2)."""
SCOPES: Final = ("openid", "profile", _MAIL)
LOGIN_CLAIMS: Final = ("preferred_username", _MAIL)
GROUPS_CLAIM: Final = "groups"

Claims = Mapping[str, object]
"""What a provider tells of a person."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider, and what it is trusted with."""

    title: str
    """What people know it by."""
    issuer: str
    client: str
    """What the provider knows us by."""
    tenants: tuple[Name, ...]
    """Addresses, or patterns such as `talwind/*`, of the tenants that it signs people in to."""
    secret: str | None = field(default=None, repr=False)
    """What proves to the provider that it is us; None: it asks for no proof."""
    scopes: tuple[str, ...] = SCOPES
    login_claims: tuple[str, ...] = LOGIN_CLAIMS
    """Those that may hold the login of a user who is made; the first one that is there counts."""
    groups_claim: str = GROUPS_CLAIM
    roles: Mapping[str, Role] = field(default_factory=dict)
    """By group, or EVERYBODY. Where there are any, people have the role that the provider tells, and no other."""
    creates: bool = False
    """Whether a user is made of somebody who is not known."""

    def serves(self, address: TenantAddress) -> bool:
        """Whether it signs people in to a tenant. One that administers others is meant only by a pattern that says so."""
        meant = [each.folded for each in self.tenants]
        if address.is_administration:
            meant = [each for each in meant if each.endswith(_ADMINISTRATION)]
        return any(fnmatchcase(address.folded, each) for each in meant)

    def login_of(self, claims: Claims) -> str | None:
        """The login of a person. An address for mail counts only if the provider has made sure that it is his."""
        for name in self.login_claims:
            value = claims.get(name)
            sure = name != _MAIL or claims.get("email_verified") is True
            if isinstance(value, str) and value.strip() and sure:
                return value
        return None

    def mail_of(self, claims: Claims) -> Name | None:
        """The mail address of a person, if the provider has made sure of it."""
        value = claims.get(_MAIL)
        sure = claims.get("email_verified") is True
        return Name(value.strip()) if sure and isinstance(value, str) and value.strip() else None

    def subject_of(self, claims: Claims) -> str | None:
        """What the provider calls a person for ever; it never gives it to another one (OpenID Connect Core 1.0, 2)."""
        value = claims.get("sub")
        return value if isinstance(value, str) and 0 < len(value) <= _LONGEST_SUBJECT else None

    def groups_of(self, claims: Claims) -> frozenset[str] | None:
        """The groups of a person; None: nothing is told of them."""
        value = claims.get(self.groups_claim)
        if isinstance(value, str):
            return frozenset({value})
        return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else None

    def role_of(self, claims: Claims) -> Role | None:
        """The highest role that the groups of a person give him."""
        groups = (self.groups_of(claims) or frozenset()) | {EVERYBODY}
        return max((role for group, role in self.roles.items() if group in groups), default=None)

    def knows_role(self, claims: Claims) -> bool:
        """Whether enough is told of groups to give somebody his role. Nothing is not enough, unless everybody has one; nor is that
        his groups are told somewhere else, because there are too many of them."""
        if not self.roles or self.groups_of(claims) is not None:
            return True
        elsewhere = claims.get(_ELSEWHERE)
        return EVERYBODY in self.roles and not (isinstance(elsewhere, dict) and self.groups_claim in elsewhere)

    def is_told_all(self, claims: Claims) -> bool:
        """Whether the claims tell all that we want to know."""
        named = self.login_of(claims) is not None and _MAIL in claims
        return named and (not self.roles or self.groups_of(claims) is not None)
