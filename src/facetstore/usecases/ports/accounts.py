"""The port for signing in: accounts, sessions, sign-in links and counts of one tenant, and attempts of the whole service.

Times are microseconds since 1970 UTC. Secrets are passed only as digests, passwords only as hashes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from facetstore.domain.folded_names import Name
from facetstore.domain.throttling import Patience


class Account(NamedTuple):
    """The login of a user, and the password."""

    element: str
    login: Name
    password: str | None = None
    """Its hash; None: there is no password yet."""


class Binding(NamedTuple):
    """A person at an OpenID Connect provider."""

    issuer: str
    subject: str


class UserSession(NamedTuple):
    """The session of a user, by the digest of its secret."""

    digest: str
    element: str
    created: int
    expires: int


class SignInFrom(NamedTuple):
    """A sign-in: when, as a local date-time of the tenant; from which address; and by which means, such as a password."""

    on: str
    address: str
    by: str


class Accounts(Protocol):
    """The accounts of one tenant. Sessions are ended in a transaction of the tenant (`AccountChanges`)."""

    async def find(self, login: Name) -> Account | None: ...

    async def of(self, element: str) -> Account | None: ...

    async def list(self) -> Sequence[Account]:
        """All accounts, by login."""
        ...

    async def rehash(self, account: Account, password: str) -> None:
        """Store a better hash of the same password, unless the password was changed meanwhile."""
        ...

    async def session(self, digest: str) -> UserSession | None: ...

    async def open_session(self, session: UserSession, sign_in: SignInFrom | None) -> None:
        """Store a session; if it comes from a sign-in, count the sign-in and add it to the audit."""
        ...

    async def renew_session(self, digest: str, expires: int) -> None: ...

    async def add_link(self, digest: str, element: str, expires: int) -> None: ...

    async def take_link(self, digest: str, now: int) -> str | None:
        """The user of a sign-in link, which is deleted: it works once. None if there is no such link, or if it has expired."""
        ...

    async def link(self, digest: str, now: int) -> str | None:
        """The user of a link, which stays. None if there is no such link, or if it has expired."""
        ...

    async def knows_device(self, login: Name, digest: str) -> bool:
        """Whether the user of this login is known to have signed in by password in this browser."""
        ...

    async def note_device(self, element: str, digest: str, now: int) -> None:
        """Store a browser by which a user has signed in. Only the latest browsers of a user stay stored."""
        ...

    async def bound(self, binding: Binding) -> str | None:
        """The user who is bound to this person, or None."""
        ...

    async def begin_openid(self, digest: str, back: str, now: int, expires: int) -> None:
        """Store that a sign-in was begun at a provider, and the path to return to."""
        ...

    async def end_openid(self, digest: str, now: int) -> str | None:
        """The path of a sign-in that was begun, which is deleted: it ends once. None if there is none, or if it has expired."""
        ...


class AccountChanges(Protocol):
    """Changes of accounts in a transaction of their tenant."""

    async def find(self, login: Name) -> Account | None: ...

    async def of(self, element: str) -> Account | None: ...

    async def add_link(self, digest: str, element: str, expires: int) -> None: ...

    async def take_link(self, digest: str, now: int) -> str | None:
        """The user of a link, which is deleted: it works once. None if there is no such link, or if it has expired."""
        ...

    async def end_links(self, elements: Collection[str]) -> None:
        """Delete the links of users that were not used yet."""
        ...

    async def add(self, account: Account) -> None: ...

    async def binding_of(self, element: str, issuer: str) -> Binding | None:
        """The person at a provider that a user is bound to, or None."""
        ...

    async def bind(self, element: str, binding: Binding) -> bool:
        """Bind a user to a person at a provider, in place of any other there. False: the person is bound to another user."""
        ...

    async def drop(self, element: str) -> None:
        """Delete an account with its bindings, known browsers, sessions and sign-in links."""
        ...

    async def set_password(self, element: str, password: str) -> None:
        """Set the hash of a password, and delete the sessions and sign-in links of the user."""
        ...

    async def end_session(self, digest: str) -> None: ...

    async def end_sessions(self, elements: Collection[str]) -> None:
        """Delete the sessions and the sign-in links of users."""
        ...

    async def set_token(self, element: str, digest: str, expires: int) -> None:
        """Give an element a secret, which replaces the one it had."""
        ...

    async def drop_token(self, element: str) -> bool:
        """Delete the secret of an element; returns whether it had one."""
        ...


class Attempts(Protocol):
    """The failed attempts to sign in, by subject, such as an account name or an address."""

    async def count(self, subjects: Mapping[str, Patience], now: int) -> int:
        """Count an attempt of these subjects as failed and return 0; if one of them must wait, return the microseconds to wait.

        An attempt is counted before its outcome is known, so that parallel attempts are limited like successive ones.
        """
        ...

    async def succeed(self, *taken_back: str, forgotten: Collection[str] = ()) -> None:
        """After a success, subtract one attempt of the subjects `taken_back`, and delete all attempts of those `forgotten`."""
        ...
