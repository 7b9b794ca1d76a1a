"""The port for the contents of files: received in chunks before anything refers to them, then kept under their hash."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from facetstore.domain.element_files import ElementFile


class StagedContent(NamedTuple):
    """A content that was received completely. Nothing refers to it yet."""

    id: str
    hash: str
    size: int
    media_type: str


class StoredContent(NamedTuple):
    """Where the chunks of a content are."""

    id: str
    size: int
    chunk_bytes: int


class FileReads(Protocol):
    """Reads the files of versions, and contents chunk by chunk."""

    async def of_versions(self, keys: Collection[int]) -> Mapping[int, tuple[ElementFile, ...]]:
        """The files of the versions with these keys."""
        ...

    async def content(self, hash_: str) -> StoredContent | None: ...

    async def chunk(self, content: str, number: int) -> bytes:
        """One chunk. Raises Unavailable if it was deleted meanwhile."""
        ...


class Staging(Protocol):
    """Takes the chunks of contents, each in a short transaction of its own, so that other changes go on meanwhile."""

    async def add(self, content: str, number: int, data: bytes) -> None:
        """Store a chunk; the first one, number 0, begins the content. Raises Unavailable for a content that was given up."""
        ...

    async def drop(self, content: str) -> None:
        """Delete what was received of a content, unless it was kept."""
        ...


class FileChanges(Protocol):
    """The contents of one tenant, in a transaction that may change them."""

    async def add(self, content: str, number: int, data: bytes) -> None:
        """As `Staging.add`, in this transaction."""
        ...

    async def keep(self, staged: StagedContent) -> None:
        """Store a content under its hash, unless the tenant has the same one. Raises Unavailable if it was given up."""
        ...

    async def known(self, hashes: Collection[str]) -> Mapping[str, int]:
        """Those of these contents that the tenant has, with their sizes."""
        ...
