"""The second wall between tenants, on PostgreSQL: work on one tenant runs in a role that reaches no row of another tenant.

Every table with a column `tenant` has a policy: a row can be reached if its tenant is the one that the connection has named. It
does not hold for the owner of the tables, which migrates and does what concerns all tenants. The role has no other rights and
cannot log in; the owner switches to it, and back, and the pool of connections knows which one each connection is in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

import asyncpg

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection

POLICY: Final = "one_tenant"
OWNER: Final = ""
"""The binding of a connection that is bound to no tenant."""
UNBIND: Final = "RESET ROLE; RESET facetstore.tenant"
_THE_TENANT: Final = "nullif(current_setting('facetstore.tenant', true), '')::bigint"
# A role of the same name in another database of the server would open this one, too, so it is named after the owner.
_ROLE: Final = "(SELECT left(pg_get_userbyid(nspowner), 59) || '_app' FROM pg_namespace WHERE nspname = 'facetstore')"
_WALLED: Final = """
    SELECT c.oid, c.oid::regclass AS name, c.relname, a.attname AS key, c.relkind
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'facetstore') AND c.relkind IN ('r', 'p', 'v')
       AND (a.attname = 'tenant' OR (c.relname = 'tenant' AND a.attname = 'key'))
"""
"""Tables and views with rows of tenants, with the column that names the tenant. `tenant` holds the tenants themselves."""
_OPEN: Final = f"""
    SELECT walled.* FROM ({_WALLED}) walled JOIN pg_class c ON c.oid = walled.oid
     WHERE walled.relkind <> 'v'
       AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = '{POLICY}'))
"""

# An owner who may not create roles gets no error: the wall stands once the role exists and this has run again.
PROTECT: Final = f"""
DO $$
DECLARE
    app     name := {_ROLE};
    each    record;
BEGIN
    FOR each IN {_OPEN} LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', each.name);
        EXECUTE format('CREATE POLICY {POLICY} ON %s USING (%I = {_THE_TENANT.replace("'", "''")})', each.name, each.key);
    END LOOP;

    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', app);
            EXECUTE format('GRANT %I TO %I', app, current_user);
        EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN
            RAISE NOTICE 'The role % was not made: %', app, SQLERRM;
        END;
    END IF;

    IF EXISTS (SELECT FROM pg_roles WHERE rolname = app) THEN
        EXECUTE format('GRANT USAGE ON SCHEMA facetstore TO %I', app);
        EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA facetstore TO %I', app);
        FOR each IN {_WALLED} LOOP
            EXECUTE format('GRANT %s ON %s TO %I',
                CASE WHEN each.relkind = 'v' THEN 'SELECT'
                     WHEN each.relname = 'tenant' THEN 'SELECT, UPDATE'
                     WHEN each.relname = 'audit' THEN 'SELECT, INSERT'
                     ELSE 'SELECT, INSERT, UPDATE, DELETE' END, each.name, app);
        END LOOP;
    END IF;
END
$$;
"""

_LOOK: Final = f"""
    SELECT wall.role, r.oid IS NOT NULL, coalesce(r.rolsuper OR r.rolbypassrls, false),
           (SELECT string_agg(open.relname, ', ' ORDER BY open.relname) FROM ({_OPEN}) open),
           (SELECT string_agg(every.relname, ', ' ORDER BY every.relname) FROM ({_WALLED}) every
             WHERE NOT has_table_privilege(r.oid, every.oid, 'SELECT'))
      FROM (SELECT {_ROLE} AS role) wall LEFT JOIN pg_roles r ON r.rolname = wall.role
"""


class Wall(NamedTuple):
    """The restricted role, and what is wrong with it or with the policies; None: the wall stands."""

    role: str | None
    fault: str | None

    def binding(self, tenant: int) -> str:
        """What binds a connection to a tenant: it switches to the role and names the tenant."""
        # The tenant is a number of our own: several statements in one text cannot have parameters.
        return f"SET ROLE {self.quoted}; SET facetstore.tenant = '{tenant:d}'"

    @property
    def quoted(self) -> str:
        return '"' + str(self.role).replace('"', '""') + '"'


async def look_at_wall(connection: Connection) -> Wall:
    """The wall of a database, with its fault if it does not stand."""
    role, exists, is_free, without_policy, out_of_reach = cast(
        "tuple[str | None, bool, bool, str | None, str | None]", tuple((await connection.fetch(_LOOK))[0])
    )
    if role is None:
        return Wall(None, "there is no schema yet")
    if not exists:
        return Wall(role, f"there is no role {role}")
    if is_free:
        return Wall(role, f"no policy holds for the role {role}")
    if without_policy or out_of_reach:
        return Wall(role, f"not for {without_policy or out_of_reach}: facetstore migrate")
    wall = Wall(role, None)
    try:
        # Several statements in one text are a transaction of their own: if it is interrupted, nothing is left behind, as it
        # would be of a transaction of asyncpg.
        await connection.execute(f"SET LOCAL ROLE {wall.quoted}; SET LOCAL ROLE NONE")
    except asyncpg.InsufficientPrivilegeError:
        return Wall(role, f"the role {role} is not granted to the login")
    return wall
