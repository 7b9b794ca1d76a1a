"""A change of the time zone of a tenant: the validity of its tokens keeps its instants, all other date-times their local texts."""

from __future__ import annotations

from facetstore.domain.access import EDITORS
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.domain.values import INVARIANT, NO_END
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import NotALocalTime, TimeZone, time_zone, to_instant, to_local
from facetstore.usecases.ports.selections import OrphansOf, Parts
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.tenancy import serve


async def set_definition(writer: Writer, tenant: Tenant, settings: TenantSettings, additions: str) -> None:
    """Store settings and additions of a tenant. Its tokens begin and end when they did before."""
    await writer.set_definition(settings, additions)
    await keep_token_instants(writer, tenant)


async def keep_token_instants(writer: Writer, before: Tenant) -> None:
    """Let tokens begin and end when they did before the settings of the tenant were changed."""
    zone = writer.current.settings.time_zone
    if zone != before.settings.time_zone:
        zones = time_zone(before.settings.time_zone), time_zone(zone)
        await _keep_instants(writer, serve(before).metamodel, *zones)


async def _keep_instants(writer: Writer, metamodel: Metamodel, before: TimeZone, after: TimeZone) -> None:
    reader = await writer.reader(EDITORS)
    token = metamodel.types[metamodel.roles.token]
    rows = await reader.elements(OrphansOf(token.facet, (token.key,)), Parts())
    stored = (await writer.stored.load([row.element for row in rows])).values() if rows else ()
    pairs = [(each, _moved(each.version, metamodel, before, after)) for each in stored]
    if changed := [each._replace(version=version) for each, version in pairs if version != each.version]:
        await writer.versions.replace(changed, "element.changed")


def _moved(token: Version, metamodel: Metamodel, before: TimeZone, after: TimeZone) -> Version:
    """A token whose start and end are written in another time zone. What has no end, has none there either."""
    attributes = dict(token.attributes)
    for name in (metamodel.roles.valid_from, metamodel.roles.valid_until):
        local = token.invariant(name)
        if isinstance(local, str) and local and local != NO_END:
            attributes[name] = {INVARIANT: _rewritten(local, before, after)}
    return token._replace(attributes=attributes)


def _rewritten(local: str, before: TimeZone, after: TimeZone) -> str:
    try:
        instant = to_instant(local, before)
        return to_local(instant, after) if to_instant(local, after) != instant else local
    except (NotALocalTime, OverflowError):  # imported, or at an end of the calendar
        return local
