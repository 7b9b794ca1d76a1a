"""Files in bundles: those of a version stand in its record, their contents in lines of their own at the end of the bundle.

Such a line holds one chunk: `{"kind": "file", "sha256": …, "number": 0, "data": …}`, the data in base64. The chunks of a content
follow each other, and every content stands in a bundle once.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.element_files import CHUNK, MOST_FILES, ElementFile, WrongName, media_type_of, parse_name
from facetstore.domain.errors import Conflict
from facetstore.domain.values import is_date_time, parse_guid
from facetstore.exchange.bundle_line import Source, numbered_lines, read_line
from facetstore.exchange.bundle_report import BundleReport, shown
from facetstore.usecases.ports.file_store import FileReads, StagedContent
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.writing import new_id

KIND: Final = "file"
_FIELDS: Final = frozenset({"id", "name", "mimeType", "size", "sha256", "addedOn"})
_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")


# Export


def render_files(version: Version) -> list[dict[str, object]]:
    return [
        {
            "id": each.id,
            "name": each.name,
            "mimeType": each.media_type,
            "size": each.size,
            "sha256": each.hash,
            "addedOn": each.added_on,
        }
        for each in version.files
    ]


async def render_contents(reads: FileReads, hashes: Collection[str]) -> AsyncGenerator[dict[str, object], None]:
    """The chunks of contents, in the order of their hashes. Raises Conflict if one was deleted since its versions were read."""
    for hash_ in sorted(hashes):
        content = await reads.content(hash_)
        if content is None:
            raise Conflict("A file was deleted during the export. Export again.")
        for number in range(-(-content.size // content.chunk_bytes)):
            data = b64encode(await reads.chunk(content.id, number)).decode()
            yield {"kind": KIND, "sha256": hash_, "number": number, "data": data}


# Import


def read_files(value: object, report: BundleReport) -> tuple[ElementFile, ...]:
    """The files of a record; mistakes go to the report."""
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MOST_FILES:
        report.wrong(f"files needs a list of up to {MOST_FILES} files, not {shown(value)}.")
        return ()
    read = [_read_file(each, report) for each in value]
    files = tuple(each for each in read if each is not None)
    if len({each.id for each in files}) < len(files):
        report.wrong("Two files of the version have the same id.")
    return files


def _read_file(value: object, report: BundleReport) -> ElementFile | None:
    if not isinstance(value, Mapping) or not value.keys() >= _FIELDS:
        report.wrong(f"A file needs {', '.join(sorted(_FIELDS))}, not {shown(value)}.")
        return None
    id_, name, kind, size, hash_, added_on = (
        value[each] for each in ("id", "name", "mimeType", "size", "sha256", "addedOn")
    )
    guid = parse_guid(id_) if isinstance(id_, str) else None
    if guid is None or not isinstance(hash_, str) or not _HASH.match(hash_) or not isinstance(size, int):
        report.wrong(f"A file needs a GUID as id, the hash of its content and its size, not {shown(value)}.")
        return None
    if not isinstance(kind, str) or not isinstance(added_on, str) or not is_date_time(added_on):
        report.wrong(f"A file needs a mimeType and a date-time as addedOn, not {shown(value)}.")
        return None
    try:
        parsed = parse_name(name) if isinstance(name, str) else ""
    except WrongName as wrong:
        report.wrong(str(wrong))
        return None
    if parsed != name:
        report.wrong(f"The name of a file needs Unicode form NFC and no blanks around it: {shown(name)}.")
        return None
    return ElementFile(guid, name, kind, size, hash_, added_on)


class Chunk(NamedTuple):
    """A line with a part of a content."""

    hash: str
    number: int
    data: bytes


def read_chunk(record: Mapping[str, object]) -> Chunk | None:
    """The chunk in a line of this kind, or None if it is not one."""
    hash_, number, text = record.get("sha256"), record.get("number"), record.get("data")
    if not isinstance(hash_, str) or not _HASH.match(hash_) or not isinstance(text, str):
        return None
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    is_number = isinstance(number, int) and not isinstance(number, bool) and number >= 0
    return Chunk(hash_, number, data) if isinstance(number, int) and is_number and 0 < len(data) <= CHUNK else None


@dataclass(slots=True)
class ContentCheck:
    """Checks the contents of a bundle while its lines are read, without holding more than one chunk."""

    report: BundleReport
    complete: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Size and kind of each content, by its hash."""
    _hash: str = ""
    _number: int = 0
    _size: int = 0
    _last: int = 0
    _kind: str = ""
    _digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def add(self, record: Mapping[str, object]) -> None:
        chunk = read_chunk(record)
        if chunk is None:
            self.report.wrong(f"A chunk of a file needs sha256, a number and up to {CHUNK:,} bytes of data in base64.")
            return
        if chunk.number == 0:
            self.close()
            self._begin(chunk)
        elif chunk.hash != self._hash or chunk.number != self._number + 1 or self._last != CHUNK:
            self.report.wrong(f"Chunk {chunk.number} of the file {chunk.hash} does not follow the one before it.")
            return
        self._number, self._last = chunk.number, len(chunk.data)
        self._size += len(chunk.data)
        self._digest.update(chunk.data)

    def _begin(self, chunk: Chunk) -> None:
        if chunk.hash in self.complete:
            self.report.wrong(f"The file {chunk.hash} is in the bundle twice.")
        self._hash, self._size, self._kind, self._digest = chunk.hash, 0, media_type_of(chunk.data), hashlib.sha256()

    def close(self) -> None:
        """Check the content that has ended."""
        if self._hash and self._digest.hexdigest() == self._hash:
            self.complete[self._hash] = (self._size, self._kind)
        elif self._hash:
            self.report.wrong(f"The file {self._hash} has another content than its hash says, or is incomplete.")
        self._hash = ""

    def check(self, file: ElementFile, line: int) -> None:
        """Report a file whose content is missing or another one."""
        found = self.complete.get(file.hash)
        if found is None:
            self.report.wrong(f"The content of the file {shown(file.name)} is not in the bundle.", line)
        elif found != (file.size, file.media_type):
            self.report.wrong(f"The file {shown(file.name)} has another size or mimeType than its content.", line)


async def store_contents(writer: Writer, source: Source, contents: ContentCheck, used: Collection[str]) -> None:
    """Store the contents that versions of a checked bundle use and the tenant does not have."""
    wanted = used - (await writer.files.known(used)).keys() if used else set()
    if not wanted:
        return
    id_ = ""
    for chunk in _chunks(source):
        if chunk.hash not in wanted:
            continue
        id_ = new_id() if chunk.number == 0 else id_
        await writer.files.add(id_, chunk.number, chunk.data)
        size, kind = contents.complete[chunk.hash]
        if chunk.number * CHUNK + len(chunk.data) == size:
            await writer.files.keep(StagedContent(id_, chunk.hash, size, kind))


def _chunks(source: Source) -> Iterator[Chunk]:
    for _, line in numbered_lines(source):
        record = read_line(line, again=True) if _may_be_chunk(line) else {}
        if record.get("kind") == KIND and (chunk := read_chunk(record)) is not None:
            yield chunk


def _may_be_chunk(line: object) -> bool:
    """Whether a line is worth parsing: those with a version need not be read again."""
    if isinstance(line, bytes):
        return b'"kind"' in line
    return '"kind"' in line if isinstance(line, str) else True
