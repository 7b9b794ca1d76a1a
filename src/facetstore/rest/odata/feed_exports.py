"""Whole tables of the feed as files: one table, or all of them in an archive.

A file is written before it is sent, so that a slow client holds no state of the data open, and what fails is refused, not cut off.
"""

from __future__ import annotations

import asyncio
import tempfile
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from facetstore.domain.errors import Finding, InvalidParameter, Unavailable
from facetstore.query.odata_filter import FILTER
from facetstore.query.odata_options import FORMAT, ORDER, SELECT, parse_row_options
from facetstore.rest.odata.feed_queries import plan_query
from facetstore.rest.wire.answer import Content, Header
from facetstore.usecases.analysis.exporting import TableExport
from facetstore.usecases.analysis.row_reading import TableReader
from facetstore.usecases.analysis.star_model import Star, StarTable
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.row_formats import RowFormat, RowFormats
from facetstore.usecases.tenancy import Reading

EXPORT: Final = "$export"
_ARCHIVE: Final = b"application/zip"
_AT_ONCE: Final = 2
"""Exports that a process writes at the same time, at most one of a tenant."""
_PIECE: Final = 64 << 10
_Query = Mapping[str, Sequence[str]]


class _ReadyFile(NamedTuple):
    """A file that is written: where, its media type, and its name."""

    path: Path
    media: bytes
    name: str


_Write = Callable[[TableExport, Path], Awaitable[_ReadyFile]]


class FeedExports:
    """Writes tables into files and sends them."""

    def __init__(self, formats: RowFormats, jobs: Jobs) -> None:
        self._formats = formats
        self._jobs = jobs
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._tenants: set[int] = set()

    def format_of(self, wanted: str | None, accept: bytes) -> RowFormat | None:
        """The format of files that a request asks for; None: it asks for JSON."""
        if wanted is not None:
            return self._formats.get(wanted.partition(";")[0].strip().lower())
        asked = accept.partition(b";")[0].partition(b",")[0].strip().decode("latin-1").lower()
        return next((each for each in self._formats.values() if each.media.partition(";")[0] == asked), None)

    async def table(
        self, reading: Reading, reader: TableReader, star: Star, table: StarTable, format_: RowFormat, query: _Query
    ) -> Content:
        """The rows of a table as a file. Raises InvalidParameter, UnsupportedQuery, TooCostly, Unavailable."""
        options = parse_row_options(query, (FILTER, SELECT, ORDER, FORMAT))
        asked = plan_query(star, table, replace(options, format=None), None).asked

        async def write(export: TableExport, folder: Path) -> _ReadyFile:
            name = f"{table.name}.{format_.key}"
            await export.write(table, asked, folder / name)
            return _ReadyFile(folder / name, format_.media.encode(), name)

        return await self._sent(reading, reader, format_, write)

    async def whole(self, reading: Reading, reader: TableReader, star: Star, query: _Query) -> Content:
        """All tables as an archive. Raises InvalidParameter, TooCostly, Unavailable."""
        wanted = parse_row_options(query, (FORMAT,)).format
        format_ = self.format_of(wanted or "csv", b"")
        if format_ is None:
            error = f"{FORMAT} of {EXPORT} is one of {', '.join(self._formats)}."
            raise InvalidParameter(error, [Finding(error, InvalidParameter.code, FORMAT)])
        chosen, name = format_, f"{str(reading.served.tenant.address).replace('/', '-')}-{format_.key}.zip"

        async def write(export: TableExport, folder: Path) -> _ReadyFile:
            await export.write_all([*star.tables.values()], folder)
            await asyncio.to_thread(_pack, folder, folder / name, is_packed=chosen.is_packed)
            return _ReadyFile(folder / name, _ARCHIVE, name)

        return await self._sent(reading, reader, format_, write)

    async def _sent(self, reading: Reading, reader: TableReader, format_: RowFormat, write: _Write) -> Content:
        format_.check()
        tenant = reading.served.tenant.key
        if tenant in self._tenants:
            raise Unavailable("Another export of this storage is being written. Please try again.")
        self._tenants.add(tenant)
        try:
            async with self._free:
                with tempfile.TemporaryDirectory(prefix="facetstore-export-") as folder:
                    written = await write(TableExport(reader, format_, self._jobs, tenant), Path(folder))
                    # Its name is gone before it is sent: nothing of it stays behind, whatever happens to the request.
                    file = written.path.open("rb")
        finally:
            self._tenants.discard(tenant)
        headers: list[Header] = [(b"content-disposition", f'attachment; filename="{quote(written.name)}"'.encode())]

        async def pieces() -> AsyncIterator[bytes]:
            with file:
                while piece := file.read(_PIECE):
                    yield piece

        return Content(b"", headers=headers, stream=pieces(), media=written.media, fleeting=True)


def _pack(folder: Path, target: Path, *, is_packed: bool) -> None:
    """All files of a folder as an archive."""
    files = sorted(folder.iterdir())
    with zipfile.ZipFile(target, "x", zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED) as archive:
        for each in files:
            archive.write(each, each.name)
            each.unlink()
