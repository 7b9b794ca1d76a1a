"""Signing in by password or by a link that works once, signing out, sessions, and passwords.

For OpenID Connect see `openid_sign_in.py`.
"""

from __future__ import annotations

import hashlib
import ipaddress
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol, Self

from facetstore.domain.audit import (
    PASSWORD_CHANGED,
    PASSWORD_REFUSED,
    SIGN_IN_REFUSED,
    SIGNED_OUT,
    NewAuditRow,
)
from facetstore.domain.callers import Caller
from facetstore.domain.errors import Finding, Forbidden, InvalidValues, SignInRefused, TooManyAttempts, Unavailable
from facetstore.domain.folded_names import Name
from facetstore.domain.tenant import Tenant, TenantAddress
from facetstore.domain.throttling import OF_ADDRESS, OF_DEVICE, OF_NAME, OF_PAIR, SECOND, Patience
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.ports.accounts import Account, SignInFrom, UserSession
from facetstore.usecases.ports.openid_provider import NO_PROVIDERS, Providers
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import ServedTenant, token_digest
from facetstore.usecases.tokens.issuing import new_secret

DAY: Final = 24 * 3600 * SECOND
IDLE: Final = 14 * DAY
"""How long a session lasts if it is not renewed."""
LONGEST: Final = 90 * DAY
"""How long a session lasts, however often it is renewed."""
LINK: Final = DAY
"""How long a sign-in link is valid."""
SHORTEST_PASSWORD: Final = 12
LONGEST_PASSWORD: Final = 1000


class Passwords(Protocol):
    """Hashes passwords, and checks a password against a hash."""

    async def hash(self, password: str) -> str: ...

    async def fits(self, password: str, hash_: str | None) -> bool:
        """Whether a password matches a hash; False without a hash, which takes the same time."""
        ...

    def is_outdated(self, hash_: str) -> bool: ...


class NoPasswords:
    """For a process where users cannot sign in by password."""

    async def hash(self, password: str) -> str:
        raise Unavailable("This process takes no passwords.")

    async def fits(self, password: str, hash_: str | None) -> bool:
        return False

    def is_outdated(self, hash_: str) -> bool:
        return False


NO_PASSWORDS: Final = NoPasswords()


class SignedIn(NamedTuple):
    """A session that was opened: what the cookie holds, and until when."""

    secret: str
    expires: int
    device: str = ""
    """The secret that the browser stores, so that it is recognised at the next sign-in of this user."""


class _Subjects(NamedTuple):
    """The subjects for which an attempt with a name is counted."""

    patience: Mapping[str, Patience]
    taken_back: tuple[str, ...]
    """Those whose earlier failures still count after a success."""
    forgotten: tuple[str, ...]

    @classmethod
    def of(cls, address: TenantAddress, name: Name, client: str, device: str | None) -> Self:
        """A known device alone, so that failures elsewhere do not lock it out; else name and address, as a pair and each."""
        if device is not None:
            own = _subject("device", address.folded, name.folded, device)
            return cls({own: OF_DEVICE}, (), (own,))
        place, whole = place_subject(client), _subject("name", address.folded, name.folded)
        pair = _subject("pair", address.folded, name.folded, place)
        return cls({pair: OF_PAIR, whole: OF_NAME, place: OF_ADDRESS}, (whole, place), (pair,))


