"""The configuration of an OpenID Connect provider: which tenants it signs people in to, and what its claims mean here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from facetstore.domain.callers import Role
from facetstore.domain.folded_names import Name
from facetstore.domain.tenant import TenantAddress

ANY_PERSON: Final = "*"
"""Used in place of a group: every person that the provider signs in."""
_ADMINISTRATION: Final = "/_admin"
_MAIL: Final = "email"
_LONGEST_SUBJECT: Final = 255
_ELSEWHERE: Final = "_claim_names"
"""The claim that names claims to be fetched from another address (OpenID Connect Core 1.0, 5.6.2)."""
SCOPES: Final = ("openid", "profile", _MAIL)
LOGIN_CLAIMS: Final = ("preferred_username", _MAIL)
GROUPS_CLAIM: Final = "groups"

Claims = Mapping[str, object]
"""The claims of a provider about a person."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider, and what it is trusted with."""

    title: str
    """The name that people know it by."""
    issuer: str
    client: str
    """Our client id at the provider."""
    tenants: tuple[Name, ...]
    """Addresses of the tenants it signs people in to, or patterns such as `talwind/*`."""
    secret: str | None = field(default=None, repr=False)
    """Our client secret at the provider; None: the provider needs none."""
    scopes: tuple[str, ...] = SCOPES
    login_claims: tuple[str, ...] = LOGIN_CLAIMS
    """The claims that may hold the login of a new user; the first one present is used."""
    groups_claim: str = GROUPS_CLAIM
    roles: Mapping[str, Role] = field(default_factory=dict)
    """Role by group, or by ANY_PERSON. If there are any, people have the role that their groups give them, and no other."""
    creates: bool = False
    """Whether an unknown person gets a new user."""

    def serves(self, address: TenantAddress) -> bool:
        """Whether it signs people in to a tenant. One that administers others matches only patterns that end in `/_admin`."""
        meant = [each.folded for each in self.tenants]
        if address.is_administration:
            meant = [each for each in meant if each.endswith(_ADMINISTRATION)]
        return any(fnmatchcase(address.folded, each) for each in meant)

    def login_of(self, claims: Claims) -> str | None:
        """The login of a person. A mail address is used only if the provider has verified it."""
        for name in self.login_claims:
            value = claims.get(name)
            sure = name != _MAIL or claims.get("email_verified") is True
            if isinstance(value, str) and value.strip() and sure:
                return value
        return None

    def mail_of(self, claims: Claims) -> Name | None:
        """The mail address of a person, if the provider has verified it."""
        value = claims.get(_MAIL)
        sure = claims.get("email_verified") is True
        return Name(value.strip()) if sure and isinstance(value, str) and value.strip() else None

    def subject_of(self, claims: Claims) -> str | None:
        """The provider's permanent id of a person; it is never given to another person (OpenID Connect Core 1.0, 2)."""
        value = claims.get("sub")
        return value if isinstance(value, str) and 0 < len(value) <= _LONGEST_SUBJECT else None

    def groups_of(self, claims: Claims) -> frozenset[str] | None:
        """The groups of a person; None: the claims do not name them."""
        value = claims.get(self.groups_claim)
        if isinstance(value, str):
            return frozenset({value})
        return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else None

    def role_of(self, claims: Claims) -> Role | None:
        """The highest role that follows from the groups of a person; None if none does."""
        groups = (self.groups_of(claims) or frozenset()) | {ANY_PERSON}
        return max((role for group, role in self.roles.items() if group in groups), default=None)

    def knows_role(self, claims: Claims) -> bool:
        """Whether the claims say enough about groups to decide the role of the person; always, if no group has a role. Missing
        groups are not enough unless ANY_PERSON has a role; groups that must be fetched from another address, because there are
        too many, are not enough either."""
        if not self.roles or self.groups_of(claims) is not None:
            return True
        elsewhere = claims.get(_ELSEWHERE)
        return ANY_PERSON in self.roles and not (isinstance(elsewhere, dict) and self.groups_claim in elsewhere)

    def has_all_claims(self, claims: Claims) -> bool:
        """Whether the claims hold all that is needed here."""
        named = self.login_of(claims) is not None and _MAIL in claims
        return named and (not self.roles or self.groups_of(claims) is not None)
