"""The API of a tenant: from a call to its answer, through caller, kept answers, route and handler."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from facetstore.domain.callers import Caller, Role
from facetstore.domain.errors import Forbidden, NotFound
from facetstore.domain.tenant import TenantAddress
from facetstore.rest.answer import COMMON_HEADERS, Answer, chosen_coding, make_answer
from facetstore.rest.call import Call, Recognition
from facetstore.rest.collection import Collector
from facetstore.rest.errors import MethodNotAllowed
from facetstore.rest.handlers import Exchange, refuse_body
from facetstore.rest.keeper import Keeper
from facetstore.rest.rendering import TenantTexts, tenant_texts
from facetstore.rest.router import Router
from facetstore.rest.routes import ROUTES, WITH_BODY, Route
from facetstore.rest.write_routes import WRITES
from facetstore.usecases.ports import Revisions, Storage
from facetstore.usecases.tenancy import Reading, ServedTenant, Tenancy

_MOST_TEXTS: Final = 256
"""How many combinations of tenant, role and base address keep their texts."""

_LONGEST_KEPT: Final = 1024
"""Answers to longer query strings are not kept: what they are found under would take more room than they are worth."""

_PREFLIGHT: Final = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, DELETE, OPTIONS"),
    (
        b"access-control-allow-headers",
        b"symbio-auth-token, Authorization, api-version, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, "
        b"X-Reason",
    ),
    (b"access-control-max-age", b"86400"),
)

_coding = lru_cache(maxsize=256)(chosen_coding)


class TenantApi:
    """Answers calls to `/{collectionId}/{storageId}/_api/…`."""

    def __init__(self, storage: Storage, keeper: Keeper, collector: Collector) -> None:
        self._storage = storage
        self._keeper = keeper
        self._collector = collector
        self._tenancy = Tenancy(storage)
        self._router = Router((*ROUTES, *WRITES))
        self._texts: dict[tuple[int, str, int], tuple[ServedTenant, TenantTexts]] = {}

    async def answer(self, call: Call, address: TenantAddress, path: list[str]) -> Answer:
        if call.method == "OPTIONS":
            return self._options(path)
        served, caller, revisions = await self._tenancy.access(address, call.token, call.seen)
        call.tenant = str(address)
        key = _kept_key(call, caller)
        tenant = served.tenant.key
        answer = await self._keeper.find(tenant, revisions, key)
        if answer is None:
            answer = await self._made(call, path, served, caller, revisions)
            if not answer.tag or answer.fleeting or len(call.query_string) > _LONGEST_KEPT:
                return answer
            self._keeper.keep(tenant, revisions, key, answer)
        expires = caller.expires
        call.recognition = Recognition(tenant, call.tenant, revisions.definition, revisions.access, expires, key)
        return answer

    async def _made(
        self, call: Call, path: list[str], served: ServedTenant, caller: Caller, revisions: Revisions
    ) -> Answer:
        route = self._route(call, path)
        call.route = route.name
        if caller.role < route.permission:
            raise Forbidden("Your role does not allow this.")
        call.api_version = call.asked_version or route.api_version
        reader = self._storage.reader(served.tenant, drafts=caller.sees_drafts)
        texts = self._texts_of(served, call.base, caller.role)
        exchange = Exchange(
            call, Reading(served, caller, reader, revisions), texts, self._storage, self._collector, route.allowed
        )
        if not route.writes:
            refuse_body(exchange)
        content = await route.handler(exchange)
        coding = _coding(call.headers.get(b"accept-encoding"))
        answer = make_answer(content, call.api_version, revisions.revision, coding)
        answer.route = route.name
        answer.fleeting = content.fleeting
        if route.writes:
            answer.tag = b""  # nothing to keep, and nothing the caller could have already
        return answer

    def _route(self, call: Call, path: list[str]) -> Route:
        routes, parameters = self._router.find(_without_slash(path))
        if not routes:
            raise NotFound("There is nothing at this address.")
        route = routes.get(
            WITH_BODY if call.method == "POST" and call.has_body and WITH_BODY in routes else call.method
        )
        if route is None:
            raise MethodNotAllowed(call.method, (*(each for each in routes if each != WITH_BODY), "OPTIONS"))
        call.parameters = parameters
        return route

    def _options(self, path: list[str]) -> Answer:
        routes, _ = self._router.find(_without_slash(path))
        if not routes:
            raise NotFound("There is nothing at this address.")
        methods = [each for each in routes if each != WITH_BODY]
        allow = (b"allow", ", ".join((*methods, "OPTIONS")).encode())
        return Answer(204, [*COMMON_HEADERS, *_PREFLIGHT, allow], b"", route="options")

    def _texts_of(self, served: ServedTenant, base: str, role: Role) -> TenantTexts:
        key = (served.tenant.key, base, role)
        known = self._texts.get(key)
        if known is None or known[0] is not served:
            if len(self._texts) >= _MOST_TEXTS:
                self._texts.clear()
            known = self._texts[key] = (served, tenant_texts(served, base, role))
        return known[1]


def _kept_key(call: Call, caller: Caller) -> Hashable:
    """What an answer depends on beside the state of the tenant: of the caller nothing but his role."""
    get = call.headers.get
    return (
        caller.role, call.method, call.path, call.query_string, get(b"api-version"), get(b"accept-encoding"), call.base,
        get(b"content-length"), get(b"transfer-encoding"),
    )  # fmt: skip


def _without_slash(path: list[str]) -> list[str]:
    """A trailing slash is accepted everywhere."""
    return path[:-1] if len(path) > 1 and not path[-1] else path
