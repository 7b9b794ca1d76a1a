"""A response ready to be sent: status, headers, body and ETag."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import xxhash

from facetstore.drawing.style import SHEET_HASH
from facetstore.rest.change_log import Changes
from facetstore.rest.wire.packing import NOT_PACKED, Packed

Header = tuple[bytes, bytes]

JSON: Final = b"application/json; charset=utf-8"

_VARY: Final = (b"vary", b"Accept-Encoding, Accept, api-version, symbio-auth-token, Authorization, Cookie")

SECURITY_HEADERS: Final[tuple[Header, ...]] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"SAMEORIGIN"),
    (b"referrer-policy", b"no-referrer"),
)
"""Security headers of every response: no type sniffing, no frames on other sites, no referrer."""

# Data are not a page: should a browser show them as one, it loads and runs nothing.
NO_PAGE: Final = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'self'")

ONLY_HTTPS: Final = (b"strict-transport-security", b"max-age=31536000")
"""HSTS, one year."""

COMMON_HEADERS: Final[tuple[Header, ...]] = (
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b"ETag, Link, X-Total-Count, X-Revision, api-version, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, "
        b"Content-Disposition, Content-Range",
    ),
    *SECURITY_HEADERS,
    NO_PAGE,
)


SVG: Final = b"image/svg+xml"

# Drawings may use their own style sheet, and nothing else.
_PICTURE: Final = (
    b"content-security-policy",
    f"default-src 'none'; style-src 'sha256-{SHEET_HASH}'; frame-ancestors 'self'".encode(),
)
_PICTURE_HEADERS: Final[tuple[Header, ...]] = (
    *(each for each in COMMON_HEADERS if each is not NO_PAGE),
    _PICTURE,
    (b"content-type", SVG),
)


class About(NamedTuple):
    """What can change a response: certain elements or their neighbours, any element of a facet or its neighbours, or which
    elements the lists of a facet hold, and in which order."""

    elements: Sequence[str] = ()
    facet: str | None = None
    listed: str | None = None

    def holds(self, changes: Changes, revision: int) -> bool:
        """Whether nothing that the response depends on has changed since a revision."""
        if self.facet is not None and not changes.spare_facet(self.facet, revision):
            return False
        if self.listed is not None and not changes.spare_lists(self.listed, revision):
            return False
        return changes.spare(self.elements, revision)


@dataclass(slots=True)
class Answer:
    """A response. `tag` is the part of the ETag that changes with the body; `about` is what a cached response depends on."""

    status: int
    headers: list[Header]
    body: bytes
    tag: bytes = b""
    etag: bytes = b""
    about: About | None = None
    personal: bool = False
    """It holds for this caller alone."""
    fleeting: bool = False
    """Depends on more than the cache key has: never cached."""
    passing: bool = False
    """Shows something that changes without a new revision: cached for a short time only."""
    stream: AsyncIterator[bytes] | None = None
    route: str = "-"
    """The name of the operation that returned it."""
    versioned: bool = False
    """The ETag has the revision of one version, which `If-Match` takes."""
    _unchanged: Answer | None = None

    def unless_known(self, if_none_match: bytes) -> Answer:
        """This response, or 304 when the caller has it already.

        If the ETag has the revision of a version, all of it is compared: browsers keep the ETag that they have, whatever comes with
        a 304, and with that of an older revision `If-Match` would refuse their writes for ever. Elsewhere only the hash of the body
        and the coding are compared: the tenant may have moved on although nothing that the caller sees has changed.
        """
        if if_none_match == self.etag or if_none_match.strip() == b"*":
            return self._not_modified(self.etag)
        for part in if_none_match.split(b","):
            known = part.strip().removeprefix(b"W/")
            revision, _, tag = known.strip(b'"').partition(b"-")
            if known == self.etag or (tag == self.tag and not self.versioned):
                return self._not_modified(b'"%b-%b"' % (revision, tag) if revision.isdigit() else self.etag)
        return self

    def _not_modified(self, etag: bytes) -> Answer:
        """The 304, with the ETag that the caller has."""
        if self._unchanged is None:
            dropped = (b"content-type", b"content-length", b"content-encoding")
            headers = [header for header in self.headers if header[0] not in dropped]
            self._unchanged = Answer(304, headers, b"", route=self.route)
        if etag == self.etag:
            return self._unchanged
        headers = [(name, etag if name == b"etag" else value) for name, value in self._unchanged.headers]
        return Answer(304, headers, b"", route=self.route)


@dataclass(slots=True)
class Content:
    """The result of a handler: the JSON or picture, and what its ETag and its caching depend on."""

    body: bytes
    revision: int | None = None
    """The revision of the one element in the response; None: the tenant's."""
    about: About | None = None
    """All that can change this response; None: any change can."""
    headers: list[Header] = field(default_factory=list)
    stream: AsyncIterator[bytes] | None = None
    personal: bool = False
    """It holds for this caller alone."""
    fleeting: bool = False
    """Depends on more than the cache key and the tenant's revision: never cached."""
    picture: bool = False
    """It is SVG, not JSON."""
    media: bytes = JSON
    """The media type of what is no drawing."""
    location: str | None = None
    """The address that the response redirects to."""
    answer: Answer | None = None
    """The whole response, for what is neither JSON nor a drawing."""
    again: bytes | None = None
    """Where the JSON holds a secret: the same without it. Only this form is stored and sent again on a retry."""

    @property
    def without_secret(self) -> Content:
        return self if self.again is None else replace(self, body=self.again, again=None)


