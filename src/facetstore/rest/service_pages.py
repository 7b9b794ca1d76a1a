"""Addresses outside the tenants' API: health, metrics, public keys, the OpenAPI document, its page, and links to elements."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from importlib.resources import files
from typing import Final
from urllib.parse import quote

import msgspec
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from facetstore.domain.tenant import parse_address
from facetstore.domain.values import parse_guid
from facetstore.rest.guide import POLICY, Guide
from facetstore.rest.operations import short_links
from facetstore.rest.web_page import WebPage
from facetstore.rest.wire.answer import JSON, NO_PAGE, SECURITY_HEADERS, Answer, Header
from facetstore.rest.wire.call import VERSION_NAME, Call
from facetstore.rest.wire.error_responses import MethodNotAllowed
from facetstore.rest.wire.health import Health
from facetstore.rest.wire.monitoring import Figures
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.permalinks import read_key
from facetstore.usecases.release.records import public_keys

_HTML: Final = b"text/html; charset=utf-8"
_SCRIPT: Final = b"text/javascript; charset=utf-8"
_ASSETS: Final = {"docs.js": _SCRIPT, "docs.css": b"text/css; charset=utf-8"}
_TEXTS: Final = {"llms.txt": b"text/plain; charset=utf-8", "interface.md": b"text/markdown; charset=utf-8"}
"""For programs that read."""
_BASE: Final = b"@base@"


class ServicePages:
    """Returns the page at an address, or None. Raises MethodNotAllowed for a page that is not read by GET or HEAD."""

    def __init__(self, storage: Storage, health: Health, figures: Figures, page: WebPage, guide: Guide) -> None:
        self._storage = storage
        self._health = health
        self._page = page
        self._guide = guide
        self._metrics = CollectorRegistry()
        self._metrics.register(figures)
        ProcessCollector(registry=self._metrics)

    async def find(self, call: Call, segments: list[str]) -> Answer | None:
        if call.method not in ("GET", "HEAD"):
            if await self._found(call, segments) is None:
                return None
            raise MethodNotAllowed(call.method, ("GET", "HEAD"))
        return await self._found(call, segments)

    async def _found(self, call: Call, segments: list[str]) -> Answer | None:
        match [segment for segment in segments if segment]:
            case []:
                return _redirect(f"{call.base}/_docs")
            case ["_health", "live"]:
                return _json({"status": "live"})
            case ["_health", "ready"]:
                return await self._ready()
            case ["_metrics"]:
                return _page(generate_latest(self._metrics), CONTENT_TYPE_LATEST.encode())
            case ["_keys"]:
                return _json(await public_keys(self._storage.signing_keys()))
            case ["_api", "openapi.json"]:
                return _page(await asyncio.to_thread(_interface, call), JSON)
            case ["swagger", "v1", "swagger.json"]:
                return _page(await asyncio.to_thread(_swagger, call), JSON)
            case ["swagger"] | ["swagger", "index.html"]:
                return _redirect(f"{call.base}/_docs")
            case ["_docs"] if call.path.endswith("/"):
                return _redirect(f"{call.base}/_docs")  # the page's relative addresses hold without the slash
            case ["_docs"]:
                return _page(_asset("docs.html"), _HTML, policy=POLICY)
            case ["llms.txt" as name] | ["_docs", "interface.md" as name]:
                text = _asset(name).replace(_BASE, call.base.encode())
                return _page(text, _TEXTS[name], ((b"cache-control", b"no-cache"),))
            case ["_docs", "guide"] if not call.path.endswith("/"):
                return _redirect(f"{call.base}/_docs/guide/")  # as in the addresses below it
            case ["_docs", "guide", *names]:
                return self._guide.page("/".join(names), call.headers.get(b"accept-encoding", b""))
            case ["_docs", name] if name in _ASSETS:
                return _page(_asset(name), _ASSETS[name], ((b"cache-control", b"no-cache"),))
            case [collection, storage, lcid, "BasePlugin", "GoTo", facet, _, *rest]:
                return _link(call, f"{collection}/{storage}", lcid, facet, rest)
            case [collection, storage, short_links.GO, key] if parse_address(f"{collection}/{storage}") is not None:
                return _permalink(call, f"{collection}/{storage}", key)
            case ["_ui", *names]:
                return self._page.asset("/".join(names), call.headers.get(b"accept-encoding", b""))
            case [collection, storage, *names] if _is_page(collection, storage, names):
                return self._storage_page(call, collection, storage, names)
        return None

    def _storage_page(self, call: Call, collection: str, storage: str, names: list[str]) -> Answer:
        """The page of a storage. It is the same for every address, so that it does not show which storages exist."""
        if not names and not call.path.endswith("/"):
            return _redirect(f"{call.base}/{collection}/{storage}/")  # as in the addresses below it
        return self._page.document(call.base, call.query_string)

    async def _ready(self) -> Answer:
        cause = await self._health.look()
        if cause is not None:
            return _json({"status": "not ready", "reason": cause.category}, 503)
        return _json({"status": "ready"})


def _interface(call: Call) -> bytes:
    """The OpenAPI document: of the api-version that the query names, else of all of them. Raises InvalidParameter."""
    # Imported here: importing all schemas takes a tenth of a start. In a thread of its own, for everyone else would wait for it.
    from facetstore.rest.openapi.document import openapi_document
    from facetstore.rest.openapi.version_document import version_document

    asked = call.query.get(VERSION_NAME)
    return openapi_document(call.base) if asked is None else version_document(call.base, asked[-1])


def _swagger(call: Call) -> bytes:
    from facetstore.rest.openapi.swagger_document import swagger_document

    return swagger_document(call.base)


def _link(call: Call, tenant: str, lcid: str, facet: str, rest: list[str]) -> Answer | None:
    """A link of the reference product: to an element, or to a shape in a version of a container (D7.2)."""
    ids = [parse_guid(each) for each in rest]
    if (
        parse_address(tenant) is None
        or not (lcid.isascii() and lcid.isdecimal())
        or not ids
        or None in ids
        or len(ids) not in (1, 3)
    ):
        return None
    target = f"{quote(facet, safe='')}/{ids[0] if len(ids) == 1 else ids[1]}"
    shape = f"&shape={ids[2]}" if len(ids) == 3 else ""
    return _redirect(f"{call.base}/{quote(tenant)}/elements/{target}?culture={lcid}{shape}")


def _permalink(call: Call, tenant: str, key: str) -> Answer | None:
    """A permalink, whose key says what it leads to. The page shows it to callers who may see it."""
    target = read_key(key)
    if target is None:
        return None
    shape = f"?shape={target.shape}" if target.shape is not None else ""
    return _redirect(f"{call.base}/{quote(tenant)}/elements/{target.facet}/{target.id}{shape}")


def _is_page(collection: str, storage: str, names: list[str]) -> bool:
    """Whether an address belongs to the page of a storage: all below it but the addresses of the service."""
    address = parse_address(f"{collection}/{storage}")
    return address is not None and not address.is_reserved and not any(each.startswith("_") for each in names[:1])


@lru_cache(maxsize=8)
def _asset(name: str) -> bytes:
    return (files("facetstore.rest") / "pages" / name).read_bytes()


def _page(body: bytes, kind: bytes, headers: tuple[Header, ...] = (), *, policy: Header = NO_PAGE) -> Answer:
    length = (b"content-length", b"%d" % len(body))
    return Answer(200, [(b"content-type", kind), length, *SECURITY_HEADERS, policy, *headers], body)


def _json(value: object, status: int = 200) -> Answer:
    answer = _page(msgspec.json.encode(value), JSON, ((b"cache-control", b"no-store"),))
    answer.status = status
    return answer


def _redirect(address: str) -> Answer:
    headers = [(b"location", address.encode()), (b"content-length", b"0"), *SECURITY_HEADERS, NO_PAGE]
    return Answer(302, headers, b"")
