"""The response with the content of a file: whole or a range of it, and so that no browser runs what is in it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import quote

from facetstore.domain.element_files import PICTURES, ElementFile
from facetstore.rest.wire.answer import COMMON_HEADERS, NO_PAGE, Answer, Header

# A file that is opened as a page has no origin, loads nothing and runs nothing.
_SANDBOX: Final = (b"content-security-policy", b"default-src 'none'; sandbox; frame-ancestors 'self'")
_HEADERS: Final[tuple[Header, ...]] = (
    *(each for each in COMMON_HEADERS if each is not NO_PAGE),
    _SANDBOX,
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"accept-ranges", b"bytes"),
    # Who may read it is checked each time, also where the browser has it already.
    (b"cache-control", b"private, no-cache"),
    (b"vary", b"symbio-auth-token, Authorization, Cookie"),
)
_RANGE: Final = re.compile(rb"bytes=(\d{0,18})-(\d{0,18})")
_NOT_ASCII: Final = re.compile(r"[^ !#-\[\]-~]")
"""What a quoted file name of old clients cannot hold."""

Stream = Callable[[int, int], AsyncIterator[bytes]]


class ByteRange(NamedTuple):
    """The bytes from `start` to before `end`."""

    start: int
    end: int


def file_answer(file: ElementFile, headers: Mapping[bytes, bytes], api_version: str, stream: Stream) -> Answer:
    """200 with the whole file, 206 with one range of it, or 416 for a range that it does not have."""
    tag = file.hash.encode()
    etag = b'"sha256-%b"' % tag
    kind = file.media_type.encode()
    common = [*_HEADERS, (b"api-version", api_version.encode()), (b"etag", etag)]
    span = wanted_span(headers, file.size, etag)
    if span is None:
        body = [(b"content-range", b"bytes */%d" % file.size), (b"content-length", b"0")]
        return Answer(416, [*common, *body], b"", fleeting=True)
    is_part = span != ByteRange(0, file.size)
    described = [
        (b"content-type", kind),
        (b"content-disposition", _disposition(file)),
        (b"content-length", b"%d" % (span.end - span.start)),
    ]
    if is_part:
        described.append((b"content-range", b"bytes %d-%d/%d" % (span.start, span.end - 1, file.size)))
    whole = [*common, *described]
    return Answer(206 if is_part else 200, whole, b"", tag, etag, stream=stream(*span), fleeting=True)


def wanted_span(headers: Mapping[bytes, bytes], size: int, etag: bytes) -> ByteRange | None:
    """What of a file is asked for; None: nothing that it has. All of it for several ranges, or if `If-Range` names another file."""
    whole = ByteRange(0, size)
    if headers.get(b"if-range", etag).strip() != etag:
        return whole
    asked = _RANGE.fullmatch(headers.get(b"range", b"").replace(b" ", b""))
    if asked is None or asked.groups() == (b"", b""):
        return whole
    first, last = asked.groups()
    if not first:
        length = min(int(last), size)
        return ByteRange(size - length, size) if length else None
    start, end = int(first), min(int(last) + 1, size) if last else size
    if last and int(last) < start:
        return whole  # not a range, which RFC 9110 lets us ignore
    return ByteRange(start, end) if start < size else None


def saved_as(name: str) -> Header:
    """The header by which a browser saves a response under a name."""
    return b"content-disposition", _disposed(b"attachment", name)


def _disposition(file: ElementFile) -> bytes:
    """Only plain pictures are shown in place; everything else is saved."""
    return _disposed(b"inline" if file.media_type in PICTURES else b"attachment", file.name)


def _disposed(shown: bytes, name: str) -> bytes:
    plain, encoded = _NOT_ASCII.sub("_", name), quote(name, safe="")
    return b"%b; filename=\"%b\"; filename*=UTF-8''%b" % (shown, plain.encode(), encoded.encode())
