"""Forgotten passwords: a link to choose a new one goes by mail to the address that the user has confirmed.

The link is made when the mail is sent, and only its digest is stored. Nothing shows whether there is an account.
"""

from __future__ import annotations

from facetstore.domain.audit import LINK_MADE, PASSWORD_FORGOTTEN, NewAuditRow
from facetstore.domain.folded_names import Name
from facetstore.domain.tenant import Tenant
from facetstore.domain.throttling import OF_RECOVERY
from facetstore.usecases.people.password_links import password_link_digest
from facetstore.usecases.people.sign_in import DAY, LINK, SignIn, place_subject
from facetstore.usecases.ports.mail_store import PASSWORD, QueuedMail
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import ServedTenant
from facetstore.usecases.tokens.issuing import new_secret
from facetstore.usecases.writing import new_id

_MOST_ASKED = 3
"""Mails with a link that one user gets in a day. Each link is valid for a day, so nothing is lost to a user for whom others ask."""


async def ask_for_link(sign_in: SignIn, served: ServedTenant | None, login: str, client: str) -> None:
    """Queue a mail with a link for the user of a login. Unknown logins are treated alike. Raises TooManyAttempts."""
    await sign_in.attempt({place_subject(client, "recovery"): OF_RECOVERY})
    storage, now = sign_in.storage, sign_in.now()
    account = await storage.accounts(served.tenant if served is not None else None).find(Name(login.strip()))
    if served is None:
        await storage.audit(None).add(NewAuditRow(PASSWORD_FORGOTTEN, None, {}), None, client)
        return
    element = account.element if account is not None else None
    async with storage.writer(served.tenant, actor=None, reason="password", client=client) as writer:
        await writer.history.audit(PASSWORD_FORGOTTEN, element, {})
        if element is not None and await writer.mail.number_since(element, PASSWORD, now - DAY) < _MOST_ASKED:
            await writer.mail.queue(QueuedMail(new_id(), element, PASSWORD, (), "", "", now))
        writer.keep_revision()


async def link_to_send(storage: Storage, tenant: Tenant, element: str, now: int) -> str | None:
    """The secret of a new link for a user; None for one who never had a password, and signs in another way."""
    account = await storage.accounts(tenant).of(element)
    if account is None or account.password is None:
        return None
    secret = new_secret()
    async with storage.writer(tenant, actor=None, reason="password") as writer:
        await writer.accounts.add_link(password_link_digest(secret), element, now + LINK)
        await writer.history.audit(LINK_MADE, element, {"for": "password", "by": "mail"})
        writer.keep_revision()
    return secret
