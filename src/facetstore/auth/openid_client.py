"""A client of an OpenID Connect provider: authorization code flow with PKCE, configured by its discovery document.

It trusts only what the provider has signed, or has sent over the connection that we opened.
"""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

import msgspec
from joserfc.jwk import KeySet

from facetstore.auth.id_tokens import Expected, UnknownKey, parse_keys, verify
from facetstore.auth.provider_http import Answered, ProviderHttp, is_safe
from facetstore.domain.errors import ProviderUnavailable
from facetstore.domain.openid_settings import Claims, Provider
from facetstore.domain.tenant import TenantAddress
from facetstore.usecases.ports.openid_provider import Begun, NotConfirmed, Returned

KNOWN_FOR: Final = 3600.0
"""Seconds for which the discovery document and keys of a provider are cached."""
ASKED_AGAIN: Final = 10.0
"""Seconds after which a missing key may be looked up again."""
_DISCOVERY: Final = "/.well-known/openid-configuration"


class Metadata(msgspec.Struct, frozen=True):
    """The parts of a discovery document that we need."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class TokenResponse(msgspec.Struct, frozen=True):
    """The response to the exchange of a code."""

    id_token: str
    access_token: str = ""


@dataclass(frozen=True, slots=True)
class _Known:
    """The cached documents of a provider, and when they were read (by a monotonic clock)."""

    metadata: Metadata
    keys: KeySet
    at: float


class OpenIdProvider:
    """One provider."""

    def __init__(
        self,
        provider: Provider,
        *,
        http: ProviderHttp | None = None,
        clock: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self.provider = provider
        self._http = http or ProviderHttp(provider.title)
        self._clock = clock
        self._passed = passed
        self._known: _Known | None = None

    async def sign_in_address(self, begun: Begun, callback: str) -> str:
        metadata = (await self._current()).metadata
        challenge = base64.urlsafe_b64encode(hashlib.sha256(begun.verifier.encode()).digest()).rstrip(b"=")
        query = {
            "response_type": "code",
            "client_id": self.provider.client,
            "redirect_uri": callback,
            "scope": " ".join(self.provider.scopes),
            "state": begun.state,
            "nonce": begun.nonce,
            "code_challenge": challenge.decode(),
            "code_challenge_method": "S256",
        }
        endpoint = metadata.authorization_endpoint
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query, quote_via=quote)}"

    async def confirm(self, returned: Returned, begun: Begun, callback: str) -> Claims:
        known = await self._current()
        self._check_issuer(returned, known.metadata)
        if not returned.code:
            raise NotConfirmed("no code")
        tokens = await self._exchange(known.metadata, returned.code, begun, callback)
        claims = await self._verified(tokens.id_token, begun)
        if self.provider.has_all_claims(claims) or not known.metadata.userinfo_endpoint or not tokens.access_token:
            return claims
        return {**await self._userinfo(known.metadata.userinfo_endpoint, tokens.access_token, claims), **claims}

    def _check_issuer(self, returned: Returned, metadata: Metadata) -> None:
        """Check that the browser was sent by this provider and no other (RFC 9207). Raises NotConfirmed."""
        missing = returned.issuer is None and metadata.authorization_response_iss_parameter_supported
        if missing or returned.issuer not in (None, metadata.issuer):
            raise NotConfirmed("the response is from another provider")

    async def _exchange(self, metadata: Metadata, code: str, begun: Begun, callback: str) -> TokenResponse:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": callback,
            "code_verifier": begun.verifier,
        }
        client, secret = self.provider.client, self.provider.secret
        basic: tuple[str, str] | None = None
        if secret is not None and "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
            basic = quote(client, safe=""), quote(secret, safe="")  # RFC 6749, 2.3.1
        else:
            form |= {"client_id": client} | ({"client_secret": secret} if secret is not None else {})
        answered = await self._http.post(metadata.token_endpoint, form, basic)
        if not answered.is_good:
            raise NotConfirmed(f"the provider did not accept the code: {answered.error}")
        try:
            return msgspec.json.decode(answered.body, type=TokenResponse)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise NotConfirmed("the provider returned no id_token") from None

    async def _verified(self, token: str, begun: Begun) -> Claims:
        known = await self._current()
        expected = Expected(self.provider.issuer, self.provider.client, begun.nonce)
        try:
            return verify(token, known.keys, expected, int(self._clock()))
        except UnknownKey:
            if self._passed() - known.at < ASKED_AGAIN:
                raise
        return verify(token, (await self._look()).keys, expected, int(self._clock()))

    async def _userinfo(self, address: str, token: str, claims: Claims) -> Claims:
        answered = await self._http.get(address, {"authorization": f"Bearer {token}"})
        answer = _parsed(answered) if answered.is_good else None
        if not isinstance(answer, dict):
            raise NotConfirmed("the provider returned no user info")
        # An attacker could have substituted the token of another person (OpenID Connect Core 1.0, 5.3.2).
        if answer.get("sub") != claims["sub"]:
            raise NotConfirmed("the user info is about another person")
        return answer

    async def _current(self) -> _Known:
        known = self._known
        return known if known is not None and self._passed() - known.at < KNOWN_FOR else await self._look()

    async def _look(self) -> _Known:
        """Fetch the discovery document and keys of the provider. Raises ProviderUnavailable."""
        issuer = self.provider.issuer
        document = await self._document(issuer.rstrip("/") + _DISCOVERY)
        try:
            metadata = msgspec.convert(document, Metadata)
        except msgspec.ValidationError as error:
            raise self._unusable(f"its discovery document cannot be used: {error}") from None
        if metadata.issuer != issuer:
            raise self._unusable(f"its discovery document is that of {metadata.issuer!r}")
        if not is_safe(metadata.authorization_endpoint):
            raise self._unusable("its authorization address is not safe")
        try:
            keys = parse_keys(await self._document(metadata.jwks_uri))
        except ValueError as error:
            raise self._unusable(f"it has {error}") from None
        self._known = _Known(metadata, keys, self._passed())
        return self._known

    async def _document(self, address: str) -> object:
        answered = await self._http.get(address)
        document = _parsed(answered) if answered.is_good else None
        if document is None:
            raise self._unusable("its response is not usable")
        return document

    def _unusable(self, because: str) -> ProviderUnavailable:
        return ProviderUnavailable(f"You cannot sign in with {self.provider.title} at the moment: {because}.")


class OpenIdProviders:
    """All configured providers; if two sign in to one tenant, the first is used."""

    def __init__(self, providers: Iterable[OpenIdProvider]) -> None:
        self._providers = tuple(providers)

    def of(self, address: TenantAddress) -> OpenIdProvider | None:
        return next((each for each in self._providers if each.provider.serves(address)), None)


def _parsed(answered: Answered) -> object:
    """The JSON of a response; None if it is not JSON."""
    try:
        found: object = msgspec.json.decode(answered.body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found
