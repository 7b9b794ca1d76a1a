"""The body of a request: received to its end, decompressed, and whether it says anything."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from facetstore.domain.budget import JSON_VALUES
from facetstore.domain.errors import InvalidBody, TooCostly
from facetstore.rest.wire.error_responses import BodyTooLarge, Overloaded, UnsupportedMedia
from facetstore.usecases.measure import Pace

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Hold = Callable[[int], bool]
"""Counts bytes that stay in memory until the request is answered; returns whether they fit."""

_BODYLESS: Final = ("GET", "HEAD")
_PIECE: Final = 64 << 10
"""Bytes of decompressed data between two checks of the size and of the time."""
_CHUNK: Final = 16 << 10
"""Bytes of compressed data at a time: what is not used yet is copied after each piece."""
_WINDOWS: Final = {b"gzip": 16 + zlib.MAX_WBITS, b"x-gzip": 16 + zlib.MAX_WBITS, b"deflate": zlib.MAX_WBITS}
_ZLIB_METHOD: Final = 8
"""In the first byte of `deflate`, as RFC 9110 has it. Some clients leave out the header that it belongs to."""

_PARSED: Final = (b":", b"[", b"{")
_LARGE: Final = 64 << 10
"""Bytes of JSON that are decoded at once, in less than a time slice."""
_LEVELS: Final = 4
"""Of a large body that are decoded part by part: its lists, their elements, and the attributes of these."""
_decoder = msgspec.json.Decoder()
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items = msgspec.json.Decoder(list[msgspec.Raw])


def has_body(method: str, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a body is to be read. That of a GET means nothing and is dropped (D1.3)."""
    if method in _BODYLESS:
        return False
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


def says_nothing(body: bytes) -> bool:
    """Whether a body is empty, white space, `null` or an empty object: what clients send that have to send something."""
    text = body.strip()
    return text in (b"", b"null") or (text[:1] == b"{" and text[-1:] == b"}" and not text[1:-1].strip())


async def receive_body(receive: Receive, most: int) -> bytes:
    """The body as it was sent. Raises BodyTooLarge, and InvalidBody for an incomplete one."""
    return b"".join([piece async for piece in receive_pieces(receive, most)])


async def receive_pieces(receive: Receive, most: int) -> AsyncIterator[bytes]:
    """The body in the pieces in which it arrives. Raises BodyTooLarge, and InvalidBody for an incomplete one."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise InvalidBody("The body is incomplete: the connection ended before all of it was sent.")
        piece: bytes = message.get("body", b"")
        size += len(piece)
        if size > most:
            raise BodyTooLarge(f"The body has more than {most:,} bytes.")
        more = message.get("more_body", False)
        yield piece


def check_length(headers: Mapping[bytes, bytes], most: int) -> None:
    """Raise BodyTooLarge by the length that the client announces, before it sends anything."""
    length = headers.get(b"content-length", b"")
    if length.isdigit() and int(length) > most:
        raise BodyTooLarge(f"The body has {int(length):,} bytes, more than {most:,}.")


async def decompress(body: bytes, coding: bytes, most: int, hold: Hold) -> bytes:
    """A body without its content coding. Raises UnsupportedMedia, InvalidBody, BodyTooLarge, Overloaded, TooCostly."""
    coding = coding.strip().lower()
    if coding in (b"", b"identity") or not body:
        return body
    if coding not in _WINDOWS:
        raise UnsupportedMedia("Content-Encoding takes gzip, deflate or identity, and one of them at a time.")
    parts, size, pace = list[bytes](), 0, Pace()
    try:
        for piece in _pieces(body, coding):
            parts.append(piece)
            size += len(piece)
            if size > most:
                raise BodyTooLarge(f"The body has more than {most:,} bytes when it is decompressed.")
            if not hold(len(piece)):
                raise Overloaded("The bodies of other requests fill the memory. Try again.")
            await pace.step()
    except zlib.error as error:
        raise InvalidBody(f"The body is not {coding.decode()}, as Content-Encoding says.") from error
    return b"".join(parts)


def _pieces(body: bytes, coding: bytes) -> Iterator[bytes]:
    """The decompressed data, a piece at a time. Raises InvalidBody where it does not end with the body."""
    is_raw = coding == b"deflate" and body[0] & 0x0F != _ZLIB_METHOD
    decompressor = zlib.decompressobj(-zlib.MAX_WBITS if is_raw else _WINDOWS[coding])
    view = memoryview(body)
    for start in range(0, len(body), _CHUNK):
        data: bytes | memoryview = view[start : start + _CHUNK]
        piece = b"-"
        while (data or len(piece) == _PIECE) and not decompressor.eof:
            yield (piece := decompressor.decompress(data, _PIECE))
            data = decompressor.unconsumed_tail
        if decompressor.eof and (decompressor.unused_data or start + _CHUNK < len(body)):
            raise InvalidBody("The body goes on after the end of its compressed data.")
    if not decompressor.eof:
        raise InvalidBody("The compressed body is incomplete.")


async def decode_json(body: bytes, kind: bytes | None) -> Any:
    """A body as JSON; None for a blank one. Raises InvalidBody, TooCostly, UnsupportedMedia."""
    if not body.strip():
        return None
    if kind is not None and b"json" not in kind.lower() and not says_nothing(body):
        raise UnsupportedMedia("The body must be JSON, with the header Content-Type: application/json.")
    _check_values(body)
    try:
        return await _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidBody(f"The body is not JSON: {error}.") from error


async def _decode(body: bytes) -> Any:
    """The values of JSON. Large ones are decoded part by part, which yields to other requests in between."""
    if len(body) <= _LARGE:
        return _decoder.decode(body)
    try:
        return await _decode_parts(body, Pace(), _LEVELS)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _decoder.decode(body)  # the error then names its place in the whole body


async def _decode_parts(value: bytes | msgspec.Raw, pace: Pace, levels: int) -> Any:
    await pace.step()
    view = memoryview(value)
    first = bytes(view[:1]) if levels and len(view) > _LARGE else b""
    if first == b"{":
        return {name: await _decode_parts(each, pace, levels - 1) for name, each in _members.decode(value).items()}
    if first == b"[":
        return [await _decode_parts(each, pace, levels - 1) for each in _items.decode(value)]
    return _decoder.decode(value)


def _check_values(body: bytes) -> None:
    """Raise TooCostly for a body that takes long to parse. Characters inside texts are counted as well: prose has few of them."""
    if len(body) > JSON_VALUES and (values := sum(map(body.count, _PARSED))) > JSON_VALUES:
        error = f"The body has about {values:,} names, lists and objects; up to {JSON_VALUES:,} are read."
        raise TooCostly(f"{error} Send fewer elements at a time.")
