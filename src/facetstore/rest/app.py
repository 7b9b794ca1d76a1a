"""The ASGI application: a request in, an answer out, a line in the log."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any

from facetstore.domain.element_files import LARGEST_FILE
from facetstore.domain.errors import Failure, NotFound
from facetstore.domain.tenant import parse_address
from facetstore.rest.change_log import ChangeLog
from facetstore.rest.front import Front, Recognised
from facetstore.rest.guide import Guide
from facetstore.rest.mcp.agent_entrance import WELL_KNOWN, AgentSignIn, endpoint_of
from facetstore.rest.mcp.endpoint import ROUTE as MCP
from facetstore.rest.mcp.endpoint import AgentEndpoint
from facetstore.rest.odata.feed_endpoint import FeedEndpoint, is_feed
from facetstore.rest.operations.collection import Collector
from facetstore.rest.response_cache.element_cache import ElementCache
from facetstore.rest.response_cache.list_cache import ListCache
from facetstore.rest.response_cache.validity import CachedResponses, ResponseCache
from facetstore.rest.server.gate import Gate
from facetstore.rest.service_pages import ServicePages
from facetstore.rest.tenant_api import TenantApi
from facetstore.rest.web_page import WebPage
from facetstore.rest.wire.answer import ONLY_HTTPS, Answer
from facetstore.rest.wire.bounded_caches import cached_if_short
from facetstore.rest.wire.call import LEAVE, Call, Origin, Scope, joined_headers, next_id, read_call
from facetstore.rest.wire.error_responses import Internal
from facetstore.rest.wire.health import Health
from facetstore.rest.wire.live import LiveStream
from facetstore.rest.wire.monitoring import Figures, RequestLog, describe_fault
from facetstore.rest.wire.refusal import refusal
from facetstore.rest.wire.refusal_page import FOR_BROWSERS, refusal_page
from facetstore.rest.wire.request_body import Receive
from facetstore.usecases.finding.name_places import NamePlacing
from facetstore.usecases.measure import start_counting
from facetstore.usecases.people.sign_in import NO_PASSWORDS, SignIn
from facetstore.usecases.ports.import_formats import NO_FORMATS, Formats
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.receivers import NO_RECEIVERS, Receivers
from facetstore.usecases.ports.row_formats import NO_ROW_FORMATS, RowFormats
from facetstore.usecases.ports.signing_keys import NO_SIGNATURES, Signatures
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.table_formats import NO_TABLES, TableFormats
from facetstore.usecases.ports.template_store import NO_TEMPLATES, Templates
from facetstore.usecases.tenants.rate_limits import Limits
from facetstore.usecases.tokens.uses import Uses

Send = Callable[[dict[str, Any]], Awaitable[None]]

_parse_address = cached_if_short(1024)(parse_address)


class App:
    """The service as an ASGI application."""

    def __init__(
        self,
        storage: Storage,
        *,
        origin: Origin | None = None,
        cache_bytes: int = 24 << 20,
        log: RequestLog | None = None,
        figures: Figures | None = None,
        sign_in: SignIn | None = None,
        templates: Templates = NO_TEMPLATES,
        limits: Limits | None = None,
        page: WebPage | None = None,
        guide: Guide | None = None,
        jobs: Jobs = IN_PLACE,
        largest_file: int = LARGEST_FILE,
        signatures: Signatures = NO_SIGNATURES,
        formats: Formats = NO_FORMATS,
        tables: TableFormats = NO_TABLES,
        row_formats: RowFormats = NO_ROW_FORMATS,
        receivers: Receivers = NO_RECEIVERS,
        mails: bool = False,
        placing: NamePlacing | None = None,
    ) -> None:
        self.storage = storage
        self.jobs = jobs
        self.receivers = receivers
        self.figures = figures or Figures()
        self._origin = origin or Origin()
        self._log = log or RequestLog(enabled=False)
        self.gate = Gate(self._origin.prefix, self.figures.add, self._log.event, self._origin.trusted)
        """Decides which requests the server accepts under load."""
        self.changes = ChangeLog(storage)
        cache = ResponseCache(self.changes, CachedResponses(cache_bytes // 2))
        collector = Collector(storage, self.changes, ElementCache(cache_bytes // 2), ListCache())
        self.uses = Uses(storage)
        self._front = Front(storage, cache, self._origin, self.uses, limits)
        self._tenants = TenantApi(
            storage,
            cache,
            collector,
            sign_in or SignIn(storage, NO_PASSWORDS),
            self.uses,
            limits,
            templates,
            jobs,
            largest_file,
            signatures,
            formats,
            tables,
            receivers,
            mails=mails,
            placing=placing,
        )
        self.streams = self._tenants.streams
        self.gate.shut_down = self.streams.close
        self._agents = AgentEndpoint(self._tenants.enter_as_agent, storage, jobs)
        self._sign_in = AgentSignIn(self._tenants.tenancy, self._tenants.sign_in)
        self._feed = FeedEndpoint(self._tenants.enter, storage, self._tenants.sign_in, row_formats, jobs)
        self.health = Health(storage, self._log.event)
        self._pages = ServicePages(storage, self.health, self.figures, page or WebPage(), guide or Guide())
        self.beside: list[Callable[[], Coroutine[Any, Any, None]]] = [
            self.figures.share,
            self._keep_uses,
            self.health.watch,
        ]
        """Background tasks, run from startup to shutdown."""
        self.likeness = self._tenants.likeness
        if self.likeness is not None:
            self.beside.append(self._keep_names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        works: list[asyncio.Task[None]] = []
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
                works = [asyncio.create_task(work()) for work in self.beside]
            else:
                for work in works:
                    work.cancel()
                await asyncio.gather(*works, return_exceptions=True)
                await self.jobs.close()
                await self.storage.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _keep_uses(self) -> None:
        await self.uses.keep(lambda error: self._log.event("uses", fault=describe_fault(error)))

    async def _keep_names(self) -> None:
        if self.likeness is not None:
            await self.likeness.keep(lambda error: self._log.event("names", fault=describe_fault(error)))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        statements = start_counting()
        request_id, method = next_id(), scope["method"]
        headers = joined_headers(scope)
        fingerprint = self._front.fingerprint(scope, headers)
        try:
            recognised = await self._front.find(fingerprint)
        except Exception:  # the full path tries again, and renders the error if there is one
            recognised = None
        if recognised is not None and recognised.answer is not None:
            tenant, answer = recognised.address, recognised.answer
        else:
            call, answer = await self._answer(scope, headers, receive, request_id, recognised)
            tenant = call.tenant
            if call.recognition is not None:
                self._front.remember(fingerprint, call.recognition)
        if answer.tag and (known := headers.get(b"if-none-match")) is not None:
            answer = answer.unless_known(known)
        is_live = isinstance(answer.stream, LiveStream)
        if not is_live:
            await _send(answer, method, request_id, receive, send)
        seconds = time.perf_counter() - began
        self._log.write(request_id, tenant, answer.route, method, answer.status, seconds, statements.number)
        self.figures.add(answer.route, answer.status, seconds, statements.number)
        if is_live:  # for hours: it is logged when it begins, and takes no slot from other requests
            scope.get("state", {}).get(LEAVE, lambda: None)()
            await _send(answer, method, request_id, receive, send)

    async def _answer(
        self,
        scope: Scope,
        headers: Mapping[bytes, bytes],
        receive: Receive,
        request_id: str,
        recognised: Recognised | None,
    ) -> tuple[Call, Answer]:
        call: Call | None = None
        try:
            call = read_call(scope, headers, self._origin)
            call.receive = receive
            call.seen = (recognised.tenant, recognised.revisions) if recognised is not None else None
            return call, _only_https(call, await self._dispatch(call))
        except Failure as failure:
            if not self.storage.pools:  # the health of each pool is watched on its own
                self.health.note(failure)
            call = call or Call(scope["method"], "", b"", headers, "")
            return call, _only_https(call, _refusal(call, failure, request_id))
        except Exception:
            # The caller learns the id, the log learns the rest.
            call = call or Call(scope["method"], "", b"", headers, "")
            self._log.fault(request_id, call.route, traceback.format_exc())
            return call, _only_https(call, _refusal(call, Internal(), request_id))

    async def _dispatch(self, call: Call) -> Answer:
        segments = call.path.split("/")
        if len(segments) > 4 and segments[3].casefold() == "_api":
            address = _parse_address(f"{segments[1]}/{segments[2]}")
            if address is not None and is_feed(segments[4:]):
                return await self._feed.answer(call, address, segments[6:])
            if address is not None:
                return await self._tenants.answer(call, address, segments[4:])
        if len(segments) == 4 and segments[3] == MCP:
            address = _parse_address(f"{segments[1]}/{segments[2]}")
            if address is not None:
                return await self._agents.answer(call, address)
        answered = await self._of_agents(call, segments)
        if answered is not None:
            return answered
        page = await self._pages.find(call, segments)
        if page is None:
            raise NotFound("There is nothing at this address.")
        page.route = "page"
        return page

    async def _of_agents(self, call: Call, segments: list[str]) -> Answer | None:
        """The answer to an agent that signs in; None: this is no address of it."""
        if len(segments) > 2 and segments[1] == WELL_KNOWN:
            return self._sign_in.well_known(call, segments)
        name = endpoint_of(segments)
        address = _parse_address(f"{segments[1]}/{segments[2]}") if name is not None else None
        return await self._sign_in.answer(call, address, name) if name is not None and address is not None else None


async def _send(answer: Answer, method: str, request_id: str, receive: Receive, send: Send) -> None:
    headers = [*answer.headers, (b"x-request-id", request_id.encode())]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if method == "HEAD":
        await send({"type": "http.response.body", "body": b""})
    elif answer.stream is None:
        await send({"type": "http.response.body", "body": answer.body})
    else:
        await _send_stream(answer.stream, receive, send)


async def _send_stream(stream: AsyncIterator[bytes], receive: Receive, send: Send) -> None:
    """Send chunks until the client disconnects. Only `receive` reports that: the server silently drops what is sent later."""
    leaving = asyncio.create_task(_wait_for_leaving(receive))
    if isinstance(stream, LiveStream):
        leaving.add_done_callback(lambda _: stream.end())
    try:
        async for chunk in stream:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
            if leaving.done() and leaving.result():
                return
        await send({"type": "http.response.body", "body": b""})
    finally:
        leaving.cancel()
        if isinstance(stream, LiveStream):
            await stream.aclose()


async def _wait_for_leaving(receive: Receive) -> bool:
    """Wait for two messages; returns whether the client disconnected. The first is the end of the request, unless it was read."""
    return "http.disconnect" in ((await receive())["type"], (await receive())["type"])


def _only_https(call: Call, answer: Answer) -> Answer:
    """The response, with HSTS if the request came by https. Cached responses have it already: their key has the base address."""
    if call.base.startswith("https:") and ONLY_HTTPS not in answer.headers:
        answer.headers.append(ONLY_HTTPS)
    return answer


def _refusal(call: Call, failure: Failure, request_id: str) -> Answer:
    if call.route in FOR_BROWSERS and b"text/html" in call.headers.get(b"accept", b""):
        return refusal_page(call, failure, request_id)
    return refusal(failure, request_id, call.headers.get(b"accept", b""), call.route)
