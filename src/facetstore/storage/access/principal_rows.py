"""Reads a principal with its groups and permission sets, and the permissions of a tenant."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from facetstore.domain.access import NO_ZONE
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.documents import given_attributes
from facetstore.usecases.principals import (
    FacetPermission,
    Given,
    Permission,
    PermissionRows,
    Principal,
    hosts_of,
)

# First the principal, then its groups, then the permission sets that it has itself or through its groups, then its hosts.
# Joined in this order: SQLite would otherwise scan all references and versions of the tenant.
PRINCIPAL: Final = """
    WITH own AS (SELECT v.tenant, v.key, v.element, v.type, v.attributes FROM version v
                  WHERE v.tenant = :tenant AND v.element = :element AND v.newest = 1),
         belongs AS (SELECT g.tenant, g.key, g.element
                       FROM own CROSS JOIN reference r CROSS JOIN version g
                      WHERE r.tenant = own.tenant AND r.version = own.key AND r.context = :groups
                        AND g.tenant = r.tenant AND g.element = r.target AND g.newest = 1)
    SELECT 0 AS part, element, type, attributes FROM own
     UNION ALL
    SELECT 1, element, '', '' FROM belongs
     UNION ALL
    SELECT 2, r.target, '', ''
      FROM (SELECT tenant, key FROM own UNION ALL SELECT tenant, key FROM belongs) holder CROSS JOIN reference r
     WHERE r.tenant = holder.tenant AND r.version = holder.key AND r.context = :sets
     UNION ALL
    SELECT 3, h.element, h.type, h.attributes
      FROM own CROSS JOIN element e CROSS JOIN version h
     WHERE e.tenant = own.tenant AND e.parent = own.element AND e.type = :host
       AND h.tenant = e.tenant AND h.element = e.id AND h.newest = 1
     ORDER BY 1
"""
# Settings on elements, each with the zone that the element would be in without it; those on facets; permission sets; the last
# change of zones.
PERMISSIONS: Final = f"""
    SELECT 0 AS part, p.zone AS zone, p.element AS name, coalesce(above.zone, {NO_ZONE}) AS above, p.inherits AS inherits,
           p.excludes AS excludes, p.grants AS document
      FROM permission p
           LEFT JOIN element e ON e.tenant = p.tenant AND e.id = p.element
           LEFT JOIN version above ON above.tenant = e.tenant AND above.element = e.parent AND above.newest = 1
     WHERE p.tenant = :tenant
     UNION ALL
    SELECT 1, 0, f.facet, 0, 0, 0, f.grants FROM facet_permission f WHERE f.tenant = :tenant
     UNION ALL
    SELECT 2, 0, v.element, 0, 0, 0, v.attributes FROM version v
     WHERE v.tenant = :tenant AND v.facet = :sets AND v.newest = 1 AND v.flow = 0
     UNION ALL
    SELECT 3, t.zoned, '', 0, 0, 0, '' FROM tenant t WHERE t.key = :tenant
"""

_grants = msgspec.json.Decoder(tuple[Given, ...])


async def read_principal(fetch: Fetch, tenant: int, element: str, metamodel: Metamodel) -> Principal | None:
    roles = metamodel.roles
    named = {"groups": roles.groups, "sets": roles.permission_sets, "host": roles.host}
    rows = cast(
        "list[tuple[int, str, str, str]]",
        await fetch(PRINCIPAL, {"tenant": tenant, "element": element, **named}),
    )
    if not rows or rows[0][0] != 0:
        return None
    _, id_, type_, document = rows[0]
    hosts = [
        (each, given_attributes(document, metamodel.types[roles.host])) for part, each, _, document in rows if part == 3
    ]
    return Principal(
        element=id_,
        type=type_,
        attributes=given_attributes(document, metamodel.types[type_]),
        groups=frozenset(each for part, each, _, _ in rows if part == 1),
        sets=frozenset(each for part, each, _, _ in rows if part == 2),
        roles=roles,
        hosts=hosts_of(roles, hosts) if roles.host in metamodel.types[type_].children else None,
    )


async def read_permissions(fetch: Fetch, tenant: int, metamodel: Metamodel) -> PermissionRows:
    settings, facets, sets, zoned = list[Permission](), list[FacetPermission](), dict[str, tuple[str, ...]](), 0
    set_type = metamodel.types[metamodel.roles.permission_set]
    rows = await fetch(PERMISSIONS, {"tenant": tenant, "sets": set_type.facet})
    for part, zone, name, above, inherits, excludes, document in cast(
        "list[tuple[int, int, str, int, int, int, str]]", rows
    ):
        if part == 0:
            settings.append(Permission(zone, name, above, bool(inherits), bool(excludes), _grants.decode(document)))
        elif part == 1:
            facets.append(FacetPermission(name, _grants.decode(document)))
        elif part == 2:
            sets[name] = _levels(document, set_type, metamodel.roles.grants)
        else:
            zoned = zone
    return PermissionRows(settings, facets, sets, zoned)


def _levels(document: str, set_type: ElementType, grants: str) -> tuple[str, ...]:
    given = given_attributes(document, set_type).get(grants, {})
    return tuple(str(each) for value in given.values() if isinstance(value, list) for each in value)
