"""What signing in needs from storage: accounts, sessions, links and counts of one tenant, and attempts of the whole service.

Times are microseconds since 1970 UTC. Of secrets only digests are known here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from facetstore.domain.names import Name
from facetstore.domain.throttling import Patience


class Account(NamedTuple):
    """How a user signs in."""

    element: str
    login: Name
    password: str | None = None
    """Its hash; None: there is no password yet."""


class Binding(NamedTuple):
    """A person at a provider of OpenID Connect."""

    issuer: str
    subject: str


class Session(NamedTuple):
    """A user who is signed in."""

    digest: str
    element: str
    created: int
    expires: int


class SignInFrom(NamedTuple):
    """How somebody signed in: when, local to the tenant; from which address; and by what he proved who he is."""

    on: str
    address: str
    by: str


class Accounts(Protocol):
    """The accounts of one tenant. What ends a session is part of a transaction of the tenant (`AccountChanges`)."""

    async def find(self, login: Name) -> Account | None: ...

    async def of(self, element: str) -> Account | None: ...

    async def list(self) -> Sequence[Account]:
        """By login."""
        ...

    async def rehash(self, account: Account, password: str) -> None:
        """Put a better hash of the same password in the place of the one there is."""
        ...

    async def session(self, digest: str) -> Session | None: ...

    async def open_session(self, session: Session, sign_in: SignInFrom | None) -> None:
        """Keep a session, and if it comes from a sign-in, count that and tell the audit of it."""
        ...

    async def renew_session(self, digest: str, expires: int) -> None: ...

    async def add_link(self, digest: str, element: str, expires: int) -> None: ...

    async def take_link(self, digest: str, now: int) -> str | None:
        """The element that a link stands for; nobody gets it a second time."""
        ...

    async def knows_device(self, login: Name, digest: str) -> bool:
        """Whether the user of this login has signed in by password in this browser."""
        ...

    async def note_device(self, element: str, digest: str, now: int) -> None:
        """Keep a browser in which a user has signed in."""
        ...

    async def bound(self, binding: Binding) -> str | None:
        """The user who signs in as this person."""
        ...

    async def begin_openid(self, digest: str, back: str, now: int, expires: int) -> None:
        """Keep that somebody has gone to a provider, and where he wants to be when he comes back."""
        ...

    async def end_openid(self, digest: str, now: int) -> str | None:
        """Where somebody who comes back wants to be; nobody comes back a second time."""
        ...


class AccountChanges(Protocol):
    """Changes of accounts in a transaction of their tenant."""

    async def find(self, login: Name) -> Account | None: ...

    async def of(self, element: str) -> Account | None: ...

    async def add_link(self, digest: str, element: str, expires: int) -> None: ...

    async def add(self, account: Account) -> None: ...

    async def binding_of(self, element: str, issuer: str) -> Binding | None:
        """The person at a provider as whom a user signs in."""
        ...

    async def bind(self, element: str, binding: Binding) -> bool:
        """Let a user sign in as a person at a provider; False: that person is another user already."""
        ...

    async def drop(self, element: str) -> None:
        """Take an account away, and all that was reached by it."""
        ...

    async def set_password(self, element: str, password: str) -> None:
        """Set a password, and end all that was reached by the one before: sessions and links."""
        ...

    async def end_session(self, digest: str) -> None: ...

    async def end_sessions(self, elements: Collection[str]) -> None:
        """End the sessions of users, and the links that would start others."""
        ...

    async def set_token(self, element: str, digest: str, expires: int) -> None:
        """Give an element a secret, which replaces the one it had."""
        ...

    async def drop_token(self, element: str) -> bool:
        """Take the secret of an element away; returns whether it had one."""
        ...


class Attempts(Protocol):
    """Who tried to sign in, and failed."""

    async def count(self, subjects: Mapping[str, Patience], now: int) -> int:
        """Count an attempt of some subjects as failed, unless one of them has to wait: return for how long, else 0.

        It counts before its outcome is known, so that many at once are not more than one after the other.
        """
        ...

    async def succeed(self, *taken_back: str, forgotten: Collection[str] = ()) -> None:
        """Take back an attempt of some subjects that did not fail; of others all that failed before is forgotten."""
        ...
