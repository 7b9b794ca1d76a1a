"""Receiving the content of a file: chunk by chunk into rows that nothing refers to, so that no transaction waits for a client."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from facetstore.domain.element_files import CHUNK, media_type_of
from facetstore.domain.errors import InvalidBody, Unavailable
from facetstore.usecases.ports.file_store import StagedContent, Staging
from facetstore.usecases.writing import new_id


@asynccontextmanager
async def received(staging: Staging, pieces: AsyncIterator[bytes]) -> AsyncIterator[StagedContent]:
    """The content that arrives in pieces. What is not kept until the block is left is deleted. Raises InvalidBody if it is empty.

    A process that dies in between leaves rows that the next collection deletes.
    """
    content = new_id()
    try:
        yield await _receive(staging, content, pieces)
    finally:
        with suppress(Unavailable):  # the next collection deletes it
            await staging.drop(content)


async def _receive(staging: Staging, content: str, pieces: AsyncIterator[bytes]) -> StagedContent:
    digest, waiting, kind = hashlib.sha256(), bytearray(), ""
    size = number = 0
    async for piece in pieces:
        waiting += piece
        size += len(piece)
        while len(waiting) >= CHUNK:
            chunk = bytes(memoryview(waiting)[:CHUNK])
            del waiting[:CHUNK]
            kind = kind or media_type_of(chunk)
            digest.update(chunk)
            await staging.add(content, number, chunk)
            number += 1
    if not size:
        raise InvalidBody("The body is empty: it must be the content of the file.")
    if waiting:
        chunk = bytes(waiting)
        digest.update(chunk)
        await staging.add(content, number, chunk)
        kind = kind or media_type_of(chunk)
    return StagedContent(content, digest.hexdigest(), size, kind)
