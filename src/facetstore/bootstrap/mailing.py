"""The work on mail beside a server, where a mail server is configured: every worker of every node looks for some, and they share it by leases."""

from __future__ import annotations

import asyncio
from typing import Final

from facetstore.bootstrap.sending import holder_name
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import InvalidValues
from facetstore.rest.wire.monitoring import RequestLog, describe_fault
from facetstore.usecases.mailing.delivering_mail import MailOffice, send_mail
from facetstore.usecases.ports.postman import NO_POSTMAN, Postman
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Tenancy

_PERIOD: Final = 5.0


def make_postman(settings: Settings) -> Postman:
    """What sends mail; without a mail server, what sends none. Raises InvalidValues."""
    if settings.smtp is None and settings.mail_from is None:
        return NO_POSTMAN
    if settings.smtp is None or settings.mail_from is None:
        raise InvalidValues("FACETSTORE_SMTP and FACETSTORE_MAIL_FROM belong together: set both, or none.")
    from facetstore.outgoing.smtp_postman import SmtpPostman

    return SmtpPostman(settings.smtp, settings.mail_from)


async def keep_mailing(storage: Storage, postman: Postman, base: str, log: RequestLog) -> None:
    """Send mail until cancelled."""
    office = MailOffice(storage, Tenancy(storage), postman, base, holder_name())
    while True:
        await mail_all(office, log)
        await asyncio.sleep(_PERIOD)


async def mail_all(office: MailOffice, log: RequestLog) -> None:
    """Send the mail of all tenants that have some. One tenant that fails stops no other."""
    try:
        tenants = await office.storage.due_mail()
    except Exception as error:  # retried at the next look
        log.event("mail", fault=describe_fault(error))
        return
    for tenant in tenants:
        try:
            if sent := await send_mail(office, tenant):
                log.event("mail", tenant=str(tenant.address), sent=sent)
        except Exception as error:
            log.event("mail", tenant=str(tenant.address), fault=describe_fault(error))
