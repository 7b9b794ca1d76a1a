"""Signing in by OpenID Connect: the browser goes to a provider and returns, and the claims of the provider decide which user
gets a session.

Responses do not show whether a tenant or a user exists: every refusal after the provider was asked has the same text. The audit
of the tenant says more.
"""

from __future__ import annotations

import hmac
import re
from typing import Final, NamedTuple

from facetstore.domain.callers import Role
from facetstore.domain.errors import (
    Conflict,
    InvalidValues,
    NotFound,
    OpenIdRefused,
    ProviderUnavailable,
    SignInRefused,
)
from facetstore.domain.openid_settings import Claims, Provider
from facetstore.domain.tenant import TenantAddress
from facetstore.domain.throttling import OF_ADDRESS, OF_BEGINNING, SECOND
from facetstore.domain.values import INVARIANT
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed
from facetstore.usecases.people.bindings import bind_by_mail
from facetstore.usecases.people.sign_in import SignedIn, SignIn, place_subject
from facetstore.usecases.people.users import Person, create_person
from facetstore.usecases.ports.accounts import Binding
from facetstore.usecases.ports.openid_provider import Begun, Confirming, NotConfirmed, Returned, begun_with
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import ServedTenant, token_digest
from facetstore.usecases.tokens.issuing import new_secret

BY: Final = "openid"
"""The name of this way to sign in, in the audit."""
MINUTES: Final = 10
"""How long a sign-in at the provider may take."""
_NOT_BEGUN: Final = "This sign-in was not begun in this browser, took too long, or was used before. Please begin again."
_ERROR = re.compile(r"[a-z_]{1,40}\Z")


class Gone(NamedTuple):
    """A sign-in that begins: the address at the provider, and the secret that the browser stores until it returns."""

    address: str
    secret: str


class Back(NamedTuple):
    """A sign-in that has succeeded: the session, and the path of the page to show."""

    signed_in: SignedIn
    path: str


def offered(sign_in: SignIn, address: TenantAddress) -> Provider | None:
    """The provider to sign in with at an address; None: there is none."""
    confirming = sign_in.providers.of(address)
    return None if confirming is None else confirming.provider


async def begin(
    sign_in: SignIn, address: TenantAddress, served: ServedTenant | None, path: str, callback: str, client: str
) -> Gone:
    """Begin a sign-in. Raises NotFound where there is no provider, TooManyAttempts, ProviderUnavailable."""
    confirming = _access(sign_in, address)
    await sign_in.attempt({_beginning(client): OF_BEGINNING})
    secret, now = new_secret(), sign_in.now()
    gone = Gone(await confirming.sign_in_address(begun_with(secret), callback), secret)
    accounts = sign_in.storage.accounts(served.tenant if served is not None else None)
    await accounts.begin_openid(token_digest(secret), path, now, now + MINUTES * 60 * SECOND)
    return gone


async def finish(
    sign_in: SignIn,
    address: TenantAddress,
    served: ServedTenant | None,
    secret: str,
    returned: Returned,
    callback: str,
    client: str,
) -> Back:
    """Finish a sign-in when the browser returns.

    Raises NotFound where there is no provider, OpenIdRefused, TooManyAttempts, ProviderUnavailable.
    """
    arrival = _Arrival(sign_in, _access(sign_in, address), served, client)
    await sign_in.attempt({place_subject(client): OF_ADDRESS})
    path, begun = await arrival.path(secret, returned)
    claims = await arrival.claims(returned, begun, callback)
    signed_in = await arrival.enter(claims)
    await sign_in.storage.attempts().succeed(place_subject(client), forgotten=[_beginning(client)])
    return Back(signed_in, path)


def _access(sign_in: SignIn, address: TenantAddress) -> Confirming:
    confirming = sign_in.providers.of(address)
    if confirming is None:
        raise NotFound("Signing in by OpenID Connect is not set up here.")
    return confirming


def _beginning(client: str) -> str:
    return place_subject(client, "beginning")


