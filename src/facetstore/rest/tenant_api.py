"""The API of a tenant: from a request to its response, through authentication, response cache, route and handler."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.element_files import LARGEST_FILE
from facetstore.domain.errors import Forbidden, NotFound
from facetstore.domain.hosts import place_of
from facetstore.domain.tenant import TenantAddress
from facetstore.query.options import AS_OF
from facetstore.rest.entrance import Entrances
from facetstore.rest.operations.collection import Collector
from facetstore.rest.operations.handlers import Exchange, given_moment, may_name_moment, refuse_body
from facetstore.rest.operations.heads import TenantTexts, tenant_texts
from facetstore.rest.operations.updates import batch_updates
from facetstore.rest.response_cache.validity import ResponseCache
from facetstore.rest.routing.router import Router
from facetstore.rest.routing.routes import PUBLIC, ROUTES, WITH_BODY, Route
from facetstore.rest.routing.write_routes import WRITES
from facetstore.rest.wire.answer import COMMON_HEADERS, About, Answer, make_answer
from facetstore.rest.wire.bounded_caches import ByteCache
from facetstore.rest.wire.call import Call, Recognition
from facetstore.rest.wire.error_responses import MethodNotAllowed
from facetstore.rest.wire.limiting import spend
from facetstore.rest.wire.live import LiveStream
from facetstore.rest.wire.media import wants_csv, wants_json
from facetstore.rest.wire.packing import Packing, chosen_coding
from facetstore.rest.wire.same_origin import check_own_page
from facetstore.usecases.feed.waking import Streams
from facetstore.usecases.finding.like_names import LikeNames
from facetstore.usecases.finding.name_places import NamePlacing
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.ports.import_formats import NO_FORMATS, Formats
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.receivers import NO_RECEIVERS, Receivers
from facetstore.usecases.ports.signing_keys import NO_SIGNATURES, Signatures
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.ports.table_formats import NO_TABLES, TableFormats
from facetstore.usecases.ports.template_store import NO_TEMPLATES, Templates
from facetstore.usecases.presence.board import Board
from facetstore.usecases.reading.as_of import read_as_of
from facetstore.usecases.tenancy import Reading, ServedTenant, Tenancy
from facetstore.usecases.tenants.rate_limits import Limits
from facetstore.usecases.tokens.uses import Uses

_TEXTS: Final = 32 << 20
"""Bytes for the texts of all combinations of tenant, role, audience and base address."""

_LONGEST_CACHED: Final = 1024
"""Responses to longer query strings are not cached: their keys would take too much memory."""

_PREFLIGHT: Final = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, DELETE, OPTIONS"),
    (
        b"access-control-allow-headers",
        b"symbio-auth-token, Authorization, api-version, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, "
        b"X-Reason",
    ),
    (b"access-control-max-age", b"86400"),
)


class TenantApi:
    """Answers calls to `/{collectionId}/{storageId}/_api/…`."""

    def __init__(
        self,
        storage: Storage,
        cache: ResponseCache,
        collector: Collector,
        sign_in: SignIn,
        uses: Uses,
        limits: Limits | None,
        templates: Templates = NO_TEMPLATES,
        jobs: Jobs = IN_PLACE,
        largest_file: int = LARGEST_FILE,
        signatures: Signatures = NO_SIGNATURES,
        formats: Formats = NO_FORMATS,
        tables: TableFormats = NO_TABLES,
        receivers: Receivers = NO_RECEIVERS,
        mails: bool = False,
        placing: NamePlacing | None = None,
    ) -> None:
        self._storage = storage
        self.sign_in = sign_in
        self._uses = uses
        self._limits = limits
        self._cache = cache
        self._collector = collector
        self._templates = templates
        self._jobs = jobs
        self._largest_file = largest_file
        self._signatures = signatures
        self._formats = formats
        self._tables = tables
        self._receivers = receivers
        self._mails = mails
        self._packing = Packing()
        self.tenancy = self._tenancy = Tenancy(storage)
        self.likeness = LikeNames(self._tenancy, placing) if placing is not None else None
        self.streams = Streams(storage.revisions, Board(storage.presence))
        self._router = Router((*ROUTES, *WRITES))
        self._updates = batch_updates()
        self._entrances = Entrances(storage, self._tenancy, sign_in, limits, mails=mails)
        self._texts: ByteCache[Hashable, tuple[ServedTenant, TenantTexts]] = ByteCache(
            _TEXTS, lambda known: known[1].size
        )

    async def answer(self, call: Call, address: TenantAddress, path: list[str]) -> Answer:
        there, call.parameters = self._router.find(_without_slash(path))
        if call.method == "OPTIONS":
            return _options(there.routes)
        if there.is_public:
            return await self._entrances.answer(call, address, there.routes)
        place = place_of(call.client)
        served, caller, revisions = await self._tenancy.access(address, call.token, call.seen, place)
        call.tenant = address.folded
        bucket = ""
        if self._limits is not None:
            bucket = await spend(self._limits, call, caller)
        use = self._uses.meet(call.tenant, caller, place)
        if not there.streams(call.method):
            await call.drop_blank_body()
        route = _route(call, there.routes)
        if route.writes or call.has_body:  # the response is never cached; a read with a body is refused
            return await self._made(call, route, served, caller, revisions)
        key = _cache_key(call, caller, revisions)
        tenant = served.tenant.key
        answer = await self._cache.find(tenant, revisions, key)
        if answer is None:
            answer = await self._made(call, route, served, caller, revisions)
            if not answer.tag or answer.fleeting or len(call.query_string) > _LONGEST_CACHED:
                return answer
            key = (caller.principal, key) if answer.personal else key
            self._cache.put(tenant, revisions, key, answer)
        expires = caller.expires
        call.recognition = Recognition(
            tenant, call.tenant, revisions.definition, revisions.access, expires, key, use, bucket
        )
        return answer

    async def enter(self, call: Call, address: TenantAddress) -> Reading:
        """The tenant as the caller of a request reads it, for what is answered elsewhere.

        Raises Unauthenticated, TooManyRequests, and Forbidden for a request by cookie that another page has sent.
        """
        served, caller, revisions = await self._tenancy.access(address, call.token, call.seen, place_of(call.client))
        await self._let_in(call, address, caller)
        self._uses.meet(call.tenant, caller, place_of(call.client))
        return Reading(served, caller, self._storage, revisions, likeness=self.likeness)

    async def enter_as_agent(self, call: Call, address: TenantAddress) -> tuple[Reading, frozenset[str] | None]:
        """The same for an agent, which a person may have signed in, and what it may do then; None: all that its role allows."""
        place = place_of(call.client)
        served, caller, revisions, scopes = await self._tenancy.access_as_agent(address, call.token, place)
        await self._let_in(call, address, caller)
        if scopes is None:
            self._uses.meet(call.tenant, caller, place)
        return Reading(served, caller, self._storage, revisions, likeness=self.likeness), scopes

    async def _let_in(self, call: Call, address: TenantAddress, caller: Caller) -> None:
        call.tenant = address.folded
        if call.by_cookie:
            check_own_page(call)
        if self._limits is not None:
            await spend(self._limits, call, caller)

    async def _made(
        self, call: Call, route: Route, served: ServedTenant, caller: Caller, revisions: Revisions
    ) -> Answer:
        call.route = route.name
        if route.permission is PUBLIC or caller.role < route.permission:
            raise Forbidden("Your role does not allow this.")
        if route.writes and call.by_cookie:
            check_own_page(call)
        call.api_version = call.asked_version or route.api_version
        present = Reading(served, caller, self._storage, revisions, likeness=self.likeness)
        reading, is_settled = present, False
        if (moment := given_moment(call, reads_past=AS_OF in route.parameters)) is not None:
            reading, is_settled = await read_as_of(present, self._storage, moment, self._tenancy.serve_earlier)

        async def earlier(text: str, parameter: str) -> Reading:
            serve = self._tenancy.serve_earlier
            return (await read_as_of(present, self._storage, text, serve, parameter=parameter)).reading

        async def again() -> Reading:
            access = await self._tenancy.access(served.tenant.address, call.token, None, place_of(call.client))
            if route.permission is PUBLIC or access[1].role < route.permission:
                raise Forbidden("Your role does not allow this.")
            return Reading(access[0], access[1], self._storage, access[2])

        exchange = Exchange(
            call,
            reading,
            self._texts_of(reading.served, call.base, caller),
            self._storage,
            self._collector,
            route.allowed,
            sign_in=self.sign_in,
            batched=self._updates.add,
            earlier=earlier,
            again=again,
            streams=self.streams,
            templates=self._templates,
            jobs=self._jobs,
            largest_file=self._largest_file,
            signatures=self._signatures,
            formats=self._formats,
            tables=self._tables,
            receivers=self._receivers,
            mails=self._mails,
        )
        exchange.options()  # here for every operation: none can forget that a mistyped parameter must not widen a result
        if not route.writes:
            await refuse_body(call)
        content = await route.handler(exchange)
        if (answer := content.answer) is None:
            # A packer holds back what it gets until it is enough.
            is_live = isinstance(content.stream, LiveStream)
            coding = "" if is_live else chosen_coding(call.headers.get(b"accept-encoding"))
            packed = await self._packing.pack(served.tenant.key, coding, content.body, content.stream)
            answer = make_answer(content, call.api_version, reading.revisions.revision, packed)
        answer.route = route.name
        answer.fleeting, answer.personal = content.fleeting, content.personal or reading.by_authorship
        answer.passing = reading.has_counts
        if reading.is_past:
            # What permissions hide of the past may change with what exists today.
            answer.about = About() if is_settled and caller.audience.sees_all else None
        if route.writes:
            answer.tag = b""  # not cached here, and never a 304: the caller cannot have this response already
        return answer

    def _texts_of(self, served: ServedTenant, base: str, caller: Caller) -> TenantTexts:
        key = (served.tenant.key, base, caller.role, caller.audience, served.tenant.definition)
        known = self._texts.get(key)
        if known is None or known[0] is not served:
            known = (served, tenant_texts(served, base, caller))
            self._texts.put(key, known)
        return known[1]


def _route(call: Call, routes: Mapping[str, Route]) -> Route:
    if not routes:
        raise NotFound("There is nothing at this address.")
    route = routes.get(WITH_BODY if call.method == "POST" and WITH_BODY in routes and call.has_body else call.method)
    if route is None:
        raise MethodNotAllowed(call.method, (*(each for each in routes if each != WITH_BODY), "OPTIONS"))
    return route


def _options(routes: Mapping[str, Route]) -> Answer:
    if not routes:
        raise NotFound("There is nothing at this address.")
    methods = [each for each in routes if each != WITH_BODY]
    allow = (b"allow", ", ".join((*methods, "OPTIONS")).encode())
    return Answer(204, [*COMMON_HEADERS, *_PREFLIGHT, allow], b"", route="options")


def _cache_key(call: Call, caller: Caller, revisions: Revisions) -> Hashable:
    """The cache key: all that a response depends on beside the tenant and its revision; of the caller, the role and audience.

    A past changes only when a person is erased from it, which counts as a change of access.
    """
    get = call.headers.get
    return (
        revisions.access if may_name_moment(call) else 0,
        caller.role, caller.audience, call.method, call.path, call.query_string, get(b"api-version"), chosen_coding(get(b"accept-encoding")), call.base,
        wants_json(get(b"accept")), wants_csv(get(b"accept")),
    )  # fmt: skip


def _without_slash(path: list[str]) -> list[str]:
    """A trailing slash is accepted everywhere."""
    return path[:-1] if len(path) > 1 and not path[-1] else path