class SignIn:
    """Signs users in and out, and changes their passwords."""

    def __init__(
        self,
        storage: Storage,
        passwords: Passwords,
        *,
        providers: Providers = NO_PROVIDERS,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        self.storage = storage
        self.providers = providers
        """The OpenID Connect providers to sign in with."""
        self._passwords = passwords
        self._clock = clock

    async def by_password(
        self,
        address: TenantAddress,
        served: ServedTenant | None,
        login: str,
        password: str,
        client: str,
        device: str = "",
    ) -> SignedIn:
        """Sign in a user by login and password. Raises SignInRefused, TooManyAttempts.

        An unknown tenant, an unknown login, a missing password and a wrong one get the same error, and take as long. `device`
        is the secret of a browser in which this user may have signed in before.
        """
        name, accounts = Name(login.strip()), self.storage.accounts(served.tenant if served is not None else None)
        known = await accounts.knows_device(name, token_digest(device))
        subjects = _Subjects.of(address, name, client, token_digest(device) if known else None)
        await self.attempt(subjects.patience)
        account = await accounts.find(name)
        fits = await self._passwords.fits(password, account.password if account else None)
        if served is None or account is None or not fits:
            raise await self.refusal(served, account.element if account else None, client, by="password")
        signed_in = await self.as_user(served, account.element, client, by="password")
        await self.storage.attempts().succeed(*subjects.taken_back, forgotten=subjects.forgotten)
        if account.password is not None and self._passwords.is_outdated(account.password):
            await accounts.rehash(account, await self._passwords.hash(password))
        device = device if known else new_secret()
        await accounts.note_device(account.element, token_digest(device), self.now())
        return signed_in._replace(device=device)

    async def by_link(self, served: ServedTenant | None, secret: str, client: str) -> SignedIn:
        """Sign in the user of a link, which works once. Raises SignInRefused, TooManyAttempts."""
        place = place_subject(client)
        await self.attempt({place: OF_ADDRESS})
        accounts = self.storage.accounts(served.tenant if served is not None else None)
        element = await accounts.take_link(token_digest(secret), self.now())
        if served is None or element is None:
            raise await self.refusal(served, None, client, by="link")
        await self.storage.attempts().succeed(place)
        return await self.as_user(served, element, client, by="link")

    async def as_user(self, served: ServedTenant, element: str, client: str = "", *, by: str = "") -> SignedIn:
        """Open a session for a user; `by` says how the user proved its identity.

        Raises SignInRefused for a user that is deleted or inactive, or has no role.
        """
        principal = await self.storage.principal(served.tenant, element)
        if principal is None or principal.role is None:
            raise await self.refusal(served, element, client, by=by)
        on = local_now(time_zone(served.settings.time_zone), clock=self._clock)
        return await self._open(served.tenant, element, SignInFrom(on, client, by))

    async def refusal(
        self, served: ServedTenant | None, element: str | None, client: str, *, by: str, because: str = ""
    ) -> SignInRefused:
        """Record a refusal in the audit, and return the error.

        The name that was given is not recorded: it may be a password in the wrong field.
        """
        audit = self.storage.audit(served.tenant if served is not None else None)
        detail = {"by": by, "because": because} if because else {"by": by}
        await audit.add(NewAuditRow(SIGN_IN_REFUSED, element, detail), None, client)
        return SignInRefused()

    async def renew(self, served: ServedTenant, secret: str) -> SignedIn | None:
        """Extend a session, at most once a day; None if it is not extended."""
        accounts, digest, now = self.storage.accounts(served.tenant), token_digest(secret), self.now()
        session = await accounts.session(digest)
        if session is None or session.expires <= now:
            return None
        expires = min(now + IDLE, session.created + LONGEST)
        if expires < session.expires + DAY:
            return None
        await accounts.renew_session(digest, expires)
        return SignedIn(secret, expires)

    async def out(self, served: ServedTenant | None, secret: str, client: str = "") -> None:
        """End a session; without effect if there is none."""
        digest = token_digest(secret)
        session = await self.storage.accounts(served.tenant if served is not None else None).session(digest)
        if served is not None and session is not None:
            async with self.storage.writer(
                served.tenant, actor=session.element, reason="sign out", client=client
            ) as writer:
                await writer.accounts.end_session(digest)
                await writer.history.audit(SIGNED_OUT, session.element, {})

    async def change_password(self, served: ServedTenant, caller: Caller, old: str, new: str, client: str) -> SignedIn:
        """Set a new password of the caller, end all its sessions, and open a new one.

        A user who has no password yet need not give the old one. Raises Forbidden, InvalidValues, TooManyAttempts.
        """
        account = await self.storage.accounts(served.tenant).of(caller.principal)
        if account is None:
            raise Forbidden("Only users with an account have a password.")
        if account.password is not None:
            await self._check_old(served, account, old, client)
        await self.set_password(served.tenant, account, new, actor=caller.principal, client=client)
        return await self._open(served.tenant, account.element)

    async def set_password(
        self, tenant: Tenant, account: Account, password: str, *, actor: str | None = None, client: str | None = None
    ) -> None:
        """Set the password of a user, and end the sessions and links of this user. Raises InvalidValues."""
        check_password(password, account.login)
        hashed = await self._passwords.hash(password)
        async with self.storage.writer(tenant, actor=actor, reason="password", client=client) as writer:
            await writer.accounts.set_password(account.element, hashed)
            await writer.history.audit(PASSWORD_CHANGED, account.element, {})

    async def hash(self, password: str) -> str:
        return await self._passwords.hash(password)

    async def _check_old(self, served: ServedTenant, account: Account, old: str, client: str) -> None:
        subjects = _Subjects.of(served.tenant.address, account.login, client, None)
        await self.attempt(subjects.patience)
        if not await self._passwords.fits(old, account.password):
            refused = NewAuditRow(PASSWORD_REFUSED, account.element, {})
            await self.storage.audit(served.tenant).add(refused, account.element, client)
            error = "The old password is wrong."
            raise InvalidValues(error, [Finding(error, "wrong-password", "old")])
        await self.storage.attempts().succeed(*subjects.taken_back, forgotten=subjects.forgotten)

    async def attempt(self, subjects: Mapping[str, Patience]) -> None:
        """Count an attempt as failed until it has succeeded. Raises TooManyAttempts."""
        if wait := await self.storage.attempts().count(subjects, self.now()):
            raise TooManyAttempts(-(-wait // SECOND))

    async def _open(self, tenant: Tenant, element: str, sign_in: SignInFrom | None = None) -> SignedIn:
        secret, now = new_secret(), self.now()
        session = UserSession(token_digest(secret), element, now, now + IDLE)
        await self.storage.accounts(tenant).open_session(session, sign_in)
        return SignedIn(secret, session.expires)

    def now(self) -> int:
        """Microseconds since 1970 UTC."""
        return self._clock() // 1000


async def make_link(storage: Storage, tenant: Tenant, element: str) -> str:
    """The secret of a link that signs a user in once, within a day."""
    secret = new_secret()
    await storage.accounts(tenant).add_link(token_digest(secret), element, time.time_ns() // 1000 + LINK)
    return secret


def link_address(base: str, address: TenantAddress, secret: str) -> str:
    """The address of a link. The secret is in the fragment, which browsers do not send to the server."""
    return f"{base}/{address}/#sign-in={secret}"


def check_password(password: str, login: Name) -> None:
    """Raise InvalidValues with everything that is wrong with a new password."""
    wrong = []
    if len(password) < SHORTEST_PASSWORD:
        wrong.append(f"A password has at least {SHORTEST_PASSWORD} characters; this one has {len(password)}.")
    if len(password) > LONGEST_PASSWORD:
        wrong.append(f"A password has at most {LONGEST_PASSWORD} characters; this one has {len(password)}.")
    if password and Name(password.strip()) == login:
        wrong.append("The password must not be the login.")
    if len(set(password)) == 1:
        wrong.append("The password must not be one character again and again.")
    if wrong:
        raise InvalidValues(wrong[0], [Finding(each, "weak-password", "new") for each in wrong])


def place_subject(client: str, kind: str = "address") -> str:
    """The subject for a client address. For IPv6 it is the /64 network, because one client usually has all of its addresses."""
    network = ipaddress.ip_network(f"{client}/64", strict=False) if ":" in client else client
    return _subject(kind, str(network))


def _subject(*words: str) -> str:
    """The key under which attempts are counted: a hash, so that names and addresses are not stored as plain text."""
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()
