"""Choosing mail: a person asks for it, confirms the address by a link, and ends it by a link that needs no sign-in."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final

from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.roles import MethodRoles
from facetstore.usecases.ports.mail_store import CONFIRM, MailChoice, MailPace, QueuedMail
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.principals import Principal
from facetstore.usecases.tenancy import Reading, ServedTenant, token_digest
from facetstore.usecases.writing import Writing, new_id

LONGEST_ADDRESS: Final = 254
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?", re.ASCII
)
_DAY: Final = 86_400_000_000
_PROOF: Final = 3 * _DAY
_MOST_PROOFS: Final = 3
"""Questions for an address that one person may cause in a day."""
_PACE: Final = "pace"
_NONE: Final = MailChoice("", MailPace.NEVER, "", "", "", "", 0)


def mail_of(principal: Principal | None, roles: MethodRoles) -> str:
    """The address of a user, if mail can be sent to it; else an empty text."""
    given = principal.attributes.get(roles.mail, {}).get(INVARIANT) if principal is not None else None
    address = given.strip() if isinstance(given, str) else ""
    return address if len(address) <= LONGEST_ADDRESS and _ADDRESS.fullmatch(address) else ""


async def show_choice(reading: Reading, storage: Storage, *, offered: bool) -> Mapping[str, Any]:
    """What the caller has chosen, and whether the address is confirmed."""
    tenant, caller = reading.served.tenant, reading.caller
    choice = await storage.mail(tenant).choice(caller.principal) or _NONE
    address = mail_of(await storage.principal(tenant, caller.principal), reading.served.metamodel.roles)
    return {
        "isOffered": offered and not caller.is_token and bool(address),
        _PACE: choice.pace.value,
        "isConfirmed": bool(address) and choice.address == address,
    }


def parse_pace(body: Any) -> MailPace:
    """The pace in a body. Raises InvalidBody."""
    given = body.get(_PACE) if isinstance(body, dict) and set(body) == {_PACE} else None
    if given not in [each.value for each in MailPace]:
        error = f"{_PACE} takes one of {', '.join(MailPace)}."
        raise InvalidBody(error, [Finding(error, InvalidBody.code, _PACE)])
    return MailPace(given)


async def choose(writing: Writing, storage: Storage, pace: MailPace, *, offered: bool) -> None:
    """Store what the caller wants. An address that is not confirmed yet gets a mail with a link, and nothing else until it is.

    Raises Forbidden, Conflict.
    """
    caller, mails = writing.caller, writing.writer.mail
    if caller.is_token:
        raise Forbidden("A program gets no mail.")
    roles = writing.metamodel.roles
    address = mail_of(await storage.principal(writing.served.tenant, caller.principal), roles)
    if pace is not MailPace.NEVER and not (offered and address):
        error = "Mail cannot be sent to you: there is no address, or this service sends no mail."
        raise Conflict(error, [Finding(error, "no-mail", _PACE)])
    known = await mails.choice(caller.principal) or _NONE
    now, secret = time.time_ns() // 1000, ""
    if pace is not MailPace.NEVER and known.address != address:
        if await mails.number_since(caller.principal, CONFIRM, now - _DAY) >= _MOST_PROOFS:
            error = "Mail with a link was sent to you several times today. Use the last one, or try again tomorrow."
            raise Conflict(error, [Finding(error, "too-often", _PACE)])
        secret = _new_code()
        await mails.queue(QueuedMail(new_id(), caller.principal, CONFIRM, (), address, secret, now))
    proof = (proof_digest(secret), address, now + _PROOF) if secret else ("", "", 0)
    await mails.choose(MailChoice(caller.principal, pace, known.address, known.leave or _new_code(), *proof))
    writing.writer.keep_revision()
    writing.changed = True


async def confirm_address(storage: Storage, served: ServedTenant | None, secret: str) -> None:
    """Confirm the address to which this secret was sent. Nothing happens, and nothing shows it, if it is unknown or over."""
    if served is None or not secret:
        return
    async with storage.writer(served.tenant, actor=None) as writer:
        await writer.mail.confirm(proof_digest(secret), time.time_ns() // 1000)
        writer.keep_revision()


async def leave(storage: Storage, served: ServedTenant | None, secret: str) -> None:
    """Send no more mail to the person with this secret. Nothing shows whether there is one."""
    if served is None or not secret:
        return
    async with storage.writer(served.tenant, actor=None) as writer:
        await writer.mail.leave(secret)
        writer.keep_revision()


def _new_code() -> str:
    """What a link is known by. It is stored, because the same mail may have to be sent again (decision 0124)."""
    return secrets.token_urlsafe(24)


def proof_digest(secret: str) -> str:
    """What is stored of a link that confirms an address: a digest of its own, so that it is good for nothing else."""
    return token_digest(f"mail address {secret}")
