"""Compression of bodies: in which coding, and in which thread.

All three libraries release the interpreter's lock while they work. So long bodies are compressed in a thread, and a job process
would gain nothing. A tenant compresses one long body at a time, so that a busy tenant does not take all threads.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

import brotli
import zstandard

from facetstore.rest.wire.bounded_caches import cached_if_short
from facetstore.rest.wire.media import weights_in

SMALLEST_COMPRESSED: Final = 1024
"""Bodies below this many bytes are sent as they are."""
_LONG: Final = 16 * 1024
"""Bytes from which compression takes more than a millisecond or two."""

# Levels chosen for speed: a body is compressed once and cached while the tenant does not change.
_CODINGS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": lambda body: brotli.compress(body, quality=4),
    "zstd": lambda body: zstandard.ZstdCompressor(level=3).compress(body),
    "gzip": lambda body: gzip.compress(body, compresslevel=5, mtime=0),
}


class Packed(NamedTuple):
    """A compressed body or stream; neither where the response is sent as it is."""

    coding: bytes = b""
    body: bytes | None = None
    stream: AsyncIterator[bytes] | None = None


NOT_PACKED: Final = Packed()


@cached_if_short(256)
def chosen_coding(accept_encoding: bytes | None) -> str:
    """The content coding to use: the supported one that the caller prefers, in our order among equals.

    The empty text, for no coding, only where the caller accepts none of ours or prefers `identity`.
    """
    if accept_encoding is None:
        return ""
    weights = weights_in(accept_encoding)
    others = weights.get("*", 0.0)
    wanted = {name: weights.get(name, others) for name in _CODINGS}
    best = max(wanted, key=lambda name: wanted[name])
    return best if wanted[best] > 0 and wanted[best] >= weights.get("identity", 0.0) else ""


class Packing:
    """Compresses the responses of all tenants."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def pack(self, tenant: int, coding: str, body: bytes, stream: AsyncIterator[bytes] | None = None) -> Packed:
        """A body or, if there is one, a stream, compressed where that pays."""
        if not coding or (stream is None and len(body) < SMALLEST_COMPRESSED):
            return NOT_PACKED
        if stream is not None:
            return Packed(coding.encode(), stream=self._packed(tenant, coding, stream))
        return Packed(coding.encode(), await self._in_turn(tenant, _CODINGS[coding], body))

    async def _packed(self, tenant: int, coding: str, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The chunks of a stream, compressed. A packer returns data when it has collected enough."""
        pack, finish = _packer(coding)
        async for chunk in stream:
            if packed := await self._in_turn(tenant, pack, chunk):
                yield packed
        yield finish()

    async def _in_turn(self, tenant: int, pack: Callable[[bytes], bytes], body: bytes) -> bytes:
        if len(body) < _LONG:
            return pack(body)
        turn = self._turns.setdefault(tenant, asyncio.Lock())
        async with turn:
            return await asyncio.to_thread(pack, body)


def _packer(coding: str) -> tuple[Callable[[bytes], bytes], Callable[[], bytes]]:
    match coding:
        case "br":
            brotli_packer = brotli.Compressor(quality=4)
            return brotli_packer.process, brotli_packer.finish
        case "zstd":
            zstd_packer = zstandard.ZstdCompressor(level=3).compressobj()
            return zstd_packer.compress, zstd_packer.flush
        case _:
            gzip_packer = zlib.compressobj(5, zlib.DEFLATED, 31)  # 31: with the header and the end of a gzip file
            return gzip_packer.compress, gzip_packer.flush
