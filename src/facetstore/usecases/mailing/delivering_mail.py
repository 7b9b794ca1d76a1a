"""Sending mail: notices are gathered into mail, and each is held by one process while it is sent.

It is sent at least once: a process that dies between sending and noting it leaves it to another, which sends it again with the same id.
To whom it may go and what it may say is decided at the moment of sending.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import Tenant
from facetstore.regional.time_zones import local_now, time_zone, to_instant
from facetstore.usecases.labels import first_name
from facetstore.usecases.mailing.choosing import mail_of
from facetstore.usecases.mailing.mail_texts import mail_text
from facetstore.usecases.noticing.notice_list import show_notices
from facetstore.usecases.people.password_recovery import link_to_send
from facetstore.usecases.people.users import cultures_read
from facetstore.usecases.ports.mail_store import (
    CONFIRM,
    DROPPED,
    NOTICES,
    PASSWORD,
    SENT,
    MailPace,
    MailWork,
    QueuedMail,
)
from facetstore.usecases.ports.postman import SECONDS, MailDelayed, MailRefused, OutgoingMail, Postman
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.writing import new_id

HELD: Final = 2 * SECONDS
"""Seconds for which a process holds a mail: longer than sending takes, so that no two living processes send the same."""
DIGEST_HOUR: Final = 7
"""From which hour on the mail of a day is sent, in the time of the tenant."""
_MINUTE: Final = 60.0
_PAUSES: Final = (_MINUTE, 5 * _MINUTE, 15 * _MINUTE, 60 * _MINUTE, 180 * _MINUTE)
_MOST_ATTEMPTS: Final = 24
_MOST_GATHERED: Final = 200
_MOST_SENT: Final = 100
"""Mail of a tenant that one round makes and sends, so that other tenants have their turn."""
_LISTED: Final = 30
"""Notices that one mail lists."""
_DAY: Final = 86_400_000_000
_RECENT: Final = 2 * _DAY
"""What was noticed longer ago is not sent."""
_KEPT: Final = 30 * _DAY


@dataclass(frozen=True, slots=True)
class MailOffice:
    """What sending needs."""

    storage: Storage
    tenancy: Tenancy
    postman: Postman
    base: str
    """What addresses in mail begin with."""
    holder: str
    clock: Callable[[], int] = time.time_ns


async def send_mail(office: MailOffice, tenant: Tenant) -> int:
    """Gather what is to be sent to people of a tenant and send what waits; returns how many were sent."""
    work = office.storage.mail(tenant)
    await _gather(office, tenant, work)
    sent = 0
    for _ in range(_MOST_SENT):
        mail = await work.take(office.holder, HELD)
        if mail is None:
            break
        sent += await _send(office, tenant, work, mail)
    return sent


async def _gather(office: MailOffice, tenant: Tenant, work: MailWork) -> None:
    now = office.clock() // 1000
    local = local_now(time_zone(tenant.settings.time_zone), clock=office.clock)
    begins = to_instant(f"{local[:10]}T00:00:00", time_zone(tenant.settings.time_zone))
    day = begins if datetime.fromisoformat(local).hour >= DIGEST_HOUR else 0
    await work.trim(now - _KEPT)
    for person, pace in await work.wanting(now - _RECENT, day, _MOST_GATHERED):
        # The mail of a day has one id, whichever node gathers it.
        id_ = str(uuid5(UUID(tenant.id), f"{person} {local[:10]}")) if pace is MailPace.DAILY else new_id()
        await work.gather(QueuedMail(id_, person, NOTICES, (), "", "", now), now - _RECENT)


async def _send(office: MailOffice, tenant: Tenant, work: MailWork, mail: QueuedMail) -> bool:
    outgoing = await _compose(office, tenant, work, mail)
    if outgoing is None:
        await work.finish(mail.id, office.holder, DROPPED)
        return False
    try:
        await office.postman.send(outgoing)
    except MailRefused:
        await work.finish(mail.id, office.holder, DROPPED)
        return False
    except MailDelayed:
        if mail.attempts >= _MOST_ATTEMPTS:
            await work.finish(mail.id, office.holder, DROPPED)
        else:
            await work.postpone(mail.id, office.holder, _PAUSES[min(mail.attempts, len(_PAUSES)) - 1])
        return False
    await work.finish(mail.id, office.holder, SENT)
    return True


async def _compose(office: MailOffice, tenant: Tenant, work: MailWork, mail: QueuedMail) -> OutgoingMail | None:
    """The mail as it goes out now; None: the person may not get it any more, or there is nothing left to say."""
    choice = await work.choice(mail.person)
    if choice is None or (choice.pace is MailPace.NEVER and mail.kind != PASSWORD):
        return None
    try:
        reading = await office.tenancy.act_as(tenant.address, mail.person)
    except Unauthenticated:
        return None
    address = mail_of(await office.storage.principal(tenant, mail.person), reading.served.metamodel.roles)
    if not address or address != (mail.address if mail.kind == CONFIRM else choice.address):
        return None
    cultures = await cultures_read(office.storage, reading.served, mail.person)
    place, storage = f"{office.base}/{tenant.address}", tenant.settings.title or str(tenant.address)
    if mail.kind == CONFIRM:
        link = f"{place}/_api/rest/mail/confirm?code={mail.secret}"
        text = mail_text(cultures[0], "confirm", storage=storage, link=link)
        return OutgoingMail(mail.id, address, mail_text(cultures[0], "ask"), text)
    if mail.kind == PASSWORD:
        return await _password_mail(office, tenant, mail, address, cultures[0])
    shown = [each for each in await show_notices(reading, office.storage, mail.notices) if not each["isRead"]]
    if not shown:
        return None
    leave = f"{place}/_api/rest/mail/leave?code={choice.leave}"
    return OutgoingMail(
        mail.id, address, _subject(shown, cultures), _text(shown, cultures, place, storage, leave), leave
    )


async def _password_mail(
    office: MailOffice, tenant: Tenant, mail: QueuedMail, address: str, lcid: int
) -> OutgoingMail | None:
    """With a new link each time it is sent, so that none is stored."""
    secret = await link_to_send(office.storage, tenant, mail.person, office.clock() // 1000)
    if secret is None:
        return None
    link = f"{office.base}/{tenant.address}/#new-password={secret}"
    storage = tenant.settings.title or str(tenant.address)
    return OutgoingMail(
        mail.id, address, mail_text(lcid, "forgotten"), mail_text(lcid, "password", storage=storage, link=link)
    )


def _subject(shown: Sequence[Mapping[str, Any]], cultures: Sequence[int]) -> str:
    return _sentence(shown[0], cultures) if len(shown) == 1 else mail_text(cultures[0], "many", count=len(shown))


def _text(shown: Sequence[Mapping[str, Any]], cultures: Sequence[int], place: str, storage: str, leave: str) -> str:
    lines = [mail_text(cultures[0], "greeting", storage=storage), ""]
    for each in shown[:_LISTED]:
        element = each["element"]
        lines += [_sentence(each, cultures), f"{place}/elements/{element['facetName']}/{element['id']}", ""]
    if len(shown) > _LISTED:
        lines += [mail_text(cultures[0], "more", count=len(shown) - _LISTED), ""]
    return "\n".join([*lines, "-- ", mail_text(cultures[0], "leave", link=leave), ""])


def _sentence(notice: Mapping[str, Any], cultures: Sequence[int]) -> str:
    by = _name(notice["by"], cultures) if "by" in notice else mail_text(cultures[0], "someone")
    element = _name(notice["element"], cultures)
    return mail_text(cultures[0], notice["kind"], by=by, element=element, detail=notice.get("detail", ""))


def _name(named: Mapping[str, Any], cultures: Sequence[int]) -> str:
    names = {int(lcid): text for lcid, text in named["name"].items()}
    return first_name(names, (*cultures, *names)) or named["id"]
