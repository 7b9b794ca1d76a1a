"""Rows in chunks. Where a chunk ends depends on the rows in it alone, so a table with one changed row has one changed chunk."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final

import msgspec

from facetstore.exchange.backup_folder import BackupFolder, StoredTable

Row = Sequence[object]

_USUAL: Final = 128 << 10
"""Bytes of a chunk on average: with larger ones a small change stores more, smaller ones are many files."""
_LARGEST: Final = 16 * _USUAL
_ARRAY: Final = b"\xdd"
"""What begins a list of msgpack, before four bytes with its length."""
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[list[object]])


async def store_rows(
    folder: BackupFolder, columns: Sequence[str], batches: AsyncIterator[Sequence[Row]]
) -> StoredTable:
    """Store the rows of a table."""
    chunks, waiting, size, count = list[str](), list[bytes](), 0, 0
    async for rows in batches:
        for row in rows:
            packed = _encoder.encode(tuple(row))
            waiting.append(packed)
            size, count = size + len(packed), count + 1
            if size >= _LARGEST or _is_last(packed):
                chunks.append(folder.add_chunk(_joined(waiting)))
                waiting, size = [], 0
    if waiting:
        chunks.append(folder.add_chunk(_joined(waiting)))
    return StoredTable(columns, chunks, count)


def _is_last(packed: bytes) -> bool:
    """Whether a chunk ends with this row. The larger the row, the more likely, so that chunks are of one size on average."""
    return zlib.crc32(packed) < (len(packed) << 32) // _USUAL


def _joined(rows: Sequence[bytes]) -> bytes:
    return _ARRAY + len(rows).to_bytes(4) + b"".join(rows)


def stored_rows(folder: BackupFolder, table: StoredTable) -> Iterator[Sequence[Row]]:
    """The rows of a table, chunk by chunk. Raises Invalid where a chunk is damaged."""
    for name in table.chunks:
        yield _decoder.decode(folder.read_chunk(name))
