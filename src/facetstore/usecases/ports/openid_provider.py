"""The port for providers of OpenID Connect."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Final, NamedTuple, Protocol

from facetstore.domain.openid_settings import Claims, Provider
from facetstore.domain.tenant import TenantAddress


class NotConfirmed(Exception):
    """A response of a provider does not prove who the user is. The message, for the audit, has no tokens or claim values."""


class Begun(NamedTuple):
    """The values that mark one sign-in: the state for the browser, the nonce in the id_token, the PKCE verifier at its end."""

    state: str
    nonce: str
    verifier: str


class Returned(NamedTuple):
    """The parameters with which a provider sends the browser back."""

    state: str | None = None
    code: str | None = None
    issuer: str | None = None
    error: str | None = None


class Confirming(Protocol):
    """A provider that is asked over the network. Its methods raise ProviderUnavailable if it sends no usable response."""

    @property
    def provider(self) -> Provider: ...

    async def sign_in_address(self, begun: Begun, callback: str) -> str:
        """The address at the provider to which the browser is sent; the provider sends it back to `callback`."""
        ...

    async def confirm(self, returned: Returned, begun: Begun, callback: str) -> Claims:
        """The claims about the user who has signed in. Raises NotConfirmed."""
        ...


class Providers(Protocol):
    """The configured providers."""

    def of(self, address: TenantAddress) -> Confirming | None:
        """The provider by which users sign in at this address, or None. There need not be a tenant at the address."""
        ...


class NoProviders:
    """No provider is configured."""

    def of(self, address: TenantAddress) -> Confirming | None:
        return None


NO_PROVIDERS: Final = NoProviders()


def begun_with(secret: str) -> Begun:
    """The values of a sign-in, derived from the secret in the browser, so that they are not stored anywhere (decision 0038)."""
    return Begun(*(_made_of(secret, word) for word in Begun._fields))


def _made_of(secret: str, word: str) -> str:
    digest = hmac.digest(secret.encode("utf-8", "surrogatepass"), word.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
