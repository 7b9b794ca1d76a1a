"""The API of a tenant: from a call to its answer, through caller, kept answers, route and handler."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Forbidden, NotFound
from facetstore.domain.hosts import place_of
from facetstore.domain.tenant import TenantAddress
from facetstore.rest.answer import COMMON_HEADERS, Answer, chosen_coding, make_answer
from facetstore.rest.call import Call, Recognition
from facetstore.rest.collection import Collector
from facetstore.rest.entrance import Entrances
from facetstore.rest.errors import MethodNotAllowed
from facetstore.rest.handlers import Exchange, refuse_body
from facetstore.rest.keeper import Keeper
from facetstore.rest.rendering import TenantTexts, tenant_texts
from facetstore.rest.router import Router
from facetstore.rest.routes import ANYBODY, ROUTES, WITH_BODY, Route
from facetstore.rest.same_origin import check_own_page
from facetstore.rest.write_routes import WRITES
from facetstore.usecases.ports import Revisions, Storage
from facetstore.usecases.sign_in import SignIn
from facetstore.usecases.tenancy import Reading, ServedTenant, Tenancy
from facetstore.usecases.tenant_ports import NO_TEMPLATES, Templates
from facetstore.usecases.uses import Uses

_MOST_TEXTS: Final = 256
"""How many combinations of tenant, role, audience and base address keep their texts."""

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

    def __init__(
        self,
        storage: Storage,
        keeper: Keeper,
        collector: Collector,
        sign_in: SignIn,
        uses: Uses,
        templates: Templates = NO_TEMPLATES,
    ) -> None:
        self._storage = storage
        self._sign_in = sign_in
        self._uses = uses
        self._keeper = keeper
        self._collector = collector
        self._templates = templates
        self._tenancy = Tenancy(storage)
        self._router = Router((*ROUTES, *WRITES))
        self._entrances = Entrances(storage, self._tenancy, sign_in, (*ROUTES, *WRITES))
        self._texts: dict[Hashable, tuple[ServedTenant, TenantTexts]] = {}

    async def answer(self, call: Call, address: TenantAddress, path: list[str]) -> Answer:
        if call.method == "OPTIONS":
            return self._options(path)
        if (entered := await self._entrances.answer(call, address, _without_slash(path))) is not None:
            return entered
        place = place_of(call.client)
        served, caller, revisions = await self._tenancy.access(address, call.token, call.seen, place)
        call.tenant = str(address)
        use = self._uses.meet(call.tenant, caller, place)
        key = _kept_key(call, caller)
        tenant = served.tenant.key
        answer = await self._keeper.find(tenant, revisions, key)
        if answer is None:
            answer = await self._made(call, path, served, caller, revisions)
            if not answer.tag or answer.fleeting or len(call.query_string) > _LONGEST_KEPT:
                return answer
            key = (caller.principal, key) if answer.personal else key
            self._keeper.keep(tenant, revisions, key, answer)
        expires = caller.expires
        call.recognition = Recognition(tenant, call.tenant, revisions.definition, revisions.access, expires, key, use)
        return answer

    async def _made(
        self, call: Call, path: list[str], served: ServedTenant, caller: Caller, revisions: Revisions
    ) -> Answer:
        route = self._route(call, path)
        call.route = route.name
        if route.permission is ANYBODY or caller.role < route.permission:
            raise Forbidden("Your role does not allow this.")
        if route.writes:
            check_own_page(call)
        call.api_version = call.asked_version or route.api_version
        audience = caller.audience
        reader = opened = self._storage.reader(served.tenant, audience)
        if audience.closed:
            opened = reader.beside(caller.access.opened(drafts=audience.drafts))
        texts = self._texts_of(served, call.base, caller)
        exchange = Exchange(
            call,
            Reading(served, caller, reader, opened, revisions),
            texts,
            self._storage,
            self._collector,
            route.allowed,
            sign_in=self._sign_in,
            templates=self._templates,
        )
        if not route.writes:
            refuse_body(exchange)
        content = await route.handler(exchange)
        coding = _coding(call.headers.get(b"accept-encoding"))
        answer = make_answer(content, call.api_version, revisions.revision, coding)
        answer.route = route.name
        answer.fleeting, answer.personal = content.fleeting, content.personal
        answer.passing = reader.has_counts or opened.has_counts
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

    def _texts_of(self, served: ServedTenant, base: str, caller: Caller) -> TenantTexts:
        key = (served.tenant.key, base, caller.role, caller.audience)
        known = self._texts.get(key)
        if known is None or known[0] is not served:
            if len(self._texts) >= _MOST_TEXTS:
                self._texts.clear()
            known = self._texts[key] = (served, tenant_texts(served, base, caller))
        return known[1]


def _kept_key(call: Call, caller: Caller) -> Hashable:
    """What an answer depends on beside the state of the tenant: of the caller, his role and what he sees."""
    get = call.headers.get
    return (
        caller.role, caller.audience, call.method, call.path, call.query_string, get(b"api-version"), get(b"accept-encoding"), call.base,
        get(b"content-length"), get(b"transfer-encoding"),
    )  # fmt: skip


def _without_slash(path: list[str]) -> list[str]:
    """A trailing slash is accepted everywhere."""
    return path[:-1] if len(path) > 1 and not path[-1] else path
