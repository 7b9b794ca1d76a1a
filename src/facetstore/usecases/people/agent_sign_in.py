"""Agents sign in as persons: a person allows it, a code becomes an access token and a refresh token, and each works once or for an hour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import uuid4

from facetstore.domain.audit import AGENT_ALLOWED, AGENT_ENDED, NewAuditRow
from facetstore.domain.callers import Caller
from facetstore.domain.errors import AgentRefused, Forbidden, NotFound
from facetstore.domain.features import AGENTS, check_activated
from facetstore.domain.throttling import OF_ADDRESS, SECOND
from facetstore.usecases.people.agent_requests import (
    PROPOSE,
    READ,
    AgentRequest,
    fits_challenge,
    program_of,
    sent_back,
)
from facetstore.usecases.people.sign_in import SignIn, place_subject
from facetstore.usecases.ports.agent_store import AgentGrant, AgentSecret, Exchanged, SecretKind
from facetstore.usecases.tenancy import AGENT_TOKEN, Reading, ServedTenant, token_digest
from facetstore.usecases.tokens.issuing import new_secret

MOST_GRANTS: Final = 20
"""How many programs may act for one user; the oldest is ended for a new one."""
OF_CODE: Final = 120 * SECOND
OF_ACCESS: Final = 3600 * SECOND
OF_REFRESH: Final = 30 * 24 * 3600 * SECOND
OF_GRANT: Final = 90 * 24 * 3600 * SECOND
"""How long codes, tokens and grants are valid."""


class IssuedTokens(NamedTuple):
    """What the program gets: the secrets, what it may do, and for how many seconds."""

    access: str
    refresh: str
    scope: str
    seconds: int


class Presented(NamedTuple):
    """What a program shows to get tokens: its id, and a code with what belongs to it, or a refresh token."""

    program: str
    code: str = ""
    redirect: str = ""
    verifier: str = ""
    refresh: str = ""


async def decide(
    reading: Reading, sign_in: SignIn, request: AgentRequest, issuer: str, client: str, allowed: Sequence[str] | None
) -> str:
    """Where the browser goes after a person has allowed these scopes, or none (None). Raises Forbidden for a token, Conflict."""
    check_person(reading.caller)
    check_activated(AGENTS, reading.served.settings.deactivated_features)
    if allowed is None:
        return sent_back(request, issuer, error="access_denied")
    code, now, caller = new_secret(), sign_in.now(), reading.caller
    scope = " ".join(each for each in request.scopes if each == READ or each in allowed)
    grant = AgentGrant(
        str(uuid4()),
        caller.principal,
        token_digest(request.program.id),
        request.program.name,
        scope,
        now,
        now,
        now + OF_GRANT,
    )
    secret = AgentSecret(token_digest(code), SecretKind.CODE, now + OF_CODE, request.challenge, request.redirect)
    tenant = reading.served.tenant
    await sign_in.storage.agents(tenant).add(grant, secret, MOST_GRANTS)
    await _note(sign_in, reading.served, AGENT_ALLOWED, grant, client)
    return sent_back(request, issuer, code=code)


async def issue(sign_in: SignIn, served: ServedTenant | None, presented: Presented, client: str) -> IssuedTokens:
    """Tokens for a code or a refresh token. Raises AgentRefused, TooManyAttempts."""
    place = place_subject(client, "agents")
    await sign_in.attempt({place: OF_ADDRESS})
    program_of(presented.program)
    now, access, refresh = sign_in.now(), f"{AGENT_TOKEN}{new_secret()}", new_secret()
    kind, secret = (SecretKind.CODE, presented.code) if presented.code else (SecretKind.REFRESH, presented.refresh)
    new = (
        AgentSecret(token_digest(access), SecretKind.ACCESS, now + OF_ACCESS),
        AgentSecret(token_digest(refresh), SecretKind.REFRESH, now + OF_REFRESH),
    )
    agents = sign_in.storage.agents(served.tenant if served is not None else None)
    grant = await agents.exchange((kind, token_digest(secret)), lambda known: _fits(presented, known), new, now)
    if grant is None:
        raise AgentRefused("invalid_grant", "The code or the refresh token is not valid, or was used before.")
    await sign_in.storage.attempts().succeed(place)
    return IssuedTokens(access, refresh, grant.scope, min(OF_ACCESS, grant.expires - now) // SECOND)


def _fits(presented: Presented, known: Exchanged) -> bool:
    if token_digest(presented.program) != known.grant.client:
        return False
    if known.secret.kind is SecretKind.REFRESH:
        return True
    return presented.redirect == known.secret.redirect and fits_challenge(presented.verifier, known.secret.challenge)


async def revoke(sign_in: SignIn, served: ServedTenant | None, secret: str, client: str) -> None:
    """End the grant that a secret belongs to; without effect if there is none. Raises TooManyAttempts."""
    place = place_subject(client, "agents")
    await sign_in.attempt({place: OF_ADDRESS})
    agents = sign_in.storage.agents(served.tenant if served is not None else None)
    grant = await agents.end_by(token_digest(secret))
    if served is not None and grant is not None:
        await sign_in.storage.attempts().succeed(place)
        await _note(sign_in, served, AGENT_ENDED, grant, client)


async def list_grants(reading: Reading, sign_in: SignIn) -> Sequence[AgentGrant]:
    """What the caller has allowed. Raises Forbidden for a token."""
    check_person(reading.caller)
    return await sign_in.storage.agents(reading.served.tenant).of(reading.caller.principal, sign_in.now())


async def end_grant(reading: Reading, sign_in: SignIn, id_: str, client: str) -> None:
    """End a grant of the caller. Raises NotFound, and Forbidden for a token."""
    check_person(reading.caller)
    grant = await sign_in.storage.agents(reading.served.tenant).end(reading.caller.principal, id_)
    if grant is None:
        raise NotFound("You have allowed no agent with this id.")
    await _note(sign_in, reading.served, AGENT_ENDED, grant, client)


def check_person(caller: Caller) -> None:
    if caller.is_token:
        raise Forbidden("Only a person allows what agents do. Sign in as one.")


async def _note(sign_in: SignIn, served: ServedTenant, kind: str, grant: AgentGrant, client: str) -> None:
    row = NewAuditRow(kind, grant.element, {"agent": grant.name, "may": grant.scope})
    await sign_in.storage.audit(served.tenant).add(row, grant.element, client)


def may_propose(scopes: frozenset[str] | None) -> bool:
    """Whether what signed in so may propose changes; None: it is no agent that a person has signed in."""
    return scopes is None or PROPOSE in scopes
