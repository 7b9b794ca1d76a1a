"""The audit log: signing in and out, refused sign-ins, passwords, sign-in links, tokens, and changes of permissions."""

from __future__ import annotations

import msgspec

from facetstore.regional.time_zones import TimeZone, time_zone, to_local
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import Content
from facetstore.usecases import audit
from facetstore.usecases.audit import AuditRow


async def list_audit(exchange: Exchange) -> Content:
    options, served, audience = exchange.options(), exchange.reading.served, exchange.reading.caller.audience
    found = await audit.list_audit(exchange.storage.audit(served.tenant), audience, exchange.given(), options.page)
    zone = time_zone(served.settings.time_zone)
    values = [_entry(each, zone) for each in found]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True)


def _entry(row: AuditRow, zone: TimeZone) -> dict[str, object]:
    entry = {
        "at": to_local(row.at, zone),
        "kind": row.kind,
        "actor": row.actor,
        "subject": row.subject,
        "address": row.address,
        "detail": row.detail or None,
    }
    return {name: value for name, value in entry.items() if value is not None}
