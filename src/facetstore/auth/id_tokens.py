"""What a provider signs: its keys, and the id_token by which it tells who somebody is (OpenID Connect Core 1.0, 3.1.3.7)."""

from __future__ import annotations

import hmac
from typing import Final, NamedTuple

from joserfc import jwt
from joserfc.errors import BadSignatureError, ClaimError, InvalidKeyIdError, JoseError
from joserfc.jwk import JWKRegistry, KeySet

from facetstore.domain.openid import Claims
from facetstore.usecases.ports.openid import NotConfirmed

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""Those by which one who can check a signature cannot make one. `none` is not among them, nor is what needs a shared secret."""
LEEWAY: Final = 60
"""Seconds by which the provider's clock may differ from ours."""


class UnknownKey(NotConfirmed):
    """It is signed by none of the keys, which may have changed meanwhile."""


class Expected(NamedTuple):
    """What an id_token must tell, to be meant for us and for this sign-in."""

    issuer: str
    client: str
    nonce: str


def parse_keys(document: object) -> KeySet:
    """The keys in a key set that a provider signs with; others are none of our business. Raises ValueError where there are none."""
    listed = document.get("keys") if isinstance(document, dict) else None
    keys = []
    for each in listed if isinstance(listed, list) else []:
        if isinstance(each, dict) and each.get("kty") in ("RSA", "EC") and each.get("use", "sig") == "sig":
            try:
                keys.append(JWKRegistry.import_key(each))
            except (JoseError, ValueError, TypeError, KeyError):
                continue  # of a kind that we do not know, or not a key at all
    if not keys:
        raise ValueError("no keys to check signatures with")
    return KeySet(keys)


def verify(token: str, keys: KeySet, expected: Expected, now: int) -> Claims:
    """The claims of an id_token at a time (seconds since 1970 UTC). Raises NotConfirmed, UnknownKey."""
    try:
        claims = jwt.decode(token, keys, algorithms=list(ALGORITHMS)).claims
        _registry(expected, now).validate(claims)
    except (InvalidKeyIdError, BadSignatureError):
        raise UnknownKey("id_token: the signature is none of the provider's") from None
    except ClaimError as error:
        raise NotConfirmed(f"id_token: {error.error.replace('_', ' ')} {error.claim}") from None
    except (JoseError, ValueError) as error:
        told = error.error if isinstance(error, JoseError) else "not readable"
        raise NotConfirmed(f"id_token: {told.replace('_', ' ')}") from None
    _check_party(claims, expected.client)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode("utf-8", "replace"), expected.nonce.encode()):
        raise NotConfirmed("id_token: another nonce")
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
    """A token that several may read names the one that it was made for."""
    audience, party = claims.get("aud"), claims.get("azp")
    if (isinstance(audience, list) and len(audience) > 1 and party is None) or party not in (None, client):
        raise NotConfirmed("id_token: made for another party")
