"""Listing files and reading their contents, for callers that may open the element."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from facetstore.domain.element_files import ElementFile
from facetstore.domain.errors import NotFound
from facetstore.usecases.files.attaching import NO_FILE, find_file
from facetstore.usecases.ports.file_store import FileReads, StoredContent
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import NOTHING
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading

Path = tuple[str, str, str]
"""Facet, view and element of an address."""


class OpenedFile(NamedTuple):
    """A file, and where its content is."""

    file: ElementFile
    content: StoredContent
    reads: FileReads

    async def stream(self, start: int, end: int) -> AsyncIterator[bytes]:
        """The bytes from `start` to before `end`, a chunk at a time. Raises Unavailable if the content is deleted meanwhile."""
        size = self.content.chunk_bytes
        for number in range(start // size, -(-end // size)):
            chunk = await self.reads.chunk(self.content.id, number)
            first, last = max(0, start - number * size), min(len(chunk), end - number * size)
            yield chunk if (first, last) == (0, len(chunk)) else chunk[first:last]


async def list_files(reading: Reading, storage: Storage, path: Path) -> tuple[ElementRow, tuple[ElementFile, ...]]:
    """The version that the path names for this caller, and its files. Raises NotFound, Forbidden."""
    facet, _ = access_view(reading.metamodel, path[0], path[1])
    row = await access_element(reading, facet, path[2], NOTHING)
    files = await storage.files(reading.served.tenant).of_versions((row.key,))
    return row, files.get(row.key, ())


async def open_file(reading: Reading, storage: Storage, path: Path, file_id: str) -> OpenedFile:
    """A file of the version that the path names for this caller. Raises NotFound, Forbidden."""
    _, files = await list_files(reading, storage, path)
    file = find_file(files, file_id)
    reads = storage.files(reading.served.tenant)
    content = await reads.content(file.hash)
    if content is None or content.size != file.size:
        raise NotFound(NO_FILE)
    return OpenedFile(file, content, reads)
