"""The keys of a provider, and the id_token that says who a person is (OpenID Connect Core 1.0, 3.1.3.7)."""

from __future__ import annotations

import hmac
from typing import Final, NamedTuple

from joserfc import jwt
from joserfc.errors import BadSignatureError, ClaimError, InvalidKeyIdError, JoseError
from joserfc.jwk import JWKRegistry, KeySet

from facetstore.domain.openid_settings import Claims
from facetstore.usecases.ports.openid_provider import NotConfirmed

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""Asymmetric algorithms only: a key that checks a signature cannot make one. Excludes `none` and shared secrets."""
LEEWAY: Final = 60
"""How many seconds the clock of the provider may differ from ours."""


class UnknownKey(NotConfirmed):
    """None of the known keys signed it; the provider may have changed its keys."""


class Expected(NamedTuple):
    """What an id_token must contain to be valid for us and for this sign-in."""

    issuer: str
    client: str
    nonce: str


def parse_keys(document: object) -> KeySet:
    """The signing keys of a provider's key set; other keys are ignored. Raises ValueError if there are none."""
    listed = document.get("keys") if isinstance(document, dict) else None
    keys = []
    for each in listed if isinstance(listed, list) else []:
        if isinstance(each, dict) and each.get("kty") in ("RSA", "EC") and each.get("use", "sig") == "sig":
            try:
                keys.append(JWKRegistry.import_key(each))
            except (JoseError, ValueError, TypeError, KeyError):
                continue  # an unsupported kind of key, or not a key at all
    if not keys:
        raise ValueError("no keys to check signatures with")
    return KeySet(keys)


def verify(token: str, keys: KeySet, expected: Expected, now: int) -> Claims:
    """The claims of an id_token at a time (seconds since 1970 UTC). Raises NotConfirmed, UnknownKey."""
    try:
        claims = jwt.decode(token, keys, algorithms=list(ALGORITHMS)).claims
        _registry(expected, now).validate(claims)
    except (InvalidKeyIdError, BadSignatureError):
        raise UnknownKey("id_token: no key of the provider made the signature") from None
    except ClaimError as error:
        raise NotConfirmed(f"id_token: {error.error.replace('_', ' ')} {error.claim}") from None
    except (JoseError, ValueError) as error:
        reason = error.error if isinstance(error, JoseError) else "not readable"
        raise NotConfirmed(f"id_token: {reason.replace('_', ' ')}") from None
    _check_party(claims, expected.client)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode("utf-8", "replace"), expected.nonce.encode()):
        raise NotConfirmed("id_token: the nonce does not match")
    return claims


def _registry(expected: Expected, now: int) -> jwt.JWTClaimsRegistry:
    return jwt.JWTClaimsRegistry(
        now=now,
        leeway=LEEWAY,
        iss={"essential": True, "value": expected.issuer},
        sub={"essential": True},
        aud={"essential": True, "value": expected.client},
        exp={"essential": True},
        iat={"essential": True},
    )


def _check_party(claims: Claims, client: str) -> None:
    """Check that the authorized party is us, if the token names one; with several audiences it must. Raises NotConfirmed."""
    audience, party = claims.get("aud"), claims.get("azp")
    if (isinstance(audience, list) and len(audience) > 1 and party is None) or party not in (None, client):
        raise NotConfirmed("id_token: issued to another client")