class _Arrival:
    """The return of a browser from a provider."""

    def __init__(self, sign_in: SignIn, confirming: Confirming, served: ServedTenant | None, client: str) -> None:
        self._sign_in = sign_in
        self._confirming = confirming
        self._provider = confirming.provider
        self._served = served
        self._client = client

    async def path(self, secret: str, returned: Returned) -> tuple[str, Begun]:
        """The path of the page to show, and what identifies the sign-in. One that another browser has begun stays open.

        Raises OpenIdRefused if this browser has not begun it, or if it has expired or is finished already.
        """
        begun = begun_with(secret)
        state = (returned.state or "").encode("utf-8", "replace")
        if not secret or not hmac.compare_digest(state, begun.state.encode()):
            raise await self._refusal("state", _NOT_BEGUN)
        accounts = self._sign_in.storage.accounts(self._served.tenant if self._served is not None else None)
        path = await accounts.end_openid(token_digest(secret), self._sign_in.now())
        if path is None:
            raise await self._refusal("too late, or a second time", _NOT_BEGUN)
        return path, begun

    async def claims(self, returned: Returned, begun: Begun, callback: str) -> Claims:
        """The claims of the provider about the person. Raises OpenIdRefused, ProviderUnavailable."""
        if returned.error is not None:
            error = returned.error if _ERROR.match(returned.error) else "an error"
            raise await self._refusal(f"the provider said {error}", f"{self._provider.title} has not signed you in.")
        try:
            return await self._confirming.confirm(returned, begun, callback)
        except NotConfirmed as error:
            raise await self._refusal(str(error)) from None
        except ProviderUnavailable as error:
            await self._sign_in.storage.attempts().succeed(place_subject(self._client))
            await self._refusal(error.message)
            raise

    async def enter(self, claims: Claims) -> SignedIn:
        """Open a session as the user that the claims stand for. Raises OpenIdRefused."""
        subject, role = self._provider.subject_of(claims), self._provider.role_of(claims)
        if subject is None:
            raise await self._refusal("no usable sub")
        if not self._provider.knows_role(claims):
            raise await self._refusal(f"missing claim: {self._provider.groups_claim}")
        if self._served is None:
            raise await self._refusal("")
        element = await self._user(self._served, Binding(self._provider.issuer, subject), role, claims)
        if self._provider.roles:
            await self._follow(self._served, element, role)
        try:
            return await self._sign_in.as_user(self._served, element, self._client, by=BY)
        except SignInRefused:  # `as_user` has recorded it in the audit
            raise self._not_let_in() from None

    async def _user(self, served: ServedTenant, binding: Binding, role: Role | None, claims: Claims) -> str:
        """The user that is bound to a person, or is bound now: found by a verified mail address, or created (decision 0055).

        Raises OpenIdRefused.
        """
        storage, mail = self._sign_in.storage, self._provider.mail_of(claims)
        element = await storage.accounts(served.tenant).bound(binding)
        if element is None and mail is not None:
            element = await bind_by_mail(storage, served.tenant, binding, mail)
        if element is not None:
            return element
        if not self._provider.creates or role is None:
            raise await self._refusal(f"bound to no user: {binding.subject}")
        return await self._new_user(served, binding, role, claims)

    async def _new_user(self, served: ServedTenant, binding: Binding, role: Role, claims: Claims) -> str:
        storage, login = self._sign_in.storage, self._provider.login_of(claims)
        if login is None:
            raise await self._refusal(f"no login in {', '.join(self._provider.login_claims)}")
        try:
            return await create_person(storage, served, _person(login, role, claims), binding)
        except InvalidValues:
            raise await self._refusal("claims that no user can have") from None
        except Conflict as conflict:
            # Two first sign-ins of the same person may run at the same time, and the other one may have created the user.
            if (element := await storage.accounts(served.tenant).bound(binding)) is not None:
                return element
            raise await self._refusal(f"{conflict.message} Not bound: {binding.subject}") from None

    async def _follow(self, served: ServedTenant, element: str, role: Role | None) -> None:
        """Give the user the role that follows from the claims, if it is another one. An inactive user stays as it is."""
        principal = await self._sign_in.storage.principal(served.tenant, element)
        if principal is not None and not principal.is_inactive and principal.role != role:
            reason = f"groups at {self._provider.title}"
            await _set_role(self._sign_in.storage, served, element, role, reason, self._client)

    async def _refusal(self, because: str, message: str | None = None) -> OpenIdRefused:
        await self._sign_in.refusal(self._served, None, self._client, by=BY, because=because)
        return self._not_let_in(message)

    def _not_let_in(self, message: str | None = None) -> OpenIdRefused:
        title = self._provider.title
        return OpenIdRefused(
            message or f"You are not signed in: {title} has not confirmed who you are, or you have no access here."
        )


async def _set_role(
    storage: Storage, served: ServedTenant, element: str, role: Role | None, reason: str, client: str
) -> None:
    """Set the role flags of a user: those of this role and of the roles that it includes. Without a role, end the sessions."""
    async with storage.writer(served.tenant, actor=None, reason=reason, client=client) as writer:
        stored = (await writer.stored.load([element])).get(element)
        if stored is None:
            return
        version, now = stored.version, local_now(time_zone(served.settings.time_zone))
        given = served.metamodel.roles.flags_of(role)
        flags = {name: {INVARIANT: flag} for name, flag in given.items()}
        changed = version._replace(attributes={**version.attributes, **flags})
        changed = stamp_changed(changed, served.metamodel, now, None)
        await writer.versions.replace([stored._replace(version=changed)], "element.changed")
        if role is None:
            await writer.accounts.end_sessions([element])


def _person(login: str, role: Role, claims: Claims) -> Person:
    first, last, mail = (_text(claims, name) for name in ("given_name", "family_name", "email"))
    return Person(login, role, first, last, mail)


def _text(claims: Claims, name: str) -> str:
    value = claims.get(name)
    return value.strip() if isinstance(value, str) else ""
