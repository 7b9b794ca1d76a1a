"""A cache of requests that were answered before, by fingerprint.

Most requests are repetitions. They need no parsing and no routing, and their credential is not looked up: the fingerprint has it.
The revisions of the tenant are read from the database every time. A new one of access or definition, or the end of the credential,
ends the entry. After any other new revision the changes decide whether the cached response is still valid.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

from facetstore.rest.response_cache.validity import ResponseCache
from facetstore.rest.wire.answer import Answer
from facetstore.rest.wire.bounded_caches import ByteCache
from facetstore.rest.wire.call import COOKIE_NAME, Origin, Recognition, Scope
from facetstore.rest.wire.request_body import has_body
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.tenants.rate_limits import Limits
from facetstore.usecases.tokens.uses import Uses

_SESSION: Final = COOKIE_NAME.encode()
LIMIT: Final = 6 << 20
"""Bytes of the whole cache."""
_LARGEST: Final = 2048
"""Bytes of a fingerprint; requests with longer ones are not cached."""
_ENTRY: Final = 512
"""Approximate bytes of an entry; most of the key in it is shared with the cached response."""


class Recognised(NamedTuple):
    """The result for a recognised request: the tenant's current revisions (None: it is gone), and the cached response.

    There is no response where it is no longer valid, or where the full path has to check the rate limit.
    """

    tenant: int
    address: str
    revisions: Revisions | None
    answer: Answer | None


class Front:
    """Looks up recognised requests."""

    def __init__(
        self, storage: Storage, cache: ResponseCache, origin: Origin, uses: Uses, limits: Limits | None
    ) -> None:
        self._revisions = storage.revisions
        self._count = uses.add
        self._limits = limits
        self._cache = cache
        self._behind_proxies = bool(origin.trusted)
        self._known: ByteCache[Hashable, Recognition] = ByteCache(LIMIT, lambda _: _ENTRY, _LARGEST)

    def fingerprint(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Hashable:
        """The fingerprint: all raw parts of a request that its response depends on. None for a request with a body."""
        if has_body(scope["method"], headers):
            return None
        get = headers.get
        client = scope.get("client")
        fingerprint = (
            client and client[0], scope.get("raw_path") or scope["path"], scope["query_string"], scope["method"], get(b"symbio-auth-token"), get(b"authorization"),
            _session(get(b"cookie")), get(b"host"), get(b"api-version"), get(b"accept-encoding"), scope["scheme"],
            get(b"accept"),
        )  # fmt: skip
        if not self._behind_proxies:
            return fingerprint
        forwarded = (get(b"x-forwarded-proto"), get(b"x-forwarded-host"), get(b"x-forwarded-prefix"))
        return (*fingerprint, get(b"x-forwarded-for"), *forwarded)

    async def find(self, fingerprint: Hashable) -> Recognised | None:
        if fingerprint is None or (known := self._known.get(fingerprint)) is None:
            return None
        revisions, answer = await self._revisions(known.tenant), None
        now = time.time_ns() // 1000
        if (
            revisions is None
            or revisions.access != known.access
            or revisions.definition != known.definition
            or now >= known.expires
        ):
            # Another request with this fingerprint may have dropped it while the revisions were read.
            self._known.drop(fingerprint)
        else:
            answer = await self._cache.find(known.tenant, revisions, known.key)
            if self._limits is not None and answer is not None and not self._limits.spend_held(known.bucket):
                answer = None  # this process holds no more requests of the bucket: the full path asks for some
            # Without a cached response the request takes the full path, and is counted there.
            if answer is not None and known.use is not None:
                self._count(known.use, now)
        return Recognised(known.tenant, known.address, revisions, answer)

    def remember(self, fingerprint: Hashable, recognition: Recognition) -> None:
        self._known.put(fingerprint, recognition)


def _session(cookies: bytes | None) -> bytes | None:
    """The cookies from the first one on that may be the session. No response depends on those before it."""
    if cookies is None or (start := cookies.find(_SESSION)) < 0:
        return None
    return cookies[start:]
