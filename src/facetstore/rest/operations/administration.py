"""For administrators: keeping the database fast, who holds a permission set, and the audit log (signing in and out, refused sign-ins,
passwords, sign-in links, tokens, and changes of permissions), and the tenant's own types and synonyms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec

from facetstore.domain.audit import AuditRow
from facetstore.domain.errors import NotFound, Unavailable
from facetstore.domain.tenant import SYSTEM_ADMINISTRATION, Tenant
from facetstore.metamodel.loader import type_patterns
from facetstore.regional.time_zones import TimeZone, time_zone, to_local
from facetstore.rest.operations.handlers import Exchange, refuse_body
from facetstore.rest.operations.references import with_addresses
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases import auditing
from facetstore.usecases.access.permission_settings import list_holders
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenants import own_metamodel, own_synonyms
from facetstore.usecases.tenants.tenant_changes import is_administration
from facetstore.usecases.writing import Writing

POOL: Final = "default"
"""The only pool where there are no pools: the database."""


class _FacetReference(msgspec.Struct, rename="camel"):
    """The fields of a reference that are needed here."""

    id: str
    facet_name: str


_reference = msgspec.json.Decoder(_FacetReference)


async def list_pools(exchange: Exchange) -> Content:
    """The response of the reference product to a GET, without an effect: following a link must not change anything."""
    return await _in_pools(exchange, _check)


async def maintain(exchange: Exchange) -> Content:
    pools = _given_pools(exchange)
    await refuse_body(exchange.call)
    return await _in_pools(exchange, _maintain, pools)


async def _check(storage: Storage) -> None:
    await storage.check()


async def _maintain(storage: Storage) -> None:
    await storage.purge()
    await storage.maintain()


async def _in_pools(
    exchange: Exchange, work: Callable[[Storage], Awaitable[None]], pools: Sequence[str] | None = None
) -> Content:
    """Do something in each of the pools that were asked for: whether it went well. Raises Unavailable if the only pool does not answer."""
    chosen = pools or _given_pools(exchange)
    values = [{"item1": each, "item2": await _succeeds(exchange.storage, each, work)} for each in chosen]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True)


async def _succeeds(storage: Storage, pool: str, work: Callable[[Storage], Awaitable[None]]) -> bool:
    if not storage.pools:
        await work(storage)
        return True
    try:
        await work(await storage.in_pool(pool))
    except Unavailable:
        return False
    return True


def _given_pools(exchange: Exchange) -> Sequence[str]:
    """The pool in the address, or all of them. Raises NotFound for an unknown pool, and outside of the system administration: only
    that has this address."""
    if exchange.reading.served.tenant.address != SYSTEM_ADMINISTRATION:
        raise NotFound("There is nothing at this address.")
    known = exchange.storage.pools or (POOL,)
    wanted = exchange.call.parameters.get("poolId")
    found = [each for each in known if wanted is None or each.casefold() == wanted.casefold()]
    if not found:
        raise NotFound(f"There is no pool {wanted}. There is: {', '.join(known)}.")
    return found


async def get_permission_set(exchange: Exchange) -> Content:
    element, references = await list_holders(exchange.reading, exchange.parameter("permissionSetId"))
    holders = [_reference.decode(with_addresses(exchange.texts, each)) for each in references]
    types, roles = exchange.reading.metamodel.types, exchange.reading.metamodel.roles
    body = {
        "id": element,
        "users": [each.id for each in holders if each.facet_name == types[roles.user].facet],
        "userGroups": [each.id for each in holders if each.facet_name == types[roles.user_group].facet],
    }
    return Content(msgspec.json.encode(body))


async def list_audit(exchange: Exchange) -> Content:
    options, served, audience = exchange.options(), exchange.reading.served, exchange.reading.caller.audience
    found = await auditing.list_audit(exchange.storage.audit(served.tenant), audience, exchange.given(), options.page)
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


async def get_additions(exchange: Exchange) -> Content:
    return _content(exchange.reading.served.tenant)


async def set_additions(exchange: Exchange) -> Content:
    given = await own_metamodel.check_given(exchange.reading.served.tenant, await read_json(exchange))

    async def work(writing: Writing) -> Content:
        tenant = await own_metamodel.replace_additions(writing, exchange.storage, given)
        return _content(tenant, writing.writer.revision if writing.changed else tenant.definition)

    return await write(exchange, work)


async def get_synonyms(exchange: Exchange) -> Content:
    return _synonyms(exchange.reading.served.tenant)


async def set_synonyms(exchange: Exchange) -> Content:
    groups = own_synonyms.check_synonyms(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        tenant = await own_synonyms.replace_synonyms(writing, groups)
        return _synonyms(tenant, writing.writer.revision if writing.changed else tenant.definition)

    return await write(exchange, work)


def _synonyms(tenant: Tenant, definition: int | None = None) -> Content:
    """The groups; the ETag has the revision at which the definition of the tenant was changed last."""
    body = msgspec.json.encode({"synonyms": tenant.settings.synonyms})
    return Content(body, tenant.definition if definition is None else definition, fleeting=True)


def _content(tenant: Tenant, definition: int | None = None) -> Content:
    """The additions; the ETag has the revision at which the definition of the tenant was changed last."""
    body = {"additions": own_metamodel.additions_of(tenant), "patterns": type_patterns(is_administration(tenant))}
    return Content(msgspec.json.encode(body), tenant.definition if definition is None else definition, fleeting=True)
