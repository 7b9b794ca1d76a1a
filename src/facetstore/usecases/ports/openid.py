"""What signing in by OpenID Connect needs from a provider."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Final, NamedTuple, Protocol

from facetstore.domain.openid import Claims, Provider
from facetstore.domain.tenant import TenantAddress


class NotConfirmed(Exception):
    """What a provider has sent does not tell who somebody is. The message is for the audit: it holds nothing that was sent."""


class Begun(NamedTuple):
    """What one sign-in is known by: to the browser that has begun it, in its token, and to the provider when it ends."""

    state: str
    nonce: str
    verifier: str


class Returned(NamedTuple):
    """What a provider has the browser bring back."""

    state: str | None = None
    code: str | None = None
    issuer: str | None = None
    error: str | None = None


class Confirming(Protocol):
    """A provider that is asked over the network. Raises ProviderUnavailable when it gives no answer that can be used."""

    @property
    def provider(self) -> Provider: ...

    async def sign_in_address(self, begun: Begun, callback: str) -> str:
        """Where somebody goes to sign in; from there he comes back to `callback`."""
        ...

    async def confirm(self, returned: Returned, begun: Begun, callback: str) -> Claims:
        """Who has come back. Raises NotConfirmed."""
        ...


class Providers(Protocol):
    """The providers that are set up."""

    def of(self, address: TenantAddress) -> Confirming | None:
        """The one that signs people in to a tenant. Whether there is such a tenant does not matter."""
        ...


class NoProviders:
    """Nobody signs in by OpenID Connect."""

    def of(self, address: TenantAddress) -> Confirming | None:
        return None


NO_PROVIDERS: Final = NoProviders()


def begun_with(secret: str) -> Begun:
    """What is made of the secret that a browser keeps, so that nothing of it need be stored anywhere else (decision 0038)."""
    return Begun(*(_made_of(secret, word) for word in Begun._fields))


def _made_of(secret: str, word: str) -> str:
    digest = hmac.digest(secret.encode("utf-8", "surrogatepass"), word.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
