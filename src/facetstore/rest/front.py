"""Requests that were served before, recognised by what they look like.

Most requests are repetitions. For those there is nothing to parse, route or look up but whether the tenant has moved on and, if so,
whether the answer was near the change; both are read from the database every time.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

from facetstore.rest.kept.bounded import Bounded, size_of
from facetstore.rest.kept.keeper import Keeper
from facetstore.rest.wire.answer import Answer
from facetstore.rest.wire.call import COOKIE_NAME, Origin, Recognition, Scope, has_body
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.tenants.limits import Limits
from facetstore.usecases.tokens.uses import Uses

_SESSION: Final = COOKIE_NAME.encode()
LIMIT: Final = 6 << 20
"""Bytes for all that is remembered."""
_LARGEST: Final = 2048
"""Bytes of a look; requests with longer ones are not remembered."""
_ENTRY: Final = 512
"""About what a recognition takes; most of the key in it is shared with the cached answer."""


class Recognised(NamedTuple):
    """What a recognised request leads to: how far the tenant is now, and the kept answer if it still holds."""

    tenant: int
    address: str
    revisions: Revisions | None
    answer: Answer | None


class Front:
    """What recognised requests lead to."""

    def __init__(self, storage: Storage, keeper: Keeper, origin: Origin, uses: Uses, limits: Limits | None) -> None:
        self._revisions = storage.revisions
        self._count = uses.add
        self._limits = limits
        self._keeper = keeper
        self._behind_proxies = bool(origin.trusted)
        self._known: Bounded[Hashable, Recognition] = Bounded(LIMIT, lambda _: _ENTRY)

    def look(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Hashable:
        """All of a request that its answer depends on, as it came; nothing of one with a body, whose answer is never kept."""
        if has_body(headers):
            return None
        get = headers.get
        client = scope.get("client")
        look = (
            client and client[0], scope["path"], scope["query_string"], scope["method"], get(b"symbio-auth-token"), get(b"authorization"),
            _session(get(b"cookie")), get(b"host"), get(b"api-version"), get(b"accept-encoding"), scope["scheme"],
            get(b"accept"),
        )  # fmt: skip
        if not self._behind_proxies:
            return look
        forwarded = (get(b"x-forwarded-proto"), get(b"x-forwarded-host"), get(b"x-forwarded-prefix"))
        return (*look, get(b"x-forwarded-for"), *forwarded)

    async def find(self, look: Hashable) -> Recognised | None:
        if look is None or (known := self._known.get(look)) is None:
            return None
        revisions, answer = await self._revisions(known.tenant), None
        now = time.time_ns() // 1000
        if (
            revisions is None
            or revisions.access != known.access
            or revisions.definition != known.definition
            or now >= known.expires
        ):
            # Another request of this look may have dropped it while the revisions were read.
            self._known.drop(look)
        else:
            answer = await self._keeper.find(known.tenant, revisions, known.key)
            if self._limits is not None and answer is not None and not self._limits.spend_held(known.bucket):
                answer = None  # what has to be asked for is asked for on the long way
            # Without an answer the request goes the long way, and is counted there.
            if answer is not None and known.use is not None:
                self._count(known.use, now)
        return Recognised(known.tenant, known.address, revisions, answer)

    def remember(self, look: Hashable, recognition: Recognition) -> None:
        if size_of(look) <= _LARGEST:
            self._known.put(look, recognition)


def _session(cookies: bytes | None) -> bytes | None:
    """The cookies from the first on that may be the session: no answer depends on those before it."""
    if cookies is None or (start := cookies.find(_SESSION)) < 0:
        return None
    return cookies[start:]
