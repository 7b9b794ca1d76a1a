"""`facetstore pull --check`: asks a server and its copy here the same questions, without a server for the copy.

The copy is asked through the whole interface, in this process. Its caller has the role of the token there and exists in memory only.
"""

from __future__ import annotations

import secrets
import time
from typing import Final

import httpx

from facetstore.bootstrap.database import open_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import ROLE_NAMES, Role
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import INVARIANT, parse_guid
from facetstore.exchange.bundle_reading import Progress
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.comparing_sides import Compared, Comparing
from facetstore.exchange.pull.pull_tenant import role_of
from facetstore.exchange.pull.remote import Remote, RemoteAnswer, RequestPace
from facetstore.metamodel.roles import MethodRoles
from facetstore.rest.app import App
from facetstore.rest.wire.call import Origin
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.storage import Credential
from facetstore.usecases.principals import Principal
from facetstore.usecases.tenancy import serve, token_digest
from facetstore.usecases.tenants.tenant_changes import access_tenant
from facetstore.usecases.writing import new_id

_HERE: Final = "http://127.0.0.1"
_DAY: Final = 24 * 60 * 60 * 1_000_000


class StorageForOneCaller(SqlStorage):
    """A storage that knows one more caller, who is not stored."""

    def let_in(self, digest: str, principal: Principal) -> None:
        self._digest = digest
        self._principal = principal

    async def credential(self, tenant_key: int, digest: str) -> Credential | None:
        if digest == self._digest:
            return Credential(self._principal.element, time.time_ns() // 1000 + _DAY)
        return await super().credential(tenant_key, digest)

    async def principal(self, tenant: Tenant, element: str) -> Principal | None:
        if element == self._principal.element:
            return self._principal
        return await super().principal(tenant, element)


async def check_pull(
    settings: Settings, address: str, there: Remote, base: str, progress: Progress | None = None
) -> Compared:
    """Compare a server with the tenant at `address`. Raises RemoteFailure if one of them does not answer."""
    async with opened_storage(settings) as checked:
        tenant = await access_tenant(checked, address)
        pool = checked.pool_of(tenant)
    metamodel = serve(tenant).metamodel
    token, caller = secrets.token_hex(16), await there.ask(questions.CALLER)
    home = settings if pool is None else settings.of_pool(pool)
    storage = StorageForOneCaller(open_engine(home), settings.grace_days)
    try:
        storage.let_in(token_digest(token), _principal(caller, metamodel.roles))
        own = f"{_HERE}/{tenant.address}"
        app = httpx.ASGITransport(App(storage, origin=Origin(_HERE)))
        here = Remote(app, own, token, RequestPace(None))
        return await Comparing(there, here, (base, own), metamodel).run(progress)
    finally:
        await storage.close()


def _principal(caller: RemoteAnswer, roles: MethodRoles) -> Principal:
    """A token with the role and the id that the caller has there; an administrator if the server does not say."""
    name = role_of(caller)
    role = Role[name.upper()] if name in ROLE_NAMES else Role.ADMINISTRATOR
    flags = {flag: {INVARIANT: value} for flag, value in roles.flags_of(role).items()}
    given = caller.body.get("id") if isinstance(caller.body, dict) else None
    id_ = (parse_guid(given) if isinstance(given, str) else None) or new_id()
    return Principal(id_, roles.token, flags, frozenset(), frozenset(), roles)