def body_tag(body: bytes) -> bytes:
    """The part of an ETag that changes with the body."""
    return xxhash.xxh3_128_hexdigest(body).encode()


def make_answer(content: Content, api_version: str, tenant_revision: int, packed: Packed = NOT_PACKED) -> Answer:
    """A 200 with its ETag `"<revision>-<hash>"`, compressed if it was packed (D3.12); or a redirect.

    A streamed response has no ETag.
    """
    if content.location is not None:
        return _redirected(content, content.location, api_version)
    if content.stream is not None:
        return _streamed(content, packed.stream or content.stream, api_version, packed.coding)
    body = content.body
    tag = body_tag(body)
    revision = tenant_revision if content.revision is None else content.revision
    kind = _PICTURE_HEADERS if content.picture else (*COMMON_HEADERS, (b"content-type", content.media))
    headers = [*kind, (b"api-version", api_version.encode()), *content.headers]
    if packed.body is not None:
        body = packed.body
        tag += b"-" + packed.coding
        headers.append((b"content-encoding", packed.coding))
    etag = b'"%d-%b"' % (revision, tag)
    headers += [
        (b"etag", etag),
        (b"cache-control", b"private, no-cache" if content.again is None else b"no-store"),
        _VARY,
        (b"content-length", b"%d" % len(body)),
    ]
    return Answer(200, headers, body, tag, etag, content.about, versioned=content.revision is not None)


def _redirected(content: Content, location: str, api_version: str) -> Answer:
    headers = [
        *COMMON_HEADERS,
        (b"location", location.encode("ascii")),
        (b"api-version", api_version.encode()),
        (b"cache-control", b"no-store"),
        (b"content-length", b"0"),
        *content.headers,
    ]
    return Answer(302, headers, b"")


def _streamed(content: Content, stream: AsyncIterator[bytes], api_version: str, coding: bytes) -> Answer:
    """A streamed response, too long for memory: it has no tag and no length."""
    headers = [
        *COMMON_HEADERS,
        (b"content-type", content.media),
        (b"api-version", api_version.encode()),
        (b"cache-control", b"private, no-cache"),
        _VARY,
        *content.headers,
    ]
    if coding:
        headers.append((b"content-encoding", coding))
    return Answer(200, headers, content.body, stream=stream)
